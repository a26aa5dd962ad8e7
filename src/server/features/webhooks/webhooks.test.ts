import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type WebhookDelivery, type WebhookEvent, webhookPayloads } from "#contract/webhooks.ts";
import { makeUser } from "#testing/account-factories.ts";
import { sendTwoAtOnce } from "#testing/concurrent-requests.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { makeLead, makeMeeting, makeMessage, makeQueueItem } from "#testing/factories.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deliverEvents } from "./deliver-events.ts";
import { deleteOldEventsJob, webhooksJobs } from "./webhooks.jobs.ts";
import { deliverEventsJob } from "./webhooks.service.ts";

const ALL = Object.keys(webhookPayloads) as WebhookEvent[];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let server: TestServer;
let admin: SignedIn;
let receiver: Receiver;
let hook: { id: string; secret: string };

const addWebhook = async (events: readonly string[] = ALL, url = receiver.url) => {
  const { status, body } = await admin.client.post("/api/webhooks", { url, events });
  expect(status).toBe(201);
  return { id: (body["webhook"] as { id: string }).id, secret: body["secret"] as string };
};

beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  receiver = await startReceiver();
  admin = await signedIn(server, { role: "company_admin" });
  hook = await addWebhook();
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const deliver = (companyId = admin.company.id) => deliverEvents(server.platform, companyId);
/** As if the undo period of every event had passed. */
const endUndoPeriod = () =>
  server.query("update webhook_deliveries set next_attempt_at = next_attempt_at - interval '10 seconds'");
const log = async (id = hook.id) =>
  (await admin.client.get(`/api/webhooks/${id}/deliveries`)).body as unknown as WebhookDelivery[];
const verify = ({ text, headers }: ReceivedRequest, secret = hook.secret) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
const setStatus = (table: string, id: string, status: string) =>
  server.query(`update ${table} set status = $2 where id = $1`, [id, status]);
const sendTest = (id = hook.id) => admin.client.post(`/api/webhooks/${id}/test`);

describe("an event", () => {
  test.each<[WebhookEvent, () => Promise<unknown>, object]>([
    [
      "message.approved",
      async () => {
        const { id } = await makeMessage(server, admin.company.id);
        await admin.client.post(`/api/send-icebreaker/${id}`);
      },
      { fullName: "Sanne de Vries", messageType: "icebreaker", messageFlow: "Frank Hoekstra" },
    ],
    [
      "message.sent",
      async () => setStatus("queue_items", await makeQueueItem(server, admin.company.id), "SENT"),
      { fullName: "Sanne de Vries", messageName: "Ice Breaker" },
    ],
    [
      "message.replied",
      async () => {
        const { id } = await makeMessage(server, admin.company.id, { status: "sent" });
        await setStatus("messages", id, "interested");
        await setStatus("messages", id, "neutral");
      },
      { sentiment: "neutral" },
    ],
    [
      "lead.class_changed",
      async () => {
        const id = await makeLead(server, admin.company.id, { full_name: "Anna", classification: "COLD" });
        await admin.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
      },
      { fullName: "Anna", before: "COLD", after: "HOT" },
    ],
    [
      "meeting.processed",
      async () => {
        const id = await makeMeeting(server, admin.company.id, { meeting_name: "Kennismaking" });
        await setStatus("meetings", id, "PROCESSED");
        await setStatus("meetings", id, "RERUN");
      },
      { meetingName: "Kennismaking" },
    ],
  ])("%s is delivered once, signed, with the documented data", async (type, change, data) => {
    await change();
    await endUndoPeriod();
    await deliver();
    await deliver();
    const received = receiver.received.filter(({ body }) => body["type"] === type);
    expect(received).toHaveLength(1);
    const [request] = received;
    expect(request && verify(request)).toEqual(request?.body);
    expect(webhookPayloads[type].parse(request?.body["data"])).toMatchObject(data);
    expect(await log()).toContainEqual(
      expect.objectContaining({ type, eventId: request?.headers["webhook-id"], status: "delivered", attempts: 1 }),
    );
  });

  test("goes to the webhooks that want it, and is not stored when there is none", async () => {
    const other = await addWebhook(["meeting.processed"]);
    const id = await makeLead(server, admin.company.id, { classification: "COLD" });
    await admin.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
    expect([(await log()).length, (await log(other.id)).length]).toEqual([1, 0]);
    for (const { id } of [hook, other]) await admin.client.delete(`/api/webhooks/${id}`);
    await admin.client.patch(`/api/leads/${id}/classification`, { classification: "COLD" });
    const [stored] = await server.query<{ count: string }>(
      "select count(*) from webhook_events where company_id = $1 and data ->> 'after' = 'COLD'",
      [admin.company.id],
    );
    expect(stored?.count).toBe("0");
  });

  test("of an action that is undone is never sent, and none before the undo period ends", async () => {
    const { id } = await makeMessage(server, admin.company.id);
    const leadId = await makeLead(server, admin.company.id, { classification: "COLD" });
    const sent = await admin.client.post(`/api/send-icebreaker/${id}`);
    const classified = await admin.client.patch(`/api/leads/${leadId}/classification`, { classification: "HOT" });
    await deliver();
    expect(receiver.received).toEqual([]);
    for (const { body } of [sent, classified]) {
      const { token } = body["undo"] as { token: string };
      expect((await admin.client.post(`/api/undo/${token}`)).status).toBe(200);
    }
    await endUndoPeriod();
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await log()).toEqual([]);
  });

  test("of a judgement that is corrected later is sent again, and not when the correction is taken back in time", async () => {
    const { id } = await makeMessage(server, admin.company.id, { status: "sent" });
    const judge = async (...statuses: string[]) => {
      for (const status of statuses) await setStatus("messages", id, status);
      await endUndoPeriod();
      await deliver();
      return receiver.received.map(({ body }) => (body["data"] as { sentiment: string }).sentiment);
    };
    expect(await judge("interested")).toEqual(["interested"]);
    expect(await judge("not_interested", "interested")).toEqual(["interested"]);
    expect(await judge("not_interested")).toEqual(["interested", "not_interested"]);
  });

  test("of an approval is sent although Airtable's automation handles the message before the undo period ends", async () => {
    for (const outcome of ["sent", "error"]) {
      const { id } = await makeMessage(server, admin.company.id);
      await admin.client.post(`/api/send-icebreaker/${id}`);
      await setStatus("messages", id, outcome);
    }
    await endUndoPeriod();
    await deliver();
    expect(receiver.received.map(({ body }) => body["type"])).toEqual(["message.approved", "message.approved"]);
  });

  test.each(["long before", "just before"])(
    "of an approval %s the cancellation is sent once when the cancellation is undone",
    async (when) => {
      const { id, providerId } = await makeMessage(server, admin.company.id);
      await admin.client.post(`/api/send-icebreaker/${id}`);
      if (when === "long before") {
        await endUndoPeriod();
        await server.query(
          "update webhook_events set occurred_at = occurred_at - interval '1 hour' where subject_id = $1",
          [id],
        );
        await server.query(
          "update queue_items set approved_at = approved_at - interval '1 hour' where message_id = $1",
          [id],
        );
        await deliver();
      }
      const { body } = await admin.client.post(`/api/messages/cancel-all/${providerId}`);
      const { token } = body["undo"] as { token: string };
      expect((await admin.client.post(`/api/undo/${token}`)).status).toBe(200);
      expect(await server.query("select status from messages where id = $1", [id])).toEqual([{ status: "approved" }]);
      await endUndoPeriod();
      await deliver();
      expect(receiver.received.map(({ body }) => body["type"])).toEqual(["message.approved"]);
    },
  );

  test("of a retry that is undone is not sent", async () => {
    const { id } = await makeMessage(server, admin.company.id, { status: "error" });
    const { body } = await admin.client.post(`/api/send-icebreaker/${id}`);
    const { token } = body["undo"] as { token: string };
    expect((await admin.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await server.query("select status from messages where id = $1", [id])).toEqual([{ status: "error" }]);
    expect(await log()).toEqual([]);
  });

  test("of a processed meeting is not sent again when a rerun is undone", async () => {
    const id = await makeMeeting(server, admin.company.id, { status: "PROCESSED" });
    for (const status of ["RERUN", "NEW"]) {
      const { body } = await admin.client.patch(`/api/meetings/${id}`, { status });
      const { token } = body["undo"] as { token: string };
      expect((await admin.client.post(`/api/undo/${token}`)).status).toBe(200);
    }
    expect(await log()).toEqual([]);
    // The next processing is an event.
    await admin.client.patch(`/api/meetings/${id}`, { status: "RERUN" });
    await setStatus("meetings", id, "PROCESSED");
    expect(await log()).toMatchObject([{ type: "meeting.processed" }]);
  });

  test("is rolled back with its change", async () => {
    const id = await makeLead(server, admin.company.id, { classification: "COLD" });
    const scope = server.platform.database.tenant(admin.company.id);
    await expect(
      scope.transaction(async (db) => {
        await db.run({ parts: ["update leads set classification = 'HOT' where id = ", ""], values: [id] });
        throw new Error("something else failed");
      }),
    ).rejects.toThrow("something else failed");
    expect(await log()).toEqual([]);
  });

  test("of one company reaches no webhook of another", async () => {
    const stranger = await signedIn(server);
    const id = await makeLead(server, stranger.company.id, { classification: "COLD" });
    await stranger.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
    await endUndoPeriod();
    await deliver(stranger.company.id);
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

describe("a delivery", () => {
  test("that is refused is retried with the same id at growing intervals, and fails after ten attempts", async () => {
    // An attempt takes no time, so that the next one is exactly the interval later.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    receiver.behaviour = 500;
    await sendTest();
    await deliver();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    for (const wait of [
      5 * SECOND,
      5 * MINUTE,
      0.5 * HOUR,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ]) {
      const [waiting] = await log();
      expect(Date.parse(waiting?.nextAttemptAt ?? "") - Date.parse(waiting?.attemptedAt ?? "")).toBe(wait);
      await server.query("update webhook_deliveries set next_attempt_at = $2 where id = $1", [
        waiting?.id,
        server.clock.now(),
      ]);
      await deliver();
    }
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.received).toHaveLength(10);
    expect(await log()).toMatchObject([
      {
        status: "failed",
        attempts: 10,
        responseStatus: 500,
        problem: "Het adres antwoordde met status 500.",
        nextAttemptAt: null,
      },
    ]);
    receiver.behaviour = 200;
    const [failed] = await log();
    expect((await admin.client.post(`/api/webhook-deliveries/${failed?.id}/resend`)).status).toBe(202);
    await deliver();
    expect(await log()).toMatchObject([{ status: "delivered", attempts: 1, problem: null }]);
  });

  test.each<[Receiver["behaviour"], number | null]>([
    ["reset", null],
    [302, 302],
    [404, 404],
  ])("answered with %s waits for the next attempt", async (behaviour, responseStatus) => {
    receiver.behaviour = behaviour;
    await sendTest();
    await deliver();
    expect(await log()).toMatchObject([
      { status: "waiting", attempts: 1, responseStatus, problem: expect.any(String) },
    ]);
  });

  test("that is sent again while the receiver is late: the first answer does not count", async () => {
    let answer: (status: number) => void = () => undefined;
    receiver.behaviour = new Promise<number>((resolve) => {
      answer = resolve;
    });
    await sendTest();
    const arrived = receiver.next();
    const slow = deliver();
    await arrived;
    const [{ id } = { id: "" }] = await log();
    expect((await admin.client.post(`/api/webhook-deliveries/${id}/resend`)).status).toBe(202);
    answer(200);
    await slow;
    expect(await log()).toMatchObject([{ status: "delivered", attempts: 1 }]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test("that is changed, signed with another secret or replayed later is not accepted by the verifier", async () => {
    await sendTest();
    await deliver();
    const [request] = receiver.received;
    if (!request) throw new Error("nothing was received");
    const { text, headers } = request;
    const { secret: otherSecret } = await addWebhook();
    expect(verify(request)).toMatchObject({ type: "webhook.test", data: {} });
    expect(() => verify({ ...request, text: text.replace("webhook.test", "message.sent") })).toThrow("signature");
    expect(() => verify(request, otherSecret)).toThrow("signature");
    const old = String(Number(headers["webhook-timestamp"]) - 600);
    expect(() => verify({ ...request, headers: { ...headers, "webhook-timestamp": old } })).toThrow("too old");
  });

  test("of a late receiver is attempted again", async () => {
    receiver.behaviour = new Promise<number>(() => undefined);
    await sendTest();
    const { outbound } = server.platform;
    const timeouts: (number | undefined)[] = [];
    const shortTimeoutOutbound: typeof outbound = {
      ...outbound,
      request: (request) => {
        timeouts.push(request.timeoutMs);
        return outbound.request({ ...request, timeoutMs: 100 });
      },
    };
    await deliverEvents({ ...server.platform, outbound: shortTimeoutOutbound }, admin.company.id);
    expect(timeouts).toEqual([10 * SECOND]);
    expect(await log()).toMatchObject([
      { status: "waiting", attempts: 1, problem: "Dit adres antwoordde niet op tijd." },
    ]);
  });

  test("that fails for good is mailed to the company's admins, once until one succeeds", async () => {
    const mails = async () => {
      const jobs = await server.query<{ id: string; data: object }>(
        "select id, data from pgboss.job where name = 'webhooks.mail-failure' and data ->> 'companyId' = $1",
        [admin.company.id],
      );
      return jobs.map(({ data }) => data);
    };
    const failForGood = async () => {
      await sendTest();
      await server.query("update webhook_deliveries set attempts = 9 where status = 'waiting' and company_id = $1", [
        admin.company.id,
      ]);
      await deliver();
    };
    receiver.behaviour = 500;
    await failForGood();
    await failForGood();
    const failure = { companyId: admin.company.id, webhookId: hook.id };
    expect(await mails()).toEqual([failure]);
    receiver.behaviour = 200;
    await sendTest();
    await deliver();
    receiver.behaviour = 500;
    await failForGood();
    expect(await mails()).toEqual([failure, failure]);
    // One whom the mail server refuses is not tried again, and the others get one mail each.
    const { database } = server.platform;
    const other = await makeUser(database, admin.company.id, { role: "company_admin" });
    const refused = await makeUser(database, admin.company.id, { role: "company_admin" });
    await server.query("update users set email = 'geen adres' where id = $1", [refused.id]);
    const job = webhooksJobs(server.platform).find(({ job }) => job.name === "webhooks.mail-failure");
    await job?.handle(failure, new AbortController().signal);
    const ofAdmins = (await mails()).filter((data) => "adminId" in data);
    expect(ofAdmins).toHaveLength(3);
    for (const data of ofAdmins) await job?.handle(data, new AbortController().signal);
    expect(server.mails(other.email)).toHaveLength(1);
    const { subject, text } = await server.nextMail(admin.user.email);
    const { host } = new URL(receiver.url);
    expect(subject).toBe(`De webhook naar ${host} werkt niet`);
    expect(text).toContain("Het adres antwoordde met status 500.");
    expect(text).toMatch(/webhook\.test · status 500/);
    expect(server.mails(admin.user.email)).toHaveLength(1);
  });

  test("answered with 410 switches the webhook off, until somebody switches it on", async () => {
    receiver.behaviour = 410;
    await sendTest();
    await deliver();
    const list = async () => (await admin.client.get("/api/webhooks")).body;
    expect(await list()).toMatchObject([{ isActive: false, problem: expect.stringContaining("410") }]);
    expect((await sendTest()).status).toBe(409);
    const [stopped] = await log();
    expect((await admin.client.post(`/api/webhook-deliveries/${stopped?.id}/resend`)).status).toBe(409);
    expect(await log()).toEqual([stopped]);
    await admin.client.patch(`/api/webhooks/${hook.id}`, { isActive: true });
    expect(await list()).toMatchObject([{ isActive: true, problem: null }]);
  });

  test("to a failing webhook does not hold up another one", async () => {
    const working = await startReceiver();
    const other = await addWebhook(ALL, working.url);
    receiver.behaviour = "reset";
    await sendTest();
    await sendTest();
    await sendTest(other.id);
    await deliver();
    expect([receiver.received.length, working.received.length]).toEqual([1, 1]);
    await working.close();
  });

  test("to slow receivers ends with the company's turn, so that other companies have theirs", async () => {
    for (let sent = 0; sent < 5; sent++) await sendTest();
    const { outbound } = server.platform;
    const slow: typeof outbound = {
      ...outbound,
      request: (request) => {
        server.clock.advance(16 * SECOND);
        return outbound.request(request);
      },
    };
    const turn = () => deliverEvents({ ...server.platform, outbound: slow }, admin.company.id);
    for (const received of [2, 4, 5]) {
      await turn();
      expect(receiver.received).toHaveLength(received);
    }
  });

  test("of a company occupies one worker at a time, also when events arrive meanwhile", async () => {
    let answer: (status: number) => void = () => undefined;
    receiver.behaviour = new Promise<number>((resolve) => {
      answer = resolve;
    });
    const job = webhooksJobs(server.platform).find(({ job }) => job.name === deliverEventsJob.name);
    const work = () => job?.handle({ companyId: admin.company.id }, new AbortController().signal);
    await sendTest();
    const arrived = receiver.next();
    const first = work();
    await arrived;
    await sendTest();
    await Promise.all([work(), work()]);
    expect(receiver.received).toHaveLength(1);
    answer(200);
    await first;
    expect(receiver.received).toHaveLength(2);
  });

  test.each(["is_active = false", "deleted_at = now()"])("waits while the company has %s", async (change) => {
    await sendTest();
    await server.query(`update companies set ${change} where id = $1`, [admin.company.id]);
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

test("an address in a private network is refused, and nothing is stored", async () => {
  const before = await fingerprint(server);
  const response = await admin.client.post("/api/webhooks", {
    url: "http://169.254.169.254/",
    events: ["message.sent"],
  });
  expect([response.status, response.body["details"]]).toEqual([
    400,
    [{ path: "url", message: "Dit adres is niet toegestaan." }],
  ]);
  expect(await fingerprint(server)).toEqual(before);
});

test("the secret is shown once and stored encrypted, and the log has the host only", async () => {
  const secretPart = hook.secret.slice(6);
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await admin.client.get("/api/webhooks")).text).not.toContain(secretPart);
  const [stored] = await server.query<{ text: string }>("select t::text as text from webhooks t where id = $1", [
    hook.id,
  ]);
  expect(stored?.text).not.toContain(secretPart);
  const [logged] = await server.query<{ after: object }>("select after from audit_log where subject_id = $1", [
    hook.id,
  ]);
  expect(logged?.after).toEqual({ host: new URL(receiver.url).host, events: ALL, isActive: true });
});

test("events are deleted after thirty days, with their deliveries", async () => {
  await sendTest();
  const deleteOld = () =>
    webhooksJobs(server.platform)
      .find(({ job }) => job.name === deleteOldEventsJob.name)
      ?.handle({}, new AbortController().signal);
  await deleteOld();
  expect(await log()).toHaveLength(1);
  await server.query("update webhook_events set occurred_at = now() - interval '31 days' where company_id = $1", [
    admin.company.id,
  ]);
  await deleteOld();
  expect(await log()).toEqual([]);
});

test("a company has twenty webhooks at most, also when several are created at the same moment", async () => {
  await server.query(
    `insert into webhooks (company_id, id, url, events, secret_encrypted, created_at)
      select company_id, gen_random_uuid(), url, events, secret_encrypted, now()
      from webhooks, generate_series(1, 18) where id = $1`,
    [hook.id],
  );
  const form = { url: receiver.url, events: ALL };
  const created = await sendTwoAtOnce(server, "webhooks", () => admin.client.post("/api/webhooks", form));
  expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("a webhook gets twenty test events an hour, because its receiver can be anybody's server", async () => {
  for (let nth = 0; nth < 20; nth++) expect((await sendTest()).status).toBe(202);
  const refused = await sendTest();
  expect([refused.status, refused.body["message"]]).toEqual([429, "Je kunt 20 testgebeurtenissen per uur versturen."]);
  expect(await log()).toHaveLength(20);
  server.clock.advance(61 * 60_000);
  expect((await sendTest()).status).toBe(202);
  server.clock.advance(-61 * 60_000);
});

test("a webhook gets twenty deliveries again in an hour, and a refused one stays as it was", async () => {
  await sendTest();
  await deliver();
  const [{ id } = { id: "" }] = await log();
  const resend = () => admin.client.post(`/api/webhook-deliveries/${id}/resend`);
  for (let nth = 0; nth < 20; nth++) expect((await resend()).status).toBe(202);
  await deliver();
  const refused = await resend();
  expect([refused.status, refused.body["message"]]).toEqual([
    429,
    "Je kunt 20 gebeurtenissen per uur opnieuw versturen.",
  ]);
  expect(await log()).toMatchObject([{ status: "delivered", attempts: 1 }]);
  server.clock.advance(61 * 60_000);
  expect((await resend()).status).toBe(202);
  server.clock.advance(-61 * 60_000);
});
