import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { endUndoPeriod, makeMessage, removeSendingLimits } from "#testing/factories.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { type Receiver, type ReceiverBehaviour, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deliverDue } from "./delivery.ts";
import { deliverMessagesJob } from "./job-definitions.ts";

let server: TestServer;
let receiver: Receiver;
let me: SignedIn;
let folder: string;
let worker: ProductProcess;
let locker: pg.Client;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  folder = await mkdtemp(join(tmpdir(), "usa-worker-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  receiver = await startReceiver();
  me = await signedIn(server);
  await server.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $1 where id = $2", [
    receiver.url,
    me.company.id,
  ]);
  await removeSendingLimits(server, me.company.id);
  locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
  await locker.connect();
  worker = await startServerProcess({
    PROCESS: "worker",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: "error",
  });
});
afterEach(async () => {
  await worker.kill();
  await locker.end();
  await receiver.close();
});

const enqueueDelivery = () => {
  const { jobs, database } = server.platform;
  const companyId = me.company.id;
  return jobs.enqueue(database.platform, deliverMessagesJob, { companyId }, { singletonKey: companyId });
};
const send = async () => {
  const { id, leadId } = await makeMessage(server, me.company.id, { content: "Hoi!" });
  expect((await me.client.post(`/api/send-icebreaker/${id}`)).status).toBe(200);
  await endUndoPeriod(server, id);
  await enqueueDelivery();
  return { id, leadId };
};
const statusesOf = async (id: string) =>
  (
    await server.query<{ part: string; message: string }>(
      "select q.status as part, m.status as message from queue_items q join messages m on m.id = q.message_id where m.id = $1",
      [id],
    )
  )[0];

/** Waits until a connection waits for a lock that the test holds. */
const untilBlocked = () =>
  expect
    .poll(() =>
      server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    )
    .not.toEqual([]);

/** Another worker delivers, now and after the claim has become stale. The claim is aged in the database. */
const takeOver = async () => {
  await deliverDue(server.platform, me.company.id);
  await server.query("update queue_items set claimed_at = claimed_at - interval '20 minutes' where company_id = $1", [
    me.company.id,
  ]);
  await deliverDue(server.platform, me.company.id);
};

test("after a worker is killed before its claim is committed, another worker sends the message once", async () => {
  await locker.query("begin");
  const { id, leadId } = await makeMessage(server, me.company.id, { content: "Hoi!" });
  // The lead is locked after the approval and before the claim.
  expect((await me.client.post(`/api/messages/batch`, { action: "approve", ids: [id] })).status).toBe(200);
  await server.query("update queue_items set date_due = now() + interval '1 day' where message_id = $1", [id]);
  await locker.query("select from leads where id = $1 for update", [leadId]);
  await server.query("update queue_items set date_due = now() - interval '1 hour' where message_id = $1", [id]);
  await enqueueDelivery();
  await untilBlocked();
  await worker.kill();
  await locker.query("rollback");
  expect(receiver.received).toEqual([]);
  await takeOver();
  expect(receiver.received).toHaveLength(1);
  expect(await statusesOf(id)).toEqual({ part: "SENT", message: "sent" });
});

test("after a worker is killed during the request, the message is parked for a user and not sent again", async () => {
  receiver.behaviour = "hang";
  const arrived = receiver.next();
  const { id } = await send();
  await arrived;
  await worker.kill();
  receiver.behaviour = 200;
  expect(await statusesOf(id)).toEqual({ part: "SENDING", message: "approved" });
  await takeOver();
  expect(receiver.received).toHaveLength(1);
  expect(await statusesOf(id)).toEqual({ part: "ERROR", message: "error" });
});

test("after a worker is killed between the response and storing it, the message is parked too", async () => {
  const { promise, resolve: respond } = Promise.withResolvers<ReceiverBehaviour>();
  receiver.behaviour = promise;
  const arrived = receiver.next();
  const { id } = await send();
  await arrived;
  await locker.query("begin");
  await locker.query("select from messages where id = $1 for update", [id]);
  respond(200);
  await untilBlocked();
  await worker.kill();
  await locker.query("rollback");
  await takeOver();
  expect(receiver.received).toHaveLength(1);
  expect(await statusesOf(id)).toEqual({ part: "ERROR", message: "error" });
});

test("a running worker sends a message when its undo period has passed, and stores the outcome", async () => {
  const { id } = await makeMessage(server, me.company.id, { content: "Hoi!" });
  await me.client.post(`/api/send-icebreaker/${id}`);
  await expect.poll(() => statusesOf(id), { timeout: 25_000 }).toEqual({ part: "SENT", message: "sent" });
  expect(receiver.received).toHaveLength(1);
});
