import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ICE_BREAKER,
  makeInvitations,
  makeLead,
  makeLeads,
  makeMeeting,
  makeMessage,
  makeQueueItem,
} from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
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

const get = async (path: string, who = me) => (await who.client.get(`/api/leads/${path}`)).body as unknown;
const leadRow = async (id: string) =>
  (await server.query<Record<string, unknown>>("select * from leads where id = $1", [id]))[0];

describe("notes", () => {
  test("are seen by colleagues, and changed by their author and company admins only", async () => {
    const id = await makeLead(server, me.company.id);
    const colleague = await signedIn(server, { company: me.company });
    const admin = await signedIn(server, { company: me.company, role: "company_admin" });
    const added = await me.client.post(`/api/leads/${id}/notes`, { text: "  Belt liever na vieren. " });
    expect(added.body).toMatchObject({ text: "Belt liever na vieren.", author: "Anna Jansen", mayChange: true });
    const path = `/api/leads/${id}/notes/${added.body["id"] as string}`;
    expect(await get(`${id}/notes`, colleague)).toMatchObject([{ mayChange: false }]);
    expect((await colleague.client.patch(path, { text: "X" })).status).toBe(403);
    expect((await colleague.client.delete(path)).status).toBe(403);
    expect((await admin.client.patch(path, { text: "Anders" })).body).toMatchObject({ text: "Anders" });
    expect((await me.client.delete(path)).status).toBe(204);
    expect(await get(`${id}/notes`)).toEqual([]);
  });

  test("of another lead or company do not exist", async () => {
    const [one, two] = await makeLeads(server, me.company.id, [{}, {}]);
    const { body } = await me.client.post(`/api/leads/${one}/notes`, { text: "Notitie" });
    const other = await signedIn(server);
    expect((await me.client.patch(`/api/leads/${two}/notes/${body["id"] as string}`, { text: "X" })).status).toBe(404);
    expect((await other.client.patch(`/api/leads/${one}/notes/${body["id"] as string}`, { text: "X" })).status).toBe(
      404,
    );
    expect((await other.client.get(`/api/leads/${one}/notes`)).status).toBe(404);
  });
});

describe("tags", () => {
  test("are replaced, differ by more than case, and are a filter of All Leads", async () => {
    const [one, two] = await makeLeads(server, me.company.id, [{ full_name: "Een" }, { full_name: "Twee" }]);
    const put = (id: string | undefined, tags: string[]) => me.client.request("PUT", `/api/leads/${id}/tags`, { tags });
    expect((await put(one, ["Beurs", " beurs ", "VIP"])).body).toEqual(["Beurs", "VIP"]);
    expect((await put(one, ["VIP"])).body).toEqual(["VIP"]);
    await me.client.post("/api/leads/bulk/tags", { ids: [one, two], tag: "Mei" });
    expect(await get(`${two}/tags`)).toEqual(["Mei"]);
    expect(await get("filter-options")).toMatchObject({ tags: ["Mei", "VIP"] });
    const { body } = await me.client.get("/api/all-leads?tag=VIP");
    expect(body["items"]).toMatchObject([{ fullName: "Een" }]);
    expect(
      (
        await put(
          one,
          Array.from({ length: 21 }, (_, index) => `Label ${index}`),
        )
      ).status,
    ).toBe(400);
  });
});

test("the conversation has the sent texts and what the lead wrote, each of several sources once and in order", async () => {
  const older = `Older conversations:
2026-03-01 09:15:00 - Sales: Hoi Sanne!
2026-03-02 10:00:00 - Sanne: Dag, vertel eens.
En nog iets.
2026-03-02 10:01:00 - Sanne: Graag!
2026-03-02 10:02:00 - Sanne: Graag!
2026-13-41 10:00:00 - Sanne: Een tijd die niet bestaat

Follow up 1: Eerste`;
  const { leadId } = await makeMessage(server, me.company.id, { message_type: "followup", content: older });
  const sent = { lead_id: leadId, status: "SENT", message_flow: "Frank" };
  await makeQueueItem(server, me.company.id, {
    ...sent,
    message_name: "Ice Breaker",
    text: "hoi  sanne!",
    date_sent: "2026-03-01T08:15:00Z",
  });
  await makeQueueItem(server, me.company.id, {
    ...sent,
    message_name: "Bericht 1",
    text: "Nog even dit",
    date_sent: "2026-03-05T08:15:00Z",
  });
  await makeQueueItem(server, me.company.id, { lead_id: leadId, text: "Nog niet verzonden" });
  expect(await get(`${leadId}/texts`)).toMatchObject([
    { direction: "out", by: "Frank", name: "Ice Breaker", text: "hoi  sanne!" },
    {
      direction: "in",
      by: "Sanne de Vries",
      text: "Dag, vertel eens.\nEn nog iets.",
      at: "2026-03-02T09:00:00.000000Z",
    },
    { direction: "in", text: "Graag!" },
    { direction: "in", text: "Graag!" },
    { direction: "out", name: "Bericht 1" },
  ]);
});

describe("a change of tags", () => {
  const put = (id: string, tags: string[], before?: string[]) =>
    me.client.request("PUT", `/api/leads/${id}/tags`, { tags, ...(before && { before }) });

  test("of two users keeps both", async () => {
    const id = await makeLead(server, me.company.id);
    await put(id, ["Beurs", "VIP"]);
    await Promise.all([
      put(id, ["Beurs", "VIP", "Mei"], ["Beurs", "VIP"]),
      put(id, ["Beurs", "VIP", "Juni"], ["Beurs", "VIP"]),
      put(id, ["VIP"], ["Beurs", "VIP"]),
    ]);
    expect(await get(`${id}/tags`)).toEqual(["Juni", "Mei", "VIP"]);
  });

  test("removes one of more than twenty after a merge, and adds none", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [{}, {}]);
    const named = (from: number) => Array.from({ length: 15 }, (_, nth) => `Label ${from + nth}`);
    await put(keep, named(10));
    await put(duplicate, named(30));
    await me.client.post(`/api/leads/${keep}/merge`, { duplicateId: duplicate });
    const all = [...named(10), ...named(30)];
    expect(await put(keep, [...all, "Nog een"], all)).toMatchObject({
      status: 400,
      body: { message: "Een lead heeft hoogstens 20 labels." },
    });
    expect((await put(keep, all.slice(1), all)).body).toEqual(all.slice(1));
  });

  test("in bulk tells how many leads had the tag, have no room for it, or were deleted", async () => {
    const [one = "", had = "", full = "", deleted = ""] = await makeLeads(server, me.company.id, [
      {},
      {},
      {},
      { classification: "DELETED" },
    ]);
    await server.query(
      `insert into lead_tags (company_id, lead_id, tag) select $1::uuid, $2::uuid, 'vip'
        union all select $1::uuid, $3::uuid, 'Label ' || n from generate_series(1, 20) as n`,
      [me.company.id, had, full],
    );
    const { body } = await me.client.post("/api/leads/bulk/tags", { ids: [one, had, full, deleted], tag: "VIP" });
    expect(body).toEqual({ changed: 1, unchanged: 1, full: 1 });
  });

  test("in bulk adds none that differs in case only", async () => {
    const id = await makeLead(server, me.company.id);
    await put(id, ["CRM"]);
    expect((await me.client.post("/api/leads/bulk/tags", { ids: [id], tag: "crm" })).body).toEqual({
      changed: 0,
      unchanged: 1,
      full: 0,
    });
    expect(await get(`${id}/tags`)).toEqual(["CRM"]);
  });
});

describe("duplicates", () => {
  test("are found by profile, e-mail address, or name with company", async () => {
    const [id, ...others] = await makeLeads(server, me.company.id, [
      { full_name: "José Vos", company: "Zon", email: "jose@zon.nl", linkedin_url: "https://nl.linkedin.com/in/jose/" },
      { full_name: "J. Vos", linkedin_url: "http://www.linkedin.com/in/jose?x=1" },
      { full_name: "Vos", email: " Jose@ZON.nl " },
      { full_name: "jose vos", company: "ZON" },
      { full_name: "José Vos", company: "Maan" },
      { full_name: "Weg", email: "jose@zon.nl", classification: "DELETED" },
    ]);
    await makeLead(server, (await signedIn(server)).company.id, { email: "jose@zon.nl" });
    const found = (await get(`${id}/duplicates`)) as { lead: { id: string }; reason: string }[];
    expect(Object.fromEntries(found.map(({ lead, reason }) => [lead.id, reason]))).toEqual({
      [others[0] ?? ""]: "linkedin",
      [others[1] ?? ""]: "email",
      [others[2] ?? ""]: "name",
    });
  });
});

describe("a merge", () => {
  const merge = (id: string, duplicateId: string) => me.client.post(`/api/leads/${id}/merge`, { duplicateId });

  test("moves everything to the lead that stays, and deletes the duplicate here and in Airtable", async () => {
    const keep = await makeLead(server, me.company.id, {
      full_name: "José Vos",
      email: "jose@zon.nl",
      classification: "HOT",
    });
    const { id: message, leadId: duplicate } = await makeMessage(
      server,
      me.company.id,
      { content: ICE_BREAKER },
      {
        full_name: "J. Vos",
        email: "j.vos@zon.nl",
        phone: "0612345678",
        lead_rating: 9,
        html_report: "<p>Rapport</p>",
      },
    );
    const item = await makeQueueItem(server, me.company.id, { lead_id: duplicate, message_id: message });
    const [invitation] = await makeInvitations(server, me.company.id, [
      { lead_id: duplicate, connected_with: "Frank" },
    ]);
    await me.client.post(`/api/leads/${duplicate}/notes`, { text: "Van de ander" });
    await me.client.post("/api/leads/bulk/tags", { ids: [duplicate], tag: "Beurs" });
    await makeMeeting(server, me.company.id, { attendees: "j.vos@zon.nl", meeting_name: "Intake" });

    const response = await merge(keep, duplicate);
    expect(response.body).toMatchObject({
      id: keep,
      fullName: "José Vos",
      phone: "0612345678",
      leadRating: 9,
      hasReport: true,
      leadClassification: "HOT",
    });
    for (const [table, id] of [
      ["messages", message],
      ["queue_items", item],
      ["invitations", invitation],
    ])
      expect(await server.query(`select lead_id from ${table} where id = $1`, [id])).toEqual([{ lead_id: keep }]);
    expect(await get(`${keep}/notes`)).toMatchObject([
      { text: expect.stringContaining("E-mailadres: j.vos@zon.nl") },
      { text: "Van de ander" },
    ]);
    expect(await get(`${keep}/tags`)).toEqual(["Beurs"]);
    expect((await me.client.get(`/api/meetings?leadId=${keep}`)).body).toMatchObject([
      { meetingName: "Intake", leads: [{ id: keep }] },
    ]);
    expect(await get(`${keep}/timeline`)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: "merged", detail: "J. Vos" })]),
    );
    expect((await me.client.get(`/api/leads/${duplicate}`)).status).toBe(404);
    const pushed = await server.query(
      "select local_id, field, value from airtable_outbox where company_id = $1 and field in ('classification', 'phone') order by field",
      [me.company.id],
    );
    expect(pushed).toEqual([
      { local_id: duplicate, field: "classification", value: "DELETED" },
      { local_id: keep, field: "phone", value: "0612345678" },
    ]);
  });

  test("keeps an accepted rating of the duplicate, also when the sync reads no rating", async () => {
    const keep = await makeLead(server, me.company.id);
    const rating = { lead_rating: 8, motivation: "Groeit hard.", rating_accepted: true };
    await merge(keep, await makeLead(server, me.company.id, rating));
    await server.query("update leads set lead_rating = null, motivation = null where id = $1", [keep]);
    expect(await leadRow(keep)).toMatchObject({ lead_rating: 8, motivation: "Groeit hard." });
  });

  test("also moves a message that somebody changes meanwhile", async () => {
    const keep = await makeLead(server, me.company.id);
    const { id: first, leadId: duplicate } = await makeMessage(server, me.company.id, {});
    const { id: second } = await makeMessage(server, me.company.id, { lead_id: duplicate });
    const locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
    await locker.connect();
    try {
      await locker.query("begin");
      await locker.query("select from messages where id = $1 for update", [first]);
      const merged = merge(keep, duplicate);
      await expect
        .poll(() =>
          server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        )
        .not.toEqual([]);
      await server.query("update messages set feedback = 'Korter' where id = $1", [second]);
      await locker.query("rollback");
      expect((await merged).status).toBe(200);
    } finally {
      await locker.end();
    }
    const moved = await server.query("select lead_id from messages where id = any ($1)", [[first, second]]);
    expect(moved).toEqual([{ lead_id: keep }, { lead_id: keep }]);
  });

  test("keeps a class that forbids contact, and stops what is queued", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [
      { classification: "HOT" },
      { classification: "DO NOT CONNECT" },
    ]);
    const item = await makeQueueItem(server, me.company.id, { lead_id: keep });
    expect((await merge(keep, duplicate)).body).toMatchObject({ leadClassification: "DO NOT CONNECT" });
    expect(await server.query("select status from queue_items where id = $1", [item])).toEqual([
      { status: "CANCELLED" },
    ]);
  });

  test("into a lead that may not be contacted stops what is queued for the duplicate", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [
      { classification: "NOT INTERESTED" },
      {},
    ]);
    const item = await makeQueueItem(server, me.company.id, { lead_id: duplicate });
    expect((await merge(keep, duplicate)).body).toMatchObject({ leadClassification: "NOT INTERESTED" });
    expect(await server.query("select status from queue_items where id = $1", [item])).toEqual([
      { status: "CANCELLED" },
    ]);
  });

  test.each([
    ["duplicate", "kept lead"],
    ["kept lead", "duplicate"],
  ])("of a %s that has replied stops what is queued for the %s", async (who) => {
    const { leadId: replied } = await makeMessage(server, me.company.id, { status: "sent", replied_at: new Date() });
    const { id: message, leadId: other } = await makeMessage(server, me.company.id, {});
    const item = await makeQueueItem(server, me.company.id, { lead_id: other, message_id: message });
    expect((await (who === "duplicate" ? merge(other, replied) : merge(replied, other))).status).toBe(200);
    expect(await server.query("select status from queue_items where id = $1", [item])).toEqual([
      { status: "CANCELLED" },
    ]);
  });

  test.each([
    ["of which a part was sent", "kept lead", { sent: true, due: "2026-12-01T10:00:00Z" }],
    ["of which a part was sent", "duplicate", { sent: true, due: "2026-12-01T10:00:00Z" }],
    ["that begin first", "kept lead", { sent: false, due: "2026-11-20T10:00:00Z" }],
  ])(
    "of two leads with queued messages lets those go on %s (%s), and returns the others to review",
    async (_which, who, { sent, due }) => {
      const approved = { content: ICE_BREAKER, status: "approved" };
      const { id: first, leadId: ahead } = await makeMessage(server, me.company.id, approved);
      const { id: second, leadId: other } = await makeMessage(server, me.company.id, approved);
      const queue = (lead_id: string, message_id: string, more: object) =>
        makeQueueItem(server, me.company.id, { lead_id, message_id, ...more });
      if (sent) await queue(ahead, first, { status: "SENT", date_sent: "2026-11-18T10:00:00Z" });
      const goesOn = await queue(ahead, first, { message_name: "Bericht 1", date_due: due });
      const ended = await queue(other, second, { date_due: "2026-11-25T10:00:00Z" });
      const merged = await (who === "kept lead" ? merge(ahead, other) : merge(other, ahead));
      expect(merged.status).toBe(200);
      const partOf = (id: string) => server.query("select status, problem from queue_items where id = $1", [id]);
      expect(await partOf(goesOn)).toEqual([{ status: "QUEUED", problem: null }]);
      expect(await partOf(ended)).toEqual([
        { status: "CANCELLED", problem: expect.stringContaining("samengevoegd met een andere") },
      ]);
      const statusOf = (id: string) => server.query("select status from messages where id = $1", [id]);
      expect([await statusOf(first), await statusOf(second)]).toEqual([
        [{ status: "approved" }],
        [{ status: "pending" }],
      ]);
    },
  );

  test("keeps an unanswered reply to the duplicate in the inbox if both have a conversation with the account", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [{}, {}]);
    await server.query(
      `with account as (
        insert into linkedin_accounts (company_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
        values ($1, gen_random_uuid()::text, 'Frank', 'eigenaar', 'ok', now(), now()) returning id)
      insert into linkedin_conversations (company_id, account_id, lead_id, chat_id, last_sent_at, last_received_at,
        reply_stored_at)
      select $1, account.id, c.* from account, (values ($2::uuid, null, timestamptz '2026-11-01', null, null),
        ($3::uuid, 'chat', timestamptz '2026-11-02', timestamptz '2026-11-03', timestamptz '2026-11-03')) as c`,
      [me.company.id, keep, duplicate],
    );
    await merge(keep, duplicate);
    expect(
      await server.query("select lead_id, chat_id from linkedin_conversations where company_id = $1", [me.company.id]),
    ).toEqual([{ lead_id: keep, chat_id: "chat" }]);
    expect((await me.client.get("/api/inbox")).body).toMatchObject([{ leadId: keep, isAnswered: false }]);
  });

  /** Two conversations with one account; each has the times of a reply, of when it was handled, and of what the owner typed after it. */
  const makeConversations = (times: Record<string, (string | null)[]>) =>
    server.query(
      `with account as (
        insert into linkedin_accounts (company_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
        values ($1, gen_random_uuid()::text, 'Frank', 'eigenaar', 'ok', now(), now()) returning id)
      insert into linkedin_conversations (company_id, account_id, lead_id, last_received_at, reply_stored_at, handled_at,
        last_typed_at)
      select $1, account.id, c.lead::uuid, (c.times ->> 0)::timestamptz, (c.times ->> 0)::timestamptz, (c.times ->> 1)::timestamptz,
        (c.times ->> 2)::timestamptz
      from account, jsonb_each($2::jsonb) as c (lead, times)`,
      [me.company.id, JSON.stringify(times)],
    );

  test.each<[what: string, kept: (string | null)[], duplicate: (string | null)[], isAnswered: boolean]>([
    ["a reply that nobody handled", ["2026-11-01", null, null], ["2026-11-02", "2026-11-03", null], false],
    [
      "a reply to the duplicate that nobody handled",
      ["2026-11-01", "2026-11-04", null],
      ["2026-11-02", null, null],
      false,
    ],
    ["a reply without an answer on LinkedIn", ["2026-11-01", null, null], ["2026-11-02", null, "2026-11-03"], false],
    ["two handled replies", ["2026-11-01", "2026-11-02", null], ["2026-11-03", "2026-11-04", null], true],
    [
      "replies that were handled in two ways",
      ["2026-11-01", null, "2026-11-02"],
      ["2026-11-03", "2026-11-04", null],
      true,
    ],
  ])("of leads with %s leaves the inbox as it was", async (_what, kept, duplicated, isAnswered) => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [{}, {}]);
    await makeConversations({ [keep]: kept, [duplicate]: duplicated });
    await merge(keep, duplicate);
    expect((await me.client.get("/api/inbox")).body).toMatchObject([{ leadId: keep, isAnswered }]);
  });

  test("leaves a reply unanswered that the answer to the other lead was not about", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [{}, {}]);
    await makeConversations({ [keep]: ["2026-11-01", null, null] });
    await makeConversations({ [duplicate]: ["2026-11-01", null, null] });
    await makeQueueItem(server, me.company.id, {
      lead_id: duplicate,
      is_answer: true,
      status: "SENT",
      created_at: new Date("2026-11-02"),
    });
    await merge(keep, duplicate);
    expect((await me.client.get("/api/inbox")).body).toMatchObject([{ leadId: keep, isAnswered: false }]);
  });

  test("is waited for by a note and a tag for the duplicate, which then does not exist any more", async () => {
    const keep = await makeLead(server, me.company.id);
    const { id: message, leadId: duplicate } = await makeMessage(server, me.company.id, {});
    const locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
    await locker.connect();
    const untilWaiting = (count: number) =>
      expect
        .poll(() =>
          server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        )
        .toHaveLength(count);
    try {
      await locker.query("begin");
      await locker.query("select from messages where id = $1 for update", [message]);
      const merged = merge(keep, duplicate);
      await untilWaiting(1);
      const noted = me.client.post(`/api/leads/${duplicate}/notes`, { text: "Belt liever na vieren." });
      const tagged = me.client.post("/api/leads/bulk/tags", { ids: [duplicate], tag: "VIP" });
      await untilWaiting(3);
      await locker.query("rollback");
      expect((await merged).status).toBe(200);
      expect((await noted).status).toBe(404);
      expect((await tagged).body).toEqual({ changed: 0, unchanged: 0, full: 0 });
    } finally {
      await locker.end();
    }
  });

  test("gives the kept lead the class of the duplicate with its date", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [
      {},
      { classification: "CLIENT", classified_at: new Date("2026-03-03T10:00:00Z") },
    ]);
    await merge(keep, duplicate);
    expect(await leadRow(keep)).toMatchObject({
      classification: "CLIENT",
      classified_at: new Date("2026-03-03T10:00:00Z"),
    });
  });

  test("makes the addresses of the duplicate those of the kept lead, for whoever adds the person again", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [
      { full_name: "José Vos", email: "jose@zon.nl" },
      { full_name: "J. Vos", email: "j.vos@zon.nl" },
    ]);
    await merge(keep, duplicate);
    await server.query("update leads set deleted_at = now() - interval '60 days' where id = $1", [duplicate]);
    const added = await me.client.post("/api/leads", { fullName: "Vos", email: "j.vos@zon.nl" });
    expect([added.status, added.body["message"]]).toEqual([409, "Deze lead staat al in de lijst: José Vos."]);
  });

  test("is not undone by a class from a message card; a lead that was deleted stays deleted", async () => {
    const [keep = "", duplicate = "", deleted = ""] = await makeLeads(server, me.company.id, [
      { provider_id: "ACoAA1" },
      { provider_id: "ACoAA1" },
      { provider_id: "ACoAA2", classification: "DELETED" },
    ]);
    await merge(keep, duplicate);
    const classify = (providerId: string) =>
      me.client.patch(`/api/messages/classification/${providerId}`, { classification: "HOT" });
    expect((await classify("ACoAA1")).status).toBe(200);
    expect(await leadRow(keep)).toMatchObject({ classification: "HOT" });
    expect(await leadRow(duplicate)).toMatchObject({ classification: "DELETED", merged_into: keep });
    expect((await classify("ACoAA2")).status).toBe(409);
    expect(await leadRow(deleted)).toMatchObject({ classification: "DELETED" });
  });

  test("is not undone by restoring the duplicate, unless it gets another class in Airtable", async () => {
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [{}, {}]);
    await merge(keep, duplicate);
    expect((await get("deleted")) as object).toMatchObject({ items: [] });
    expect((await me.client.post(`/api/leads/${duplicate}/restore`)).status).toBe(409);
    await server.query("update leads set classification = 'HOT' where id = $1", [duplicate]);
    expect(await leadRow(duplicate)).toMatchObject({ deleted_at: null, merged_into: null });
  });

  test("is refused with itself, a deleted lead, or another company's lead", async () => {
    const [one = "", deleted = ""] = await makeLeads(server, me.company.id, [{}, { classification: "DELETED" }]);
    const theirs = await makeLead(server, (await signedIn(server)).company.id);
    expect((await merge(one, one)).status).toBe(400);
    expect((await merge(one, deleted)).status).toBe(404);
    expect((await merge(one, theirs)).status).toBe(404);
    expect((await merge(theirs, one)).status).toBe(404);
  });

  test("of a person who asks to be erased erases both", async () => {
    const admin = await signedIn(server, { company: me.company, role: "company_admin" });
    const [keep = "", duplicate = ""] = await makeLeads(server, me.company.id, [
      { full_name: "Wilhelmina", email: "een@zon.nl" },
      { full_name: "Mina", email: "twee@zon.nl" },
    ]);
    await merge(keep, duplicate);
    await admin.client.post(`/api/leads/${keep}/erase`);
    expect(await leadRow(duplicate)).toMatchObject({ erased: true, full_name: "", email: null });
    expect(await server.query("select from lead_notes where company_id = $1", [me.company.id])).toEqual([]);
  });
});
