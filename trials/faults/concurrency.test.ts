import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type AirtableSandbox,
  connectCompany,
  startAirtableSandbox,
} from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { type Receiver, startReceiver } from "#server/features/automation/receiver.fixture.ts";
import { makeMessage } from "#testing/factories.ts";
import { startServerProcess } from "#testing/product-process.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { findFreePort } from "../../e2e/product/product.ts";
import { APP_SECRET, openProduct, type RunningProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000), hookTimeout: 180_000 });

const ROUNDS = shortOrLong(8, 300);

let product: RunningProduct;
let sandbox: AirtableSandbox;
let receiver: Receiver;
/** Two colleagues, each at another web process; two workers behind them. */
let anna: SignedIn;
let bram: SignedIn;

beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startAirtableSandbox(), startReceiver()]);
  product = await openProduct({ AIRTABLE_URL: sandbox.url });
  anna = await signedIn(product.desk, { role: "company_admin" });
  const webs = await Promise.all([product.startWeb(), product.startWeb()]);
  await Promise.all([product.startWorker(), product.startWorker()]);
  const [one, other] = webs.map((web) => product.at(web));
  if (!one || !other) throw new Error("two were started");
  anna = await signedIn(one, { role: "company_admin", company: anna.company });
  bram = await signedIn(other, { role: "company_admin", company: anna.company });
  await product.desk.query("update users set first_name = 'Bram' where id = $1", [bram.user.id]);
  const sealed = product.desk.platform.secrets.seal("een-geheim-van-zestien", `company:${anna.company.id}:delivery`);
  await product.desk.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_sealed = $2 where id = $3",
    [receiver.url, sealed, anna.company.id],
  );
});
afterAll(async () => {
  await product.close();
  await receiver.close();
  await sandbox.stop();
});

const rounds = Array.from({ length: ROUNDS }, (_round, nth) => nth);

test("send against cancel: a message has gone out or was cancelled, never both", async () => {
  const { id: companyId } = anna.company;
  for (const _round of rounds) {
    const { id, providerId } = await makeMessage(product.desk, companyId, { content: "Hoi!" });
    await Promise.all([
      anna.client.post(`/api/send-icebreaker/${id}`),
      bram.client.post(`/api/messages/cancel-all/${providerId}`),
    ]);
  }
  const open =
    "select from queue_items where company_id = $1 and status in ('QUEUED', 'SENDING') and date_due <= now()";
  await expect.poll(() => product.desk.query(open, [companyId]), { timeout: 90_000 }).toEqual([]);
  const rows = await product.desk.query<{ id: string; status: string }>(
    "select id, status from queue_items where company_id = $1",
    [companyId],
  );
  const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
  const sent = rows.filter(({ status }) => status === "SENT").map(({ id }) => id);
  expect(received.toSorted()).toEqual(sent.toSorted());
  expect(new Set(received).size).toBe(received.length);
});

test("edit against approve: one is kept, the other is told who was first", async () => {
  for (const _round of rounds) {
    const { id } = await makeMessage(product.desk, anna.company.id);
    const edited = { editedContent: { "Bericht 1": "Anders" }, contentVersion: 1 };
    const approved = { messageContent: "Ice Breaker:\nGoed zo", status: "approved", contentVersion: 1 };
    const answers = await Promise.all([
      anna.client.post(`/api/messages/${id}/edit`, edited),
      bram.client.patch(`/api/messages/${id}`, approved),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body["message"]).toMatch(/Anna|Bram|al /);
  }
});

test("two people who move different due dates both keep theirs", async () => {
  for (const nth of rounds) {
    const { id } = await makeMessage(product.desk, anna.company.id);
    const move = ({ client }: SignedIn, part: string, day: string) =>
      client.patch(`/api/messages/${id}`, { dateDueBySection: { [part]: day }, updatedSection: part });
    const [first, second] = [
      `2031-01-${String((nth % 28) + 1).padStart(2, "0")}T09:00:00.000Z`,
      "2032-05-05T10:00:00.000Z",
    ];
    const answers = await Promise.all([move(anna, "message_1", first), move(bram, "message_2", second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await product.desk.query(
      "select due_message_1 as one, due_message_2 as two from messages where id = $1",
      [id],
    );
    expect(kept).toEqual([{ one: new Date(first), two: new Date(second) }]);
  }
});

test("two syncs at once are one", async () => {
  const base = await sandbox.newBase();
  await base.fill("Leads", 120);
  await connectCompany(product.desk, anna.company.id, base);
  const answers = await Promise.all([anna, bram].map(({ client }) => client.post("/api/sync-airtable", {})));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(new Set(answers.map(({ body }) => body["runId"])).size).toBe(1);
  const there = "select from airtable_records where company_id = $1 and table_name = 'leads' and record_id is not null";
  await expect
    .poll(async () => (await product.desk.query(there, [anna.company.id])).length, { timeout: 90_000 })
    .toBe(120);
});

test("two processes that start on an empty database at once migrate it once and load the demo once", async () => {
  const empty = await createEmptyDatabase();
  const starting = [1, 2].map(async () =>
    startServerProcess({
      NODE_ENV: "test",
      PROCESS: "web",
      PORT: String(await findFreePort()),
      DATABASE_URL: empty.url,
      DATA_DIR: product.desk.platform.config.dataDir,
      APP_SECRET,
    }),
  );
  const started = await Promise.all(starting);
  for (const { url } of started) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const [found] = await empty.query("select count(*)::int as n, count(distinct name)::int as names from companies");
  expect(found).toEqual({ n: 2, names: 2 });
  await Promise.all(started.map((each) => each.kill()));
  await empty.drop();
});
