import { afterAll, beforeAll, expect, test } from "vitest";
import { removeSendingLimits } from "#testing/factories.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deliverDue } from "./delivery.ts";

const PARTS = 300;
const WORKERS = 4;
const USERS = 8;

let server: TestServer;
let receiver: Receiver;
let me: SignedIn;

beforeAll(async () => {
  server = await startTestServer({ worker: false, log: { write: () => undefined } });
  receiver = await startReceiver();
  me = await signedIn(server);
  await server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_encrypted = $2 where id = $3",
    [
      receiver.url,
      server.platform.secrets.encrypt("een-geheim-van-zestien", `company:${me.company.id}:delivery`),
      me.company.id,
    ],
  );
  await removeSendingLimits(server, me.company.id);
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

const makeParts = async (): Promise<string[]> => {
  const rows = await server.query<{ id: string }>(
    `with made as (insert into leads (company_id, full_name, provider_id)
        select $1, 'Lead ' || nth, 'persoon-' || nth from generate_series(1, $2::int) nth returning id)
     insert into queue_items (company_id, lead_id, message_name, text, date_due)
        select $1, id, 'Ice Breaker', 'Hoi!', now() - interval '1 hour' from made returning id`,
    [me.company.id, PARTS],
  );
  return rows.map(({ id }) => id);
};

/** Users who cancel from the end of the list while the workers send from its beginning. */
const cancelAll = async (ids: readonly string[]): Promise<Map<string, number>> => {
  const remaining = [...ids];
  const responses = new Map<string, number>();
  const cancel = async (): Promise<void> => {
    for (let id = remaining.pop(); id; id = remaining.pop()) {
      responses.set(id, (await me.client.patch(`/api/messages-queued/${id}/cancel`)).status);
    }
  };
  await Promise.all(Array.from({ length: USERS }, cancel));
  return responses;
};

test("each of three hundred parts is cancelled or sent, never both", async () => {
  const ids = await makeParts();
  const [responses] = await Promise.all([
    cancelAll(ids),
    ...Array.from({ length: WORKERS }, () => deliverDue(server.platform, me.company.id)),
  ]);
  const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
  const rows = await server.query<{ id: string; status: string }>(
    "select id, status from queue_items where company_id = $1",
    [me.company.id],
  );
  const idsWithStatus = (wanted: string) => rows.filter(({ status }) => status === wanted).map(({ id }) => id);
  const idsWithResponse = (wanted: number) => ids.filter((id) => responses.get(id) === wanted);
  expect(received.toSorted()).toEqual(idsWithStatus("SENT").toSorted());
  expect(idsWithResponse(409).toSorted()).toEqual(idsWithStatus("SENT").toSorted());
  expect(idsWithResponse(200).toSorted()).toEqual(idsWithStatus("CANCELLED").toSorted());
  expect(idsWithStatus("SENT").length).toBeGreaterThan(0);
  expect(idsWithStatus("CANCELLED").length).toBeGreaterThan(0);
  expect(idsWithStatus("SENT").length + idsWithStatus("CANCELLED").length).toBe(PARTS);
});
