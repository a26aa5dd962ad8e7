import { afterAll, beforeAll, expect, test } from "vitest";
import type { Compared, ResultsOverview } from "#contract/statistics.ts";
import { makeInvitations, makeLeads, makeMessage, makePrompt } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { type Dataset, dayOf, makeDataset, type StoredMessage } from "./expected-counts.fixture.ts";

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const setClock = (moment: string): void => {
  server.clock.advance(Date.parse(moment) - server.clock.now().getTime());
};
const read = async ({ client }: SignedIn, days: number): Promise<ResultsOverview> =>
  (await client.get(`/api/statistics/results?days=${days}`)).body as unknown as ResultsOverview;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const SENT_STATUSES = ["sent", "connected", "interested", "not_interested", "neutral"];
const REPLIES = ["interested", "not_interested", "neutral"];
const sentAt = ({ status, sent_at, date_created }: StoredMessage): Date | null =>
  SENT_STATUSES.includes(status) ? (sent_at ?? date_created) : null;

const isBetween = (moment: Date | null, from: string, to: string): boolean =>
  moment !== null && dayOf(moment) >= from && dayOf(moment) <= to;

type ResultRows = Pick<Dataset, "invitations" | "messages">;

/** Reference computation, row by row, by calendar day. */
const expectedResults = ({ invitations, messages }: ResultRows, from: string, to: string) => {
  const invited = invitations.filter(({ invited_at }) => isBetween(invited_at, from, to));
  const accepted = invited.filter(({ accepted_at }) => accepted_at !== null);
  const sent = messages.filter((message) => isBetween(sentAt(message), from, to));
  const replied = sent.filter(({ status, replied_at }) => replied_at !== null || REPLIES.includes(status));
  const hours = mean(accepted.map((one) => (Number(one.accepted_at) - Number(one.invited_at)) / 3_600_000));
  return {
    invited: invited.length,
    accepted: accepted.length,
    acceptanceRate: invited.length === 0 ? null : accepted.length / invited.length,
    hoursToAcceptance: hours === null ? null : expect.closeTo(hours, 3),
    sent: sent.length,
    replied: replied.length,
    replyRate: sent.length === 0 ? null : replied.length / sent.length,
  };
};

const daysBefore = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY));

test.each([
  ["2026-11-14T23:01:00Z", 7],
  ["2026-11-15T12:00:00Z", 28],
  ["2026-10-25T22:59:00Z", 7],
  ["2026-03-30T21:59:00Z", 28],
  ["2027-01-01T00:30:00Z", 84],
])("at %s the results of %i days equal a reference computation", async (moment, days) => {
  setClock(moment);
  const me = await signedIn(server);
  const dataset = await makeDataset(server, me.company.id, Date.parse(moment) / 1000, 250);
  const today = dayOf(server.clock.now());
  const current = { from: daysBefore(today, days - 1), to: today };
  const previous = { from: daysBefore(today, 2 * days - 1), to: daysBefore(today, days) };
  const compare = (rows: ResultRows) => ({
    current: expectedResults(rows, current.from, current.to),
    previous: expectedResults(rows, previous.from, previous.to),
  });
  const result = await read(me, days);
  expect({ current: result.current, previous: result.previous }).toEqual({ current, previous });
  expect(result.total).toEqual(compare(dataset));

  const ofPerson = (name: string) => ({
    invitations: dataset.invitations.filter(({ connected_with }) => (connected_with ?? "") === name),
    messages: dataset.messages.filter(({ message_flow }) => (message_flow ?? "") === name),
  });
  for (const { name, ...figures } of result.byManager)
    expect({ name, ...figures }).toEqual({ name, ...compare(ofPerson(name)) });
  const sumOver = (select: (row: Compared) => number) => result.byManager.reduce((sum, row) => sum + select(row), 0);
  expect(sumOver(({ current }) => current.invited)).toBe(result.total.current.invited);
  expect(sumOver(({ previous }) => previous.sent)).toBe(result.total.previous.sent);

  const intervalDays = days === 7 ? 1 : 7;
  expect(result.byPeriod).toEqual(
    Array.from({ length: days / intervalDays }, (_, ago) => {
      const intervalBack = (stepsBack: number) => ({
        from: daysBefore(today, (stepsBack + 1) * intervalDays - 1),
        to: daysBefore(today, stepsBack * intervalDays),
      });
      const [interval, previousInterval] = [intervalBack(ago), intervalBack(ago + 1)];
      return {
        ...interval,
        current: expectedResults(dataset, interval.from, interval.to),
        previous: expectedResults(dataset, previousInterval.from, previousInterval.to),
      };
    }),
  );
});

const makeMessages = async (
  companyId: string,
  rows: readonly (Partial<StoredMessage> & { lead_id?: string | undefined })[],
) => {
  for (const row of rows) {
    const names = ["company_id", ...Object.keys(row)];
    await server.query(
      `insert into messages (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
      [companyId, ...Object.values(row)],
    );
  }
};

/** A text of the writer and what became of it. */
const makeText = async (
  companyId: string,
  promptId: string | null,
  version: number,
  values: Record<string, unknown>,
) => {
  const { edited, feedback, ...columns } = values;
  const { id } = await makeMessage(server, companyId, { content: "Een twee drie vier", ...columns });
  await server.query(
    `insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model,
      facts, claims, warnings, prompt_tokens, completion_tokens, took_ms, made_at)
    values ($1, $2, 1, $3, $4, '1', 'model', '[]', '[]', '[]', 1, 1, 1, $5)`,
    [companyId, id, promptId, promptId && version, server.clock.now()],
  );
  await server.query(
    `insert into message_versions (company_id, message_id, number, content, source, author, made_at, feedback)
    values ($1, $2, 1, 'Een twee drie vier', 'writer', 'AI-schrijver', $3, $4)`,
    [companyId, id, server.clock.now(), feedback ?? null],
  );
  if (edited) await server.query("update messages set content = $2, content_version = 2 where id = $1", [id, edited]);
};

test("results per prompt version count only texts that carry a version, and say when a difference may be chance", async () => {
  setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  const { id: companyId } = me.company;
  // "LinkedIn" in its name gives a prompt no results.
  await makePrompt(server, companyId, { prompt_name: "LinkedIn uitnodiging" });
  const promptId = await makePrompt(server, companyId, { prompt_name: "Icebreaker", account_manager: "Frank" });
  await makeMessages(companyId, [{ message_type: "icebreaker", message_flow: "Frank", status: "interested" }]);
  await makeText(companyId, null, 1, { status: "sent" });
  await makeText(companyId, promptId, 1, { status: "sent" });
  await makeText(companyId, promptId, 1, { status: "pending", feedback: "korter" });
  await makeText(companyId, promptId, 2, { status: "interested", edited: "Een twee drie vijf" });
  await makeText(companyId, promptId, 2, { status: "connected" });
  const { byPrompt } = await read(me, 7);
  const common = { promptId, promptName: "Icebreaker", accountManager: "Frank" };
  expect(byPrompt).toEqual([
    {
      ...common,
      version: 2,
      since: null,
      written: 2,
      unchanged: 1,
      edited: 1,
      changedShare: 0.25,
      rewritten: 0,
      sent: 2,
      accepted: 2,
      replied: 1,
      comparison: expect.stringContaining("Nog te weinig verstuurd om met versie 1 te vergelijken: 2 en 1"),
    },
    {
      ...common,
      version: 1,
      since: null,
      written: 2,
      unchanged: 1,
      edited: 0,
      changedShare: null,
      rewritten: 1,
      sent: 1,
      accepted: 0,
      replied: 0,
      comparison: null,
    },
  ]);
});

test("deleting or erasing a lead does not change the results", async () => {
  setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server, { role: "company_admin" });
  const { id: companyId } = me.company;
  const [deleted, erased] = await makeLeads(server, companyId, [{ email: "een@zon.nl" }, { email: "twee@zon.nl" }]);
  const at = new Date("2026-11-12T09:00:00Z");
  for (const lead_id of [deleted, erased]) {
    await makeInvitations(server, companyId, [{ lead_id, connected_with: "Frank", invited_at: at, accepted_at: at }]);
    await makeMessages(companyId, [
      {
        lead_id,
        message_type: "icebreaker",
        message_flow: "Frank",
        status: "interested",
        date_created: at,
        sent_at: at,
      },
    ]);
  }
  const before = await read(me, 28);
  expect(before.total.current).toMatchObject({ invited: 2, accepted: 2, sent: 2, replied: 2 });
  const path = `/api/leads/${deleted}/classification`;
  expect((await me.client.patch(path, { classification: "DELETED" })).status).toBe(200);
  expect((await me.client.post(`/api/leads/${erased}/erase`)).status).toBe(204);
  expect(await read(me, 28)).toEqual(before);
});

test("rows of another company do not change the results", async () => {
  setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  const other = await signedIn(server);
  await makeDataset(server, other.company.id, 11, 50);
  const { total, byManager, byPrompt } = await read(me, 84);
  expect(total.current).toEqual({
    invited: 0,
    accepted: 0,
    acceptanceRate: null,
    hoursToAcceptance: null,
    sent: 0,
    replied: 0,
    replyRate: null,
  });
  expect([...byManager, ...byPrompt]).toEqual([]);
});

test.each(["days=30", "days=0", "days=x"])("%s is refused", async (query) => {
  const { client } = await signedIn(server);
  expect((await client.get(`/api/statistics/results?${query}`)).status).toBe(400);
});
