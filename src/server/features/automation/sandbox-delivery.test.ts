import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { endUndoPeriod, makeMessage } from "#testing/factories.ts";
import { type Sandbox, startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { automationJobs } from "./automation.jobs.ts";
import { deliverDue } from "./delivery.ts";
import { deliverMessagesJob, enqueueDeliveriesJob } from "./job-definitions.ts";

const deliverySchema = z.object({ automation: z.object({ delivery: z.object({ url: z.url(), secret: z.string() }) }) });

let server: TestServer;
let sandbox: Sandbox;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.stop();
  await server.close();
});

beforeEach(async () => {
  await sandbox.control("POST", "reset");
  me = await signedIn(server);
  const { delivery } = deliverySchema.parse(await (await fetch(`${sandbox.url}/`)).json()).automation;
  const encrypted = server.platform.secrets.encrypt(delivery.secret, `company:${me.company.id}:delivery`);
  await server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_encrypted = $2 where id = $3",
    [delivery.url, encrypted, me.company.id],
  );
});

const sendOne = async (): Promise<string> => {
  const { id } = await makeMessage(server, me.company.id, { content: "Hoi!" });
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
  return id;
};
const read = async (id: string) =>
  (
    await server.query<{ item: string; message: string }>(
      "select q.status as item, m.status as message from queue_items q join messages m on m.id = q.message_id where m.id = $1",
      [id],
    )
  )[0];
const findDeliveries = async () =>
  (await sandbox.control("GET", "automation/deliveries")) as unknown as { idempotencyKey: string; attempts: number }[];

test("the automation accepts our signature and the message", async () => {
  const id = await sendOne();
  await deliverDue(server.platform, me.company.id);
  expect(await read(id)).toEqual({ item: "SENT", message: "sent" });
  expect(await findDeliveries()).toMatchObject([{ attempts: 1, body: { text: "Hoi!" } }]);
});

test("a message signed with another secret is refused", async () => {
  await sandbox.control("PATCH", "automation", { secret: "een-heel-ander-geheim" });
  const id = await sendOne();
  await deliverDue(server.platform, me.company.id);
  expect(await read(id)).toEqual({ item: "ERROR", message: "error" });
  expect(await findDeliveries()).toEqual([]);
});

test.each([
  ["refuses", { control: { delivery: "refuse" } }, 0],
  ["fails", { fault: { status: 500 } }, 0],
  ["disconnects before accepting it", { fault: { resetConnection: "beforeHandling" } }, 0],
  ["disconnects after accepting it", { fault: { resetConnection: "afterHandling" } }, 1],
] as const)("when the automation %s, the message waits for a user", async (_what, failure, accepted) => {
  if ("control" in failure) await sandbox.control("PATCH", "automation", failure.control);
  else await sandbox.control("POST", "faults", { path: "/webhook/deliver-message", times: 1, ...failure.fault });
  const id = await sendOne();
  await deliverDue(server.platform, me.company.id);
  await deliverDue(server.platform, me.company.id);
  expect(await read(id)).toEqual({ item: "ERROR", message: "error" });
  expect(await findDeliveries()).toHaveLength(accepted);
});

test("a slow automation delays nobody and is called only once", async () => {
  await sandbox.control("POST", "faults", { path: "/webhook/deliver-message", times: 1, latencyMs: 60_000 });
  const { outbound } = server.platform;
  const timeouts: (number | undefined)[] = [];
  // The real client with a shorter timeout, so that the test does not wait ten seconds; long enough to connect.
  const shortTimeoutOutbound: typeof outbound = {
    ...outbound,
    request: (request) => {
      timeouts.push(request.timeoutMs);
      return outbound.request({ ...request, timeoutMs: 3_000 });
    },
  };
  const id = await sendOne();
  await deliverDue({ ...server.platform, outbound: shortTimeoutOutbound }, me.company.id);
  await deliverDue(server.platform, me.company.id);
  expect(timeouts).toEqual([10_000]);
  expect(await read(id)).toEqual({ item: "ERROR", message: "error" });
});

test("every minute only the companies with due messages are enqueued", async () => {
  const id = await sendOne();
  const idle = await signedIn(server);
  await server.query("delete from pgboss.job where name = $1", [deliverMessagesJob.name]);
  const [, findDue] = automationJobs(server.platform);
  expect(findDue?.job.name).toBe(enqueueDeliveriesJob.name);
  await findDue?.handle({}, new AbortController().signal);
  const woken = await server.query<{ company: string }>(
    "select data ->> 'companyId' as company from pgboss.job where name = $1",
    [deliverMessagesJob.name],
  );
  expect(woken.map(({ company }) => company)).toContain(me.company.id);
  expect(woken.map(({ company }) => company)).not.toContain(idle.company.id);
  expect((await read(id))?.item).toBe("QUEUED");
});
