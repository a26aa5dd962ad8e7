import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Conversation, LeadConversation } from "#contract/inbox.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { webhookPayloads } from "#contract/webhooks.ts";
import { calendarDay } from "#platform/time.ts";
import { openEvents } from "#testing/event-reader.ts";
import {
  endUndoPeriod,
  endUndoPeriodOfAnswers,
  ICE_BREAKER,
  makeMessage,
  removeSendingLimits,
} from "#testing/factories.ts";
import { gatewayKey, type LinkedInTestGateway, startServerWithGateway } from "#testing/linkedin-gateway.ts";
import type { SignedIn } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";
import { advanceClocks, linkAccount, runEnqueuedJobs, runJob, startCompany } from "../linkedin.fixture.ts";
import { pollCompany } from "../poll.ts";
import { comparableText } from "./lost-answers.ts";

const MINUTE = 60_000;

let server: TestServer;
let gateway: LinkedInTestGateway;
let stop: () => Promise<void>;
let me: SignedIn;
let accountId: string;
let person = 0;
beforeAll(async () => {
  ({ server, gateway, stop } = await startServerWithGateway());
});
afterAll(() => stop());
beforeEach(async () => {
  ({ me, accountId } = await startCompany(server, gateway));
});

const run = () => runJob(server, "automation.deliver", { companyId: me.company.id });
const poll = () => pollCompany(server.platform, { companyId: me.company.id }, new AbortController().signal);
const advance = (ms: number) => advanceClocks(server, gateway, ms);
const webhooks = async () => {
  await gateway.control("POST", "run");
  await runEnqueuedJobs(server, "linkedin.poll");
};
const connect = () => linkAccount(me, accountId);

const removeAtGateway = async () => {
  const headers = { "x-api-key": gatewayKey(me.company.id) };
  const removed = await fetch(`${gateway.url}/api/v1/accounts/${accountId}`, { method: "DELETE", headers });
  expect(removed.status).toBe(200);
};
const findSenderId = async () =>
  (
    await server.query<{ id: string }>("select sender_id as id from linkedin_accounts where company_id = $1", [
      me.company.id,
    ])
  )[0]?.id;
const disconnectHere = async () =>
  expect((await me.client.delete(`/api/senders/${await findSenderId()}/linkedin`)).status).toBe(200);

/** A message to a lead; by default the lead is a relation of the account. */
const prepare = async ({ isRelation = true } = {}) => {
  person += 1;
  const providerId = `ACoAAPersoon${person}`;
  const { id, leadId } = await makeMessage(server, me.company.id, {}, { provider_id: providerId });
  if (isRelation) await gateway.control("PATCH", `accounts/${accountId}`, { relations: [providerId] });
  await connect();
  await removeSendingLimits(server, me.company.id);
  await poll();
  return { id, leadId, providerId };
};
const send = async (id: string) => {
  expect((await me.client.post(`/api/send-icebreaker/${id}`)).status).toBe(200);
  await endUndoPeriod(server, id);
};
const parts = (id: string) =>
  server.query<{ status: string; problem: string | null }>(
    "select status, problem from queue_items where message_id = $1 order by due_sort_key, id",
    [id],
  );
const statuses = async (id: string) => (await parts(id)).map(({ status }) => status);
const texts = async () => (await gateway.received()).map(({ text }) => text);
const queued = async () => (await me.client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
const inbox = async () => (await me.client.get("/api/inbox")).body as unknown as Conversation[];

describe("sending", () => {
  test("a relation gets the first part at once through the account of the sender; the chat is reused", async () => {
    const { id, providerId } = await prepare();
    await send(id);
    await Promise.all([run(), run(), run()]);
    expect(await gateway.received()).toMatchObject([
      { account: accountId, providerId, kind: "message", text: "Hoi Sanne!" },
    ]);
    expect(await statuses(id)).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
    await server.query("update queue_items set date_due = now() - interval '1 hour' where message_id = $1", [id]);
    advance(20 * 60 * MINUTE + MINUTE);
    await run();
    expect(await texts()).toEqual(["Hoi Sanne!", "Nog even dit."]);
    expect(
      await server.query("select chat_id from linkedin_conversations where company_id = $1", [me.company.id]),
    ).toHaveLength(1);
  });

  test("a text arrives exactly as it was approved", async () => {
    const { id } = await prepare();
    const text = 'Hoi Sanne,\n\nMet "aanhalingstekens", een € en een 👋.\nGroet';
    const content = `Ice Breaker:\n${text}\n\nBericht 1:\nNog even dit.`;
    expect((await me.client.patch(`/api/messages/${id}`, { messageContent: content })).status).toBe(200);
    await endUndoPeriod(server, id);
    await run();
    expect(await texts()).toEqual([text]);
  });

  test("without an account, or with one that is disconnected, the parts wait and say why", async () => {
    const { id } = await makeMessage(server, me.company.id, {}, { provider_id: "ACoAAWacht" });
    await send(id);
    await run();
    expect((await queued())[0]?.waitsFor).toMatchObject({
      code: "hold",
      text: expect.stringContaining("geen verbonden"),
    });
    await connect();
    await gateway.control("PATCH", `accounts/${accountId}`, { status: "CREDENTIALS", relations: ["ACoAAWacht"] });
    await poll();
    await run();
    expect((await queued())[0]?.waitsFor).toMatchObject({ code: "hold", text: expect.stringContaining("opnieuw") });
    expect(await texts()).toEqual([]);
  });

  test("the queue follows a sender who disconnects and connects again; then the relations are known as soon as they are read", async () => {
    const { id } = await prepare();
    await send(id);
    expect((await queued())[0]).toMatchObject({ plannedAt: expect.any(String) });
    const [sender] = await server.query<{ id: string }>(
      "select sender_id as id from linkedin_accounts where company_id = $1",
      [me.company.id],
    );
    expect((await me.client.delete(`/api/senders/${sender?.id}/linkedin`)).status).toBe(200);
    const noAccount = { code: "hold", text: expect.stringContaining("geen verbonden LinkedIn-account") };
    expect((await queued())[0]).toMatchObject({ plannedAt: null, waitsFor: noAccount });
    const again = await gateway.control("POST", "accounts", {
      key: gatewayKey(me.company.id),
      name: "Frank Hoekstra",
    });
    await me.client.post(`/api/senders/${sender?.id}/linkedin`, { accountId: again["id"] });
    expect((await queued())[0]?.waitsFor?.text).toMatch(
      "De connecties van Frank Hoekstra op LinkedIn worden nog gelezen.",
    );
    await runEnqueuedJobs(server, "linkedin.poll");
    expect((await queued())[0]).toMatchObject({ plannedAt: expect.any(String) });
  });

  test("somebody who is no relation waits for the acceptance", async () => {
    const { id, providerId } = await prepare({ isRelation: false });
    await send(id);
    await run();
    const [part] = await queued();
    expect(part?.waitsFor?.code).toBe("acceptance");
    const sentNow = await me.client.post(`/api/messages-queued/${part?.id}/send-now`);
    expect([sentNow.status, sentNow.body["message"]]).toEqual([
      409,
      "Dit bericht kan nog niet weg: Wacht op de acceptatie van de uitnodiging.",
    ]);
    expect((await gateway.received()).filter(({ kind }) => kind === "message")).toEqual([]);
    await gateway.control("PATCH", `accounts/${accountId}`, { relations: [providerId] });
    await pollCompany(
      server.platform,
      { companyId: me.company.id, includeRelations: true },
      new AbortController().signal,
    );
    const dates = await server.query<{ queued: Date; shown: Date }>(
      `select q.date_due as queued, m.due_ice_breaker as shown from queue_items q join messages m on m.id = q.message_id
       where q.message_id = $1 and q.message_name = 'Ice Breaker'`,
      [id],
    );
    expect(dates[0]?.shown).toEqual(dates[0]?.queued);
    await run();
    expect((await texts()).at(-1)).toBe("Hoi Sanne!");
  });

  test.each([
    ["disconnected_account", "QUEUED"],
    ["account_restricted", "QUEUED"],
    ["too_many_requests", "QUEUED"],
    ["missing_credentials", "QUEUED"],
    ["blocked_recipient", "ERROR"],
    ["too_many_characters", "ERROR"],
    ["something_new", "ERROR"],
  ])("%s leaves the part %s, and nothing more is tried", async (type, status) => {
    const { id } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type, ...(type === "something_new" ? { status: 422 } : {}), times: 5 });
    await run();
    await run();
    expect((await statuses(id))[0]).toBe(status);
    const [settings] = [(await gateway.control("GET", "settings"))["failures"] as { times: number }[]];
    expect(settings?.[0]?.times).toBe(4);
    expect(await texts()).toEqual([]);
  });

  test("a person who is no relation any more gets one invitation, and the part waits without being tried again", async () => {
    const { id, leadId, providerId } = await prepare({ isRelation: false });
    await server.query(
      "insert into linkedin_relations (company_id, account_id, lead_id) select company_id, id, $2 from linkedin_accounts where company_id = $1",
      [me.company.id, leadId],
    );
    await send(id);
    await gateway.control("POST", "failures", { type: "no_connection_with_recipient", on: "message", times: 5 });
    for (let nth = 0; nth < 3; nth++) await run();
    expect((await statuses(id))[0]).toBe("QUEUED");
    expect((await queued())[0]?.waitsFor?.code).toBe("acceptance");
    const { failures } = (await gateway.control("GET", "settings")) as { failures: { times: number }[] };
    expect(failures[0]?.times).toBe(4);
    expect(await gateway.received()).toMatchObject([{ kind: "invitation", providerId }]);
  });

  test("a refused invitation of a waiting part is not sent again", async () => {
    const { id } = await prepare({ isRelation: false });
    await send(id);
    await gateway.control("POST", "failures", { type: "cannot_invite_attendee", on: "invite", times: 5 });
    for (let nth = 0; nth < 3; nth++) await run();
    expect((await statuses(id))[0]).toBe("QUEUED");
    const { failures } = (await gateway.control("GET", "settings")) as { failures: { times: number }[] };
    expect(failures[0]?.times).toBe(4);
    expect(await gateway.received()).toEqual([]);
  });

  test.each([
    ["went out", "after", "SENT", 1],
    ["did not go out", "before", "ERROR", 0],
  ])(
    "a lost answer of a message that %s is settled by checking LinkedIn, and never resent",
    async (_what, when, status, count) => {
      const { id } = await prepare();
      await send(id);
      await gateway.control("PATCH", "settings", { historyLagMs: 3 * MINUTE });
      await gateway.control("POST", "failures", { type: "request_timeout", when });
      await run();
      expect((await statuses(id))[0]).toBe("ERROR");
      // A retry during the check could send it twice.
      const [failed] = await server.query<{ id: string }>(
        "select id from queue_items where message_id = $1 and status = 'ERROR'",
        [id],
      );
      const isChecked = { status: 409, body: { message: expect.stringContaining("We kijken nog op LinkedIn") } };
      expect(await me.client.patch(`/api/messages-queued/${failed?.id}/retry`)).toMatchObject(isChecked);
      expect(await me.client.patch(`/api/messages-queued/${failed?.id}/cancel`)).toMatchObject(isChecked);
      // The check would look for the new text.
      expect(await me.client.patch(`/api/messages-queued/${failed?.id}`, { text: "Iets anders" })).toMatchObject(
        isChecked,
      );
      expect(await me.client.patch(`/api/messages/${id}`, { messageContent: ICE_BREAKER })).toMatchObject(isChecked);
      expect(await me.client.post(`/api/send-icebreaker/${id}`)).toMatchObject(isChecked);
      const edit = { editedContent: { "Bericht 1": "Iets anders" } };
      expect(await me.client.post(`/api/messages/${id}/edit`, edit)).toMatchObject(isChecked);
      expect(await statuses(id)).toEqual(["ERROR", "QUEUED", "QUEUED", "QUEUED"]);
      for (const minutes of [0.6, 2.1, 10.1, 60]) {
        advance(minutes * MINUTE);
        await run();
      }
      expect((await statuses(id))[0]).toBe(status);
      expect(await gateway.received()).toHaveLength(count);
      if (status === "ERROR") expect((await parts(id))[0]?.problem).toContain("niet gevonden op LinkedIn");
    },
  );

  const loseAnswer = async (when: "before" | "after") => {
    const { id, providerId } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type: "request_timeout", when });
    await run();
    const [failed] = await server.query<{ id: string }>(
      "select id from queue_items where message_id = $1 and status = 'ERROR'",
      [id],
    );
    return { id, providerId, failedId: failed?.id };
  };

  test("while LinkedIn cannot be asked about a lost answer, a user decides after a quarter of an hour, and the echo still settles it", async () => {
    const { id, failedId } = await loseAnswer("after");
    await gateway.control("POST", "failures", { type: "disconnected_account", on: "history", times: 9 });
    const cancel = async () => (await me.client.patch(`/api/messages-queued/${failedId}/cancel`)).status;
    advance(10 * MINUTE);
    await run();
    expect(await cancel()).toBe(409);
    advance(6 * MINUTE);
    await run();
    expect((await parts(id))[0]).toMatchObject({
      status: "ERROR",
      problem: expect.stringContaining("kon niet worden"),
    });
    await poll();
    expect((await statuses(id))[0]).toBe("SENT");
  });

  test("a user also decides about a lost answer when the gateway itself cannot be reached and nothing else is due", async () => {
    const { id } = await loseAnswer("before");
    await server.query("update companies set unipile_url = 'http://127.0.0.1:9' where id = $1", [me.company.id]);
    advance(16 * MINUTE);
    await poll();
    expect((await parts(id))[0]).toMatchObject({
      status: "ERROR",
      problem: expect.stringContaining("kon niet worden"),
    });
  });

  test.each([
    ["has no address any more", "update companies set unipile_url = null where id = $1"],
    ["has no key any more", "update companies set unipile_key_encrypted = null where id = $1"],
  ])("a user also decides about a lost answer when the gateway %s", async (_what, change) => {
    const { id, failedId } = await loseAnswer("before");
    await server.query(change, [me.company.id]);
    const runPolls = async () => {
      await server.query("delete from pgboss.job where name = 'linkedin.poll-all-accounts'");
      await runJob(server, "linkedin.schedule-polls", {});
      const jobs = await server.query<{ data: object }>(
        "delete from pgboss.job where name = 'linkedin.poll-all-accounts' and data ->> 'companyId' = $1 returning data",
        [me.company.id],
      );
      for (const { data } of jobs) await runJob(server, "linkedin.poll-all-accounts", data);
    };
    advance(10 * MINUTE);
    await runPolls();
    expect((await parts(id))[0]?.problem).toContain("We kijken op LinkedIn");
    advance(6 * MINUTE);
    await runPolls();
    expect((await parts(id))[0]).toMatchObject({
      status: "ERROR",
      problem: expect.stringContaining("kon niet worden"),
    });
    expect((await me.client.patch(`/api/messages-queued/${failedId}/cancel`)).status).toBe(200);
  });

  test("a user decides at once about a lost answer of an account that was disconnected", async () => {
    const { id, failedId } = await loseAnswer("before");
    await disconnectHere();
    expect((await parts(id))[0]).toMatchObject({
      status: "ERROR",
      problem: expect.stringContaining("kon niet worden"),
    });
    expect((await me.client.patch(`/api/messages-queued/${failedId}/cancel`)).status).toBe(200);
  });

  test("a message whose lost answer is checked while everything of its lead is cancelled is not retried", async () => {
    const { id, providerId, failedId } = await loseAnswer("before");
    expect((await me.client.post(`/api/messages/cancel-all/${providerId}`)).status).toBe(200);
    for (const minutes of [0.6, 2.1, 10.1]) {
      advance(minutes * MINUTE);
      await run();
    }
    expect(await statuses(id)).toEqual(["ERROR", "CANCELLED", "CANCELLED", "CANCELLED"]);
    const retried = await me.client.patch(`/api/messages-queued/${failedId}/retry`);
    expect(retried).toMatchObject({ status: 409, body: { message: expect.stringContaining("zijn geannuleerd") } });
    expect((await me.client.patch(`/api/messages-queued/${failedId}/cancel`)).status).toBe(200);
  });

  test("a message that was cancelled after a lost answer can be retried after the undo, and still counts as perhaps sent", async () => {
    const { id } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type: "request_timeout", when: "before" });
    for (const minutes of [0, 0.6, 2.1, 10.1]) {
      advance(minutes * MINUTE);
      await run();
    }
    const read = async () =>
      (
        await server.query<{ id: string; claimed_at: Date | null }>(
          "select id, claimed_at from queue_items where message_id = $1 and message_name = 'Ice Breaker'",
          [id],
        )
      )[0];
    const before = await read();
    const cancelled = await me.client.patch(`/api/messages-queued/${before?.id}/cancel`);
    const { token } = cancelled.body["undo"] as { token: string };
    expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect(before?.claimed_at).toBeInstanceOf(Date);
    expect((await me.client.patch(`/api/messages-queued/${before?.id}/retry`)).status).toBe(200);
  });

  test("the echo of our own message settles a lost answer, once", async () => {
    const { id } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type: "unexpected_error", when: "after" });
    await run();
    await gateway.control("PATCH", "settings", { duplicate: true });
    await webhooks();
    await webhooks();
    expect((await statuses(id))[0]).toBe("SENT");
    expect(await server.query("select from linkedin_messages where company_id = $1", [me.company.id])).toHaveLength(1);
  });

  test("a process that died while sending leaves a part that is settled by checking LinkedIn", async () => {
    const { id, providerId } = await prepare();
    await send(id);
    const claimed = new Date(server.clock.now().getTime() - 3 * MINUTE);
    await server.query(
      `with claimed as (
          update queue_items set status = 'SENDING', claim_id = gen_random_uuid(), claimed_at = $3
          where message_id = $1 and message_name = 'Ice Breaker' returning company_id, id, claim_id)
        insert into linkedin_sends (company_id, queue_item_id, account_id, claim_id, provider_id, started_at)
        select c.company_id, c.id, a.id, c.claim_id, $2, $3 from claimed c join linkedin_accounts a using (company_id)`,
      [id, providerId, claimed],
    );
    await gateway.control("PATCH", `accounts/${accountId}`, { types: { providerId, text: "Hoi Sanne!" } });
    await run();
    await run();
    expect((await statuses(id))[0]).toBe("SENT");
    expect(await gateway.received()).toHaveLength(1);
  });

  test("a lost answer is not settled by an earlier message with the same words", async () => {
    const { id, providerId } = await prepare();
    await send(id);
    await run();
    advance(MINUTE / 3);
    await server.query(
      `with claimed as (
          update queue_items set status = 'SENDING', claim_id = gen_random_uuid(), claimed_at = $3, text = 'Hoi Sanne!'
          where message_id = $1 and message_name = 'Bericht 1' returning company_id, id, claim_id)
        insert into linkedin_sends (company_id, queue_item_id, account_id, claim_id, provider_id, started_at)
        select c.company_id, c.id, a.id, c.claim_id, $2, $3 from claimed c join linkedin_accounts a using (company_id)`,
      [id, providerId, server.clock.now()],
    );
    advance(3 * MINUTE);
    await run();
    await run();
    expect((await statuses(id)).slice(0, 2)).toEqual(["SENT", "ERROR"]);
  });

  test("a profile that LinkedIn never shows does not keep the messages behind it waiting", async () => {
    const first = await prepare();
    const url = "https://www.linkedin.com/in/lead-zonder-id";
    await server.query("update leads set provider_id = null, linkedin_url = $2 where id = $1", [first.leadId, url]);
    await send(first.id);
    const providerId = `${first.providerId}b`;
    const { id: second } = await makeMessage(server, me.company.id, {}, { provider_id: providerId });
    await gateway.control("PATCH", `accounts/${accountId}`, { relations: [providerId] });
    await runJob(server, "linkedin.poll", { companyId: me.company.id, includeRelations: true });
    await send(second);
    await gateway.control("POST", "failures", { type: "provider_error", on: "profile", times: 30 });
    for (let nth = 0; nth < 4; nth++) {
      await run();
      advance(16 * MINUTE);
    }
    expect((await parts(first.id))[0]).toEqual({ status: "ERROR", problem: expect.stringContaining("drie keer") });
    expect(await gateway.received()).toMatchObject([{ providerId }]);
  });

  test("an open screen with the senders shows at once that the account has reached its profile views of a day", async () => {
    const { id, leadId } = await prepare();
    const url = "https://www.linkedin.com/in/lead-zonder-id";
    await server.query("update leads set provider_id = null, linkedin_url = $2 where id = $1", [leadId, url]);
    const views = "update linkedin_accounts set profile_views = 30, profile_views_on = $2 where company_id = $1";
    await server.query(views, [me.company.id, calendarDay(server.clock.now())]);
    await send(id);
    const screen = await openEvents(server, me.client);
    await run();
    while ((await screen.next()).topic !== "senders");
    screen.close();
    const [account] = await server.query("select hold_reason from linkedin_accounts where company_id = $1", [
      me.company.id,
    ]);
    expect(account).toEqual({ hold_reason: expect.stringContaining("30 profielen bekeken") });
  });

  test("a refused key holds the accounts until the gateway accepts it, and no longer", async () => {
    const { id } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type: "missing_credentials", on: "message", times: 2 });
    const hold = async () =>
      (
        await server.query<{ hours: number; last_hold_hours: number }>(
          `select extract(epoch from hold_until - $2)::float8 / 3600 as hours, last_hold_hours from linkedin_accounts
            where company_id = $1`,
          [me.company.id, server.clock.now()],
        )
      )[0];
    await run();
    expect(await hold()).toEqual({ hours: expect.closeTo(2, 1), last_hold_hours: 0 });
    advance(121 * MINUTE);
    await run();
    expect(await hold()).toEqual({ hours: expect.closeTo(2, 1), last_hold_hours: 0 });
    await poll();
    expect(await hold()).toMatchObject({ hours: null });
    advance(16 * MINUTE);
    await run();
    expect(await texts()).toEqual(["Hoi Sanne!"]);
  });

  test("an account whose calls are refused, though the gateway calls it OK, is reported once and not tried all day", async () => {
    const { id } = await prepare();
    await send(id);
    await gateway.control("POST", "failures", { type: "disconnected_feature", on: "message", times: 5 });
    const status = async () =>
      (await server.query("select status from linkedin_accounts where company_id = $1", [me.company.id]))[0];
    const tryAgain = async (minutes: number) => {
      advance(minutes * MINUTE);
      await poll();
      await run();
      await runEnqueuedJobs(server, "linkedin.account-problem");
      await runEnqueuedJobs(server, "linkedin.account-problem-mail");
      return ((await gateway.control("GET", "settings")) as { failures: { times: number }[] }).failures[0]?.times;
    };
    expect(await tryAgain(0)).toBe(4);
    for (const minutes of [2, 20, 300, 100]) expect(await tryAgain(minutes)).toBe(4);
    expect(await status()).toEqual({ status: "credentials" });
    // Its messages can be read meanwhile: a reply must stop what others would send.
    const [read] = await server.query<{ until: Date }>(
      "select messages_read_until as until from linkedin_accounts where company_id = $1",
      [me.company.id],
    );
    expect(server.clock.now().getTime() - (read?.until.getTime() ?? 0)).toBeLessThan(120 * MINUTE);
    expect(await tryAgain(400)).toBe(3);
    expect(await status()).toEqual({ status: "credentials" });
    expect(server.mails(me.user.email)).toHaveLength(1);
  });

  test("texts are compared without differences that the gateway makes", () => {
    expect(comparableText("Hoi\r\nJan ❤️  \n")).toBe(comparableText("Hoi\nJan ❤"));
    expect(comparableText("Hoi Jan")).not.toBe(comparableText("Hoi Piet"));
  });
});

describe("replies", () => {
  const sendFirst = async () => {
    const prepared = await prepare();
    await send(prepared.id);
    await run();
    return prepared;
  };
  const reply = (providerId: string, text: string) =>
    gateway.control("POST", `people/${providerId}`, { does: "reply", text });
  const inboxTexts = async () =>
    (
      await server.query<{ text: string }>(
        "select text from linkedin_messages where company_id = $1 and not is_ours order by at",
        [me.company.id],
      )
    ).map(({ text }) => text);

  test.each([
    ["a webhook", webhooks],
    ["a poll", poll],
  ])("seen by %s stops what is queued and appears in the inbox once", async (_how, see) => {
    const { id, leadId, providerId } = await sendFirst();
    await gateway.control("PATCH", "settings", { duplicate: true, reverse: true });
    advance(MINUTE);
    await reply(providerId, "Leuk, bel me morgen.");
    await see();
    await see();
    await poll();
    expect(await statuses(id)).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
    expect(await inbox()).toMatchObject([
      { leadId, lastText: "Leuk, bel me morgen.", isAnswered: false, senderName: "Frank Hoekstra" },
    ]);
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 1 });
    const conversation = (await me.client.get(`/api/leads/${leadId}/conversation`)).body as unknown as LeadConversation;
    expect(conversation.messages.map(({ isOurs, text }) => [isOurs, text])).toEqual([
      [true, "Hoi Sanne!"],
      [false, "Leuk, bel me morgen."],
    ]);
  });

  test("are reported hours late, after a poll has stored them, without an error", async () => {
    const { id, leadId, providerId } = await prepare();
    await send(id);
    await run();
    await gateway.control("POST", `people/${providerId}`, { does: "reply", text: "Vertel eens meer" });
    await poll();
    advance(180 * MINUTE);
    await poll();
    const [reply] = await server.query<{ id: string }>(
      "select message_id as id from linkedin_messages where lead_id = $1 and not is_ours",
      [leadId],
    );
    const event = { companyId: me.company.id, accountId, expectedMessageIds: [reply?.id] };
    await runJob(server, "linkedin.poll", event);
    const unknown = { ...event, expectedMessageIds: ["onbekend"] };
    await expect(runJob(server, "linkedin.poll", unknown)).rejects.toThrow("not list");
    // Somebody who is no lead: the message was read in time, and is not stored.
    await gateway.control("POST", "people/ACoAAVreemde", {
      does: "reply",
      text: "Ik ben geen lead",
      account: accountId,
    });
    advance(20 * 60 * MINUTE);
    await webhooks();
    expect(await server.query("select from linkedin_messages where lead_id = $1", [leadId])).toHaveLength(2);
  });

  test("are read while LinkedIn does not give the list of relations, which is not asked for again within an hour", async () => {
    const { id, providerId } = await sendFirst();
    advance(14 * 60 * MINUTE);
    await reply(providerId, "Leuk, bel me morgen.");
    await gateway.control("POST", "failures", { type: "too_many_requests", on: "relations", times: 5 });
    const left = async () =>
      ((await gateway.control("GET", "settings")) as { failures: { times: number }[] }).failures[0]?.times;
    await poll();
    expect(await statuses(id)).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
    expect(await left()).toBe(4);
    advance(2 * MINUTE);
    await poll();
    expect(await left()).toBe(4);
    advance(61 * MINUTE);
    await poll();
    expect(await left()).toBe(3);
  });

  test("without a text, such as a voice message, stop what is queued", async () => {
    const { id, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "");
    await webhooks();
    expect(await statuses(id)).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
    expect(await inbox()).toMatchObject([{ isAnswered: false, lastText: expect.stringContaining("zonder tekst") }]);
  });

  test.each([
    ["its event", webhooks],
    ["a poll", poll],
  ])("that the gateway lists only after a reconnect are found by %s", async (_how, see) => {
    const { id, providerId } = await sendFirst();
    const setStatus = (status: string) => gateway.control("PATCH", `accounts/${accountId}`, { status });
    advance(24 * 60 * MINUTE);
    await poll();
    await setStatus("CREDENTIALS");
    await poll();
    // It comes into the gateway's copy ten minutes after the reconnect.
    advance(24 * 60 * MINUTE);
    await gateway.control("PATCH", "settings", { historyLagMs: (24 * 60 + 10) * MINUTE });
    await reply(providerId, "Leuk, bel me morgen.");
    advance(24 * 60 * MINUTE);
    await gateway.control("PATCH", "settings", { drop: see === poll });
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    await setStatus("OK");
    await poll();
    expect(await inboxTexts()).toEqual([]);
    // A poll that runs long after the copy was complete finds it, too: events can be lost.
    advance(see === poll ? 180 * MINUTE : 11 * MINUTE);
    if (see === webhooks)
      await server.query("update linkedin_accounts set messages_read_until = $1", [server.clock.now()]);
    await see();
    expect(await inboxTexts()).toEqual(["Leuk, bel me morgen."]);
    expect((await statuses(id)).slice(1)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  });

  test.each([
    ["at the gateway", () => removeAtGateway(), true],
    ["here", () => disconnectHere(), false],
  ])(
    "that came after the account was removed %s are read when it is connected again",
    async (_where, remove, isKept) => {
      const { id, leadId, providerId } = await sendFirst();
      const senderId = await findSenderId();
      advance(2 * 60 * MINUTE);
      if (isKept) await poll();
      await remove();
      if (isKept) await poll();
      const made = await gateway.control("POST", "accounts", {
        key: gatewayKey(me.company.id),
        name: "Frank Hoekstra",
      });
      accountId = String(made["id"]);
      await gateway.control("POST", `people/${providerId}`, { does: "reply", text: "Bel me.", account: accountId });
      advance(3 * 60 * MINUTE);
      expect((await me.client.post(`/api/senders/${senderId}/linkedin`, { accountId })).status).toBe(200);
      expect(await server.query("select from linkedin_accounts where company_id = $1", [me.company.id])).toHaveLength(
        1,
      );
      await poll();
      expect(await statuses(id)).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
      expect(await inbox()).toMatchObject([{ leadId, lastText: "Bel me.", isAnswered: false }]);
      const answer = { text: "Doe ik.", when: "now" };
      expect((await me.client.post(`/api/leads/${leadId}/conversation`, answer)).status).toBe(200);
      await endUndoPeriodOfAnswers(server, leadId);
      await run();
      expect((await texts()).at(-1)).toBe("Doe ik.");
    },
  );

  test("that were handled are not new when the account is disconnected and connected again", async () => {
    const { leadId, providerId } = await sendFirst();
    const senderId = await findSenderId();
    advance(MINUTE);
    await reply(providerId, "Over een jaar graag.");
    await poll();
    await me.client.patch(`/api/leads/${leadId}/conversation`, { isHandled: true });
    advance(MINUTE);
    const next = await makeMessage(server, me.company.id, { lead_id: leadId });
    await send(next.id);
    const before = await statuses(next.id);
    // Without its address the gateway keeps the account and its conversations.
    const setUrl = (url: string | null) =>
      server.query("update companies set unipile_url = $2 where id = $1", [me.company.id, url]);
    await setUrl(null);
    await disconnectHere();
    await setUrl(gateway.url);
    expect((await me.client.get("/api/inbox")).body).toMatchObject([{ leadId, isAnswered: true }]);
    expect((await me.client.post(`/api/senders/${senderId}/linkedin`, { accountId })).status).toBe(200);
    await poll();
    expect(await statuses(next.id)).toEqual(before);
    expect(await inbox()).toMatchObject([{ leadId, lastText: "Over een jaar graag.", isAnswered: true }]);
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 0 });
  });

  test("in a group are no replies, and our next message does not go to the group", async () => {
    const { id, leadId, providerId } = await sendFirst();
    const chat = () => server.query("select chat_id from linkedin_conversations where lead_id = $1", [leadId]);
    const before = await chat();
    advance(MINUTE);
    await gateway.control("POST", `people/${providerId}`, { does: "reply", text: "Hallo allemaal", isInGroup: true });
    await webhooks();
    expect(await inboxTexts()).toEqual([]);
    expect(await statuses(id)).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
    expect(await chat()).toEqual(before);
    // A chat of two that is not known yet is asked for.
    await server.query("update linkedin_conversations set chat_id = null where lead_id = $1", [leadId]);
    await reply(providerId, "Alleen aan jou");
    await webhooks();
    expect(await inboxTexts()).toEqual(["Alleen aan jou"]);
    expect(await chat()).toEqual(before);
  });

  test("that ask to stop give the lead the class that forbids contact, at once", async () => {
    const { id, leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Stop");
    await poll();
    expect(await server.query("select classification from leads where id = $1", [leadId])).toEqual([
      { classification: "NOT INTERESTED" },
    ]);
    expect(await server.query("select status from messages where id = $1", [id])).toEqual([
      { status: "not_interested" },
    ]);
    expect((await me.client.post(`/api/leads/${leadId}/conversation`, { text: "Toch nog even" })).status).toBe(409);
  });

  test.each([
    { sentiment: "not_interested" },
    { sentiment: "neutral" },
    { sentiment: "interested" },
    { isHandled: true },
  ])("are as they were before after the undo of %j", async (reaction) => {
    const { id, leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Vertel eens meer");
    await poll();
    const state = async () => ({
      inbox: await inbox(),
      lead: await server.query("select classification, classified_at from leads where id = $1", [leadId]),
      message: await server.query("select status from messages where id = $1", [id]),
    });
    const before = await state();
    const { body } = await me.client.patch(`/api/leads/${leadId}/conversation`, reaction);
    expect(await state()).not.toEqual(before);
    const { token } = (body as { undo: { token: string } }).undo;
    expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test("are answered through the same account, without caps, within hours or now", async () => {
    const { leadId, providerId } = await sendFirst();
    await server.query(
      `update senders set caps = '{"invitationsPerDay": 0, "invitationsPerWeek": 0, "messagesPerDay": 0}', plans_valid_until = null where company_id = $1`,
      [me.company.id],
    );
    advance(MINUTE);
    await reply(providerId, "Vertel eens meer");
    await poll();
    const answered = await me.client.post(`/api/leads/${leadId}/conversation`, { text: "Graag!", when: "now" });
    expect(answered.body).toMatchObject({ isAnswered: true, messages: [{}, {}, { text: "Graag!", pending: {} }] });
    // So that the undo period does not end on a busy machine.
    const extend = (minutes: number) =>
      server.query(
        "update queue_items set date_due = date_due + make_interval(mins => $2) where is_answer and lead_id = $1",
        [leadId, minutes],
      );
    await extend(60);
    await run();
    expect((await texts()).at(-1)).not.toBe("Graag!");
    await extend(-60);
    await endUndoPeriodOfAnswers(server, leadId);
    await run();
    expect((await gateway.received()).at(-1)).toMatchObject({ account: accountId, providerId, text: "Graag!" });
    await poll();
    expect(await inbox()).toMatchObject([{ isAnswered: true }]);
  });

  test("an answer outside working hours says at once when it goes", async () => {
    const { leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Vertel eens meer");
    await poll();
    const tomorrow = new Date(server.clock.now().getTime() + 24 * 60 * MINUTE).getUTCDay() || 7;
    await server.query("update senders set hours = $2, plans_valid_until = null where company_id = $1", [
      me.company.id,
      { days: [tomorrow], from: "11:00", until: "12:00", holidays: true },
    ]);
    const pendingOf = ({ body }: { body: unknown }) => (body as LeadConversation).messages.at(-1)?.pending;
    const answered = await me.client.post(`/api/leads/${leadId}/conversation`, { text: "Graag!", when: "next" });
    expect(pendingOf(answered)).toEqual({
      plannedAt: expect.any(String),
      problem: expect.stringContaining("Wacht op de werktijden"),
    });
    await removeSendingLimits(server, me.company.id);
    await endUndoPeriodOfAnswers(server, leadId);
    await run();
    expect(pendingOf(await me.client.get(`/api/leads/${leadId}/conversation`))).toBeNull();
  });

  test("are answered within the spacing of outreach, but not within seconds of the message before", async () => {
    const { leadId, providerId } = await sendFirst();
    const other = await makeMessage(server, me.company.id, {}, { provider_id: `${providerId}b` });
    await gateway.control("PATCH", `accounts/${accountId}`, { relations: [`${providerId}b`] });
    await poll();
    await send(other.id);
    await run();
    for (const replier of [providerId, `${providerId}b`]) await reply(replier, "Vertel eens meer");
    await poll();
    await server.query(
      `update senders set spacing = '{"invitations": [3, 8], "messages": [4, 4]}', next_message_at = $2, plans_valid_until = null
        where company_id = $1`,
      [me.company.id, new Date(server.clock.now().getTime() + 4 * MINUTE)],
    );
    const answer = async (id: string, text: string) => {
      expect((await me.client.post(`/api/leads/${id}/conversation`, { text, when: "next" })).status).toBe(200);
      await endUndoPeriodOfAnswers(server, id);
    };
    await answer(leadId, "Graag!");
    await run();
    expect((await texts()).at(-1)).toBe("Graag!");
    await answer(other.leadId, "Dag!");
    advance(11_000);
    await run();
    expect((await texts()).at(-1)).toBe("Graag!");
    advance(14_000);
    await run();
    expect((await texts()).at(-1)).toBe("Dag!");
  });

  test("are answered once when the request is repeated, and with the same words again after the next reply", async () => {
    const { leadId, providerId } = await sendFirst();
    const converse = async (text: string) => {
      advance(MINUTE);
      await reply(providerId, text);
      await poll();
    };
    const answer = (when: "now" | "next") =>
      me.client.post(`/api/leads/${leadId}/conversation`, { text: "Graag!", when });
    const answers = async () => (await texts()).filter((text) => text === "Graag!");
    await converse("Vertel eens meer");
    const both = await Promise.all([answer("next"), answer("next")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // Whoever repeats it later may undo it later.
    for (const when of ["next", "now"] as const) {
      await endUndoPeriodOfAnswers(server, leadId);
      const repeatedAt = server.clock.now().getTime();
      expect((await answer(when)).body).toMatchObject({ undo: { token: expect.any(String) } });
      const [queued] = await server.query<{ date_due: Date }>(
        "select date_due from queue_items where company_id = $1 and lead_id = $2 and is_answer and status = 'QUEUED'",
        [me.company.id, leadId],
      );
      expect(queued?.date_due.getTime()).toBeGreaterThanOrEqual(repeatedAt + UNDO_SECONDS * 1_000);
    }
    await endUndoPeriodOfAnswers(server, leadId);
    await run();
    expect((await answer("now")).body).not.toHaveProperty("undo");
    await run();
    expect(await answers()).toHaveLength(1);
    const logged = await server.query("select from audit_log where company_id = $1 and action = 'inbox.answered'", [
      me.company.id,
    ]);
    expect(logged).toHaveLength(1);

    advance(MINUTE / 4);
    await reply(providerId, "Zullen we bellen?");
    await poll();
    await answer("now");
    advance(MINUTE / 4);
    await endUndoPeriodOfAnswers(server, leadId);
    await run();
    expect(await answers()).toHaveLength(2);
  });

  test.each(["now", "next"])("are not answered after the undo of an answer that goes %s", async (when) => {
    const { leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Vertel eens meer");
    await poll();
    const conversation = `/api/leads/${leadId}/conversation`;
    const before = (await me.client.get(conversation)).body;
    const undoOf = (body: unknown) => `/api/undo/${(body as { undo: { token: string } }).undo.token}`;
    const { body } = await me.client.post(conversation, { text: "Graag!", when });
    expect(body["isAnswered"]).toBe(true);
    expect((await me.client.post(undoOf(body))).status).toBe(200);
    expect((await me.client.get(conversation)).body).toEqual(before);
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 1 });
    const logged = await server.query(
      "select action from audit_log where company_id = $1 and action like 'inbox.answer%' order by at, id",
      [me.company.id],
    );
    expect(logged).toEqual([{ action: "inbox.answered" }, { action: "inbox.answer_withdrawn" }]);

    const again = (await me.client.post(conversation, { text: "Graag!", when })).body;
    await server.query("update undoable_actions set until = now() + interval '1 hour' where company_id = $1", [
      me.company.id,
    ]);
    await endUndoPeriodOfAnswers(server, leadId);
    await run();
    expect((await texts()).filter((text) => text === "Graag!")).toHaveLength(1);
    expect(await me.client.post(undoOf(again))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("al verstuurd of onderweg") },
    });
    expect((await me.client.get(conversation)).body).toMatchObject({ isAnswered: true });
  });

  test("that are neutral after all are handled, and the lead may be answered again", async () => {
    const { leadId, providerId } = await sendFirst();
    await server.query("update leads set classification = 'CLIENT' where id = $1", [leadId]);
    advance(MINUTE);
    await reply(providerId, "Nee, bedankt!");
    await poll();
    const conversation = `/api/leads/${leadId}/conversation`;
    expect((await me.client.get(conversation)).body).toMatchObject({
      leadClassification: "NOT INTERESTED",
      isAnswered: false,
    });
    expect((await me.client.patch(conversation, { sentiment: "neutral" })).body).toMatchObject({
      leadClassification: "CLIENT",
      isAnswered: true,
    });
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 0 });
    expect((await me.client.post(conversation, { text: "Geen probleem!" })).status).toBe(200);
  });

  test("get their meaning with one call", async () => {
    const { id, leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Klinkt goed");
    await poll();
    await me.client.patch(`/api/leads/${leadId}/conversation`, { sentiment: "interested" });
    expect(await server.query("select status from messages where id = $1", [id])).toEqual([{ status: "interested" }]);
    expect(await server.query("select classification from leads where id = $1", [leadId])).toEqual([
      { classification: "INTERESTED" },
    ]);
    await me.client.patch(`/api/leads/${leadId}/conversation`, { isHandled: true });
    expect((await me.client.get("/api/inbox/count")).body).toEqual({ unanswered: 0 });
    const logged = await server.query(
      "select after from audit_log where company_id = $1 and action = 'inbox.judged' order by at, id",
      [me.company.id],
    );
    expect(logged).toEqual([{ after: { sentiment: "interested" } }, { after: { handled: true } }]);
  });

  const addWebhook = () =>
    me.client.post("/api/webhooks", { url: "http://127.0.0.1:9/antwoord", events: ["message.replied"] });
  const told = async () => {
    const events = await server.query<{ data: object }>(
      "select data from webhook_events where company_id = $1 order by occurred_at, id",
      [me.company.id],
    );
    return events.map(({ data }) => webhookPayloads["message.replied"].parse(data));
  };

  test("are told to webhooks at once, and their meaning when somebody gives it", async () => {
    await addWebhook();
    const { id, leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Klinkt goed");
    await poll();
    await poll();
    const event = { messageId: id, leadId, providerId, messageType: "icebreaker" };
    expect(await told()).toMatchObject([{ ...event, sentiment: null }]);
    await server.query("update webhook_deliveries set attempts = 1 where company_id = $1", [me.company.id]);
    await me.client.patch(`/api/leads/${leadId}/conversation`, { sentiment: "interested" });
    expect(await told()).toMatchObject([{ sentiment: null }, { ...event, sentiment: "interested" }]);
  });

  test("are still told to webhooks when their judgement is undone, and the judgement is not", async () => {
    await addWebhook();
    const { leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Klinkt goed");
    await poll();
    const judge = (sentiment: string) => me.client.patch(`/api/leads/${leadId}/conversation`, { sentiment });
    const { body } = await judge("not_interested");
    const waits = await server.query(
      `select e.data ->> 'sentiment' as sentiment, d.next_attempt_at > e.occurred_at as waits from webhook_events e
       join webhook_deliveries d on d.event_id = e.id where e.company_id = $1 order by e.occurred_at, e.id`,
      [me.company.id],
    );
    expect(waits).toEqual([
      { sentiment: null, waits: false },
      { sentiment: "not_interested", waits: true },
    ]);
    const { token } = (body as { undo: { token: string } }).undo;
    expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await told()).toMatchObject([{ sentiment: null }]);
    await judge("interested");
    expect(await told()).toMatchObject([{ sentiment: null }, { sentiment: "interested" }]);
  });

  test("that ask to stop are one event, with their meaning", async () => {
    await addWebhook();
    const { id, providerId } = await sendFirst();
    advance(MINUTE);
    await reply(providerId, "Stop");
    await poll();
    expect(await told()).toMatchObject([{ messageId: id, sentiment: "not_interested" }]);
  });

  test("of strangers are not stored, and what the owner typed on a phone is", async () => {
    const { leadId, providerId } = await sendFirst();
    advance(MINUTE);
    await reply("ACoAAVreemde", "Ik ben geen lead");
    await gateway.control("PATCH", `accounts/${accountId}`, { types: { providerId, text: "Vanaf mijn telefoon" } });
    await poll();
    expect(await inbox()).toEqual([]);
    const stored = await server.query<{ text: string; queue_item_id: string | null }>(
      "select text, queue_item_id from linkedin_messages where lead_id = $1 order by at",
      [leadId],
    );
    expect(stored).toMatchObject([{ text: "Hoi Sanne!" }, { text: "Vanaf mijn telefoon", queue_item_id: null }]);
    expect(await server.query("select from linkedin_messages where company_id = $1", [me.company.id])).toHaveLength(2);
  });
});
