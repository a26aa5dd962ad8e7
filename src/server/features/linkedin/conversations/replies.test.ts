import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Conversation, LeadConversation } from "#contract/inbox.ts";
import type { Overview } from "#contract/overview.ts";
import type { ResultsOverview } from "#contract/statistics.ts";
import { hashToken } from "#platform/sessions.ts";
import { addDays } from "#platform/time.ts";
import { createJobHandlers } from "#server/all-jobs.ts";
import {
  endUndoPeriod,
  endUndoPeriodOfAnswers,
  makeLead,
  makeMessage,
  makePrompt,
  makeQueueItem,
  removeSendingLimits,
} from "#testing/factories.ts";
import { type LinkedInTestGateway, startServerWithGateway } from "#testing/linkedin-gateway.ts";
import { startServerProcess } from "#testing/product-process.ts";
import { type SignedIn, signInAs } from "#testing/signed-in.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import type { TestServer } from "#testing/test-server.ts";
import { advanceClocks, linkAccount, runJob, startCompany } from "../linkedin.fixture.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const APP_SECRET = "een-geheim-van-twee-processen-voor-deze-test";

let server: TestServer;
let gateway: LinkedInTestGateway;
let stop: () => Promise<void>;
let folder: string;
let me: SignedIn;
let senderId: string;
let accountId: string;
let person = 0;
beforeAll(async () => {
  ({ server, gateway, stop } = await startServerWithGateway({ APP_SECRET }));
  folder = await mkdtemp(join(tmpdir(), "usa-replies-"));
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const poll = () => runJob(server, "linkedin.poll", { companyId: me.company.id });
const deliver = () => runJob(server, "automation.deliver", { companyId: me.company.id });
const advance = (ms: number) => advanceClocks(server, gateway, ms);
const newPerson = () => `ACoAAReactie${++person}`;

/** A lead who is a relation and has received the first part; the other three parts are queued. */
let sent: { id: string; leadId: string; providerId: string };
beforeEach(async () => {
  await server.query("delete from pgboss.job");
  ({ me, accountId } = await startCompany(server, gateway));
  const providerId = newPerson();
  const { id, leadId } = await makeMessage(server, me.company.id, {}, { provider_id: providerId });
  sent = { id, leadId, providerId };
  await gateway.control("PATCH", `accounts/${accountId}`, { relations: [providerId] });
  senderId = await linkAccount(me, accountId);
  await removeSendingLimits(server, me.company.id);
  await poll();
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  await deliver();
  expect(await parts()).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
  advance(MINUTE);
});

const parts = async () =>
  (
    await server.query<{ status: string }>(
      "select status from queue_items where message_id = $1 order by due_sort_key, id",
      [sent.id],
    )
  ).map(({ status }) => status);
const received = () =>
  server.query("select text from linkedin_messages where company_id = $1 and not is_ours", [me.company.id]);
const reply = (text = "Leuk, bel me morgen.") =>
  gateway.control("POST", `people/${sent.providerId}`, { does: "reply", text });
const expectStopped = async () => {
  expect(await parts()).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
  expect(await received()).toEqual([{ text: "Leuk, bel me morgen." }]);
};

describe("events of the gateway about replies, relations and accounts", () => {
  const runJobs = async () => {
    const jobs = await server.query<{ data: object }>(
      "delete from pgboss.job where name = 'linkedin.poll' returning data",
    );
    for (const { data } of jobs) await runJob(server, "linkedin.poll", data).catch(() => undefined);
  };

  test.each([
    ["on time", {}],
    ["late", { delayMs: HOUR }],
    ["duplicated", { duplicate: true }],
    ["out of order", { reverse: true }],
    ["lost", { drop: true }],
  ])("%s end in the same state", async (_how, settings) => {
    const invited = newPerson();
    const leadId = await makeLead(server, me.company.id, { provider_id: invited });
    await me.client.post("/api/invitations", { leadIds: [leadId], senderId });
    await deliver();
    await gateway.control("PATCH", "settings", { relationDelay: "none", ...settings });
    await gateway.control("PATCH", `accounts/${accountId}`, { status: "CREDENTIALS" });
    await gateway.control("PATCH", `accounts/${accountId}`, { status: "OK" });
    await gateway.control("POST", `people/${invited}`, { does: "accept" });
    await reply();
    await runJobs();
    // The polls of half a day, and events that arrive afterwards.
    advance(13 * HOUR);
    await poll();
    await gateway.control("POST", "run");
    await runJobs();
    me.client = await signInAs(server, me.user);
    await expectStopped();
    const inbox = (await me.client.get("/api/inbox")).body as unknown as Conversation[];
    expect(inbox).toMatchObject([{ leadId: sent.leadId, isAnswered: false, lastText: "Leuk, bel me morgen." }]);
    const states = await server.query(
      `select i.status, a.status as account from invitations i join linkedin_accounts a using (company_id)
        where i.company_id = $1`,
      [me.company.id],
    );
    expect(states).toEqual([{ status: "ACCEPTED", account: "ok" }]);
  });

  test.each([
    ["in order", {}],
    ["out of order", { reverse: true }],
  ])("that come together, hours late and %s, lose no reply", async (_how, settings) => {
    advance(24 * HOUR);
    await poll();
    await gateway.control("POST", "run");
    await server.query("delete from pgboss.job");
    await gateway.control("PATCH", "settings", { historyLagMs: 3 * HOUR, delayMs: 3 * HOUR, ...settings });
    const texts = ["Vertel eens meer", "Leuk, bel me morgen.", "Na de middag graag"];
    for (const text of texts) {
      advance(5 * MINUTE);
      await reply(text);
    }
    for (let hours = 0; hours < 4; hours++) {
      await poll();
      expect(await received()).toEqual([]);
      advance(HOUR);
    }
    await gateway.control("POST", "run");
    const events = () =>
      server.query<{ data: object }>(
        "delete from pgboss.job where name = 'linkedin.poll' and not data ? 'isRepeat' returning data",
      );
    const jobs = await events();
    expect(jobs).toHaveLength(3);
    // The first is polled, and the two others wait for it and become one.
    const handler = createJobHandlers(server.platform).find(({ job }) => job.name === "linkedin.poll");
    const handle = async ({ data }: { data: object }) => handler?.handle(data, new AbortController().signal);
    await Promise.all(jobs.map(handle));
    const merged = await events();
    expect(merged).toHaveLength(1);
    await Promise.all(merged.map(handle));
    expect(await received()).toHaveLength(3);
    expect(await received()).toEqual(expect.arrayContaining(texts.map((text) => ({ text }))));
    expect(await parts()).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
  });

  test("that are forged change nothing, even with our token: what they claim is asked of the gateway", async () => {
    await server.query("update linkedin_hooks set token_hash = $2 where company_id = $1", [
      me.company.id,
      hashToken("uitgelekt"),
    ]);
    const forged = {
      event: "message_received",
      account_id: accountId,
      account_info: { user_id: "eigenaar" },
      chat_id: "verzonnen",
      message_id: "verzonnen",
      message: "Stop",
      sender: { attendee_provider_id: sent.providerId },
    };
    const relation = { account_id: accountId, user_provider_id: sent.providerId, user_public_identifier: "" };
    const status = { AccountStatus: { account_id: accountId, account_type: "LINKEDIN", message: "DELETED" } };
    for (const body of [forged, relation, status]) {
      const post = (token: string) =>
        server.client().post("/api/linkedin/events", body, { authorization: `Bearer ${token}` });
      expect((await post("geraden")).status).toBe(401);
      expect((await post("uitgelekt")).status).toBe(200);
    }
    await runJobs();
    expect(await received()).toEqual([]);
    expect(await parts()).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
    const lead = await server.query("select classification from leads where id = $1", [sent.leadId]);
    expect(lead).toEqual([{ classification: null }]);
    const [account] = await server.query("select status from linkedin_accounts where company_id = $1", [me.company.id]);
    expect(account).toEqual({ status: "ok" });
  });
});

test("a reply counts in the results at once, and when it is judged or followed by another one it does not count again", async () => {
  const promptId = await makePrompt(server, me.company.id, { prompt_name: "Icebreaker" });
  await server.query(
    `insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model,
      facts, claims, warnings, prompt_tokens, completion_tokens, took_ms, made_at)
    values ($1, $2, 1, $3, 1, '1', 'model', '[]', '[]', '[]', 1, 1, 1, $4)`,
    [me.company.id, sent.id, promptId, server.clock.now()],
  );
  // To the same lead, but not sent: it has no reply.
  await makeMessage(server, me.company.id, { lead_id: sent.leadId, message_type: "followup", status: "pending" });
  const results = async () => {
    const { total, byManager, byIndustry, byPrompt } = (await me.client.get("/api/statistics/results?days=7"))
      .body as unknown as ResultsOverview;
    const figures = [
      ...[{ current: total.current }, ...byManager, ...byIndustry].map(({ current }) => current),
      ...byPrompt,
    ];
    return figures.map(({ sent, replied }) => `${replied} of ${sent}`);
  };
  expect(await results()).toEqual(["0 of 1", "0 of 1", "0 of 1", "0 of 1"]);
  await reply();
  await poll();
  const answered = ["1 of 1", "1 of 1", "1 of 1", "1 of 1"];
  expect(await results()).toEqual(answered);
  const status = () => server.query("select status from messages where id = $1", [sent.id]);
  expect(await status()).toEqual([{ status: "sent" }]);
  await me.client.patch(`/api/leads/${sent.leadId}/conversation`, { sentiment: "interested" });
  expect(await status()).toEqual([{ status: "interested" }]);
  await reply("En nog iets.");
  await poll();
  expect(await results()).toEqual(answered);
  const now = server.clock.now();
  advance(addDays(now, 1).getTime() - now.getTime());
  me.client = await signInAs(server, me.user);
  expect(((await me.client.get("/api/overview")).body as unknown as Overview).yesterday.replies).toBe(1);
});

test("a part that was queued before the reply but is read from Airtable after it is not sent", async () => {
  const queuedAt = server.clock.now();
  advance(MINUTE);
  await reply();
  await poll();
  await expectStopped();
  const id = await makeQueueItem(server, me.company.id, {
    lead_id: sent.leadId,
    message_flow: "Frank Hoekstra",
    message_name: "Follow up 1",
    channel: "linkedin",
    date_due: queuedAt,
    created_at: queuedAt,
  });
  advance(25 * HOUR);
  await deliver();
  const [part] = await server.query<{ status: string; problem: string }>(
    "select status, problem from queue_items where id = $1",
    [id],
  );
  expect(part).toMatchObject({ status: "CANCELLED", problem: "Niet verstuurd: de lead heeft geantwoord." });
});

describe("after the worker is killed", () => {
  const startWorker = () =>
    startServerProcess({
      PROCESS: "worker",
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: folder,
      APP_SECRET,
      LOG_LEVEL: "error",
    });
  const eventually = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 200 });

  test("before it reads a reply, the next worker reads it and stops the queue", async () => {
    const dead = await startWorker();
    await dead.kill();
    await reply();
    await gateway.control("POST", "run");
    const worker = await startWorker();
    try {
      await eventually(received).toHaveLength(1);
      await eventually(parts).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
    } finally {
      await worker.kill();
    }
  });

  test("while it stores a reply, nothing is half done, and the next poll does all of it", async () => {
    const locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
    await locker.connect();
    const worker = await startWorker();
    try {
      await locker.query("begin");
      await locker.query("select from leads where id = $1 for update", [sent.leadId]);
      await reply();
      await gateway.control("POST", "run");
      await eventually(() =>
        server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      ).not.toEqual([]);
      await worker.kill();
      await locker.query("rollback");
    } finally {
      await worker.kill();
      await locker.end();
    }
    expect(await received()).toEqual([]);
    expect(await parts()).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
    await poll();
    await expectStopped();
  });

  test("when a reply is stored, it is not stored again", async () => {
    const worker = await startWorker();
    try {
      await reply();
      await gateway.control("POST", "run");
      await eventually(received).toHaveLength(1);
    } finally {
      await worker.kill();
    }
    await poll();
    await expectStopped();
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 1 });
  });

  /** The lead is locked before a part is claimed, the record of the send when its outcome is stored. */
  test.each([
    ["before it claims our answer, the next worker sends it", "leads where id = $1", 0],
    [
      "while it stores that our answer was sent, it is found at LinkedIn and not sent again",
      "linkedin_conversations where lead_id = $1",
      1,
    ],
  ])("%s", async (_what, locked, sentBefore) => {
    await reply();
    await poll();
    const ours = async () => (await gateway.received()).filter(({ text }) => text === "Graag!");
    const locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
    await locker.connect();
    await me.client.post(`/api/leads/${sent.leadId}/conversation`, { text: "Graag!", when: "now" });
    // The clock of the worker is behind that of this test.
    await server.query("update queue_items set date_due = now() - interval '1 hour' where text = 'Graag!'");
    await server.query("update senders set next_message_at = null, next_answer_at = null, plans_valid_until = null");
    await locker.query("begin");
    await locker.query(`select from ${locked} for update`, [sent.leadId]);
    const { rows } = await locker.query<{ pid: number }>("select pg_backend_pid() as pid");
    const dying = await startWorker();
    try {
      await eventually(ours).toHaveLength(sentBefore);
      // Another job of the worker may wait for a lock that has nothing to do with ours.
      await eventually(() =>
        server.query("select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))", [rows[0]?.pid]),
      ).not.toEqual([]);
      expect(await ours()).toHaveLength(sentBefore);
      await dying.kill();
      await locker.query("rollback");
    } finally {
      await dying.kill();
      await locker.end();
    }
    for (const minutes of [3, 3, 11, 60]) {
      advance(minutes * MINUTE);
      await deliver();
      await poll();
    }
    expect(await ours()).toHaveLength(1);
    const [answer] = await server.query("select status from queue_items where company_id = $1 and text = 'Graag!'", [
      me.company.id,
    ]);
    expect(answer).toEqual({ status: "SENT" });
  });
});

test.each(["merged", "deleted"])(
  "a reply belongs to the lead in the list, not to an older one that was %s",
  async (how) => {
    const kept = await makeLead(server, me.company.id, { provider_id: sent.providerId });
    if (how === "merged") await me.client.post(`/api/leads/${kept}/merge`, { duplicateId: sent.leadId });
    else await me.client.patch(`/api/leads/${sent.leadId}/classification`, { classification: "DELETED" });
    await reply();
    await poll();
    expect((await me.client.get("/api/inbox")).body).toMatchObject([
      { leadId: kept, lastText: "Leuk, bel me morgen." },
    ]);
  },
);

test("a refusal by a deleted lead does not bring it back, and it is not contacted after it is restored", async () => {
  await me.client.patch(`/api/leads/${sent.leadId}/classification`, { classification: "DELETED" });
  await reply("Stop, geen interesse.");
  await poll();
  expect(await received()).toEqual([{ text: "Stop, geen interesse." }]);
  expect((await me.client.get(`/api/leads/${sent.leadId}`)).status).toBe(404);
  const restored = await me.client.post(`/api/leads/${sent.leadId}/restore`);
  expect(restored.body).toMatchObject({ leadClassification: "NOT INTERESTED" });
});

describe("a reply that is read late", () => {
  const conversation = () => `/api/leads/${sent.leadId}/conversation`;
  const unanswered = async () => (await me.client.get("/api/inbox/count")).body;
  const readLater = async () => {
    advance(MINUTE);
    await poll();
  };
  /** The part that was sent went out after what is written now. */
  const writeBeforePart = () => gateway.setClock(new Date(server.clock.now().getTime() - 2 * MINUTE));

  test.each([
    ["a part went out", async () => undefined],
    [
      "a colleague decided that the one before it needs no answer",
      () => me.client.patch(conversation(), { isHandled: true }),
    ],
    [
      "the one before it was answered",
      async () => {
        await me.client.post(conversation(), { text: "Graag!", when: "now" });
        await endUndoPeriodOfAnswers(server, sent.leadId);
        await deliver();
        expect((await gateway.received()).at(-1)).toMatchObject({ text: "Graag!" });
      },
    ],
  ])("is new, although %s meanwhile", async (what, happens) => {
    if (what === "a part went out") writeBeforePart();
    else {
      await reply("Vertel eens meer");
      await poll();
      advance(MINUTE);
    }
    await reply();
    advance(MINUTE);
    await happens();
    await readLater();
    expect((await me.client.get("/api/inbox")).body).toMatchObject([
      { leadId: sent.leadId, isAnswered: false, lastText: "Leuk, bel me morgen." },
    ]);
    expect(await unanswered()).toEqual({ unanswered: 1 });
    // The same words are another answer to it.
    await me.client.post(conversation(), { text: "Graag!", when: "now" });
    expect(await unanswered()).toEqual({ unanswered: 0 });
  });

  test("is answered by what the owner of the account wrote after it on LinkedIn", async () => {
    await reply();
    advance(MINUTE);
    const types = { providerId: sent.providerId, text: "Vanaf mijn telefoon" };
    await gateway.control("PATCH", `accounts/${accountId}`, { types });
    await readLater();
    expect(await unanswered()).toEqual({ unanswered: 0 });
  });

  test.each(["SENT", "SENDING", "ERROR"])(
    "is not answered by the echo of a part (%s) that comes back with another id and other spaces",
    async (status) => {
      await reply();
      await readLater();
      await server.query("update queue_items set status = $2 where message_id = $1 and status = 'SENT'", [
        sent.id,
        status,
      ]);
      const types = { providerId: sent.providerId, text: "Hoi  Sanne! \r\n" };
      await gateway.control("PATCH", `accounts/${accountId}`, { types });
      await readLater();
      const stored = await server.query("select from linkedin_messages where company_id = $1 and is_ours", [
        me.company.id,
      ]);
      expect(stored).toHaveLength(2);
      expect(await unanswered()).toEqual({ unanswered: 1 });
    },
  );

  test("is answered by another message, as soon as a part of it was sent that a user approved after the reply", async () => {
    await reply();
    await poll();
    advance(25 * HOUR);
    me.client = await signInAs(server, me.user);
    const { id } = await makeMessage(server, me.company.id, { lead_id: sent.leadId });
    expect((await me.client.post(`/api/send-icebreaker/${id}`)).status).toBe(200);
    await endUndoPeriod(server, id);
    expect(await unanswered()).toEqual({ unanswered: 1 });
    await deliver();
    expect(await server.query("select from queue_items where message_id = $1 and status = 'SENT'", [id])).toHaveLength(
      1,
    );
    expect(await unanswered()).toEqual({ unanswered: 0 });
  });

  test("is not handled by a decision about the one before it", async () => {
    const lastReplyId = async () => {
      const { messages } = (await me.client.get(conversation())).body as unknown as LeadConversation;
      return messages.findLast(({ isOurs }) => !isOurs)?.id;
    };
    await reply("Vertel eens meer");
    await poll();
    const seenReplyId = await lastReplyId();
    advance(MINUTE);
    await reply();
    await poll();
    const decide = async (seenReplyId: string | undefined) =>
      (await me.client.patch(conversation(), { isHandled: true, seenReplyId })).body;
    expect(await decide(seenReplyId)).toMatchObject({ isAnswered: false });
    expect(await decide(await lastReplyId())).toMatchObject({ isAnswered: true });
  });
});

test("a lead who wrote to two accounts is in the inbox once", async () => {
  await reply();
  await poll();
  await server.query(
    `with account as (
      insert into linkedin_accounts (company_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
      values ($1, gen_random_uuid()::text, 'Anna', 'eigenaar', 'ok', now(), now()) returning id)
    insert into linkedin_conversations (company_id, account_id, lead_id, last_received_at, reply_stored_at)
    select $1, id, $2, timestamptz '2020-01-01', timestamptz '2020-01-01' from account`,
    [me.company.id, sent.leadId],
  );
  expect((await me.client.get("/api/inbox")).body).toMatchObject([
    { leadId: sent.leadId, isAnswered: false, lastText: "Leuk, bel me morgen." },
  ]);
  expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 1 });
});
