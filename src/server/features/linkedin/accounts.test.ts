import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { QueuedMessage } from "#contract/queue.ts";
import type { Sender } from "#contract/senders.ts";
import { createJobHandlers } from "#server/all-jobs.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";
import { gatewayKey, type LinkedInTestGateway, startLinkedInGateway, useGateway } from "#testing/linkedin-gateway.ts";
import { startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { pollCompany } from "./poll.ts";
import { classifyError } from "./unipile-v1-errors.ts";

let server: TestServer;
let gateway: LinkedInTestGateway;
let admin: SignedIn;
beforeAll(async () => {
  gateway = await startLinkedInGateway();
  server = await startTestServer({ worker: false });
  // Webhooks and callbacks come to the server's real port.
  server.platform.config.publicUrl = new URL(server.url);
});
afterAll(async () => {
  await gateway.stop();
  await server.close();
});
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
const runJobs = async (name: string) => {
  const jobs = await server.query<{ id: string; data: object }>(
    "delete from pgboss.job where name = $1 returning id, data",
    [name],
  );
  const handler = createJobHandlers(server.platform).find(({ job }) => job.name === name);
  for (const { data } of jobs) await handler?.handle(data, new AbortController().signal);
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

  test("an account that is connected again has no ramp again", async () => {
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

  test("without webhooks an account is connected and polled; those that were registered before the refusal are removed, and it is tried again after an hour", async () => {
    const hooks = async () => {
      const response = await fetch(`${gateway.url}/api/v1/webhooks`, {
        headers: { "x-api-key": gatewayKey(admin.company.id) },
      });
      return ((await response.json()) as { items: object[] }).items.length;
    };
    await gateway.control("POST", "failures", { type: "service_unavailable", on: "webhook", skip: 1, times: 2 });
    const { id } = await senderOf(admin);
    const linked = await admin.client.post(`/api/senders/${id}/linkedin`, { accountId: await makeAccount() });
    expect([linked.status, await hooks()]).toEqual([200, 0]);
    await poll();
    const readUntil = await server.query(
      "select from linkedin_accounts where company_id = $1 and messages_read_until is not null",
      [admin.company.id],
    );
    expect([readUntil.length, await hooks()]).toEqual([1, 0]);
    // The second refusal is of the next attempt.
    server.clock.advance(61 * 60_000);
    await poll();
    expect(await hooks()).toBe(0);
    server.clock.advance(61 * 60_000);
    await poll();
    expect(await hooks()).toBe(3);
    await poll();
    expect(await hooks()).toBe(3);
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

describe("the status of an account", () => {
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
    ["webhook", { drop: false }, () => runJobs("linkedin.poll")],
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
      await runJobs("linkedin.account-problem");
    }
    expect(server.mails(admin.user.email)).toMatchObject([{ subject: expect.stringContaining("Frank H.") }]);
    const { account, waitsFor } = await stateAfter("OK");
    expect(account).toMatchObject({ status: "ok", problem: null });
    expect(waitsFor?.text).not.toBe(problem);
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

  test("an event without our token, or with another, is refused and changes nothing", async () => {
    await gateway.control("PATCH", `accounts/${await accountId()}`, { status: "ERROR" });
    const event = { AccountStatus: { account_id: await accountId(), account_type: "LINKEDIN", message: "ERROR" } };
    await server.query("delete from pgboss.job where name = 'linkedin.poll'");
    for (const headers of [undefined, { authorization: "Bearer geraden" }])
      expect((await server.client().post("/api/linkedin/events", event, headers)).status).toBe(401);
    expect(await server.query("select from pgboss.job where name = 'linkedin.poll'")).toEqual([]);
    expect((await senderOf(admin)).account?.status).toBe("ok");
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
    const purge = createJobHandlers(server.platform).find(({ job }) => job.name === "companies.purge");
    await purge?.handle({}, new AbortController().signal);
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

  test("the webhook needs an address; without one its parts wait and say so", async () => {
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
