import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LeadFilters } from "#contract/lead-lists.ts";
import type { Lead } from "#contract/leads.ts";
import { makeLead, makeLeads, makeQueueItem } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

type Query = { [Name in keyof LeadFilters]?: string };

const search = (query: Query) => new URLSearchParams(query).toString();
const list = async (query: Query, path = "all-leads") => {
  const { body } = await me.client.get(`/api/${path}?${search(query)}`);
  return (body["items"] as Lead[]).map(({ fullName }) => fullName).toSorted();
};
const total = async (query: Query = {}) => (await me.client.get(`/api/leads/total?${search(query)}`)).body;
const undo = (response: TestResponse) =>
  me.client.post(`/api/undo/${(response.body["undo"] as { token: string }).token}`);
const leadRow = async (id: string) =>
  (await server.query<Record<string, unknown>>("select * from leads where id = $1", [id]))[0];

describe("the filters of All Leads", () => {
  beforeEach(async () => {
    await makeLeads(server, me.company.id, [
      { full_name: "Anna Zon", classification: "HOT", lead_rating: 9, contract_owner: "Frank", industry: "Energie" },
      { full_name: "Bea Maan", classification: "HOT", lead_rating: 4, contract_owner: "Lotte", industry: "Zorg" },
      { full_name: "Cor Zonneveld", lead_rating: 8, contract_owner: "Frank", date_added: "2026-03-28T23:30:00Z" },
      { full_name: "Dirk Weg", classification: "DELETED", contract_owner: "Frank", industry: "Bouw" },
    ]);
    await makeLead(server, (await signedIn(server)).company.id, { full_name: "Van hen", industry: "Elders" });
  });

  test.each<[Query, string[]]>([
    [{}, ["Anna Zon", "Bea Maan", "Cor Zonneveld"]],
    [{ classification: "HOT" }, ["Anna Zon", "Bea Maan"]],
    [{ classification: "none" }, ["Cor Zonneveld"]],
    [{ minRating: "8" }, ["Anna Zon", "Cor Zonneveld"]],
    [{ owner: "Frank" }, ["Anna Zon", "Cor Zonneveld"]],
    [{ owner: "Frank", classification: "HOT" }, ["Anna Zon"]],
    [{ industry: "Zorg" }, ["Bea Maan"]],
    // Midnight in Amsterdam, at the beginning of daylight saving time.
    [{ addedFrom: "2026-03-29" }, ["Cor Zonneveld"]],
    [{ addedFrom: "2026-01-01", addedTo: "2026-03-28" }, ["Anna Zon", "Bea Maan"]],
    [{ q: "zon" }, ["Anna Zon", "Cor Zonneveld"]],
    [{ q: "zon", minRating: "9" }, ["Anna Zon"]],
    [{ q: "onbekend" }, []],
    // Too short for a search.
    [{ q: "z" }, ["Anna Zon", "Bea Maan", "Cor Zonneveld"]],
  ])("%j", async (query, expected) => {
    expect(await list(query)).toEqual(expected);
    expect(await total(query)).toEqual({ total: expected.length, isExact: true });
    expect((await me.client.get(`/api/leads/ids?${search(query)}`)).body).toHaveLength(expected.length);
    const csv = (await me.client.get(`/api/all-leads/export?${search(query)}`)).text;
    expect(csv.trim().split("\r\n")).toHaveLength(expected.length + 1);
  });

  test.each(["classification=DELETED", "minRating=elf", "minRating=11", "addedFrom=gisteren", "addedTo=0000-01-01"])(
    "%s is refused",
    async (query) => {
      for (const path of ["all-leads", "leads/total", "leads/ids", "all-leads/export"])
        expect((await me.client.get(`/api/${path}?${query}`)).status).toBe(400);
    },
  );

  test("a value that ends with a space, as Airtable may have it, is found by its option", async () => {
    await makeLead(server, me.company.id, { full_name: "Eva Ster", contract_owner: "Frank ", industry: "Zorg " });
    for (const query of [{ owner: "Frank " }, { industry: "Zorg " }]) {
      expect(await list(query)).toEqual(["Eva Ster"]);
      expect(await total(query)).toEqual({ total: 1, isExact: true });
    }
    expect(await list({ owner: "Frank" })).toEqual(["Anna Zon", "Cor Zonneveld"]);
  });

  test("the options are the owners and industries of the company's leads", async () => {
    expect((await me.client.get("/api/leads/filter-options")).body).toEqual({
      owners: ["Frank", "Lotte"],
      industries: ["Energie", "Zorg"],
      tags: [],
    });
  });

  test("the filter Mijn finds the leads of the user's senders", async () => {
    await server.query("select add_senders($1, array['Frank'])", [me.company.id]);
    await server.query("update senders set user_id = $2 where company_id = $1", [me.company.id, me.user.id]);
    expect(await list({ owner: "@mijn" })).toEqual(["Anna Zon", "Cor Zonneveld"]);
    expect(await total({ owner: "@mijn" })).toEqual({ total: 2, isExact: true });
  });
});

test("filtered pages have every lead once, also those with a frequent term", async () => {
  const made = Array.from({ length: 60 }, (_, index) => ({
    full_name: `${index % 2 ? "Jansen" : "Pieters"} ${index}`,
    date_added: new Date(Date.UTC(2026, 5, 1 + (index % 7))),
  }));
  await makeLeads(server, me.company.id, made);
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await me.client.get(`/api/all-leads?q=jansen&limit=7${cursor && `&cursor=${cursor}`}`);
    seen.push(...(body["items"] as Lead[]).map(({ fullName }) => fullName));
    if (!body["nextCursor"]) break;
    cursor = body["nextCursor"] as string;
  }
  expect(seen).toHaveLength(30);
  expect(new Set(seen).size).toBe(30);
  // With more matches than are looked up by id, the list is searched while it is read.
  await server.query(
    `insert into leads (company_id, full_name, date_added) select $1, 'Boer', now() from generate_series(1, 5001) n`,
    [me.company.id],
  );
  const { body } = await me.client.get("/api/all-leads?q=boer&limit=200");
  expect(body["items"]).toHaveLength(200);
  expect(await total({ q: "boer" })).toEqual({ total: 5000, isExact: false });
  await makeLead(server, me.company.id, { full_name: "Boer Zwart" });
  expect(await total({ q: "boer zwart" })).toEqual({ total: 1, isExact: true });
});

test("the counters follow additions, changes and deletions", async () => {
  const [one = "", two = ""] = await makeLeads(server, me.company.id, [{ contract_owner: "Frank" }, {}]);
  await me.client.patch(`/api/leads/${one}/classification`, { classification: "HOT" });
  expect(await total({ classification: "HOT", owner: "Frank" })).toMatchObject({ total: 1 });
  await me.client.patch(`/api/leads/${one}/classification`, { classification: "DELETED" });
  expect(await total()).toMatchObject({ total: 1 });
  await me.client.post(`/api/leads/${one}/restore`);
  await server.query("delete from leads where id = $1", [two]);
  expect(await total()).toMatchObject({ total: 1 });
});

describe("bulk actions", () => {
  const classify = (ids: string[], classification: string) =>
    me.client.post("/api/leads/bulk/classification", { ids, classification });

  test("classify leads, report the stopped messages, and one undo restores all", async () => {
    const ids = await makeLeads(server, me.company.id, [{ classification: "HOT" }, {}, { classification: "DELETED" }]);
    const item = await makeQueueItem(server, me.company.id, { lead_id: ids[0] });
    const response = await classify(ids, "NOT INTERESTED");
    expect(response.body).toMatchObject({ changed: 2, unchanged: 0, stoppedMessages: 1 });
    const classes = async () => Promise.all(ids.map(async (id) => (await leadRow(id))?.["classification"]));
    expect(await classes()).toEqual(["NOT INTERESTED", "NOT INTERESTED", "DELETED"]);
    expect((await undo(response)).status).toBe(200);
    expect(await classes()).toEqual(["HOT", null, "DELETED"]);
    expect(await server.query("select status from queue_items where id = $1", [item])).toEqual([{ status: "QUEUED" }]);
  });

  test("change the owner, here and in Airtable, until it is undone", async () => {
    const ids = await makeLeads(server, me.company.id, [{ contract_owner: "Frank" }, {}, { contract_owner: "Lotte" }]);
    const response = await me.client.post("/api/leads/bulk/owner", { ids, contractOwner: " Lotte " });
    expect(response.body).toMatchObject({ changed: 2, unchanged: 1 });
    const owners = async () => Promise.all(ids.map(async (id) => (await leadRow(id))?.["contract_owner"]));
    expect(await owners()).toEqual(["Lotte", "Lotte", "Lotte"]);
    expect(
      await server.query("select field, value, based_on from airtable_outbox where local_id = $1", [ids[0]]),
    ).toEqual([{ field: "contract_owner", value: "Lotte", based_on: "Frank" }]);
    await undo(response);
    expect(await owners()).toEqual(["Frank", null, "Lotte"]);
  });

  test("skip another company's leads", async () => {
    const other = await signedIn(server);
    const theirs = await makeLead(server, other.company.id);
    expect((await classify([theirs], "HOT")).body).toMatchObject({ changed: 0 });
    expect((await me.client.post("/api/leads/bulk/owner", { ids: [theirs], contractOwner: "X" })).body).toMatchObject({
      changed: 0,
    });
    expect(await leadRow(theirs)).toMatchObject({ classification: null, contract_owner: null });
  });

  test("take one to five hundred leads", async () => {
    expect((await classify([], "HOT")).status).toBe(400);
    expect(
      (
        await classify(
          Array.from({ length: 501 }, () => crypto.randomUUID()),
          "HOT",
        )
      ).status,
    ).toBe(400);
  });
});

describe("saved views", () => {
  const create = (who: SignedIn, view: object) =>
    who.client.post("/api/lead-views", { name: "Hot", isShared: false, settings: { classification: "HOT" }, ...view });
  const names = async (who: SignedIn) =>
    ((await who.client.get("/api/lead-views")).body as unknown as { name: string }[]).map(({ name }) => name);

  test("are the user's own unless they are shared with the company", async () => {
    const colleague = await signedIn(server, { company: me.company });
    const stranger = await signedIn(server);
    await create(me, { name: "Van mij" });
    const shared = await create(me, { name: "Gedeeld", isShared: true });
    expect(shared.body).toMatchObject({ mayChange: true, sharedBy: null, settings: { classification: "HOT" } });
    expect(await names(me)).toEqual(["Gedeeld", "Van mij"]);
    expect(await names(colleague)).toEqual(["Gedeeld"]);
    expect((await colleague.client.get("/api/lead-views")).body).toMatchObject([
      { mayChange: false, sharedBy: "Anna Jansen" },
    ]);
    expect(await names(stranger)).toEqual([]);
  });

  test("are changed by their user, shared ones also by company admins", async () => {
    const colleague = await signedIn(server, { company: me.company });
    const admin = await signedIn(server, { company: me.company, role: "company_admin" });
    const own = (await create(me, {})).body["id"] as string;
    const shared = (await create(me, { isShared: true })).body["id"] as string;
    for (const id of [own, shared]) {
      expect((await me.client.patch(`/api/lead-views/${id}`, { name: "Heet" })).body).toMatchObject({ name: "Heet" });
    }
    expect((await colleague.client.patch(`/api/lead-views/${own}`, { name: "X" })).status).toBe(404);
    expect((await colleague.client.patch(`/api/lead-views/${shared}`, { name: "X" })).status).toBe(403);
    expect((await colleague.client.delete(`/api/lead-views/${shared}`)).status).toBe(403);
    expect((await admin.client.patch(`/api/lead-views/${own}`, { name: "X" })).status).toBe(404);
    expect((await admin.client.patch(`/api/lead-views/${shared}`, { name: "Van de admin" })).status).toBe(200);
    expect((await admin.client.delete(`/api/lead-views/${shared}`)).status).toBe(204);
    expect(await names(me)).toEqual(["Heet"]);
    // The user's own view is nobody else's business.
    const log = await server.query(
      "select action, subject_name as name from audit_log where company_id = $1 and subject_type = 'lead_view' order by at, id",
      [me.company.id],
    );
    expect(log).toEqual([
      { action: "lead_view.created", name: "Hot" },
      { action: "lead_view.updated", name: "Heet" },
      { action: "lead_view.updated", name: "Van de admin" },
      { action: "lead_view.deleted", name: "Van de admin" },
    ]);
  });

  test("keep both changes that two users make at the same time", async () => {
    const admin = await signedIn(server, { company: me.company, role: "company_admin" });
    const id = (await create(me, { isShared: true })).body["id"] as string;
    const locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
    await locker.connect();
    try {
      await locker.query("begin");
      await locker.query("select from lead_views where id = $1 for update", [id]);
      const changes = [
        me.client.patch(`/api/lead-views/${id}`, { settings: { classification: "COLD" } }),
        admin.client.patch(`/api/lead-views/${id}`, { name: "Koud" }),
      ];
      await expect
        .poll(() =>
          server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        )
        .toHaveLength(2);
      await locker.query("rollback");
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await locker.end();
    }
    expect((await me.client.get("/api/lead-views")).body).toMatchObject([
      { name: "Koud", settings: { classification: "COLD" } },
    ]);
  });

  test("stay with the company when their user is deleted", async () => {
    const colleague = await signedIn(server, { company: me.company });
    await create(colleague, { name: "Blijft", isShared: true });
    await server.query("delete from users where id = $1", [colleague.user.id]);
    expect((await me.client.get("/api/lead-views")).body).toMatchObject([
      { name: "Blijft", sharedBy: "een oud-collega" },
    ]);
  });

  test.each([{ name: " " }, { settings: { classification: "DELETED" } }, { settings: { addedFrom: "x" } }])(
    "%j is refused",
    async (view) => {
      expect((await create(me, view)).status).toBe(400);
    },
  );
});
