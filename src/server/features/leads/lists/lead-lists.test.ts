import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forOptionalLeadFields } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { makeLead, makeLeads } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
  other = await signedIn(server);
});
afterAll(() => server.close());

interface Page {
  items: Lead[];
  nextCursor: string | null;
}

const ask = async (path: string): Promise<Page> => {
  const { status, text, body } = await me.client.get(path);
  if (status !== 200) throw new Error(`${path} responded ${status} ${text}`);
  return body as unknown as Page;
};
const names = ({ items }: Page) => items.map(({ fullName }) => fullName);

/** Reads all pages of a list. `between` runs after each page. */
const readAllPages = async (path: string, between?: () => Promise<unknown>): Promise<Lead[]> => {
  const seen: Lead[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await ask(`${path}${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items);
    cursor = page.nextCursor;
    await between?.();
  }
  return seen;
};

test("a lead has every field; its report has a route of its own", async () => {
  const id = await makeLead(server, me.company.id, {
    full_name: "José de Vries",
    provider_id: "ACoAA1",
    linkedin_url: "https://www.linkedin.com/in/jose",
    date_added: "2026-11-14T08:30:00.123456Z",
    title: "Directeur",
    company: "Bakkerij Zon",
    website: "https://zon.nl/",
    employees: "11-50",
    email: "jose@zon.nl",
    phone: "06 12345678",
    location: "Zwolle",
    industry: "Voeding",
    hubspot_id: "42",
    contract_owner: "Frank",
    lead_allocated: "Lotte",
    profile_picture_url: "https://zon.nl/jose.jpg",
    lead_rating: 8,
    classification: "HOT",
    motivation: "Groeit",
    person_profile: "Rustig",
    html_report: "<p>Rapport</p><script>alert(1)</script>",
  });
  const expected = {
    ...forOptionalLeadFields(() => null),
    id,
    fullName: "José de Vries",
    providerId: "ACoAA1",
    linkedInUrl: "https://www.linkedin.com/in/jose",
    dateAdded: "2026-11-14T08:30:00.123456Z",
    title: "Directeur",
    company: "Bakkerij Zon",
    website: "https://zon.nl/",
    employees: "11-50",
    email: "jose@zon.nl",
    phone: "06 12345678",
    location: "Zwolle",
    industry: "Voeding",
    hubspotId: "42",
    contractOwner: "Frank",
    leadAllocated: "Lotte",
    profilePictureUrl: "https://zon.nl/jose.jpg",
    leadRating: 8,
    leadClassification: "HOT",
    motivation: "Groeit",
    personProfile: "Rustig",
    hasReport: true,
    sync: "synced",
  };
  expect(await ask("/api/all-leads")).toEqual({ items: [expected], nextCursor: null });
  expect(await ask("/api/hot-leads")).toEqual({ items: [expected], nextCursor: null });
  expect(await ask(`/api/leads/${id}`)).toEqual(expected);
  expect(await ask("/api/all-leads?include=htmlReport")).toEqual({
    items: [{ ...expected, htmlReport: "<p>Rapport</p>" }],
    nextCursor: null,
  });
});

test("a report is a page without scripts, forms and external resources", async () => {
  const id = await makeLead(server, me.company.id, {
    full_name: "A & <b>",
    html_report: '<h1>Rapport</h1><script>x</script><img src="https://spion.example/x.png">',
  });
  const { text, headers } = await me.client.get(`/api/leads/${id}/report`);
  expect(text).toContain("<h1>Rapport</h1>");
  expect(text).toContain("<title>Lead Rapport - A &amp; &lt;b&gt;</title>");
  expect(text).not.toContain("<script");
  expect(text).not.toContain("<img");
  expect(headers.get("content-security-policy")).toMatch(/^sandbox/);
  expect(headers.get("content-security-policy")).toContain("img-src 'self' data:;");
  const without = await makeLead(server, me.company.id);
  expect((await me.client.get(`/api/leads/${without}/report`)).status).toBe(404);
});

test.each([
  ["a report without colours", '<p style="border-color:#ccc;padding:4px">Tekst</p>', true],
  ["a report with text colours", '<p style="padding:4px; color:#333">Tekst</p>', false],
  ["a report with a background", '<div style="background:#f5f5f5">Tekst</div>', false],
])("%s can be shown on a dark page: %s: %s", async (_name, html_report, canBeDark) => {
  const id = await makeLead(server, me.company.id, { html_report });
  const { text } = await me.client.get(`/api/leads/${id}/report`);
  expect(text.includes('<html lang="nl" id="dark">')).toBe(canBeDark);
});

test("leads are listed newest first, in pages of a hundred", async () => {
  await makeLeads(
    server,
    me.company.id,
    Array.from({ length: 150 }, (_, index) => ({ full_name: `Lead nummer ${index}` })),
  );
  const first = await ask("/api/all-leads");
  expect(first.items).toHaveLength(100);
  expect(first.items[0]?.fullName).toBe("Lead nummer 149");
  const second = await ask(`/api/all-leads?cursor=${first.nextCursor}`);
  expect(second.items).toHaveLength(50);
  expect(second.nextCursor).toBeNull();
});

test("a full last page has no next page", async () => {
  await makeLeads(server, me.company.id, [{}, {}, {}, {}]);
  const { nextCursor } = await ask("/api/all-leads?limit=2");
  expect(await ask(`/api/all-leads?limit=2&cursor=${nextCursor}`)).toMatchObject({ nextCursor: null });
});

test.each(["dateAdded", "-dateAdded", "fullName", "-fullName", "leadRating", "-leadRating"])(
  "sorted by %s every lead comes once, ties too, and in order",
  async (sort) => {
    const made = Array.from({ length: 60 }, (_, index) => ({
      full_name: ["anna", "Bea", "Çelik", "zoë", ""][index % 5],
      lead_rating: index % 4 === 0 ? null : index % 11,
      date_added: new Date(Date.UTC(2026, 5, 1 + (index % 7))),
    }));
    await makeLeads(server, me.company.id, made);
    const seen = await readAllPages(`/api/all-leads?limit=7&sort=${sort}`);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60);
    expect(seen).toHaveLength(60);
    const sortedBy = (lead: Lead) =>
      ({ dateAdded: lead.dateAdded, fullName: lead.fullName.toLowerCase(), leadRating: lead.leadRating ?? -1 })[
        sort.replace("-", "")
      ] ?? "";
    const collator = new Intl.Collator("nl");
    const compare = (one: string | number, two: string | number) =>
      typeof one === "number" ? one - Number(two) : collator.compare(one, String(two));
    const turn = sort.startsWith("-") ? -1 : 1;
    const values = seen.map(sortedBy);
    expect(values).toEqual(values.toSorted((one, two) => turn * compare(one, two)));
  },
);

test("leads added or deleted between two pages cause no duplicates or gaps", async () => {
  const ids = await makeLeads(
    server,
    me.company.id,
    Array.from({ length: 200 }, () => ({})),
  );
  const gone = new Set<string>();
  const removeSome = async () => {
    const taken = Array.from({ length: 3 }, () => ids[Math.floor(Math.random() * ids.length)] ?? "");
    for (const id of taken) gone.add(id);
    await server.query("update leads set classification = 'DELETED' where id = any($1)", [taken]);
    await makeLeads(server, me.company.id, [
      { date_added: new Date() },
      { date_added: "2025-01-01" },
      { date_added: new Date(Date.UTC(2026, 0, 1) + 100_500) },
    ]);
  };
  const seen = (await readAllPages("/api/all-leads?limit=9", removeSome)).map(({ id }) => id);
  expect(seen).toHaveLength(new Set(seen).size);
  expect(ids.filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([]);
});

test.each([
  "limit=0",
  "limit=201",
  "limit=tien",
  "cursor=onzin",
  "cursor=WyJhIiwiYiJd",
  `cursor=${Buffer.from('["-dateAdded","0000-01-01T00:00:00Z","3f2504e0-4f89-41d3-9a0c-0305e82c3301"]').toString("base64url")}`,
  `cursor=${Buffer.from('["fullName","a","3f2504e0-4f89-41d3-9a0c-0305e82c3301"]').toString("base64url")}`,
  "sort=email",
  "include=alles",
])("%s is refused", async (query) => {
  expect((await me.client.get(`/api/all-leads?${query}`)).status).toBe(400);
});

test("a cursor of another sort order is refused", async () => {
  await makeLeads(server, me.company.id, [{}, {}]);
  const { nextCursor } = await ask("/api/all-leads?limit=1&sort=fullName");
  expect((await me.client.get(`/api/all-leads?limit=1&cursor=${nextCursor}`)).status).toBe(400);
});

test("hot leads are the leads of class HOT, the latest first", async () => {
  await makeLeads(server, me.company.id, [
    { full_name: "Oud", classification: "HOT", classified_at: "2026-01-01" },
    { full_name: "Lauw", classification: "INTERESTED" },
    { full_name: "Nieuw", classification: "HOT", classified_at: "2026-02-01" },
    { full_name: "Zonder" },
  ]);
  expect(names(await ask("/api/hot-leads"))).toEqual(["Nieuw", "Oud"]);
  expect((await readAllPages("/api/hot-leads?limit=1")).map(({ fullName }) => fullName)).toEqual(["Nieuw", "Oud"]);
});

/** Midnight in Amsterdam, by the calendar's own rules. */
const amsterdamDay = (moment: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam", dateStyle: "short" }).format(new Date(moment));

test("rated leads are selected by days, both included, also around daylight saving time", async () => {
  const moments = [
    "2026-03-28T22:59:59Z",
    "2026-03-28T23:00:00Z",
    "2026-03-29T00:30:00Z",
    "2026-03-29T21:59:59.999Z",
    "2026-03-29T22:00:00Z",
    "2026-10-24T21:59:59Z",
    "2026-10-24T22:00:00Z",
    "2026-10-25T00:30:00Z",
    "2026-10-25T01:30:00Z",
    "2026-10-25T22:59:59Z",
    "2026-10-25T23:00:00Z",
    "2026-11-14T12:00:00Z",
  ];
  await makeLeads(
    server,
    me.company.id,
    moments.map((rated_at) => ({ full_name: rated_at, lead_rating: 5, rated_at })),
  );
  await makeLead(server, me.company.id, { full_name: "Zonder rating" });
  for (const [start, end] of [
    ["2026-03-29", "2026-03-29"],
    ["2026-03-28", "2026-03-30"],
    ["2026-10-25", "2026-10-25"],
    ["2026-10-24", "2026-10-26"],
    ["2026-01-01", "2026-12-31"],
    ["2026-11-15", "2026-11-14"],
  ] as const) {
    const expected = moments.filter((moment) => start <= amsterdamDay(moment) && amsterdamDay(moment) <= end);
    const seen = await readAllPages(`/api/rated-leads?startDate=${start}&endDate=${end}&limit=2`);
    expect({ start, end, seen: seen.map(({ fullName }) => fullName) }).toEqual({
      start,
      end,
      seen: expected.toReversed(),
    });
  }
});

test("rated and hot leads of random data equal a reference computation", async () => {
  const YEAR = Date.UTC(2027, 0, 1) - Date.UTC(2026, 0, 1);
  const someMoment = () => new Date(Date.UTC(2026, 0, 1) + Math.floor(Math.random() * YEAR)).toISOString();
  const CLASSES = ["HOT", "COLD", "DELETED", null];
  const leads = Array.from({ length: 200 }, (_, nth) => ({
    full_name: `Lead ${nth}`,
    lead_rating: nth % 5 === 0 ? null : nth % 11,
    rated_at: nth % 5 === 0 ? null : someMoment(),
    classification: CLASSES[Math.floor(Math.random() * CLASSES.length)] ?? null,
    classified_at: someMoment(),
  }));
  await makeLeads(server, me.company.id, leads);
  const live = leads.filter(({ classification }) => classification !== "DELETED");
  const latest = (column: "rated_at" | "classified_at", chosen: typeof leads) =>
    chosen.toSorted((one, two) => String(two[column]).localeCompare(String(one[column]))).map((lead) => lead.full_name);
  for (let round = 0; round < 10; round++) {
    const [start = "", end = ""] = [someMoment(), someMoment()].map(amsterdamDay);
    const expected = live.filter(
      ({ rated_at }) => rated_at && start <= amsterdamDay(rated_at) && amsterdamDay(rated_at) <= end,
    );
    const seen = await readAllPages(`/api/rated-leads?startDate=${start}&endDate=${end}&limit=17`);
    expect(seen.map(({ fullName }) => fullName)).toEqual(latest("rated_at", expected));
  }
  const hot = (await readAllPages("/api/hot-leads?limit=7")).map(({ fullName }) => fullName);
  expect(hot).toEqual(
    latest(
      "classified_at",
      live.filter(({ classification }) => classification === "HOT"),
    ),
  );
});

test("rated leads are selected by timestamps, both included", async () => {
  const moments = ["2026-11-13T10:00:00Z", "2026-11-13T11:00:00Z", "2026-11-13T12:00:00Z"];
  await makeLeads(
    server,
    me.company.id,
    moments.map((rated_at) => ({ full_name: rated_at, lead_rating: 5, rated_at })),
  );
  const between = (start: string, end: string) =>
    ask(`/api/rated-leads?startDate=${encodeURIComponent(start)}&endDate=${encodeURIComponent(end)}`);
  expect(names(await between("2026-11-13T10:00:00.000Z", "2026-11-13T11:00:00.000Z"))).toEqual(
    moments.slice(0, 2).toReversed(),
  );
  expect(names(await between("2026-11-13T12:30:00+01:00", "2026-11-13"))).toEqual(moments.slice(2));
});

test.each([
  "",
  "startDate=2026-11-13",
  "endDate=2026-11-13",
  "startDate=2026-11-13&endDate=",
  "startDate=gisteren&endDate=2026-11-13",
  "startDate=2026-02-30&endDate=2026-11-13",
  "startDate=0000-01-01&endDate=2026-11-13",
])("rated leads require two dates: %s", async (query) => {
  expect((await me.client.get(`/api/rated-leads?${query}`)).status).toBe(400);
});

test("another company's leads are in no list", async () => {
  await makeLead(server, other.company.id, { full_name: "Van hen", classification: "HOT", lead_rating: 9 });
  const today = new Date().toISOString();
  for (const path of ["all-leads", "hot-leads", `rated-leads?startDate=2020-01-01&endDate=${today}`, "leads/deleted"]) {
    expect(await ask(`/api/${path}`)).toEqual({ items: [], nextCursor: null });
  }
});

test("a lead has its sync state", async () => {
  const ids = await makeLeads(server, me.company.id, [{}, {}, {}, {}]);
  const states = ["synced", "pending", "conflict", "remote_deleted"];
  for (const [index, state] of states.entries()) {
    await server.query(
      "insert into airtable_records (company_id, table_name, local_id, state) values ($1, 'leads', $2, $3)",
      [me.company.id, ids[index], state],
    );
  }
  const { items } = await ask("/api/all-leads?sort=dateAdded");
  expect(items.map(({ sync }) => sync)).toEqual(["synced", "pending", "conflict", "synced"]);
});
