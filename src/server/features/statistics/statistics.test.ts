import { afterAll, beforeAll, expect, test } from "vitest";
import { isOpen, type MessageStatus } from "#contract/message-status.ts";
import { makeInvitations } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { type Dataset, dayOf, hourOf, makeDataset, pick, randomNumbers } from "./expected-counts.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const setClock = (moment: string): Date => {
  server.clock.advance(Date.parse(moment) - server.clock.now().getTime());
  return server.clock.now();
};

/** Boundaries of days, months and daylight saving time, most of them as a pair: a minute before and a minute after. */
const MOMENTS = [
  "2026-11-14T22:59:00Z",
  "2026-11-14T23:01:00Z",
  "2026-07-31T21:59:00Z",
  "2026-07-31T22:01:00Z",
  "2026-12-31T22:59:00Z",
  "2026-12-31T23:01:00Z",
  "2028-02-29T12:00:00Z",
  "2026-03-28T22:59:00Z",
  "2026-03-29T00:59:00Z",
  "2026-03-29T01:01:00Z",
  "2026-03-29T21:59:00Z",
  "2026-10-25T00:30:00Z",
  "2026-10-25T01:30:00Z",
  "2026-10-25T22:59:00Z",
  "2026-10-25T23:01:00Z",
];

const isFrank = (name: string | null): boolean => /^frank( |$)/i.test(name ?? "");
const count = <T>(rows: readonly T[], choose: (row: T) => boolean): number => rows.filter(choose).length;
const on = (moment: Date | null, day: string): boolean => moment !== null && dayOf(moment) === day;

/** Each calendar day from the first to the last, found by stepping hour by hour. */
const daysBetween = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(`${first}T12:00:00Z`); dayOf(new Date(at)) <= last; at += 86_400_000)
    days.push(dayOf(new Date(at)));
  return days;
};
const monthOf = (month: number, year: number): string[] =>
  daysBetween(
    `${year}-${String(month + 1).padStart(2, "0")}-01`,
    new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
  );

const chart = (days: readonly string[], moments: readonly (Date | null)[]) =>
  days.map((date) => ({ date, count: count(moments, (moment) => on(moment, date)) }));
const sum = (data: readonly { count: number }[]): number => data.reduce((total, { count }) => total + count, 0);

/** The expected response of every endpoint, counted row by row. */
const expected = ({ invitations, queue, messages }: Dataset, now: Date) => {
  const today = dayOf(now);
  const [year = 0, month = 0] = today.split("-").map(Number);
  const invitedOn = invitations.map(({ invited_at }) => invited_at);
  const invitationsOf = (whose: (name: string | null) => boolean) => {
    const ownInvitations = invitations.filter(({ connected_with }) => whose(connected_with));
    return {
      today: count(ownInvitations, ({ invited_at }) => on(invited_at, today)),
      queue: count(ownInvitations, ({ status }) => status === "QUEUED"),
      hold: count(ownInvitations, ({ status }) => status === "ON_HOLD"),
      accepted: count(ownInvitations, ({ accepted_at }) => accepted_at !== null),
      sent: count(ownInvitations, ({ invited_at }) => invited_at !== null),
    };
  };
  const [all, frank] = [invitationsOf(() => true), invitationsOf(isFrank)];
  const invited = chart(monthOf(month - 1, year), invitedOn);
  const [lastMonth, lastYear] = month === 1 ? [11, year - 1] : [month - 2, year];
  const invitedBefore = chart(monthOf(lastMonth, lastYear), invitedOn);
  const accepted = chart(
    monthOf(month - 1, year),
    invitations.map(({ accepted_at }) => accepted_at),
  );
  const sentOn = queue.map(({ status, date_sent }) => (status === "SENT" ? date_sent : null));
  const from = dayOf(new Date(Date.parse(`${today}T12:00:00Z`) - 29 * 86_400_000));
  const sent = chart(daysBetween(from, today), sentOn);
  const waiting = queue.filter(({ status }) => status === "QUEUED");
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    count: count(invitedOn, (moment) => on(moment, today) && moment !== null && hourOf(moment) === hour),
  }));
  return {
    "/api/linkedin-invitations/stats": {
      invitationsSentToday: all.today,
      invitationsInQueue: all.queue,
      invitationsOnHold: all.hold,
      invitationsAccepted: all.accepted,
      totalInvitationsSent: all.sent,
    },
    "/api/linkedin-invitations/last-month": { chartData: invited, totalSent: sum(invited) },
    [`/api/linkedin-invitations/last-month?month=${lastMonth}&year=${lastYear}`]: {
      chartData: invitedBefore,
      totalSent: sum(invitedBefore),
    },
    "/api/linkedin-invitations/accepted-per-day": { chartData: accepted, totalAccepted: sum(accepted) },
    "/api/linkedin-invitations/today-by-hour": { chartData: hours, totalSentToday: sum(hours) },
    "/api/message-stats": {
      icebreakersCreatedToday: count(
        messages,
        ({ message_type, date_created }) => message_type === "icebreaker" && on(date_created, today),
      ),
      icebreakersToApproveFrank: count(
        messages,
        ({ message_type, status, message_flow }) =>
          message_type === "icebreaker" && isOpen(status as MessageStatus) && isFrank(message_flow),
      ),
      messagesSentToday: count(sentOn, (moment) => on(moment, today)),
      messagesQueuedToday: count(waiting, ({ date_due }) => on(date_due, today)),
    },
    "/api/messages-sent-chart": { chartData: sent, totalSent: sum(sent) },
    "/api/workflows/queue-count": { queueCount: waiting.length },
    "/api/workflows/ready-to-send": {
      readyToSendCount: count(waiting, ({ date_due }) => date_due !== null && date_due <= now),
    },
    "/api/workflows/frank-invitations-today": { frankInvitationsToday: frank.today },
    "/api/workflows/frank-invitations-queue": { frankInvitationsQueue: frank.queue },
    "/api/workflows/frank-invitations-hold": { frankInvitationsHold: frank.hold },
    "/api/workflows/frank-invitations-accepted": { frankInvitationsAccepted: frank.accepted },
  };
};

const readAll = async ({ client }: SignedIn, paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await client.get(path)).body] as const)));

test.each(MOMENTS)("at %s every figure equals a reference computation", async (moment) => {
  setClock(moment);
  const me = await signedIn(server);
  const dataset = await makeDataset(server, me.company.id, Date.parse(moment) / 60_000);
  const now = server.clock.now();
  const expectedBodies = expected(dataset, now);
  expect(await readAll(me, Object.keys(expectedBodies))).toEqual(expectedBodies);
});

test("figures stay correct through every kind of change and during aggregation", async () => {
  const now = setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  const { company } = me;
  const dataset = await makeDataset(server, company.id, 7, 60);
  const random = randomNumbers(99);
  const tenantDb = server.platform.database.tenant(company.id);
  // As the tenant role, under row-level security, as in the product.
  const change = (text: string) => tenantDb.run({ parts: [text], values: [] });
  for (let round = 0; round < 150; round++) {
    const at = new Date(now.getTime() - Math.floor(random() * 40) * 43_200_000).toISOString();
    const some = `(select id from invitations order by md5(id::text || '${round}') limit 3)`;
    const items = `(select id from queue_items order by md5(id::text || '${round}') limit 3)`;
    await change(
      pick(random, [
        `update invitations set status = 'SENT', invited_at = '${at}', accepted_at = null where id in ${some}`,
        `update invitations set status = 'ACCEPTED', invited_at = '${at}', accepted_at = '${at}' where id in ${some}`,
        `update invitations set status = 'ON_HOLD', invited_at = null, accepted_at = null where id in ${some}`,
        `update invitations set connected_with = 'Frank Bos' where id in ${some}`,
        `update queue_items set status = 'SENT', date_sent = '${at}' where id in ${items}`,
        `update queue_items set status = 'CANCELLED' where id in ${items}`,
        `delete from invitations where id = (select id from invitations order by md5(id::text || '${round}') limit 1)`,
        `delete from queue_items where id = (select id from queue_items order by md5(id::text || '${round}') limit 1)`,
      ]),
    );
  }
  const stored = {
    invitations: await server.query<Dataset["invitations"][number]>(
      "select connected_with, status, invited_at, accepted_at from invitations where company_id = $1",
      [company.id],
    ),
    queue: await server.query<Dataset["queue"][number]>(
      "select message_flow, status, date_due, date_sent from queue_items where company_id = $1",
      [company.id],
    ),
    messages: dataset.messages,
  };
  const expectedBodies = expected(stored, server.clock.now());
  expect(await readAll(me, Object.keys(expectedBodies))).toEqual(expectedBodies);
});

test("rows of another company do not change the figures", async () => {
  setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  const paths = Object.keys(expected({ invitations: [], queue: [], messages: [] }, server.clock.now()));
  const before = await readAll(me, paths);
  const other = await signedIn(server);
  await makeDataset(server, other.company.id, 5);
  expect(await readAll(me, paths)).toEqual(before);
  expect(before["/api/linkedin-invitations/stats"]).toEqual({
    invitationsSentToday: 0,
    invitationsInQueue: 0,
    invitationsOnHold: 0,
    invitationsAccepted: 0,
    totalInvitationsSent: 0,
  });
});

test("the statistics person is the one in the company's settings", async () => {
  const now = setClock("2026-11-15T12:00:00Z");
  const me = await signedIn(server);
  await server.query("update companies set statistics_person = 'Lotte' where id = $1", [me.company.id]);
  await makeInvitations(server, me.company.id, [
    { connected_with: "Lotte de Wit", status: "SENT", invited_at: now },
    { connected_with: "Frank", status: "SENT", invited_at: now },
    { connected_with: "Lottelien", status: "SENT", invited_at: now },
  ]);
  expect((await me.client.get("/api/workflows/frank-invitations-today")).body).toEqual({ frankInvitationsToday: 1 });
  expect((await me.client.get("/api/message-stats")).body).toHaveProperty("icebreakersToApproveLotte", 0);
});

test("a user without a company sees zeroes", async () => {
  const admin = await signedIn(server, { role: "super_admin" });
  await server.query("update users set company_id = null where id = $1", [admin.user.id]);
  expect((await admin.client.get("/api/message-stats")).body).toEqual({
    icebreakersCreatedToday: 0,
    icebreakersToApproveFrank: 0,
    messagesSentToday: 0,
    messagesQueuedToday: 0,
  });
});

test.each(["month=12", "month=-1", "month=x", "year=1999", "year=99999", "month=1.5"])(
  "%s is refused",
  async (query) => {
    const { client } = await signedIn(server);
    expect((await client.get(`/api/linkedin-invitations/last-month?${query}`)).status).toBe(400);
  },
);

test("deleting a company deletes its figures", async () => {
  const { company } = await signedIn(server);
  await makeDataset(server, company.id, 3, 10);
  await server.query("delete from companies where id = $1", [company.id]);
  expect(await server.query("select from daily_counts where company_id = $1", [company.id])).toEqual([]);
});
