import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Goals, ResultsOverview, ResultsQuery } from "#contract/statistics.ts";
import { makeInvitations, makeLead, makeMeeting, makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { choosePeriods } from "./result-periods.ts";
import { statisticsJobs, weeklyMailsJob } from "./statistics.jobs.ts";

const TUESDAY = "2026-11-17";

test.each<[Partial<ResultsQuery>, string, string, string, boolean]>([
  [{ period: "today" }, TUESDAY, "2026-11-17 2026-11-17", "2026-11-16 2026-11-16", true],
  [{ period: "week" }, TUESDAY, "2026-11-16 2026-11-17", "2026-11-09 2026-11-10", true],
  [{ period: "week" }, "2026-11-22", "2026-11-16 2026-11-22", "2026-11-09 2026-11-15", true],
  [{ period: "month" }, TUESDAY, "2026-11-01 2026-11-17", "2026-10-01 2026-10-17", true],
  [{ period: "month" }, "2026-03-31", "2026-03-01 2026-03-31", "2026-02-01 2026-02-28", true],
  [{ period: "last-month" }, "2026-01-05", "2025-12-01 2025-12-31", "2025-11-01 2025-11-30", false],
  [{ period: "quarter" }, TUESDAY, "2026-10-01 2026-11-17", "2026-07-01 2026-08-17", true],
  [{ from: "2026-11-03", to: "2026-11-09" }, TUESDAY, "2026-11-03 2026-11-09", "2026-10-27 2026-11-02", false],
  [{ from: "2026-11-10", to: "2026-12-31" }, TUESDAY, "2026-11-10 2026-11-17", "2026-11-02 2026-11-09", true],
  [{}, TUESDAY, "2026-10-21 2026-11-17", "2026-09-23 2026-10-20", true],
])("%j on %s is %s, compared with %s", (query, today, current, previous, isRunning) => {
  const periods = choosePeriods({ days: 28, ...query }, today);
  expect(`${periods.current.from} ${periods.current.to}`).toBe(current);
  expect(`${periods.previous.from} ${periods.previous.to}`).toBe(previous);
  expect(periods.isRunning).toBe(isRunning);
});

describe("the dashboard", () => {
  let server: TestServer;
  let me: SignedIn;
  beforeAll(async () => {
    server = await startTestServer();
    server.clock.advance(Date.parse("2026-11-17T12:00:00Z") - server.clock.now().getTime());
  });
  beforeEach(async () => {
    me = await signedIn(server, { role: "company_admin" });
  });
  afterAll(() => server.close());

  const read = async (query: string) =>
    (await me.client.get(`/api/statistics/results?${query}`)).body as unknown as ResultsOverview;

  /** A lead that became a client, or with no class before one that was a client when it was imported. */
  const makeClient = async (moment: string, before?: string) => {
    const { id } = me.company;
    const client = { classification: "CLIENT", classified_at: moment, lead_allocated: "Bea" };
    const lead = await makeLead(server, id, client);
    if (before)
      await server.query(
        `insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
         values ($1, $2, $3, 'CLIENT', $4, 'Bea')`,
        [id, lead, before, moment],
      );
    return lead;
  };

  /**
   * Last week: four invitations of which one was accepted and one ignored, two messages of which one was answered, a meeting and a client.
   * This week: a meeting.
   */
  const makeWeek = async () => {
    const { id } = me.company;
    const lead = await makeLead(server, id, { industry: " Bouw " });
    const moment = "2026-11-11T10:00:00Z";
    await makeInvitations(server, id, [
      {
        lead_id: lead,
        connected_with: "Bea",
        status: "ACCEPTED",
        invited_at: moment,
        accepted_at: "2026-11-12T10:00:00Z",
      },
      ...[1, 2].map(() => ({ lead_id: lead, connected_with: "Bea", status: "SENT", invited_at: moment })),
      {
        lead_id: lead,
        connected_with: "Bea",
        status: "ON_HOLD",
        outcome: "ignored",
        outcome_at: moment,
        invited_at: moment,
      },
    ]);
    const message = { message_flow: "Bea", sent_at: moment, date_created: moment };
    await makeMessage(server, id, { ...message, status: "interested" }, { industry: "Zorg" });
    await makeMessage(server, id, { ...message, status: "sent" }, { industry: null });
    await makeMeeting(server, id, { meeting_owner: "Bea", meeting_date: moment });
    await makeMeeting(server, id, { meeting_owner: "Daan", meeting_date: "2026-11-16T22:59:00Z" });
    await makeClient(moment, "HOT");
    return lead;
  };
  const WEEK = "from=2026-11-09&to=2026-11-15";

  test("counts meetings and clients by account manager, and results by industry", async () => {
    await makeWeek();
    const { endedInvitations, outcomes, outcomesByManager, byIndustry, isRunning } = await read(WEEK);
    expect(endedInvitations).toBe(1);
    expect((await read("period=week")).endedInvitations).toBe(0);
    expect(isRunning).toBe(false);
    expect(outcomes).toEqual({ current: { meetings: 1, clients: 1 }, previous: { meetings: 0, clients: 0 } });
    expect(outcomesByManager.map(({ name }) => name)).toEqual(["Bea"]);
    expect(
      byIndustry.map(({ name, current: { invited, accepted, sent, replied } }) => [
        name,
        invited,
        accepted,
        sent,
        replied,
      ]),
    ).toEqual([
      ["Bouw", 4, 1, 0, 0],
      ["", 0, 0, 1, 0],
      ["Zorg", 0, 0, 1, 1],
    ]);
    expect((await read("period=week")).outcomes).toEqual({
      current: { meetings: 1, clients: 0 },
      previous: { meetings: 0, clients: 0 },
    });
  });

  test("does not count leads that were clients when they were imported, until they become one again", async () => {
    const lead = await makeClient("2026-11-11T10:00:00Z");
    expect((await read(WEEK)).outcomes.current.clients).toBe(0);
    for (const classification of ["HOT", "CLIENT"]) {
      expect((await me.client.patch(`/api/leads/${lead}/classification`, { classification })).status).toBe(200);
      expect((await read("period=week")).outcomes.current.clients).toBe(classification === "CLIENT" ? 1 : 0);
    }
    expect((await read(WEEK)).outcomes.current.clients).toBe(0);
  });

  test("counts a client whose duplicate was merged into another lead", async () => {
    const lead = await makeClient("2026-11-11T10:00:00Z", "HOT");
    const kept = await makeClient("2026-11-11T10:00:00Z");
    await server.query("update leads set merged_into = $2, classification = 'DELETED' where id = $1", [lead, kept]);
    expect((await read(WEEK)).outcomes.current.clients).toBe(1);
  });

  test("counts only meetings that were held", async () => {
    const make = (meeting_date: string, status: string) =>
      makeMeeting(server, me.company.id, { meeting_owner: "Bea", meeting_date, status });
    for (const status of ["NEW", "PROCESSED", "Gehouden", "Gepland", "Vervallen", "DELETED"])
      await make("2026-11-11T10:00:00Z", status);
    expect((await read(WEEK)).outcomes.current.meetings).toBe(3);
    await make("2026-11-17T08:00:00Z", "NEW");
    await make("2026-11-17T20:00:00Z", "NEW");
    expect((await read("period=week")).outcomes.current.meetings).toBe(1);
  });

  test("updates the sums per industry when rows change or are deleted; a sent row keeps the industry that its lead had", async () => {
    const lead = await makeWeek();
    await server.query("update leads set industry = 'Transport' where id = $1", [lead]);
    await server.query("update invitations set accepted_at = '2026-11-13' where lead_id = $1 and accepted_at is null", [
      lead,
    ]);
    await server.query("delete from messages where company_id = $1 and status = 'sent'", [me.company.id]);
    const { byIndustry, total } = await read(WEEK);
    expect(byIndustry.map(({ name, current }) => [name, current.accepted, current.sent])).toEqual([
      ["Bouw", 4, 0],
      ["Zorg", 0, 1],
    ]);
    expect(total.current).toMatchObject({ invited: 4, accepted: 4, sent: 1, replied: 1 });
  });

  test.each(["from=2026-11-09&to=2026-11-08", "from=2025-01-01&to=2026-11-08", "period=jaar", "from=x&to=y"])(
    "refuses %s",
    async (query) => {
      expect((await me.client.get(`/api/statistics/results?${query}`)).status).toBe(400);
    },
  );

  test("has monthly goals, which only a company admin sets", async () => {
    await makeWeek();
    const goals = { invited: 100, accepted: null, replied: null, meetings: 4, clients: null };
    const user = await signedIn(server, { company: me.company });
    expect((await user.client.put("/api/statistics/goals", goals)).status).toBe(403);
    expect((await me.client.put("/api/statistics/goals", { ...goals, invited: 0 })).status).toBe(400);
    expect((await me.client.put("/api/statistics/goals", goals)).status).toBe(200);
    expect((await user.client.get("/api/statistics/goals")).body).toEqual({
      period: { from: "2026-11-01", to: "2026-11-17" },
      measures: [
        { measure: "invited", target: 100, reached: 4 },
        { measure: "accepted", target: null, reached: 1 },
        { measure: "replied", target: null, reached: 1 },
        { measure: "meetings", target: 4, reached: 2 },
        { measure: "clients", target: null, reached: 1 },
      ],
    });
  });

  test("has the goals of one admin when several save at the same moment, and each change is in the log", async () => {
    const none = { invited: null, accepted: null, replied: null, meetings: null, clients: null };
    const [one, other] = [
      { ...none, invited: 100, meetings: 4 },
      { ...none, invited: 50, clients: 2 },
    ];
    const saved = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => me.client.put("/api/statistics/goals", nth % 2 === 0 ? one : other)),
    );
    expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 200));
    const { body } = await me.client.get("/api/statistics/goals");
    const stored = (body["measures"] as Goals["measures"]).map(({ measure, target }) => [measure, target]);
    expect([one, other]).toContainEqual(Object.fromEntries(stored));
    expect((await me.client.put("/api/statistics/goals", none)).status).toBe(200);
    expect((await me.client.put("/api/statistics/goals", none)).status).toBe(200);
    const logged = await server.query<{ before: object; after: object }>(
      "select before, after from audit_log where company_id = $1 and action = 'company.goals_changed' order by at, id",
      [me.company.id],
    );
    expect(logged[0]).toMatchObject({ before: {}, after: { invited: expect.any(Number) } });
    expect(logged.at(-1)).toMatchObject({ before: { invited: expect.any(Number) }, after: { invited: null } });
  });

  test("is mailed on request, with the figures that the screen shows for that week", async () => {
    await makeWeek();
    expect((await me.client.get("/api/statistics/weekly-mail")).body).toEqual({ isOn: false });
    expect((await me.client.put("/api/statistics/weekly-mail", { isOn: true })).body).toEqual({ isOn: true });
    expect((await me.client.get("/api/statistics/weekly-mail")).body).toEqual({ isOn: true });
    await server.platform.jobs.enqueue(server.platform.database.platform, weeklyMailsJob, {});
    const { subject, text } = await server.nextMail(me.user.email);
    expect(subject).toBe("Je week: 9 november t/m 15 november");
    const { total, outcomes } = await read(WEEK);
    const { invited, accepted, sent, replied } = total.current;
    expect(text).toContain(`Geaccepteerde uitnodigingen: ${accepted} van ${invited} (25%). De week ervoor: geen.`);
    expect(text).toContain(`Beantwoorde berichten: ${replied} van ${sent} (50%).`);
    expect(text).toContain(`Meetings: ${outcomes.current.meetings}, de week ervoor ${outcomes.previous.meetings}.`);
    expect(text).toContain("/acties?periode=vrij&van=2026-11-09&tot=2026-11-15");
  });

  test("is mailed to nobody when the jobs cannot all be stored, so that the retry mails everybody once", async () => {
    const colleague = await signedIn(server, { company: me.company });
    for (const { client } of [me, colleague]) await client.put("/api/statistics/weekly-mail", { isOn: true });
    const { jobs } = server.platform;
    let stored = 0;
    const enqueue: typeof jobs.enqueue = (...job) =>
      stored++ === 0 ? jobs.enqueue(...job) : Promise.reject(new Error("the database stopped"));
    const [job] = statisticsJobs({ ...server.platform, jobs: { ...jobs, enqueue } });
    await expect(job?.handle({}, new AbortController().signal)).rejects.toThrow("the database stopped");
    const emails = [me.user.email, colleague.user.email];
    const found = await server.query(
      "select from pgboss.job where name = 'statistics.weekly-mail' and data -> 'reader' ->> 'email' = any ($1)",
      [emails],
    );
    expect([stored, found]).toEqual([2, []]);
  });
});
