import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findFreePort } from "#e2e/product/product.ts";
import {
  type AirtableSandbox,
  connectCompany,
  startAirtableSandbox,
} from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { makeMessage } from "#testing/factories.ts";
import { startServerProcess } from "#testing/product-process.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { APP_SECRET, type ProductProcesses, prepareProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000) });

const ROUNDS = shortOrLong(8, 300);

let product: ProductProcesses;
let sandbox: AirtableSandbox;
let receiver: Receiver;
/** Two users of one company, each signed in at a different web process; two workers run. */
let anna: SignedIn;
let bram: SignedIn;

beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startAirtableSandbox(), startReceiver()]);
  product = await prepareProduct({ AIRTABLE_URL: sandbox.url });
  anna = await signedIn(product.server, { role: "company_admin" });
  const webs = await Promise.all([product.startWeb(), product.startWeb()]);
  await Promise.all([product.startWorker(), product.startWorker()]);
  const [first, second] = webs.map((web) => product.testServerFor(web));
  if (!first || !second) throw new Error("expected two web processes");
  anna = await signedIn(first, { role: "company_admin", company: anna.company });
  bram = await signedIn(second, { role: "company_admin", company: anna.company });
  await product.server.query("update users set first_name = 'Bram' where id = $1", [bram.user.id]);
  const encrypted = product.server.platform.secrets.encrypt(
    "een-geheim-van-zestien",
    `company:${anna.company.id}:delivery`,
  );
  await product.server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_encrypted = $2 where id = $3",
    [receiver.url, encrypted, anna.company.id],
  );
});
afterAll(async () => {
  await product.close();
  await receiver.close();
  await sandbox.stop();
});

const rounds = Array.from({ length: ROUNDS }, (_round, index) => index);

test("concurrent send and cancel: a message is sent or cancelled, never both", async () => {
  const { id: companyId } = anna.company;
  for (const _round of rounds) {
    const { id, providerId } = await makeMessage(product.server, companyId, { content: "Hoi!" });
    await Promise.all([
      anna.client.post(`/api/send-icebreaker/${id}`),
      bram.client.post(`/api/messages/cancel-all/${providerId}`),
    ]);
  }
  // The undo period passes before a message is sent.
  const unsentItems = "select from queue_items where company_id = $1 and status in ('QUEUED', 'SENDING')";
  await expect.poll(() => product.server.query(unsentItems, [companyId]), { timeout: 90_000 }).toEqual([]);
  const rows = await product.server.query<{ id: string; status: string }>(
    "select id, status from queue_items where company_id = $1",
    [companyId],
  );
  const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
  const sent = rows.filter(({ status }) => status === "SENT").map(({ id }) => id);
  expect(received.toSorted()).toEqual(sent.toSorted());
  expect(new Set(received).size).toBe(received.length);
});

test("concurrent edit and approve: one succeeds, the other gets a 409 that names who was first", async () => {
  for (const _round of rounds) {
    const { id } = await makeMessage(product.server, anna.company.id);
    const edit = { editedContent: { "Bericht 1": "Anders" }, contentVersion: 1 };
    const approval = { messageContent: "Ice Breaker:\nGoed zo", status: "approved", contentVersion: 1 };
    const responses = await Promise.all([
      anna.client.post(`/api/messages/${id}/edit`, edit),
      bram.client.patch(`/api/messages/${id}`, approval),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body["message"]).toMatch(/Anna|Bram|al /);
  }
});

test("concurrent changes of different due dates are both stored", async () => {
  for (const index of rounds) {
    const { id } = await makeMessage(product.server, anna.company.id);
    const changeDueDate = ({ client }: SignedIn, part: string, day: string) =>
      client.patch(`/api/messages/${id}`, { dateDueBySection: { [part]: day }, updatedSection: part });
    const [first, second] = [
      `2031-01-${String((index % 28) + 1).padStart(2, "0")}T09:00:00.000Z`,
      "2032-05-05T10:00:00.000Z",
    ];
    const responses = await Promise.all([
      changeDueDate(anna, "message_1", first),
      changeDueDate(bram, "message_2", second),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const dueDates = await product.server.query(
      "select due_message_1 as one, due_message_2 as two from messages where id = $1",
      [id],
    );
    expect(dueDates).toEqual([{ one: new Date(first), two: new Date(second) }]);
  }
});

test("two concurrent sync requests share one run", async () => {
  const base = await sandbox.newBase();
  await base.addGeneratedRecords("Leads", 120);
  await connectCompany(product.server, anna.company.id, base);
  const responses = await Promise.all([anna, bram].map(({ client }) => client.post("/api/sync-airtable", {})));
  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  expect(new Set(responses.map(({ body }) => body["runId"])).size).toBe(1);
  const syncedLeads =
    "select from airtable_records where company_id = $1 and table_name = 'leads' and record_id is not null";
  await expect
    .poll(async () => (await product.server.query(syncedLeads, [anna.company.id])).length, { timeout: 90_000 })
    .toBe(120);
});

test("two processes that start on an empty database at the same time migrate it once and load the demo once", async () => {
  const empty = await createEmptyDatabase();
  const starting = [1, 2].map(async () =>
    startServerProcess({
      NODE_ENV: "test",
      PROCESS: "web",
      PORT: String(await findFreePort()),
      DATABASE_URL: empty.url,
      DATA_DIR: product.server.platform.config.dataDir,
      APP_SECRET,
    }),
  );
  const started = await Promise.all(starting);
  for (const { url } of started) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const [companies] = await empty.query("select count(*)::int as n, count(distinct name)::int as names from companies");
  expect(companies).toEqual({ n: 2, names: 2 });
  await Promise.all(started.map((server) => server.kill()));
  await empty.drop();
});
