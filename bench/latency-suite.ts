import { setTimeout as sleep } from "node:timers/promises";
import { type AirtableSandbox, startAirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import type { TestClient } from "#testing/test-client.ts";
import { openBenchData } from "./dataset/load.ts";
import { addUser, signIn, startProduct } from "./product.ts";
import { quantile, round } from "./statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "./suite.ts";

const LOOK_EVERY_MS = 100;
const GIVE_UP_MS = 60_000;
/** Without notifications the change feed is polled this often: edits at random moments of the interval. */
const POLL_INTERVAL_MS = 8_000;
const MAX_SECONDS = { sent: 6, shown: 10 };

/** The seconds until the condition holds. */
const secondsUntil = async (holds: () => Promise<boolean>): Promise<number> => {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error("nothing was shown within a minute");
    await sleep(LOOK_EVERY_MS);
  }
  return (performance.now() - startedAt) / 1000;
};

interface ListedMessage {
  id: string;
  messageContent: string;
  status: string;
}

const listMessages = async (client: TestClient): Promise<ListedMessage[]> =>
  (await client.get("/api/messages?limit=500")).body as unknown as ListedMessage[];

const runSync = async (client: TestClient): Promise<void> => {
  const runId = String((await client.post("/api/sync-airtable")).body["runId"]);
  await secondsUntil(async () => {
    const status = String((await client.get(`/api/sync-airtable/${runId}`)).body["status"]);
    if (status === "failed") throw new Error("the first synchronisation failed");
    return status === "succeeded" || status === "partial";
  });
};

/** Edits in Airtable until they are in the list, and SENT until the automation's answer is in the list. */
const measure = async (sandbox: AirtableSandbox, edits: number, isNotified: boolean) => {
  const base = await sandbox.newBase();
  await base.setRealPace();
  const [lead] = await base.add("Leads", { "Full Name": "Anna Jansen" });
  const texts = Array.from({ length: edits }, (_, nth) => `Ice Breaker: begin ${nth}`);
  const records = await base.add(
    "Messages",
    ...texts.map((Content) => ({ Lead: [lead?.id], Content, Type: "icebreaker", Status: "pending" })),
  );
  const data = await openBenchData();
  const { url, companies } = await data.load({ name: "latency", leadsPerCompany: [10], hasAirtableRecords: false });
  const [company] = companies;
  if (!company) throw new Error("the dataset needs a company");
  // Not production: there the product talks to the real Airtable only. A blank setting counts as absent.
  const settings = { NODE_ENV: "test", DATABASE_URL: url, AIRTABLE_URL: sandbox.url, LOG_LEVEL: "error" };
  const product = await startProduct("both", data.dataDir, { ...settings, ...(isNotified ? {} : { PUBLIC_URL: "" }) });
  const { username } = await addUser(url, company.companyId, "super_admin");
  const admin = await signIn(product, username, "admin");
  const airtable = { airtableBaseId: base.id, airtableApiKey: base.token, deliveryChannel: "airtable" };
  const connected = await admin.patch(`/admin/api/companies/${company.companyId}`, airtable);
  if (connected.status !== 200) throw new Error(`connecting the base returned ${connected.status}: ${connected.text}`);
  const client = await signIn(product, company.username);
  await runSync(client);
  const stream = new AbortController();
  const headers = { cookie: client.cookieHeader("/api/events") };
  const events = await fetch(`${product.url}/api/events`, { headers, signal: stream.signal });
  // A response that nobody reads is closed by the garbage collection, and without an open screen nothing is polled.
  const reading = events.text().catch(() => undefined);

  const shown: number[] = [];
  for (const [nth, { id }] of records.entries()) {
    await sleep(isNotified ? 500 : Math.random() * POLL_INTERVAL_MS);
    const Content = `Ice Breaker: daar ${nth}`;
    await base.edit("Messages", id, { Content });
    shown.push(
      await secondsUntil(async () =>
        (await listMessages(client)).some(({ messageContent }) => messageContent.includes(Content)),
      ),
    );
  }
  await sandbox.control("PATCH", "automation", { delayMs: 0 });
  await sandbox.control("PATCH", `automation/bases/${base.id}`, { isOn: true });
  const sent: number[] = [];
  const ours = (await listMessages(client)).filter(({ messageContent }) => messageContent.includes("daar"));
  for (const { id } of ours) {
    const response = await client.post(`/api/send-icebreaker/${id}`);
    if (response.status !== 200) throw new Error(`SENT returned ${response.status}: ${response.text}`);
    sent.push(
      await secondsUntil(async () =>
        (await listMessages(client)).some((each) => each.id === id && each.status === "sent"),
      ),
    );
  }
  stream.abort();
  await reading;
  await product.stop();
  await data.close();
  await data.remove();
  return { shown, sent };
};

const describeTimes = (what: string, seconds: readonly number[], target: number) => ({
  what,
  times: seconds.length,
  p50: round(quantile(seconds, 0.5), 1),
  p95: round(quantile(seconds, 0.95), 1),
  target: `≤ ${target}`,
});

const run = async ({ rows: edits }: Options): Promise<SuiteResult> => {
  const sandbox = await startAirtableSandbox();
  printProgress("with notifications");
  const notified = await measure(sandbox, edits, true);
  printProgress("without notifications");
  const polled = await measure(sandbox, edits, false);
  await sandbox.stop();
  const figures = [
    describeTimes("Airtable → screen, with notifications", notified.shown, MAX_SECONDS.shown),
    describeTimes("Airtable → screen, feed polled every 8 s", polled.shown, MAX_SECONDS.shown),
    describeTimes("SENT → shown as sent, with notifications", notified.sent, MAX_SECONDS.sent),
    describeTimes("SENT → shown as sent, polled", polled.sent, MAX_SECONDS.sent),
  ];
  printTable("seconds until it is shown", figures);
  const missedTargets = figures
    .filter(({ p95, target }) => p95 > Number(target.slice(2)))
    .map(({ what, p95 }) => `${what}: p95 ${p95} s`);
  return { figures: { seconds: figures }, missedTargets };
};

/** How long a change in Airtable, or the answer of the company's automation, takes to be shown, at Airtable's pace. */
export const latencySuite: Suite = { defaultRows: 25, run };
