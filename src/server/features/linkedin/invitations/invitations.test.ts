import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InvitationQueue } from "#contract/invitation-queue.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import { amsterdamTime, calendarDay } from "#platform/time.ts";
import {
  endUndoPeriod,
  isInDefaultHours,
  makeLead,
  makeMessage,
  makePrompt,
  makeQueueItem,
  removeSendingLimits,
} from "#testing/factories.ts";
import { gatewayKey, type LinkedInTestGateway, startServerWithGateway } from "#testing/linkedin-gateway.ts";
import { type SignedIn, signInAs } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";
import { advanceClocks, linkAccount, runEnqueuedJobs, runJob, startCompany } from "../linkedin.fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: TestServer;
let gateway: LinkedInTestGateway;
let stop: () => Promise<void>;
let me: SignedIn;
let senderId: string;
let accountId: string;
let person = 0;
beforeAll(async () => {
  ({ server, gateway, stop } = await startServerWithGateway());
});
afterAll(() => stop());
beforeEach(async () => {
  ({ me, accountId } = await startCompany(server, gateway));
  await makePrompt(server, me.company.id, { account_manager: "Frank Hoekstra" });
  senderId = await linkAccount(me, accountId);
  await removeSendingLimits(server, me.company.id);
  await server.query("update senders set ramp_started_on = null where company_id = $1", [me.company.id]);
});

const run = () => runJob(server, "automation.deliver", { companyId: me.company.id });
const poll = (more: object = {}) => runJob(server, "linkedin.poll", { companyId: me.company.id, ...more });
const advance = (ms: number) => advanceClocks(server, gateway, ms);
const makePeople = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const providerId = `ACoAALead${++person}`;
      return { providerId, leadId: await makeLead(server, me.company.id, { provider_id: providerId }) };
    }),
  );
const invite = async (leads: readonly { leadId: string }[]) => {
  // The relations of the account are known first.
  await poll();
  return (await me.client.post("/api/invitations", { leadIds: leads.map(({ leadId }) => leadId), senderId })).body;
};
const stored = () =>
  server.query<{ status: string; outcome: string | null; problem: string | null; invited_at: Date | null }>(
    "select status, outcome, problem, invited_at from invitations where company_id = $1 order by queued_at, id",
    [me.company.id],
  );
const fail = (type: string, when = "before") => gateway.control("POST", "failures", { type, on: "invite", when });

test("selected leads are invited once each, spaced, and not twice", async () => {
  const people = await makePeople(3);
  await server.query(
    `update senders set spacing = '{"invitations": [3, 8], "messages": [0, 0]}' where company_id = $1`,
    [me.company.id],
  );
  expect(await invite(people)).toEqual({ queued: 3, skipped: [] });
  expect(await invite(people)).toEqual({ queued: 0, skipped: [{ reason: "invited", count: 3 }] });
  await Promise.all([run(), run(), run()]);
  expect(await gateway.received()).toHaveLength(1);
  for (let minute = 0; minute < 20; minute++) {
    advance(MINUTE);
    await run();
  }
  const received = await gateway.received();
  expect(new Set(received.map(({ providerId }) => providerId)).size).toBe(3);
  expect(received).toHaveLength(3);
  expect((await stored()).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
});

test("the caps of a new account ramp up, and the planning shows the invitations", async () => {
  await server.query("update senders set ramp_started_on = $2 where company_id = $1", [
    me.company.id,
    server.clock.now().toISOString().slice(0, 10),
  ]);
  await server.query(
    `update senders set caps = '{"invitationsPerDay": 20, "invitationsPerWeek": 100, "messagesPerDay": 40}' where company_id = $1`,
    [me.company.id],
  );
  await invite(await makePeople(8));
  for (let nth = 0; nth < 8; nth++) await run();
  expect(await gateway.received()).toHaveLength(5);
  const planned = (await me.client.get(`/api/senders/${senderId}/simulation?days=14`)).body as unknown as {
    kind: string;
  }[];
  expect(planned.map(({ kind }) => kind)).toEqual(["invitation", "invitation", "invitation"]);
});

/** SENT to somebody who is no relation: an invitation goes first. */
const sendToStranger = async () => {
  const providerId = `ACoAALead${++person}`;
  const { id } = await makeMessage(server, me.company.id, {}, { provider_id: providerId });
  await poll();
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  await run();
  await run();
  expect(await gateway.received()).toMatchObject([{ kind: "invitation", providerId, account: accountId }]);
  return { id, providerId };
};
const accept = async (providerId: string) => {
  await gateway.control("POST", `people/${providerId}`, { does: "accept" });
  await gateway.control("POST", "run");
  await runEnqueuedJobs(server, "linkedin.poll");
  expect(await stored()).toMatchObject([{ status: "ACCEPTED" }]);
  // The session of two days ago has ended.
  me.client = await signInAs(server, me.user);
};

test("a message to somebody who is no relation brings an invitation; after the acceptance it goes", async () => {
  const { id, providerId } = await sendToStranger();
  advance(2 * DAY);
  await accept(providerId);
  expect((await me.client.get("/api/accepted-invitations/counts")).body).toMatchObject({ total: 1 });
  await run();
  expect((await gateway.received()).at(-1)).toMatchObject({ kind: "message", text: "Hoi Sanne!" });
  // The later parts keep their distance to the first.
  const [first, second] = await server.query<{ due: Date }>(
    "select date_due as due from queue_items where message_id = $1 order by date_due",
    [id],
  );
  expect((second?.due.getTime() ?? 0) - (first?.due.getTime() ?? 0)).toBeGreaterThan(DAY);
});

test("a message that Airtable holds brings no invitation", async () => {
  const { id } = await makeMessage(server, me.company.id, {}, { provider_id: `ACoAALead${++person}` });
  await poll();
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  const companyId = me.company.id;
  await server.query("update companies set airtable_base_id = 'appVastgehouden01' where id = $1", [companyId]);
  await server.query(
    `insert into airtable_records (company_id, table_name, local_id, record_id, state, refused)
      values ($1, 'messages', $2, 'recGeweigerd00001', 'error', true)
      on conflict (company_id, table_name, local_id) do update set record_id = excluded.record_id, state = 'error', refused = true`,
    [companyId, id],
  );
  await run();
  expect(await stored()).toEqual([]);
  await server.query("update airtable_records set refused = false where company_id = $1", [companyId]);
  await run();
  expect(await gateway.received()).toMatchObject([{ kind: "invitation" }]);
});

test.each([
  ["is held in Airtable", "update queue_items set remote_status = 'Wacht op akkoord' where company_id = $1"],
  ["may not be sent", "update leads set classification = 'NOT INTERESTED' where company_id = $1"],
  ["cannot be sent yet", "update linkedin_accounts set relations_read_at = null where company_id = $1"],
])("an invitation that Airtable queued stays with Airtable while the message to the lead %s", async (_, prevent) => {
  const { id, leadId } = await makeMessage(server, me.company.id, {}, { provider_id: `ACoAALead${++person}` });
  await poll();
  const companyId = me.company.id;
  await server.query(
    "insert into invitations (company_id, lead_id, connected_with, status, queued_at) values ($1, $2, 'Frank Hoekstra', 'QUEUED', now())",
    [companyId, leadId],
  );
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  await server.query(prevent, [companyId]);
  await run();
  expect(await server.query("select channel, status from invitations where company_id = $1", [companyId])).toEqual([
    { channel: "airtable", status: "QUEUED" },
  ]);
  expect(await gateway.received()).toEqual([]);
});

test("an invitation that Airtable queued is ours once a message waits for it", async () => {
  const { id, leadId } = await makeMessage(server, me.company.id, {}, { provider_id: `ACoAALead${++person}` });
  await poll();
  await server.query(
    "insert into invitations (company_id, lead_id, connected_with, status, queued_at) values ($1, $2, 'Frank Hoekstra', 'QUEUED', now())",
    [me.company.id, leadId],
  );
  await run();
  expect(await gateway.received()).toEqual([]);
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  await run();
  expect(await gateway.received()).toMatchObject([{ kind: "invitation" }]);
  expect(await stored()).toMatchObject([{ status: "SENT" }]);
});

test("an acceptance moves no message of a colleague to the same lead", async () => {
  const { id, providerId } = await sendToStranger();
  const [{ leadId } = { leadId: "" }] = await server.query<{ leadId: string }>(
    'select lead_id as "leadId" from messages where id = $1',
    [id],
  );
  const message = { lead_id: leadId, message_flow: "Petra Bakker", channel: "linkedin", send_now: true };
  const part = await makeQueueItem(server, me.company.id, {
    ...message,
    message_id: (await makeMessage(server, me.company.id)).id,
  });
  const read = () => server.query("select date_due, send_now, updated_at from queue_items where id = $1", [part]);
  const before = await read();
  advance(2 * DAY);
  await accept(providerId);
  expect(await read()).toEqual(before);
});

test("a person who has ended the connection gets another invitation, from a user at once and from a message after a week", async () => {
  const { id, providerId } = await sendToStranger();
  advance(2 * DAY);
  await accept(providerId);
  await run();
  await gateway.control("PATCH", `accounts/${accountId}`, { endedRelations: [providerId] });
  const sendNext = async () => {
    await server.query("update queue_items set date_due = $2 where message_id = $1 and status = 'QUEUED'", [
      id,
      server.clock.now(),
    ]);
    for (let nth = 0; nth < 3; nth++) await run();
    return (await gateway.received()).map(({ kind }) => kind);
  };
  advance(2 * DAY);
  expect(await sendNext()).toEqual(["invitation", "message"]);
  advance(6 * DAY);
  expect(await sendNext()).toEqual(["invitation", "message", "invitation"]);
  expect((await stored()).map(({ status }) => status)).toEqual(["ACCEPTED", "SENT"]);

  const [other] = await makePeople(1);
  await server.query(
    "insert into invitations (company_id, lead_id, connected_with, status, accepted_at) values ($1, $2, 'Frank Hoekstra', 'ACCEPTED', now())",
    [me.company.id, other?.leadId],
  );
  me.client = await signInAs(server, me.user);
  expect(await invite([other ?? { leadId: "" }])).toEqual({ queued: 1, skipped: [] });
});

test("a lead is invited once, however often and at what moment that is asked for", async () => {
  const [one] = await makePeople(1);
  await poll();
  const leadIds = [one?.leadId, one?.leadId];
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => me.client.post("/api/invitations", { leadIds, senderId })),
  );
  expect(responses.map(({ body }) => Number(body["queued"])).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 1]);
  expect(await stored()).toHaveLength(1);
});

test("a sender with two names invites a lead once, and not again by itself after a withdrawal", async () => {
  const [one, two] = await makePeople(2);
  await server.query(
    "insert into sender_names (company_id, name_key, name, sender_id) values ($1, sender_key('Frank H.'), 'Frank H.', $2)",
    [me.company.id, senderId],
  );
  await poll();
  const add = (leadId: string | undefined, status: string, outcome: string | null) =>
    server.query(
      `insert into invitations (company_id, lead_id, connected_with, status, outcome, outcome_at, channel)
        values ($1, $2, 'Frank H.', $3, $4, $5, 'linkedin')`,
      [me.company.id, leadId, status, outcome, outcome && new Date()],
    );
  await add(one?.leadId, "SENT", null);
  await add(two?.leadId, "ON_HOLD", "withdrawn");
  for (const lead of [one, two])
    await makeQueueItem(server, me.company.id, {
      lead_id: lead?.leadId,
      message_id: (await makeMessage(server, me.company.id)).id,
      message_flow: "Frank Hoekstra",
      channel: "linkedin",
    });
  await run();
  expect(await gateway.received()).toEqual([]);
  expect(await stored()).toHaveLength(2);
  expect(await invite([one ?? { leadId: "" }])).toEqual({ queued: 0, skipped: [{ reason: "invited", count: 1 }] });
  const { body } = await me.client.get("/api/messages-queued");
  const waits = (body as unknown as QueuedMessage[]).map(({ waitsFor }) => waitsFor?.text);
  expect(waits.toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
    expect.stringContaining("niet geaccepteerd"),
    "Wacht op de acceptatie van de uitnodiging.",
  ]);
});

test("a lead that was allocated here keeps its sender while Airtable has none, and gets Airtable's own", async () => {
  const [one] = await makePeople(1);
  const allocated = async () =>
    (await server.query<{ name: string }>("select lead_allocated as name from leads where id = $1", [one?.leadId]))[0]
      ?.name;
  const runWorkflow = await me.client.post("/api/workflows/built-in", { workflowId: "allocate-leads" });
  expect(runWorkflow.body).toMatchObject({ count: 1 });
  const sync = async (value: string | null) => {
    await server.query("update leads set lead_allocated = $2, title = 'CEO' where id = $1", [one?.leadId, value]);
    return allocated();
  };
  expect([await sync(null), await sync(""), await sync("Petra"), await sync(null)]).toEqual([
    "Frank Hoekstra",
    "Frank Hoekstra",
    "Petra",
    null,
  ]);
});

test("after an acceptance at night the parts get dates within the working hours", async () => {
  const { providerId } = await sendToStranger();
  await server.query(
    `update senders set hours = '{"days": [1, 2, 3, 4, 5], "from": "08:30", "until": "17:30", "holidays": false}' where company_id = $1`,
    [me.company.id],
  );
  const now = server.clock.now().getTime();
  advance(amsterdamTime(Math.floor(now / DAY) + 2, 3 * 60).getTime() - now);
  await accept(providerId);
  await run();
  expect((await gateway.received()).map(({ kind }) => kind)).toEqual(["invitation"]);
  const rows = (await me.client.get("/api/messages-queued")).body as unknown as {
    dateDue: string;
    plannedAt: string;
  }[];
  expect(rows).toHaveLength(4);
  for (const { dateDue } of rows) expect(isInDefaultHours(new Date(dateDue)), dateDue).toBe(true);
  expect(Date.parse(rows[0]?.dateDue ?? "")).toBe(Date.parse(rows[0]?.plannedAt ?? ""));
});

describe("when LinkedIn does not take an invitation", () => {
  test("a limit is about the account: it waits for hours, and no lead is lost", async () => {
    await invite(await makePeople(2));
    await fail("cannot_resend_yet");
    await run();
    await run();
    expect(await gateway.received()).toEqual([]);
    expect(await stored()).toMatchObject([{ status: "QUEUED" }, { status: "QUEUED" }]);
    advance(6 * HOUR + MINUTE);
    await run();
    await run();
    expect(await gateway.received()).toHaveLength(2);
  });

  test("somebody who is a relation already counts as accepted", async () => {
    const [one] = await makePeople(1);
    await invite([one ?? { leadId: "" }]);
    await gateway.control("PATCH", `accounts/${accountId}`, { relations: [one?.providerId] });
    await run();
    expect(await stored()).toMatchObject([{ status: "ACCEPTED" }]);
  });

  test("a relation is recognised by the address of the profile, in any spelling, and is not invited", async () => {
    const leadId = await makeLead(server, me.company.id, {
      provider_id: null,
      linkedin_url: "https://nl.linkedin.com/in/Jan-Jansen/?trk=zoeken",
    });
    await gateway.control("PATCH", `accounts/${accountId}`, { relations: ["jan-jansen"] });
    expect(await invite([{ leadId }])).toEqual({ queued: 0, skipped: [{ reason: "relation", count: 1 }] });
  });

  test("the acceptance of somebody who was found by another kind of address is noticed", async () => {
    const leadId = await makeLead(server, me.company.id, {
      provider_id: "ACwAAAVanSalesNavigator",
      linkedin_url: "https://www.linkedin.com/sales/lead/jan-van-sales",
    });
    await invite([{ leadId }]);
    await run();
    const [invited] = await gateway.received();
    await gateway.control("POST", `people/${invited?.providerId}`, { does: "accept" });
    await gateway.control("POST", "run");
    advance(14 * HOUR);
    await poll();
    expect(await stored()).toMatchObject([{ status: "ACCEPTED", outcome: null }]);
  });

  test.each([
    ["went out", "after", { status: "SENT", outcome: null }, 1],
    ["did not go out", "before", { status: "ON_HOLD", outcome: "unknown" }, 0],
  ])(
    "a lost answer of one that %s is settled by checking LinkedIn, never resent",
    async (_what, when, outcome, count) => {
      await invite(await makePeople(1));
      await fail("provider_error", when);
      await run();
      expect(await stored()).toMatchObject([{ status: "QUEUED" }]);
      for (const minutes of [1, 5, 20]) {
        advance(minutes * MINUTE);
        await run();
      }
      expect(await stored()).toMatchObject([outcome]);
      expect(await gateway.received()).toHaveLength(count);
    },
  );

  const makeWithoutId = async () => {
    const [one] = await makePeople(1);
    await server.query(
      "update leads set provider_id = null, linkedin_url = 'https://www.linkedin.com/in/lead-zonder-id' where id = $1",
      [one?.leadId],
    );
    return one ?? { leadId: "" };
  };
  const failLookups = (times: number) =>
    gateway.control("POST", "failures", { type: "service_unavailable", on: "profile", times });

  test("a lost answer about the person is no invitation: it goes later", async () => {
    await invite([await makeWithoutId()]);
    await failLookups(1);
    await run();
    expect(await stored()).toMatchObject([{ status: "QUEUED", problem: "LinkedIn gaf geen antwoord." }]);
    advance(20 * MINUTE);
    await run();
    expect(await stored()).toMatchObject([{ status: "SENT", problem: null }]);
  });

  test("a person whom LinkedIn never shows does not keep the next invitation waiting", async () => {
    await invite([await makeWithoutId()]);
    advance(MINUTE);
    await invite(await makePeople(1));
    await failLookups(10);
    for (let nth = 0; nth < 4; nth++) {
      await run();
      advance(20 * MINUTE);
    }
    expect(await stored()).toMatchObject([
      { outcome: "refused", problem: expect.stringContaining("drie keer") },
      { status: "SENT" },
    ]);
  });

  test("a lost answer of an account that has to be connected again does not stop the other accounts", async () => {
    await invite(await makePeople(1));
    await fail("provider_error", "after");
    await run();
    const made = await gateway.control("POST", "accounts", { key: gatewayKey(me.company.id), name: "Eva de Boer" });
    await server.query("select add_senders($1, array['Eva de Boer'])", [me.company.id]);
    const [eva] = await server.query<{ id: string }>(
      "select id from senders where company_id = $1 and name = 'Eva de Boer'",
      [me.company.id],
    );
    await me.client.post(`/api/senders/${eva?.id}/linkedin`, { accountId: made["id"] });
    await removeSendingLimits(server, me.company.id);
    await gateway.control("PATCH", `accounts/${accountId}`, { status: "CREDENTIALS" });
    const people = await makePeople(2);
    const leadIds = people.map(({ leadId }) => leadId);
    // The first run finds the account broken; before the second, a poll has stored that it is.
    await poll({ accountId: made["id"] });
    await server.query("update linkedin_accounts set status = 'ok' where gateway_account_id = $1", [accountId]);
    await me.client.post("/api/invitations", { leadIds, senderId: eva?.id });
    advance(MINUTE);
    await run();
    await poll();
    await run();
    const fromEva = (await gateway.received()).filter(({ account }) => account === made["id"]);
    expect(fromEva).toHaveLength(2);
    advance(12 * MINUTE);
    await run();
    expect(await stored()).toContainEqual(
      expect.objectContaining({ outcome: "unknown", problem: expect.stringContaining("kon niet worden gevraagd") }),
    );
  });

  test("a lost answer of an account that is disconnected stays unknown, and the lead can be invited again", async () => {
    const people = await makePeople(1);
    await invite(people);
    await fail("provider_error", "before");
    await run();
    expect((await me.client.delete(`/api/senders/${senderId}/linkedin`)).status).toBe(200);
    advance(5 * MINUTE);
    await run();
    expect(await stored()).toMatchObject([{ status: "QUEUED" }]);
    advance(8 * MINUTE);
    await run();
    expect(await stored()).toMatchObject([{ status: "ON_HOLD", outcome: "unknown" }]);
    expect(await invite(people)).toEqual({ queued: 1, skipped: [] });
  });

  test.each([
    ["", false],
    [" and the account is disconnected", true],
  ])("a lost answer stays unknown when the gateway has no address any more%s", async (_more, isDisconnected) => {
    await invite(await makePeople(1));
    await fail("provider_error", "before");
    await run();
    await server.query("update companies set unipile_url = null where id = $1", [me.company.id]);
    if (isDisconnected) expect((await me.client.delete(`/api/senders/${senderId}/linkedin`)).status).toBe(200);
    for (const status of ["QUEUED", "ON_HOLD"]) {
      advance(7 * MINUTE);
      await poll();
      expect(await stored()).toMatchObject([{ status }]);
    }
    expect(await stored()).toMatchObject([{ outcome: "unknown" }]);
  });

  test("one that is open stays open when the id of the person has changed", async () => {
    const [one] = await makePeople(1);
    await invite([one ?? { leadId: "" }]);
    await run();
    await server.query("update leads set provider_id = 'ACwAAAnders' where id = $1", [one?.leadId]);
    advance(14 * HOUR);
    await poll();
    expect(await stored()).toMatchObject([{ status: "SENT", outcome: null }]);
  });

  test("an account looks up thirty profiles a day at most", async () => {
    const [one] = await makePeople(1);
    await server.query(
      "update leads set provider_id = null, linkedin_url = 'https://www.linkedin.com/in/lead-zonder-id' where id = $1",
      [one?.leadId],
    );
    const views = "update linkedin_accounts set profile_views = 30, profile_views_on = $2 where company_id = $1";
    await server.query(views, [me.company.id, calendarDay(server.clock.now())]);
    await invite([one ?? { leadId: "" }]);
    await run();
    expect(await stored()).toMatchObject([{ status: "QUEUED", problem: expect.stringContaining("30 profielen") }]);
    expect(await gateway.received()).toEqual([]);
    advance(DAY);
    await run();
    expect(await stored()).toMatchObject([{ status: "SENT", problem: null }]);
  });

  test("somebody who was found by an address and invited before is found in the list of pending invitations", async () => {
    const [one] = await makePeople(1);
    await server.query(
      "update leads set provider_id = null, linkedin_url = 'https://www.linkedin.com/in/lead-eerder' where id = $1",
      [one?.leadId],
    );
    await invite([one ?? { leadId: "" }]);
    await fail("already_invited_recently", "after");
    await run();
    expect(await stored()).toMatchObject([{ status: "SENT" }]);
  });

  test("an address that is not encoded properly is not found, and the next invitation goes", async () => {
    const [broken, next] = await makePeople(2);
    await server.query(
      "update leads set provider_id = null, linkedin_url = 'https://www.linkedin.com/in/%E0%A4%A' where id = $1",
      [broken?.leadId],
    );
    await invite([broken ?? { leadId: "" }]);
    await invite([next ?? { leadId: "" }]);
    await run();
    advance(HOUR);
    await run();
    expect(await stored()).toMatchObject([{ outcome: "refused" }, { status: "SENT" }]);
  });

  test("a refusal is stored with its reason, and a stop class forbids an invitation", async () => {
    const [one, two] = await makePeople(2);
    await invite([one ?? { leadId: "" }]);
    await fail("cannot_invite_attendee");
    await run();
    await invite([two ?? { leadId: "" }]);
    await server.query("update leads set classification = 'DO NOT CONNECT' where id = $1", [two?.leadId]);
    await run();
    expect((await stored()).map(({ status, outcome }) => [status, outcome])).toEqual(
      Array(2).fill(["ON_HOLD", "refused"]),
    );
    expect(await gateway.received()).toEqual([]);
  });
});

test("invitations go on hold and back, are withdrawn after three weeks, and ignored ones are noticed", async () => {
  const [one, two] = await makePeople(2);
  const leadIds = [one?.leadId, two?.leadId];
  await invite([one ?? { leadId: "" }, two ?? { leadId: "" }]);
  const setOnHold = (isOnHold: boolean) => me.client.patch("/api/invitations", { leadIds, isOnHold });
  expect((await setOnHold(true)).body).toEqual({ changed: 2 });
  await run();
  expect(await gateway.received()).toEqual([]);
  expect((await setOnHold(false)).body).toEqual({ changed: 2 });
  await run();
  await run();
  expect(await gateway.received()).toHaveLength(2);
  advance(20 * DAY);
  await poll();
  expect((await stored()).map(({ status }) => status)).toEqual(["SENT", "SENT"]);
  advance(2 * DAY);
  await poll();
  expect((await stored()).map(({ outcome }) => outcome)).toEqual(["withdrawn", "withdrawn"]);
});

test("after refused withdrawals, those of later invitations are tried first", async () => {
  const people = await makePeople(7);
  await invite(people);
  for (const _ of people) await run();
  advance(22 * DAY);
  const outcomes = async () =>
    (
      await server.query<{ outcome: string | null }>(
        "select outcome from invitations where company_id = $1 order by invited_at, queued_at, id",
        [me.company.id],
      )
    ).map(({ outcome }) => outcome);
  await gateway.control("POST", "failures", { type: "invalid_message", on: "withdraw", times: 5 });
  await poll();
  expect(await outcomes()).toEqual(people.map(() => null));
  advance(DAY);
  await poll();
  expect((await outcomes()).slice(5)).toEqual(["withdrawn", "withdrawn"]);
  expect((await outcomes()).filter((outcome) => outcome === null)).toHaveLength(2);
});

test("a withdrawal that LinkedIn refuses holds up no other invitation", async () => {
  const people = await makePeople(3);
  await invite(people);
  for (const _ of people) await run();
  const [first, , last] = await server.query<{ id: string; gateway_id: string }>(
    "select id, gateway_id from invitations where company_id = $1 order by invited_at, queued_at, id",
    [me.company.id],
  );
  advance(22 * DAY);
  await server.query("update invitations set gateway_id = 'onbekend', lead_id = $2 where id = $1", [
    last?.id,
    await makeLead(server, me.company.id, { provider_id: "ACoAANobody" }),
  ]);
  await gateway.control("POST", "failures", { type: "invalid_message", on: "withdraw" });
  await poll();
  const outcomes = () =>
    server.query<{ id: string; outcome: string | null }>(
      "select id, outcome from invitations where company_id = $1 order by outcome nulls first",
      [me.company.id],
    );
  expect(await outcomes()).toMatchObject([
    { id: first?.id, outcome: null },
    { outcome: "ignored" },
    { outcome: "withdrawn" },
  ]);
  advance(DAY);
  await poll();
  expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(["ignored", "withdrawn", "withdrawn"]);
});

describe("the invitation queue", () => {
  const listInvitations = async (query = "") =>
    (await me.client.get(`/api/invitations${query}`)).body as unknown as InvitationQueue;

  test("shows when each goes, why it waits, and what was held, sent and ended", async () => {
    await server.query(
      `update senders set spacing = '{"invitations": [3, 8], "messages": [0, 0]}' where company_id = $1`,
      [me.company.id],
    );
    const people = await makePeople(4);
    await invite(people);
    await me.client.patch("/api/invitations", { leadIds: [people[3]?.leadId], isOnHold: true });
    await run();
    const { items, counts } = await listInvitations();
    expect(counts).toEqual({ queued: 2, held: 1, sent: 1, ended: 0 });
    expect(items).toMatchObject([
      { senderName: "Frank Hoekstra", plannedAt: expect.any(String), waitsFor: { code: "spacing" } },
      { plannedAt: expect.any(String), waitsFor: { code: "spacing" } },
    ]);
    expect(items[1]?.plannedAt?.localeCompare(items[0]?.plannedAt ?? "")).toBe(1);
    const { body: timeline } = await me.client.get(`/api/leads/${items[1]?.leadId}/timeline`);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: "invitation_queued",
        plannedAt: items[1]?.plannedAt,
        waitsFor: items[1]?.waitsFor,
      }),
    );
    const reasonOf = async (change: string) => {
      await server.query(`update invitations set ${change} where id = $1`, [items[1]?.id]);
      return (await listInvitations()).items.find(({ id }) => id === items[1]?.id)?.waitsFor?.text;
    };
    expect(await reasonOf("claimed_at = now()")).toBe("Wordt nu verstuurd.");
    expect(await reasonOf("claimed_at = null, channel = 'airtable'")).toBe("Wacht op de automatisering in Airtable.");
    await reasonOf("channel = 'linkedin'");
    expect((await listInvitations("?list=held")).items.map(({ leadId }) => leadId)).toEqual([people[3]?.leadId]);
    expect((await listInvitations("?sender=Niemand")).counts.queued).toBe(0);
    expect((await listInvitations("?sender=frank%20hoekstra")).counts.queued).toBe(2);
    const name = items[1]?.fullName ?? "";
    const found = await listInvitations(`?search=${encodeURIComponent(name.toUpperCase())}`);
    expect(found.items.map(({ id }) => id)).toEqual([items[1]?.id]);
    expect(found.counts).toEqual({ queued: 1, held: 0, sent: 0, ended: 0 });

    await gateway.control("PATCH", `accounts/${accountId}`, { status: "CREDENTIALS" });
    await poll();
    expect((await listInvitations()).items[0]).toMatchObject({
      plannedAt: null,
      waitsFor: { code: "hold", text: expect.stringContaining("opnieuw") },
    });
  });

  test("a user withdraws one: LinkedIn has forgotten it, and it cannot be withdrawn again", async () => {
    const [one] = await makePeople(1);
    await invite([one ?? { leadId: "" }]);
    await run();
    const [sent] = (await listInvitations("?list=sent")).items;
    expect(sent).toMatchObject({ withdrawnAt: expect.any(String), isOfAutomation: false });
    const withdraw = () => me.client.post(`/api/invitations/${sent?.id}/withdraw`, {});
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(409);
    expect((await listInvitations("?list=ended")).items).toMatchObject([
      { id: sent?.id, problem: "Ingetrokken door Anna Jansen." },
    ]);
    // Only a user invites again, and LinkedIn refuses that for three weeks.
    expect(await invite([one ?? { leadId: "" }])).toEqual({ queued: 1, skipped: [] });
  });

  test("an invitation on hold is named where a message waits for it, before and after the message is queued", async () => {
    const providerId = `ACoAAWacht${++person}`;
    const { id, leadId } = await makeMessage(server, me.company.id, {}, { provider_id: providerId });
    const previewed = async () => (await me.client.get(`/api/messages/${id}/send-preview`)).body["waitsFor"];
    await poll();
    expect(await previewed()).toEqual({
      code: "acceptance",
      text: expect.stringContaining("eerst gaat er een uitnodiging"),
    });
    await invite([{ leadId }]);
    const hold = (isOnHold: boolean) => me.client.patch("/api/invitations", { leadIds: [leadId], isOnHold });
    const isPending = { code: "acceptance", text: "Wacht op de acceptatie van de uitnodiging." };
    const isHeld = { code: "acceptance", text: expect.stringContaining("De uitnodiging staat in de wacht.") };
    expect(await previewed()).toEqual(isPending);
    await hold(true);
    expect(await previewed()).toEqual(isHeld);
    expect(await invite([{ leadId }])).toEqual({ queued: 0, skipped: [{ reason: "on_hold", count: 1 }] });
    await me.client.post(`/api/send-icebreaker/${id}`);
    const waitsFor = async () =>
      ((await me.client.get("/api/messages-queued")).body as unknown as QueuedMessage[])[0]?.waitsFor;
    expect(await waitsFor()).toEqual(isHeld);
    await hold(false);
    expect(await waitsFor()).toEqual(isPending);
  });

  test("only the chosen invitation of a lead is put back, and not beside a newer one", async () => {
    const [one] = await makePeople(1);
    const add = async (sender: string, status: string, outcome: string | null) =>
      (
        await server.query<{ id: string }>(
          `insert into invitations (company_id, lead_id, connected_with, status, outcome, outcome_at, channel)
            values ($1, $2, $3, $4, $5, $6, 'linkedin') returning id`,
          [me.company.id, one?.leadId, sender, status, outcome, outcome && new Date()],
        )
      )[0]?.id;
    const held = await add("Frank Hoekstra", "ON_HOLD", null);
    const ignored = await add("Piet", "ON_HOLD", "ignored");
    const statusOf = async (id: string | undefined) =>
      (await server.query<{ status: string }>("select status from invitations where id = $1", [id]))[0]?.status;
    const change = async (body: object) => (await me.client.patch("/api/invitations", body)).body["changed"];

    await me.client.post("/api/workflows/built-in", { workflowId: "move-from-on-hold" });
    expect([await statusOf(held), await statusOf(ignored)]).toEqual(["QUEUED", "ON_HOLD"]);
    expect(await change({ leadIds: [one?.leadId], isOnHold: true })).toBe(1);
    expect(await change({ leadIds: [one?.leadId], isOnHold: false })).toBe(1);
    expect([await statusOf(held), await statusOf(ignored)]).toEqual(["QUEUED", "ON_HOLD"]);
    expect(await change({ invitationIds: [ignored], isOnHold: false })).toBe(1);
    expect(await change({ invitationIds: [ignored], isOnHold: true })).toBe(1);
    expect([await statusOf(held), await statusOf(ignored)]).toEqual(["QUEUED", "ON_HOLD"]);
    await add("Piet", "SENT", null);
    expect(await change({ invitationIds: [ignored], isOnHold: false })).toBe(0);
  });

  test("those that cannot go back into the queue do not keep the next ones on hold", async () => {
    const [deleted, invited, next] = await makePeople(3);
    const add = (leadId: string | undefined, status: string, queuedAt: string) =>
      server.query(
        `insert into invitations (company_id, lead_id, connected_with, status, queued_at, channel)
          values ($1, $2, 'Frank Hoekstra', $3, $4, 'linkedin')`,
        [me.company.id, leadId, status, queuedAt],
      );
    await add(deleted?.leadId, "ON_HOLD", "2026-01-01");
    await add(invited?.leadId, "ON_HOLD", "2026-01-02");
    await add(invited?.leadId, "SENT", "2026-01-03");
    await add(next?.leadId, "ON_HOLD", "2026-01-04");
    await server.query("update leads set classification = 'DELETED', deleted_at = now() where id = $1", [
      deleted?.leadId,
    ]);
    const moved = await me.client.post("/api/workflows/built-in", { workflowId: "move-from-on-hold", count: 1 });
    expect(moved.body).toMatchObject({ count: 1, message: "1 uitnodiging is uit de wacht gehaald." });
    expect((await stored()).map(({ status }) => status)).toEqual(["ON_HOLD", "ON_HOLD", "SENT", "QUEUED"]);
  });

  test("the leads that are skipped are counted for each reason", async () => {
    const make = (fields: Record<string, unknown>) => makeLead(server, me.company.id, fields);
    const profile = () => ({ provider_id: `ACoAASkip${++person}` });
    const leadIds = [
      await make({ ...profile(), classification: "DO NOT CONNECT" }),
      await make({ ...profile(), classification: "NOT RELEVANT" }),
      await make({ provider_id: null, linkedin_url: null }),
      await make(profile()),
      crypto.randomUUID(),
    ];
    const { body } = await me.client.post("/api/invitations", { leadIds });
    expect(body).toEqual({
      queued: 0,
      skipped: [
        { reason: "unwelcome", count: 2 },
        { reason: "deleted", count: 1 },
        { reason: "no_profile", count: 1 },
        { reason: "no_sender", count: 1 },
      ],
    });
  });

  test("the best rated leads are invited by their rating, each once", async () => {
    for (const [nth, rating] of [9, 8, 3].entries())
      await makeLead(server, me.company.id, {
        provider_id: `ACoAARating${++person}`,
        lead_rating: rating,
        full_name: `Lead ${nth}`,
      });
    await poll();
    const byRating = async (limit: number) =>
      (await me.client.post("/api/invitations", { minRating: 8, limit, senderId })).body;
    expect(await byRating(1)).toEqual({ queued: 1, skipped: [] });
    expect((await listInvitations()).items.map(({ fullName }) => fullName)).toEqual(["Lead 0"]);
    expect(await byRating(10)).toEqual({ queued: 1, skipped: [] });
    expect(await byRating(10)).toEqual({ queued: 0, skipped: [] });
  });

  test("what the company's own automation sends is shown, and cannot be changed here", async () => {
    const leadId = await makeLead(server, me.company.id);
    await server.query("update companies set delivery_channel = 'airtable' where id = $1", [me.company.id]);
    await server.query(
      "insert into invitations (company_id, lead_id, connected_with, status, queued_at) values ($1, $2, 'Frank Hoekstra', 'QUEUED', now())",
      [me.company.id, leadId],
    );
    expect((await listInvitations()).items).toMatchObject([{ isOfAutomation: true, waitsFor: { code: "automation" } }]);
    expect((await me.client.patch("/api/invitations", { leadIds: [leadId], isOnHold: true })).body).toEqual({
      changed: 0,
    });
  });

  test("one that Airtable queued stays with Airtable while it is on hold, and is ours when it is put back", async () => {
    const providerId = `ACoAALead${++person}`;
    const leadId = await makeLead(server, me.company.id, { provider_id: providerId });
    await server.query(
      "insert into invitations (company_id, lead_id, connected_with, status, queued_at) values ($1, $2, 'Frank Hoekstra', 'QUEUED', now())",
      [me.company.id, leadId],
    );
    const setOnHold = (isOnHold: boolean) => me.client.patch("/api/invitations", { leadIds: [leadId], isOnHold });
    expect((await listInvitations()).items).toMatchObject([{ isFromAirtable: true, isOfAutomation: false }]);
    expect((await setOnHold(true)).body).toEqual({ changed: 1 });
    expect((await listInvitations("?list=held")).items).toMatchObject([{ isFromAirtable: true }]);
    expect((await setOnHold(false)).body).toEqual({ changed: 1 });
    expect((await listInvitations()).items).toMatchObject([{ isFromAirtable: false }]);
    await poll();
    await run();
    expect(await gateway.received()).toHaveLength(1);
  });
});
