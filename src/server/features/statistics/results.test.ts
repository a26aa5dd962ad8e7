import { afterAll, beforeAll, expect, test } from "vitest";
import type { Compared, ResultsOverview } from "#contract/statistics.ts";
import { makeInvitations, makeLeads } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import {
  type Dataset,
  dayOf,
  type Invitation,
  makeDataset,
  randomNumbers,
  type StoredMessage,
} from "./expected-counts.fixture.ts";
import { kindOf, makePrompt, makePrompts, type Prompt } from "./prompts.fixture.ts";

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
  const replied = sent.filter(({ status }) => REPLIES.includes(status));
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

/** Rows written while a version was current. Rows from before version 1 count for version 1. */
const writtenWith = (prompt: Prompt, version: number, { invitations, messages }: ResultRows): ResultRows => {
  const kind = kindOf(prompt);
  const [since, until] = [version === 1 ? undefined : prompt.versionDates[version - 1], prompt.versionDates[version]];
  const inUse = (at: Date | null) => at !== null && (!since || at >= since) && (!until || at < until);
  const isByManager = (name: string | null) => !prompt.account_manager || prompt.account_manager === name;
  return {
    invitations: invitations.filter(
      ({ connected_with, invited_at }) => kind === "invitation" && isByManager(connected_with) && inUse(invited_at),
    ),
    messages: messages.filter(
      ({ message_type, message_flow, date_created }) =>
        kind === message_type && isByManager(message_flow) && inUse(date_created),
    ),
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
  const random = randomNumbers(Date.parse(moment) + days);
  const promptsBeforeData = await makePrompts(server, me.company.id, random);
  const dataset = await makeDataset(server, me.company.id, Date.parse(moment) / 1000, 250);
  const prompts = [...promptsBeforeData, ...(await makePrompts(server, me.company.id, random))];
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

  const shown = new Map(
    result.byPrompt.map(({ promptId, version, current, previous }) => [
      `${promptId} ${version}`,
      { current, previous },
    ]),
  );
  const emptyResults = compare({ invitations: [], messages: [] });
  for (const prompt of prompts)
    for (let version = 1; version <= Math.max(1, prompt.versionDates.length); version++)
      expect(shown.get(`${prompt.id} ${version}`) ?? emptyResults).toEqual(
        compare(writtenWith(prompt, version, dataset)),
      );
  expect(shown.size).toBeGreaterThan(5);

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

test("results are attributed to the prompt version that wrote the message", async () => {
  setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  const { id: companyId } = me.company;
  const prompt = async (prompt_name: string, account_manager: string | null, ...versionDates: string[]) =>
    (
      await makePrompt(server, companyId, {
        prompt_name,
        account_manager,
        versionDates: versionDates.map((moment) => new Date(moment)),
      })
    ).id;
  const first = await prompt("Icebreaker eerste bericht", "Frank", "2026-10-01T00:00:00Z", "2026-11-10T09:00:00Z");
  const invite = await prompt("LinkedIn uitnodiging", null);
  await prompt("Informatie verzamelen", "Frank");
  await prompt("Follow-up na gesprek", "Lotte");
  const icebreaker = (created: string, status: string, message_flow = "Frank") => ({
    message_type: "icebreaker",
    message_flow,
    status,
    date_created: new Date(created),
    sent_at: new Date("2026-11-12T09:00:00Z"),
  });
  await makeMessages(companyId, [
    // Before version 1: counts for version 1.
    icebreaker("2026-09-01T00:00:00Z", "interested"),
    icebreaker("2026-11-10T08:59:59Z", "sent"),
    icebreaker("2026-11-10T09:00:00Z", "neutral"),
    icebreaker("2026-11-11T09:00:00Z", "pending"),
    icebreaker("2026-11-11T09:00:00Z", "sent", "Lotte"),
    { ...icebreaker("2026-11-11T09:00:00Z", "sent"), message_type: "followup" },
  ]);
  const rows: Partial<Invitation>[] = [
    {
      connected_with: "Frank",
      status: "ACCEPTED",
      invited_at: new Date("2026-11-11T09:00:00Z"),
      accepted_at: new Date("2026-11-12T09:00:00Z"),
    },
    { connected_with: "Lotte", status: "SENT", invited_at: new Date("2026-11-12T09:00:00Z") },
  ];
  for (const row of rows) {
    await server.query(
      "insert into invitations (company_id, connected_with, status, invited_at, accepted_at) values ($1, $2, $3, $4, $5)",
      [companyId, row.connected_with, row.status, row.invited_at, row.accepted_at],
    );
  }
  const { byPrompt } = await read(me, 7);
  const shown = byPrompt.map(({ promptId, version, since, current }) => ({
    promptId,
    version,
    since: since?.slice(0, 10) ?? null,
    sent: current.sent,
    replied: current.replied,
    invited: current.invited,
    accepted: current.accepted,
    hours: current.hoursToAcceptance,
  }));
  expect(shown).toEqual([
    { promptId: invite, version: 1, since: null, sent: 0, replied: 0, invited: 2, accepted: 1, hours: 24 },
    { promptId: first, version: 2, since: "2026-11-10", sent: 1, replied: 1, invited: 0, accepted: 0, hours: null },
    { promptId: first, version: 1, since: null, sent: 2, replied: 1, invited: 0, accepted: 0, hours: null },
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
