import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { QueuedMessage } from "#contract/queue.ts";
import type { Sender } from "#contract/senders.ts";
import { MailError } from "#platform/mail.ts";
import { hashToken } from "#platform/sessions.ts";
import { createJobHandlers } from "#server/all-jobs.ts";
import { makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { makeLead, makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";
import {
  connectSender,
  gatewayKey,
  type LinkedInTestGateway,
  startServerWithGateway,
  useGateway,
} from "#testing/linkedin-gateway.ts";
import { startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";
import { classifyError } from "../gateway/unipile-v1-errors.ts";
import { advanceClocks, runEnqueuedJobs, runJob } from "../linkedin.fixture.ts";
import { pollCompany } from "../poll.ts";

let server: TestServer;
let gateway: LinkedInTestGateway;
let stop: () => Promise<void>;
let admin: SignedIn;
beforeAll(async () => {
  ({ server, gateway, stop } = await startServerWithGateway());
});
afterAll(() => stop());
beforeEach(async () => {
  gateway.reset();
  admin = await signedIn(server, { role: "company_admin" });
  await useGateway(server, admin.company.id, gateway);
  await makePrompt(server, admin.company.id, { account_manager: "Frank Hoekstra" });
});

const senderOf = async ({ client }: SignedIn, name = "Frank Hoekstra"): Promise<Sender> => {
  const { body } = await client.get("/api/senders");
  const found = (body as unknown as Sender[]).find((sender) => sender.name === name);
  if (!found) throw new Error(`there is no sender ${name}`);
  return found;
};
const poll = (who = admin) => pollCompany(server.platform, { companyId: who.company.id }, new AbortController().signal);
const makeAccount = async (who = admin, more: object = {}) =>
  String(
    (await gateway.control("POST", "accounts", { key: gatewayKey(who.company.id), name: "Frank H.", ...more }))["id"],
  );
const connect = async (who = admin) => {
  const { id } = await senderOf(who);
  const { body } = await who.client.post(`/api/senders/${id}/linkedin`, {});
  return String(body["url"]);
};
const submit = (url: string, form = "name=Frank+H.&tier=free") =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  });
/** Connects an account at the gateway, whose callback comes here instead of to the server. */
const captureCallback = async (): Promise<{ path: string; accountId: unknown }> => {
  const receiver = await startReceiver();
  const { config } = server.platform;
  const { publicUrl } = config;
  config.publicUrl = new URL(receiver.url);
  try {
    const callback = receiver.next();
    await submit(await connect());
    const { path, body } = await callback;
    return { path, accountId: body["account_id"] };
  } finally {
    config.publicUrl = publicUrl;
    await receiver.close();
  }
};
/** How many webhooks the gateway has for the company. */
const countHooks = async () => {
  const response = await fetch(`${gateway.url}/api/v1/webhooks`, {
    headers: { "x-api-key": gatewayKey(admin.company.id) },
  });
  return ((await response.json()) as { items: object[] }).items.length;
};

/** A server in place of the gateway, with endless pages of accounts. The first answer waits until `release`. */
const startEndlessGateway = async (account: object) => {
  let [requests, release] = [0, (): void => undefined];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const endless = createServer((_request, response) => {
    requests += 1;
    const body = JSON.stringify({ items: Array.from({ length: 100 }, () => account), cursor: String(requests) });
    void released.then(() => response.setHeader("content-type", "application/json").end(body));
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  await useGateway(server, admin.company.id, { url });
  const close = () =>
    new Promise<void>((resolve) => {
      endless.close(() => resolve());
      endless.closeAllConnections();
    });
  return { requests: () => requests, release, close };
};

describe("connecting", () => {
  test("the hosted page connects an account, which then belongs to the sender", async () => {
    const answer = await submit(await connect());
    expect(answer.headers.get("location")).toContain("/company-admin?linkedin=verbonden");
    expect((await senderOf(admin)).account).toMatchObject({
      name: "Frank H.",
      status: "ok",
      tier: "free",
      problem: null,
    });
    // A new account begins with few invitations.
    expect((await senderOf(admin)).rampStartedOn).not.toBeNull();
  });

  test.each([
    ["a script", "javascript:alert(document.domain)"],
    ["a page in the address itself", "data:text/html,x"],
    ["a page without encryption", "http://evil.example/x"],
  ])("%s is not given to the browser as the gateway's page", async (_, url) => {
    const { id } = await senderOf(admin);
    const evil = await startReceiver();
    evil.answer = { object: "HostedAuthURL", url };
    await useGateway(server, admin.company.id, { url: new URL(evil.url).origin });
    const response = await admin.client.post(`/api/senders/${id}/linkedin`, {});
    expect([response.status, response.body]).toMatchObject([502, { code: "upstream_failed" }]);
    expect(response.text).not.toContain(url);
    evil.answer = { object: "HostedAuthURL", url: "https://account.unipile.com/x" };
    expect((await admin.client.post(`/api/senders/${id}/linkedin`, {})).body).toEqual({
      url: "https://account.unipile.com/x",
    });
    await evil.close();
  });

  test("an account that is connected again does not start with low limits again", async () => {
    const accountId = await makeAccount();
    const { id } = await senderOf(admin);
    const link = () => admin.client.post(`/api/senders/${id}/linkedin`, { accountId });
    await link();
    expect((await admin.client.patch(`/api/senders/${id}`, { rampStartedOn: null })).status).toBe(200);
    expect((await link()).status).toBe(200);
    expect((await senderOf(admin)).rampStartedOn).toBeNull();
  });

  const post = (path: string, account_id: unknown) =>
    server.client().post(path, { status: "CREATION_SUCCESS", account_id });

  test("a token of the callback works once, and an unknown token never", async () => {
    const callback = await captureCallback();
    expect((await post("/api/linkedin/connected/geraden", callback.accountId)).status).toBe(404);
    expect((await senderOf(admin)).account).toBeNull();
    expect((await post(callback.path, callback.accountId)).status).toBe(200);
    expect((await senderOf(admin)).account).toMatchObject({ name: "Frank H." });
    const before = await fingerprint(server);
    expect((await post(callback.path, callback.accountId)).status).toBe(404);
    expect(await fingerprint(server)).toEqual(before);
  });

  test("a callback with a valid token links no account that the company's own gateway does not have", async () => {
    const stranger = await makeAccount(await signedIn(server, { role: "company_admin" }), { name: "Vreemde" });
    for (const accountId of [stranger, "verzonnen"]) {
      const callback = await captureCallback();
      expect((await post(callback.path, accountId)).status).toBe(404);
      // The attempt has used up the token.
      expect((await post(callback.path, callback.accountId)).status).toBe(404);
    }
    expect((await senderOf(admin)).account).toBeNull();
    expect(await server.query("select from linkedin_bindings where gateway_account_id = $1", [stranger])).toEqual([]);
  });

  test("one account belongs to one company", async () => {
    const accountId = await makeAccount();
    const other = await signedIn(server, { role: "company_admin" });
    await useGateway(server, other.company.id, gateway);
    const key = server.platform.secrets.encrypt(gatewayKey(admin.company.id), `company:${other.company.id}:unipile`);
    await server.query("update companies set unipile_key_encrypted = $2 where id = $1", [other.company.id, key]);
    await makePrompt(server, other.company.id, { account_manager: "Frank Hoekstra" });
    const link = async (who: SignedIn) =>
      (await who.client.post(`/api/senders/${(await senderOf(who)).id}/linkedin`, { accountId })).status;
    expect([await link(admin), await link(other)]).toEqual([200, 409]);
    expect((await senderOf(other)).account).toBeNull();
  });

  test("an account works without webhooks; a registration of which one was refused is undone, and tried again after an hour", async () => {
    await gateway.control("POST", "failures", { type: "service_unavailable", on: "webhook", skip: 1, times: 2 });
    const { id } = await senderOf(admin);
    const linked = await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: await makeAccount() });
    expect([linked.status, await countHooks()]).toEqual([200, 0]);
    await poll();
    const readUntil = await server.query(
      "select from linkedin_accounts where company_id = $1 and messages_read_until is not null",
      [admin.company.id],
    );
    expect([readUntil.length, await countHooks()]).toEqual([1, 0]);
    // The second refusal is of the next attempt.
    server.clock.advance(61 * 60_000);
    await poll();
    expect(await countHooks()).toBe(0);
    server.clock.advance(61 * 60_000);
    await poll();
    expect(await countHooks()).toBe(3);
    await poll();
    expect(await countHooks()).toBe(3);
  });

  test("the webhooks are registered once, also by polls at the same moment", async () => {
    const { id } = await senderOf(admin);
    await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: await makeAccount() });
    await server.query("update linkedin_hooks set gateway = 'unipile.example', retry_at = null where company_id = $1", [
      admin.company.id,
    ]);
    const before = await countHooks();
    await Promise.all([poll(), poll(), poll()]);
    expect((await countHooks()) - before).toBe(3);
  });

  test("a colleague connects their own sender only", async () => {
    const colleague = await signedIn(server, { company: admin.company });
    const { id } = await senderOf(admin);
    expect((await colleague.client.post(`/api/senders/${id}/linkedin`, {})).status).toBe(403);
    await server.query("update senders set user_id = $2 where id = $1", [id, colleague.user.id]);
    expect((await colleague.client.post(`/api/senders/${id}/linkedin`, {})).status).toBe(200);
    expect((await colleague.client.post(`/api/senders/${id}/linkedin`, { accountId: "x" })).status).toBe(403);
  });
});

describe("a connected account", () => {
  beforeEach(async () => {
    const accountId = await makeAccount();
    await admin.client.post(`/api/senders/${(await senderOf(admin)).id}/linkedin`, { accountId });
  });
  const accountId = async () =>
    (
      await server.query<{ id: string }>(
        "select gateway_account_id as id from linkedin_accounts where company_id = $1",
        [admin.company.id],
      )
    )[0]?.id ?? "";

  test.each([
    ["poll", { drop: true }, () => poll()],
    ["webhook", { drop: false }, () => runEnqueuedJobs(server, "linkedin.poll")],
  ])("a %s shows a problem at the sender and in the queue, and the owner gets one mail", async (_way, hooks, read) => {
    const problem = "Het LinkedIn-account moet opnieuw worden verbonden.";
    const { id } = await senderOf(admin);
    await server.query("update senders set user_id = $2 where id = $1", [id, admin.user.id]);
    await makeQueueItem(server, admin.company.id, { channel: "linkedin", message_flow: "Frank Hoekstra" });
    await gateway.control("PATCH", "settings", hooks);
    // Linking the account has requested a poll.
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    const stateAfter = async (status: string) => {
      await gateway.control("PATCH", `accounts/${await accountId()}`, { status });
      await read();
      const [queued] = (await admin.client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
      return { account: (await senderOf(admin)).account, waitsFor: queued?.waitsFor };
    };
    expect(await stateAfter("CREDENTIALS")).toMatchObject({
      account: { status: "credentials", problem },
      waitsFor: { code: "hold", text: problem },
    });
    for (let time = 0; time < 2; time++) {
      await poll();
      await runEnqueuedJobs(server, "linkedin.account-problem");
      await runEnqueuedJobs(server, "linkedin.account-problem-mail");
    }
    const [mail, ...more] = server.mails(admin.user.email);
    expect([mail?.subject, more]).toEqual(["Je LinkedIn-account Frank H. werkt niet", []]);
    expect(mail?.text).toContain("Berichten die je zelf op LinkedIn verstuurt");
    const { account, waitsFor } = await stateAfter("OK");
    expect(account).toMatchObject({ status: "ok", problem: null });
    expect(waitsFor?.text).not.toBe(problem);
  });

  test("every admin is mailed about an account whose sender has no user, also if the mail server was away or refuses one of the addresses", async () => {
    const { database } = server.platform;
    const [other, refused] = [
      await makeUser(database, admin.company.id, { role: "company_admin" }),
      await makeUser(database, admin.company.id, { role: "company_admin" }),
    ];
    await server.query("update users set email = 'geen adres' where id = $1", [refused.id]);
    await server.query("update linkedin_accounts set status = 'restricted' where company_id = $1", [admin.company.id]);
    const [row] = await server.query<{ id: string }>("select id from linkedin_accounts where company_id = $1", [
      admin.company.id,
    ]);
    await runJob(server, "linkedin.account-problem", { companyId: admin.company.id, accountRowId: row?.id });
    const mails = await server.query<{ data: object }>(
      "delete from pgboss.job where name = 'linkedin.account-problem-mail' returning data",
    );
    expect(mails).toHaveLength(3);
    const send = () => Promise.reject(new MailError("unavailable"));
    const offline = { platform: { ...server.platform, mailer: { ...server.platform.mailer, send } } };
    for (const { data } of mails) {
      await expect(runJob(offline, "linkedin.account-problem-mail", data)).rejects.toThrow("unavailable");
      await runJob(server, "linkedin.account-problem-mail", data);
    }
    for (const { email } of [admin.user, other]) {
      const [mail, ...more] = server.mails(email);
      expect([mail?.subject, more]).toEqual(["Het LinkedIn-account Frank H. werkt niet", []]);
      expect(mail?.text).not.toContain("Berichten die je zelf");
    }
  });

  test("the admins are mailed about the account of a colleague who is not active", async () => {
    const colleague = await makeUser(server.platform.database, admin.company.id, { isActive: false });
    const { id } = await senderOf(admin);
    await server.query("update senders set user_id = $2 where id = $1", [id, colleague.id]);
    await gateway.control("PATCH", `accounts/${await accountId()}`, { status: "CREDENTIALS" });
    await poll();
    await runEnqueuedJobs(server, "linkedin.account-problem");
    await runEnqueuedJobs(server, "linkedin.account-problem-mail");
    expect(server.mails(admin.user.email).map(({ subject }) => subject)).toEqual([
      "Het LinkedIn-account Frank H. werkt niet",
    ]);
    expect(server.mails(colleague.email)).toEqual([]);
  });

  const disconnectHere = async () =>
    expect((await admin.client.delete(`/api/senders/${(await senderOf(admin)).id}/linkedin`)).status).toBe(200);
  const mailProblems = async () => {
    await runEnqueuedJobs(server, "linkedin.account-problem");
    await runEnqueuedJobs(server, "linkedin.account-problem-mail");
    return server.mails(admin.user.email);
  };

  test("nobody is mailed about an account that is disconnected here, also not after a poll has found it deleted", async () => {
    const headers = { "x-api-key": gatewayKey(admin.company.id) };
    await fetch(`${gateway.url}/api/v1/accounts/${await accountId()}`, { method: "DELETE", headers });
    await poll();
    await disconnectHere();
    expect(await mailProblems()).toEqual([]);
  });

  test("a poll that began before an account was disconnected here does not change it, and nobody is mailed", async () => {
    const { outbound } = server.platform;
    let isDisconnected = false;
    const request: typeof outbound.request = async (asked) => {
      const answer = await outbound.request(asked);
      if (!isDisconnected && new URL(asked.url).pathname.endsWith("/accounts")) {
        isDisconnected = true;
        await disconnectHere();
      }
      return answer;
    };
    const platform = { ...server.platform, outbound: { ...outbound, request } };
    await pollCompany(platform, { companyId: admin.company.id }, new AbortController().signal);
    expect(isDisconnected).toBe(true);
    const status = "select status from linkedin_accounts where company_id = $1";
    expect(await server.query(status, [admin.company.id])).toEqual([{ status: "deleted" }]);
    await poll();
    expect(await mailProblems()).toEqual([]);
  });

  test("the caps can be lowered, never raised above what the kind of account allows", async () => {
    const { id } = await senderOf(admin);
    const caps = { invitationsPerDay: 10, invitationsPerWeek: 160, messagesPerDay: 120 };
    const change = (more: object) => admin.client.patch(`/api/senders/${id}`, { caps: { ...caps, ...more } });
    expect((await change({})).status).toBe(200);
    expect((await change({ invitationsPerWeek: 201 })).status).toBe(400);
    await server.query("update linkedin_accounts set tier = 'free' where company_id = $1", [admin.company.id]);
    const refused = await change({});
    expect([refused.status, refused.body["details"]]).toEqual([
      400,
      [
        { path: "caps.invitationsPerWeek", message: "Maximaal 150 met een gratis LinkedIn-account." },
        { path: "caps.messagesPerDay", message: "Maximaal 100 met een gratis LinkedIn-account." },
      ],
    ]);
    expect((await change({ invitationsPerWeek: 150, messagesPerDay: 100 })).status).toBe(200);
  });

  test("an account that does not answer does not keep the others from being polled", async () => {
    await server.query("select add_senders($1, array['Eva de Boer'])", [admin.company.id]);
    const { id } = await senderOf(admin, "Eva de Boer");
    await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: await makeAccount(admin, { name: "Eva" }) });
    const readUntil = () =>
      server.query<{ gateway_account_id: string; messages_read_until: Date | null }>(
        "select gateway_account_id, messages_read_until from linkedin_accounts where company_id = $1 order by id",
        [admin.company.id],
      );
    // The one that is polled first.
    const failing = (await readUntil())[0]?.gateway_account_id ?? "";
    const { outbound } = server.platform;
    const request: typeof outbound.request = async (asked) =>
      asked.url.includes(`account_id=${failing}`)
        ? { ...(await outbound.request(asked)), status: 500, text: '{"type":"errors/provider_error"}' }
        : outbound.request(asked);
    const platform = { ...server.platform, outbound: { ...outbound, request } };
    await pollCompany(platform, { companyId: admin.company.id }, new AbortController().signal);
    expect((await readUntil()).map((row) => row.messages_read_until)).toEqual([null, expect.any(Date)]);
    // The next poll asks again.
    await poll();
    expect((await readUntil()).map((row) => row.messages_read_until)).toEqual([expect.any(Date), expect.any(Date)]);
  });

  test("accounts that have read their relations at the same moment do not read them again at the same moment", async () => {
    await makeLead(server, admin.company.id);
    const more = ["Eva de Boer", "Sofie Maas"];
    for (const name of more) await connectSender(server, admin, gateway, name);
    // As of accounts that were made in one millisecond: only the random part of the ids differs.
    await server.query(
      `update linkedin_accounts set connected_at = $2,
        id = ('01a10000-0000-7000-8000-00000000' || (array['0000', '7fff', 'ffff'])[1 + coalesce(array_position($3::text[], name), 0)])::uuid
        where company_id = $1`,
      [admin.company.id, new Date(server.clock.now().getTime() - 3_600_000), more],
    );
    const countReadSince = async (at: Date) =>
      (
        await server.query("select from linkedin_accounts where company_id = $1 and relations_read_at > $2", [
          admin.company.id,
          at,
        ])
      ).length;
    await poll();
    const first = server.clock.now();
    const counts: number[] = [];
    for (const minutes of [12 * 60 - 5, 15, 30, 30]) {
      advanceClocks(server, gateway, minutes * 60_000);
      await poll();
      counts.push(await countReadSince(first));
    }
    expect(counts).toEqual([0, 1, 2, 3]);
  });

  test("an account that the list of the gateway lacks is deleted only if the gateway does not know its id either", async () => {
    const { outbound } = server.platform;
    const pollWith = async (answers: Record<string, { status: number; text: string }>) => {
      const request: typeof outbound.request = async (asked) => ({
        ...(await outbound.request(asked)),
        ...answers[new URL(asked.url).pathname.replace("/unipile/api/v1", "")],
      });
      const platform = { ...server.platform, outbound: { ...outbound, request } };
      await pollCompany(platform, { companyId: admin.company.id }, new AbortController().signal);
      return (await senderOf(admin)).account?.status;
    };
    const nothing = { "/accounts": { status: 200, text: '{"object":"AccountList","items":[],"cursor":null}' } };
    const own = `/accounts/${await accountId()}`;
    const readUntil = "select messages_read_until is not null as read from linkedin_accounts where company_id = $1";
    expect(await pollWith({ ...nothing, [own]: { status: 500, text: '{"type":"errors/unexpected_error"}' } })).toBe(
      "ok",
    );
    expect(await server.query(readUntil, [admin.company.id])).toEqual([{ read: false }]);
    expect(await pollWith(nothing)).toBe("ok");
    expect(await server.query(readUntil, [admin.company.id])).toEqual([{ read: true }]);
    expect(await pollWith({ ...nothing, [own]: { status: 404, text: '{"type":"errors/resource_not_found"}' } })).toBe(
      "deleted",
    );
  });

  test("a company whose poll has not ended is not polled again", async () => {
    const { id } = await senderOf(admin);
    await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: await makeAccount() });
    const polls = () =>
      server.query(
        "select from pgboss.job where name = 'linkedin.poll-all-accounts' and data ->> 'companyId' = $1 and state < 'completed'",
        [admin.company.id],
      );
    for (const state of ["created", "active", "active"]) {
      await runJob(server, "linkedin.schedule-polls", {});
      expect(await polls()).toHaveLength(1);
      await server.query(
        "update pgboss.job set state = $2 where name = 'linkedin.poll-all-accounts' and data ->> 'companyId' = $1",
        [admin.company.id, state],
      );
    }
  });

  test("an event without our token, or with another, is refused and changes nothing", async () => {
    await gateway.control("PATCH", `accounts/${await accountId()}`, { status: "ERROR" });
    const event = { AccountStatus: { account_id: await accountId(), account_type: "LINKEDIN", message: "ERROR" } };
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    for (const headers of [undefined, { authorization: "Bearer geraden" }])
      expect((await server.client().post("/api/linkedin/events", event, headers)).status).toBe(401);
    expect(await server.query("select from pgboss.job where name = 'linkedin.poll'")).toEqual([]);
    expect((await senderOf(admin)).account?.status).toBe("ok");
  });

  test("events that arrive during a poll of the company occupy no worker, and become one later poll", async () => {
    const slow = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "Frank" });
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    const poll = createJobHandlers(server.platform).find(({ job }) => job.name === "linkedin.poll");
    const account = { companyId: admin.company.id, accountId: await accountId() };
    const handle = (more: object = {}) => poll?.handle({ ...account, ...more }, new AbortController().signal);
    const first = handle();
    await expect.poll(slow.requests).toBe(1);
    const [earlier, later] = [2_000, 1_000].map((ms) => new Date(server.clock.now().getTime() - ms).toISOString());
    await Promise.all([
      handle({ expectedMessageIds: ["m2"], expectedMessageAt: later }),
      handle({ includeRelations: true }),
      handle({ expectedMessageIds: ["m1"], expectedMessageAt: earlier }),
      handle({ expectedMessageIds: ["m2"], expectedMessageAt: later }),
    ]);
    expect(slow.requests()).toBe(1);
    slow.release();
    await first;
    await slow.close();
    expect(await server.query("select data from pgboss.job where name = 'linkedin.poll'")).toEqual([
      {
        data: {
          ...account,
          expectedMessageIds: ["m2", "m1"],
          expectedMessageAt: earlier,
          includeRelations: true,
        },
      },
    ]);
  });

  test("an event about an old message that arrives during a poll is not lost when the process dies", async () => {
    const slow = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "Frank" });
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    const poll = createJobHandlers(server.platform).find(({ job }) => job.name === "linkedin.poll");
    const account = { companyId: admin.company.id, accountId: await accountId() };
    const handle = (more: object = {}) => poll?.handle({ ...account, ...more }, new AbortController().signal);
    const first = handle();
    await expect.poll(slow.requests).toBe(1);
    const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
    const old = { expectedMessageIds: ["old"], expectedMessageAt: minutesAgo(90) };
    await handle({ expectedMessageIds: ["new"], expectedMessageAt: minutesAgo(5) });
    await handle(old);
    // What is left of the two events when the process dies now. The scheduled poll finds the new message.
    const left = () =>
      server.query(
        "select data, start_after > now() + interval '5 minutes' as \"isLater\" from pgboss.job where name = 'linkedin.poll'",
      );
    const repeat = { data: { ...account, ...old, isRepeat: true }, isLater: true };
    expect(await left()).toEqual([repeat]);
    await handle(repeat.data);
    expect(await left()).toEqual([repeat]);
    slow.release();
    await first;
    await slow.close();
  });

  test("of the messages that are reported during a poll the newest six hundred are expected", async () => {
    const slow = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "Frank" });
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    const poll = createJobHandlers(server.platform).find(({ job }) => job.name === "linkedin.poll");
    const account = { companyId: admin.company.id, accountId: await accountId() };
    const handle = (id: string) => poll?.handle({ ...account, expectedMessageIds: [id] }, new AbortController().signal);
    const first = handle("m0");
    await expect.poll(slow.requests).toBe(1);
    for (let nth = 1; nth <= 601; nth++) await handle(`m${nth}`);
    slow.release();
    await first;
    await slow.close();
    const [job] = await server.query<{ data: { expectedMessageIds: string[] } }>(
      "select data from pgboss.job where name = 'linkedin.poll'",
    );
    expect(job?.data.expectedMessageIds).toHaveLength(600);
    expect(job?.data.expectedMessageIds.at(-1)).toBe("m601");
  });

  test("a gateway may report at most six hundred events in ten minutes, and that of another company is not affected", async () => {
    const send = (token: string) =>
      server.client().post("/api/linkedin/events", {}, { authorization: `Bearer ${token}` });
    const other = await signedIn(server, { role: "company_admin" });
    for (const [company, token] of [
      [admin.company, "een"],
      [other.company, "twee"],
    ] as const)
      await server.query(
        `insert into linkedin_hooks (company_id, token_hash, gateway, hook_ids, created_at) values ($1, $2, 'g', '{}', now())
          on conflict (company_id) do update set token_hash = excluded.token_hash`,
        [company.id, hashToken(token)],
      );
    for (let nth = 0; nth < 599; nth++) server.platform.limits.countGatewayEvent(admin.company.id);
    expect((await send("een")).status).toBe(200);
    const refused = await send("een");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await send("twee")).status).toBe(200);
    server.clock.advance(10 * 60_000);
    expect((await send("een")).status).toBe(200);
  });

  test("disconnecting removes the account at the gateway; purging the company removes what is left", async () => {
    const { id } = await senderOf(admin);
    expect((await admin.client.delete(`/api/senders/${id}/linkedin`)).status).toBe(200);
    expect(await gateway.control("GET", "accounts")).toEqual([]);
    expect((await senderOf(admin)).account).toBeNull();

    const second = await makeAccount();
    await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: second });
    await server.query("update companies set deleted_at = now() - interval '60 days' where id = $1", [
      admin.company.id,
    ]);
    await runJob(server, "companies.purge", {});
    expect(await gateway.control("GET", "accounts")).toEqual([]);
  });
});

describe("the settings", () => {
  const change = (body: object) => admin.client.patch("/api/linkedin/settings", body);

  test("the channel needs a confirmation and a gateway that answers; the key is never returned", async () => {
    await server.query(
      "update companies set delivery_channel = 'airtable', unipile_url = null, unipile_key_encrypted = null where id = $1",
      [admin.company.id],
    );
    const values = { deliveryChannel: "linkedin", unipileUrl: gateway.url, unipileApiKey: "verkeerd" };
    expect((await change(values)).status).toBe(400);
    expect(await change({ ...values, confirmed: true })).toMatchObject({
      status: 400,
      body: { details: [{ path: "unipileApiKey" }] },
    });
    const right = { ...values, unipileApiKey: gatewayKey(admin.company.id) };
    expect(
      await admin.client.post("/api/linkedin/test", { unipileUrl: gateway.url, unipileApiKey: right.unipileApiKey }),
    ).toMatchObject({
      body: { ok: true, message: expect.stringContaining("Verbinding gelukt") },
    });
    const saved = await change({ ...right, confirmed: true });
    expect(saved).toMatchObject({ status: 200, body: { deliveryChannel: "linkedin", hasUnipileApiKey: true } });
    expect(JSON.stringify(saved.body)).not.toContain("sandbox-unipile");
    // The stored key does not go to another address.
    expect(await change({ unipileUrl: "http://127.0.0.1:9" })).toMatchObject({
      status: 400,
      body: { details: [{ path: "unipileApiKey" }] },
    });
  });

  const listUnlinked = () => admin.client.get("/api/linkedin/unlinked");

  test("of a gateway with endless accounts ten small pages are read", async () => {
    const endless = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "Frank" });
    endless.release();
    expect((await listUnlinked()).body).toHaveLength(1_000);
    expect(endless.requests()).toBe(10);
    await endless.close();
  });

  test("at most two megabytes of accounts are read, and no page above 512 KB", async () => {
    const large = await startEndlessGateway({
      id: "a",
      type: "LINKEDIN",
      name: "x".repeat(400),
      more: "x".repeat(4_600),
    });
    large.release();
    expect([(await listUnlinked()).status, large.requests()]).toEqual([200, 5]);
    await large.close();
    const larger = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "x".repeat(5_300) });
    larger.release();
    expect([(await listUnlinked()).status, larger.requests()]).toEqual([502, 1]);
    await larger.close();
  });

  test("an account with a name of thousands of characters is left out", async () => {
    const odd = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "x".repeat(4_000) });
    odd.release();
    expect((await listUnlinked()).body).toEqual([]);
    await odd.close();
  });

  test("a company asks its gateway for one list at a time: a second request gets the same list, another address is refused", async () => {
    const slow = await startEndlessGateway({ id: "a", type: "LINKEDIN", name: "Frank" });
    const lists = [listUnlinked(), listUnlinked(), listUnlinked()];
    await expect.poll(slow.requests).toBe(1);
    const tested = await admin.client.post("/api/linkedin/test", { unipileUrl: gateway.url, unipileApiKey: "x" });
    expect(tested.body).toEqual({ ok: false, message: expect.stringContaining("Er loopt al een vraag aan Unipile") });
    const other = await signedIn(server, { role: "company_admin" });
    await useGateway(server, other.company.id, gateway);
    expect((await other.client.get("/api/linkedin/unlinked")).status).toBe(200);
    slow.release();
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(slow.requests()).toBe(10);
    expect((await listUnlinked()).status).toBe(200);
    await slow.close();
  });

  test("the delivery channel webhook needs a URL; without one its parts wait and say so", async () => {
    await server.query("update companies set delivery_channel = 'webhook' where id = $1", [admin.company.id]);
    const { id } = await makeMessage(server, admin.company.id);
    await admin.client.post(`/api/send-icebreaker/${id}`);
    const firstPart = async () =>
      ((await admin.client.get("/api/messages-queued")).body as unknown as QueuedMessage[])[0];
    expect(await firstPart()).toMatchObject({
      plannedAt: null,
      waitsFor: { code: "hold", text: expect.stringContaining("geen webhook ingesteld") },
    });
    expect(await change({ deliveryChannel: "webhook" })).toMatchObject({
      status: 400,
      body: { details: [{ path: "deliveryWebhookUrl" }] },
    });
    const values = { deliveryChannel: "webhook", deliveryWebhookUrl: gateway.url, deliverySecret: "" };
    expect(await change(values)).toMatchObject({ status: 200, body: { deliveryWebhookUrl: `${gateway.url}` } });
    expect(await firstPart()).toMatchObject({ plannedAt: expect.any(String) });
  });
});

test.each([
  [401, "missing_credentials", "key"],
  [401, "disconnected_account", "reconnect"],
  [403, "account_restricted", "restricted"],
  [403, "subscription_required", "refused"],
  [400, "too_many_characters", "refused"],
  [404, "resource_not_found", "not_found"],
  [422, "no_connection_with_recipient", "not_related"],
  [422, "already_connected", "related"],
  [422, "already_invited_recently", "invited"],
  [422, "cannot_resend_yet", "invitation_limit"],
  [422, "blocked_recipient", "refused"],
  [429, "too_many_requests", "busy"],
  [500, "provider_error", "unknown"],
  [503, "no_client_session", "unknown"],
  [504, "request_timeout", "unknown"],
  [401, "something_new", "reconnect"],
  [403, "something_new", "restricted"],
  [422, "something_new", "refused"],
])("status %i with %s means %s", (status, type, problem) => {
  expect(classifyError(status, type)).toBe(problem);
});
