import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CLASSIFICATIONS } from "#contract/classification.ts";
import { type AcceptedInvitation, CONNECTED_DATES } from "#contract/invitations.ts";
import { makeInvitations, makeLead, makeLeads } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

interface Page {
  items: AcceptedInvitation[];
  nextCursor: string | null;
}
const ask = async (query = ""): Promise<Page> =>
  (await me.client.get(`/api/accepted-invitations?${query}`)).body as unknown as Page;
const counts = async (query = "") => (await me.client.get(`/api/accepted-invitations/counts?${query}`)).body;

const walk = async (query: string): Promise<string[]> => {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await ask(`${query}&limit=40${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ invitationId }) => invitationId));
    cursor = page.nextCursor;
  }
  return seen;
};

test("an accepted invitation is returned as its lead, with connection and dates", async () => {
  const lead = await makeLead(server, me.company.id, { full_name: "Anna Bos", classification: "HOT" });
  const [invitation] = await makeInvitations(server, me.company.id, [
    {
      lead_id: lead,
      connected_with: "Frank",
      invited_at: "2026-11-01T09:00:00Z",
      accepted_at: "2026-11-03T10:00:00Z",
    },
  ]);
  const { items, nextCursor } = await ask();
  expect(nextCursor).toBeNull();
  expect(items).toEqual([
    expect.objectContaining({
      id: lead,
      invitationId: invitation,
      fullName: "Anna Bos",
      leadClassification: "HOT",
      connectedWith: "Frank",
      dateInvited: "2026-11-01T09:00:00.000000Z",
      dateAccepted: "2026-11-03T10:00:00.000000Z",
    }),
  ]);
});

test("only accepted invitations of leads that are not deleted are listed", async () => {
  const [live = "", deleted = ""] = await makeLeads(server, me.company.id, [{}, { classification: "DELETED" }]);
  const [accepted] = await makeInvitations(server, me.company.id, [
    { lead_id: live, accepted_at: "2026-11-03", connected_with: "Frank" },
    { lead_id: live, status: "SENT", invited_at: "2026-11-03", connected_with: "Lotte" },
    { lead_id: deleted, accepted_at: "2026-11-03", connected_with: "Frank" },
    { lead_id: null, accepted_at: "2026-11-03", connected_with: "Frank" },
  ]);
  expect((await ask()).items.map(({ invitationId }) => invitationId)).toEqual([accepted]);
  expect(await counts()).toEqual({ matching: 1, total: 1 });
});

test("the filter values are the distinct names", async () => {
  const lead = await makeLead(server, me.company.id);
  await makeInvitations(
    server,
    me.company.id,
    ["Lotte", "frank", "Lotte", null, "", "Émile"].map((connected_with) => ({
      lead_id: lead,
      connected_with,
      accepted_at: "2026-11-03",
    })),
  );
  const { body } = await me.client.get("/api/accepted-invitations/connected-with");
  expect(body).toEqual(["Émile", "frank", "Lotte"]);
});

test("a name without an invitation in the list is no filter value", async () => {
  const [live = "", deleted = ""] = await makeLeads(server, me.company.id, [{}, { classification: "DELETED" }]);
  await makeInvitations(server, me.company.id, [
    { lead_id: deleted, accepted_at: "2026-11-03", connected_with: "Frank" },
    { lead_id: live, accepted_at: "2026-11-02", connected_with: "Frank" },
    { lead_id: deleted, accepted_at: "2026-11-03", connected_with: "Sofie" },
    { lead_id: null, accepted_at: "2026-11-03", connected_with: "Lotte" },
  ]);
  expect((await me.client.get("/api/accepted-invitations/connected-with")).body).toEqual(["Frank"]);
});

const dayIn = (moment: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam", dateStyle: "short" }).format(moment);
const shiftDay = (day: string, unit: "Date" | "Month" | "FullYear", count: number) => {
  const date = new Date(`${day}T12:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date[`setUTC${unit}`](date[`getUTC${unit}`]() + count);
  // A month before 31 March is the last day of February.
  if (unit !== "Date" && date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
};

/** Reference implementation of the filter, by calendar days. */
const isOn = (accepted: number, choice: (typeof CONNECTED_DATES)[number], now: number): boolean => {
  const [day, today] = [dayIn(accepted), dayIn(now)];
  const from = {
    today,
    yesterday: shiftDay(today, "Date", -1),
    last_week: shiftDay(today, "Date", -7),
    last_month: shiftDay(today, "Month", -1),
    last_year: shiftDay(today, "FullYear", -1),
  }[choice];
  return choice === "today" || choice === "yesterday" ? day === from : day >= from;
};

test("all combinations of filters equal a reference computation, with their counts", async () => {
  const now = server.clock.now().getTime();
  const people = ["Frank", "Lotte", "Sanne"];
  const leadIds = await makeLeads(
    server,
    me.company.id,
    Array.from({ length: 27 }, (_, index) => ({ classification: [...CLASSIFICATIONS, null][index % 9] })),
  );
  const ages = [0.001, 0.2, 0.7, 1, 1.5, 2, 6, 6.9, 7, 7.4, 8, 20, 27, 29, 30.5, 31.5, 100, 360, 364.5, 366.5, 500];
  const rows = leadIds.flatMap((lead_id, index) =>
    ages.slice(index % 3).map((age, place) => ({
      lead_id,
      connected_with: people[(index + place) % 3],
      accepted_at: new Date(now - age * DAY - index * 1000),
      classification: [...CLASSIFICATIONS, null][index % 9],
    })),
  );
  const ids = await makeInvitations(
    server,
    me.company.id,
    rows.map(({ lead_id, connected_with, accepted_at }) => ({ lead_id, connected_with, accepted_at })),
  );
  const all = rows.map((row, index) => ({ ...row, id: ids[index] ?? "" }));
  const choices: Record<string, string>[] = [
    {},
    ...people.map((connectedWith) => ({ connectedWith })),
    ...CLASSIFICATIONS.map((classification) => ({ classification })),
    ...CONNECTED_DATES.map((connectedDate) => ({ connectedDate })),
    { connectedWith: "Lotte", classification: "HOT", connectedDate: "last_month" },
    { connectedWith: "Niemand" },
  ];
  for (const choice of choices) {
    const expected = all
      .filter(({ connected_with }) => !choice["connectedWith"] || connected_with === choice["connectedWith"])
      .filter(({ classification }) => !choice["classification"] || classification === choice["classification"])
      .filter(({ accepted_at }) => {
        const date = CONNECTED_DATES.find((known) => known === choice["connectedDate"]);
        return !date || isOn(accepted_at.getTime(), date, now);
      })
      .toSorted((one, two) => two.accepted_at.getTime() - one.accepted_at.getTime() || (one.id < two.id ? 1 : -1))
      .map(({ id }) => id);
    const query = new URLSearchParams(choice).toString();
    expect({ choice, seen: await walk(query) }).toEqual({ choice, seen: expected });
    expect({ choice, ...(await counts(query)) }).toEqual({ choice, matching: expected.length, total: all.length });
  }
});

test.each(["connectedDate=tomorrow", "classification=DELETED", "classification=WARM", "cursor=x", "limit=999"])(
  "%s is refused",
  async (query) => {
    expect((await me.client.get(`/api/accepted-invitations?${query}`)).status).toBe(400);
  },
);

test("invitations of another company are neither listed nor counted", async () => {
  const other = await signedIn(server);
  const lead = await makeLead(server, other.company.id);
  await makeInvitations(server, other.company.id, [
    { lead_id: lead, connected_with: "Geheim", accepted_at: new Date() },
  ]);
  expect(await ask()).toEqual({ items: [], nextCursor: null });
  expect(await counts()).toEqual({ matching: 0, total: 0 });
  expect((await me.client.get("/api/accepted-invitations/connected-with")).body).toEqual([]);
});
