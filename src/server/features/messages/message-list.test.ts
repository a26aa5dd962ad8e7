import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "#contract/messages.ts";
import { makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
});
afterAll(() => server.close());

const get = async (path: string, { client } = me) => {
  const response = await client.get(path);
  return { ...response, items: response.body as unknown as Message[] };
};

test("a message has the details of its lead", async () => {
  const who = await signedIn(server);
  await makeMessage(
    server,
    who.company.id,
    { due_message_1: "2030-01-02T10:00:00Z", due_ice_breaker: "2030-01-01T10:00:00Z", sentiment: "positive" },
    {
      full_name: "Jan-Peter van den Berg",
      linkedin_url: "https://linkedin.com/in/jp",
      lead_rating: 8,
      classification: "HOT",
      title: "CFO",
    },
  );
  await makeMessage(server, who.company.id, {}, { full_name: "Bea", company: null });
  const { items } = await get("/api/messages", who);
  expect(items.find(({ contactName }) => contactName !== "Bea")).toMatchObject({
    contactInitials: "JB",
    contactCompany: "https://linkedin.com/in/jp",
    researchReport: { company: "Molenaar B.V." },
    leadRating: "8",
    leadClassification: "HOT",
    contactTitle: "CFO",
    dateDue: "2030-01-01T10:00:00.000000Z",
    dateDueBySection: { ice_breaker: "2030-01-01T10:00:00.000000Z", message_1: "2030-01-02T10:00:00.000000Z" },
    hasReport: false,
    sync: "synced",
  });
  expect(items.find(({ contactName }) => contactName === "Bea")).toMatchObject({
    contactInitials: "B",
    contactCompany: null,
    researchReport: { company: "Geen bedrijf" },
  });
});

const FIRST = ["José", "Jose", "Anna", "Søren", "ZOË", "Jo", "Élise Marie"];
const LAST = ["de Vries", "van der Berg", "Müller", "Jansen", "", "d'Hondt", "50%_"];
const COMPANIES = ["Café Zón", "Molenaar B.V.", "CAFE Noord", null];
const FLOWS = ["Frank", "Lotte", null];
const STATUSES = ["pending", "edited", "sent", "cancelled", "approved"];

/** The same seed gives the same sequence. */
const generator = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const normalizeText = (text: string | null) =>
  (text ?? "")
    .trim()
    .replace(/\s+/g, " ")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/ø/g, "o");

interface Row {
  id: string;
  name: string;
  company: string | null;
  flow: string | null;
  type: string;
  status: string;
  created: number;
}

/** The expected ids, by a plain implementation of the filters. */
const findExpected = (rows: Row[], query: Record<string, string>): string[] =>
  rows
    .filter(({ name, company, flow, type, status }) => {
      const [first = "", ...rest] = normalizeText(name).split(" ");
      return (
        status !== "cancelled" &&
        (!query["type"] || type === query["type"]) &&
        first.includes(normalizeText(query["firstName"] ?? "")) &&
        rest.join(" ").includes(normalizeText(query["lastName"] ?? "")) &&
        normalizeText(company).includes(normalizeText(query["company"] ?? "")) &&
        (!query["flow"] || flow === query["flow"])
      );
    })
    .toSorted((one, other) => other.created - one.created || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id);

describe("with random messages", () => {
  const rows: Row[] = [];
  let who: SignedIn;
  const next = generator(3);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  beforeAll(async () => {
    who = await signedIn(server);
    for (let nth = 0; nth < 150; nth++) {
      const row = {
        name: `${pick(FIRST)} ${pick(LAST)}`,
        company: pick(COMPANIES),
        flow: pick(FLOWS),
        type: pick(["icebreaker", "followup"]),
        status: pick(STATUSES),
        // Several at the same moment, so that ids must decide.
        created: Date.UTC(2026, 0, 1 + Math.floor(next() * 40)),
      };
      const { id } = await makeMessage(
        server,
        who.company.id,
        { message_type: row.type, message_flow: row.flow, status: row.status, date_created: new Date(row.created) },
        { full_name: row.name, company: row.company },
      );
      rows.push({ id, ...row });
    }
  });

  const address = (query: Record<string, string>) => `/api/messages?${new URLSearchParams(query).toString()}`;

  test("filters and their totals equal a reference computation", async () => {
    for (let round = 0; round < 60; round++) {
      const query: Record<string, string> = {};
      if (next() < 0.5) query["type"] = pick(["icebreaker", "followup"]);
      if (next() < 0.4) query["firstName"] = pick(["jos", "É", "o", "soren", "zoe", "x", "Elise"]);
      if (next() < 0.4) query["lastName"] = pick(["v", "BERG", "mull", "d'", "%", "_", "marie de", "n d"]);
      if (next() < 0.4) query["company"] = pick(["cafe", "zon", "b.v", "Geen"]);
      if (next() < 0.3) query["flow"] = pick(["Frank", "Lotte", "Fran"]);
      const { items, headers } = await get(address(query), who);
      const expected = findExpected(rows, query);
      expect({ query, ids: items.map(({ id }) => id) }).toEqual({ query, ids: expected });
      expect(headers.get("x-total-count")).toBe(String(expected.length));
    }
  });

  test("the pages contain every message once, in order, with the filters applied", async () => {
    const queries: Record<string, string>[] = [
      { limit: "7" },
      { limit: "4", type: "followup" },
      { limit: "3", firstName: "jos", flow: "Frank" },
    ];
    for (const query of queries) {
      const seen: string[] = [];
      let path: string | undefined = address(query);
      while (path) {
        const page: Awaited<ReturnType<typeof get>> = await get(path, who);
        expect(page.items.length).toBeLessThanOrEqual(Number(query["limit"]));
        seen.push(...page.items.map(({ id }) => id));
        path = /^<(.*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
      }
      expect(seen).toEqual(findExpected(rows, query));
    }
  });

  test("the follow-up list contains only follow-ups, and flows are those of the type", async () => {
    const { items } = await get("/api/messages/followup", who);
    expect(items.map(({ id }) => id)).toEqual(findExpected(rows, { type: "followup" }));
    const flows = await who.client.get("/api/messages/flows?type=icebreaker");
    expect(flows.body).toEqual(["Frank", "Lotte"]);
  });

  test("the counters equal the rows", async () => {
    const shown = rows.filter(({ status }) => status !== "cancelled");
    const count = (choose: (row: Row) => boolean) => shown.filter(choose).length;
    const { body } = await who.client.get("/api/dashboard/stats");
    expect(body).toEqual({
      total: shown.length,
      byStatus: Object.fromEntries(
        ["pending", "edited", "sent", "approved"].map((name) => [name, count(({ status }) => status === name)]),
      ),
      byType: {
        icebreaker: count(({ type }) => type === "icebreaker"),
        followup: count(({ type }) => type === "followup"),
      },
      toReview: count(({ status }) => status === "pending" || status === "edited"),
      queued: 0,
      sentToday: 0,
    });
  });
});

test.each(["limit=0", "limit=501", "limit=a", "cursor=abc", "type=mail", "include=alles"])(
  "%s is refused",
  async (query) => {
    expect((await me.client.get(`/api/messages?${query}`)).status).toBe(400);
  },
);

test("a renamed lead is found at once, and the messages of a deleted lead are hidden", async () => {
  const who = await signedIn(server);
  const { id, leadId } = await makeMessage(server, who.company.id);
  const find = async (name: string) => (await get(`/api/messages?firstName=${name}`, who)).items.map((item) => item.id);
  await server.query("update leads set full_name = 'Wilhelmina Bos' where id = $1", [leadId]);
  expect([await find("sanne"), await find("wilhel")]).toEqual([[], [id]]);
  await server.query("update leads set classification = 'DELETED' where id = $1", [leadId]);
  expect((await get("/api/messages", who)).headers.get("x-total-count")).toBe("0");
  expect(await find("wilhel")).toEqual([]);
  await server.query("update leads set classification = 'HOT' where id = $1", [leadId]);
  expect(await find("wilhel")).toEqual([id]);
});

describe("a report", () => {
  const html = '<h1>Rapport</h1><script>alert(1)</script><a href="javascript:alert(1)">x</a>';

  test("is a page without scripts, forms and external resources", async () => {
    const { id } = await makeMessage(server, me.company.id, {}, { html_report: html, full_name: "A <b>" });
    const response = await me.client.get(`/api/messages/${id}/report`);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toContain("allow-scripts");
    expect(policy).not.toContain("allow-same-origin");
    expect(response.text).toContain("<h1>Rapport</h1>");
    expect(response.text).toContain("<title>Lead Rapport - A &lt;b&gt;</title>");
    expect(response.text).not.toMatch(/<script|javascript:/);
  });

  test("is in a list only with include, and sanitised", async () => {
    const who = await signedIn(server);
    await makeMessage(server, who.company.id, {}, { html_report: html });
    expect((await get("/api/messages", who)).items[0]).toMatchObject({ hasReport: true });
    expect((await get("/api/messages", who)).items[0]).not.toHaveProperty("htmlReport");
    const shown = (await get("/api/messages?include=htmlReport", who)).items[0]?.htmlReport ?? "";
    expect(shown).toContain("Rapport");
    expect(shown).not.toMatch(/<script|javascript:/);
  });

  test("that does not exist is a 404", async () => {
    const { id } = await makeMessage(server, me.company.id);
    expect((await me.client.get(`/api/messages/${id}/report`)).status).toBe(404);
  });
});

test("without a limit a thousand messages are returned, with a link to the next page", async () => {
  const who = await signedIn(server);
  await server.query(
    "insert into messages (company_id, message_type, date_created) select $1, 'icebreaker', now() - n * interval '1 second' from generate_series(1, 1003) n",
    [who.company.id],
  );
  const first = await get("/api/messages", who);
  expect([first.items.length, first.headers.get("x-total-count")]).toEqual([1000, "1003"]);
  const next = /^<(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  expect(next).toContain("cursor=");
});
