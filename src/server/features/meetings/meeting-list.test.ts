import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { makeLead, makeMeeting, makeMeetings, makeQueueItem } from "#testing/factories.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const ask = ({ client }: SignedIn, query: Record<string, string>) =>
  client.get(`/api/meetings?${new URLSearchParams(query).toString()}`);
const read = async (who: SignedIn, query: Record<string, string> = {}) => {
  const response = await ask(who, query);
  const items = response.body as unknown as Meeting[];
  return { ...response, items, names: items.map(({ meetingName }) => meetingName) };
};

describe("tabs", () => {
  const KNOWN = [
    "NEW",
    "",
    "TO_PROCESS",
    "To PROCESS",
    "to process",
    "PRIVE",
    "Prive",
    "IGNORED",
    "PROCESSED",
    "RERUN",
  ];
  const STATUSES = [...KNOWN, "DELETED", "Deleted", "Wacht op klant", "PRIVÉ", "Ignored\t", "toString"];
  let who: SignedIn;
  beforeAll(async () => {
    // A company admin sees private meetings too.
    who = await signedIn(server, { role: "company_admin" });
    await makeMeetings(
      server,
      who.company.id,
      STATUSES.map((status) => ({ status, meeting_name: `als ${status}` })),
    );
  });

  test.each(["new", "toProcess", "private", "ignored", "processed", "other"] as const)(
    "%s has what belongs there, in every spelling",
    async (tab) => {
      const expected = STATUSES.filter((status) => meetingTab(status) === tab).map((status) => `als ${status}`);
      const { names, headers } = await read(who, { tab });
      expect(names.toSorted()).toEqual(expected.toSorted());
      expect(headers.get("x-total-count")).toBe(String(expected.length));
    },
  );

  test("without a tab all meetings except deleted ones are listed", async () => {
    const shown = STATUSES.filter((status) => meetingTab(status) !== "deleted");
    const { names, headers } = await read(who);
    expect(names).toHaveLength(shown.length);
    expect(names).not.toContain("als Deleted");
    expect(headers.get("x-total-count")).toBe(String(shown.length));
    expect((await ask(who, { tab: "deleted" })).status).toBe(400);
  });

  test("the counters equal the rows of the own company", async () => {
    const other = await signedIn(server);
    await makeMeeting(server, other.company.id);
    const count = (tab: string) => STATUSES.filter((status) => meetingTab(status) === tab).length;
    expect((await who.client.get("/api/meetings/stats")).body).toEqual({
      new: count("new"),
      toProcess: count("toProcess"),
      private: count("private"),
      ignored: count("ignored"),
      processed: 2,
    });
  });

  test("the counters follow changes and deletions", async () => {
    const me = await signedIn(server);
    const [one, two] = await makeMeetings(server, me.company.id, [{}, {}]);
    const stats = async () => (await me.client.get("/api/meetings/stats")).body;
    await me.client.patch(`/api/meetings/${one}`, { status: "PRIVE" });
    expect(await stats()).toMatchObject({ new: 1, private: 1 });
    await me.client.patch(`/api/meetings/${two}`, { status: "DELETED" });
    expect(await stats()).toMatchObject({ new: 0, private: 1 });
    await server.query("delete from meetings where id = $1", [one]);
    expect(await stats()).toEqual({ new: 0, toProcess: 0, private: 0, ignored: 0, processed: 0 });
  });
});

describe("sort order", () => {
  test("processed meetings are sorted by transcription or meeting date, those without either last", async () => {
    const who = await signedIn(server);
    await makeMeetings(server, who.company.id, [
      { meeting_name: "geen datum", status: "PROCESSED", created_at: "2026-09-09T09:00:00Z" },
      { meeting_name: "alleen gehouden", status: "RERUN", meeting_date: "2026-03-02T09:00:00Z" },
      { meeting_name: "laatste", status: "PROCESSED", transcription_date: "2026-03-03T09:00:00Z" },
      {
        meeting_name: "eerst",
        status: "PROCESSED",
        meeting_date: "2026-06-01T09:00:00Z",
        transcription_date: "2026-03-01T09:00:00Z",
      },
    ]);
    const order = ["laatste", "alleen gehouden", "eerst", "geen datum"];
    expect((await read(who, { tab: "processed" })).names).toEqual(order);
    const seen: string[] = [];
    let path: string | undefined = "/api/meetings?tab=processed&limit=1";
    while (path) {
      const response = await who.client.get(path);
      seen.push(...(response.body as unknown as Meeting[]).map(({ meetingName }) => meetingName));
      path = /^<(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(order);
  });

  test("other meetings are sorted by when they were created", async () => {
    const who = await signedIn(server);
    await makeMeetings(server, who.company.id, [
      { meeting_name: "oud", created_at: "2026-01-01T09:00:00Z", meeting_date: "2026-12-01T09:00:00Z" },
      { meeting_name: "nieuw", created_at: "2026-02-01T09:00:00Z", meeting_date: null },
    ]);
    expect((await read(who, { tab: "new" })).names).toEqual(["nieuw", "oud"]);
  });

  test.each(["onzin", Buffer.from('["gisteren","x"]').toString("base64url")])(
    "%s is no place in it",
    async (cursor) => {
      expect((await ask(await signedIn(server), { limit: "5", cursor })).status).toBe(400);
    },
  );
});

describe("search", () => {
  const FIELDS = {
    meeting_name: "Kennismaking Züid",
    meeting_owner: "Frank Hoekstra",
    summary: "Over de jaarrekening",
    action_items: "<ul><li>Offerte <b>stu</b>ren</li></ul>",
    sales_opportunities: "<p>Uitbreiding &amp; groei</p>",
    follow_up_interests: "<p class='x'>Rapportage</p><p>Begroting</p>",
    type: "CFO intake",
    attendees: "piet@molen.example",
  };
  let who: SignedIn;
  beforeAll(async () => {
    who = await signedIn(server);
    await makeMeetings(server, who.company.id, [
      { meeting_name: "Leeg", status: "PROCESSED" },
      ...Object.entries(FIELDS).map(([name, value]) => ({ meeting_name: "", status: "PROCESSED", [name]: value })),
    ]);
  });
  const found = async (search: string) => Number((await read(who, { search })).headers.get("x-total-count"));

  test.each([
    ["meeting_name", "KENNISMAKING zuid"],
    ["meeting_owner", "hoekstra"],
    ["summary", "JAARREKENING"],
    ["action_items", "offerte sturen"],
    ["sales_opportunities", "uitbreiding & groei"],
    ["follow_up_interests", "begroting"],
    ["type", "cfo INTAKE"],
    ["attendees", "piet@molen"],
  ])("searches %s", async (_field, search) => expect(await found(search)).toBe(1));

  test.each(["class", "<p>", "&amp;", "%", "_", "rapportagebegroting", "züidfrank", "bestaat niet"])(
    "finds nothing for %s: no marks, no wildcards, no field runs into another",
    async (search) => expect(await found(search)).toBe(0),
  );

  test("can be limited to an owner by exact name", async () => {
    expect((await read(who, { owner: "Frank Hoekstra" })).items).toHaveLength(1);
    expect((await read(who, { owner: "Frank" })).items).toHaveLength(0);
    expect((await read(who, { owner: "Frank Hoekstra", search: "offerte" })).items).toHaveLength(0);
  });

  test("can be limited to an owner whose name ends with a space in Airtable", async () => {
    const other = await signedIn(server);
    await makeMeetings(server, other.company.id, [{ meeting_owner: "Bea ", status: "PROCESSED" }]);
    const owners = (await other.client.get("/api/meetings/owners")).body as unknown as string[];
    expect(owners).toEqual(["Bea "]);
    expect((await read(other, { owner: String(owners[0]) })).items).toHaveLength(1);
  });

  test("the owners in the filter are those of processed meetings", async () => {
    await makeMeetings(server, who.company.id, [
      { meeting_owner: "Bea", status: "RERUN" },
      { meeting_owner: "Nieuw", status: "NEW" },
      { meeting_owner: "", status: "PROCESSED" },
    ]);
    expect((await who.client.get("/api/meetings/owners")).body).toEqual(["Bea", "Frank Hoekstra"]);
  });
});

test("a meeting has all fields of its card; the report only with include", async () => {
  const who = await signedIn(server);
  const id = await makeMeeting(server, who.company.id, {
    meeting_name: "Intake",
    type: "Sales",
    transcript_url: "https://t.example/1",
    report: "<h1>Verslag</h1><script>alert(1)</script>",
  });
  const [shown] = (await read(who)).items;
  expect(shown).toMatchObject({ id, meetingName: "Intake", type: "Sales", hasReport: true, leads: [], sync: "synced" });
  expect(shown).not.toHaveProperty("meetingReport");
  const [whole] = (await read(who, { include: "meetingReport" })).items;
  expect(whole?.meetingReport).toBe("<h1>Verslag</h1>");
  const page = await who.client.get(`/api/meetings/${id}/report`);
  expect(page.text).toContain("<title>Meeting Rapport - Intake</title>");
  expect(page.text).not.toContain("script");
  expect(page.headers.get("content-security-policy")).toContain("sandbox");
});

test("attendees are matched with leads by e-mail address, whatever text surrounds it", async () => {
  const who = await signedIn(server);
  const other = await signedIn(server);
  const lead = (email: string, more = {}) => makeLead(server, who.company.id, { email, ...more });
  const sanne = await lead(" Sanne@Molen.example ", { full_name: "Sanne de Vries" });
  const bram = await lead("b.o'neil+x@molen.example", { full_name: "Bram O'Neil" });
  await lead("weg@molen.example", { classification: "DELETED" });
  await makeLead(server, other.company.id, { email: "sanne@molen.example" });
  await makeQueueItem(server, who.company.id, { lead_id: sanne });
  await makeQueueItem(server, who.company.id, { lead_id: sanne, paused: true, paused_by: "Anna" });
  await makeQueueItem(server, who.company.id, { lead_id: sanne, status: "SENT" });
  await makeMeeting(server, who.company.id, {
    attendees: "Sanne <SANNE@molen.example>; b.o'neil+x@molen.example, weg@molen.example, iemand",
  });
  expect((await read(who)).items[0]?.leads).toEqual([
    { id: bram, fullName: "Bram O'Neil", queued: 0, paused: 0 },
    { id: sanne, fullName: "Sanne de Vries", queued: 1, paused: 1 },
  ]);
});
