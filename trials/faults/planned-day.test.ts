import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { calendarDay } from "#platform/time.ts";
import { deliverDue } from "#server/features/automation/delivery.ts";
import { isDutchHoliday } from "#server/features/queue/planning/dutch-holidays.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 10_800_000) });

const SEEDS = chooseSeeds(1);
const SENDERS = shortOrLong(3, 50);
const PARTS_PER_SENDER = shortOrLong(15, 2_000);
const STEPS = shortOrLong(12, 400);
const WORKERS = 3;
const CAP = 8;
const [MINUTE, DAY] = [60_000, 86_400_000];

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

const addParts = async (companyId: string): Promise<void> => {
  await server.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $1 where id = $2", [
    receiver.url,
    companyId,
  ]);
  // One statement per sender, with statistics after the first: without them PostgreSQL expects few rows, and 100,000 parts in one
  // statement took more than half an hour. Statistics of one sender would in turn choose wrong indexes for fifty.
  for (let sender = 0; sender < SENDERS; sender++) {
    await server.query(
      `with made as (insert into leads (company_id, full_name, provider_id)
          select $1, 'Lead ' || nth, 'persoon-' || nth from generate_series($2::int * $3::int, ($2::int + 1) * $3::int - 1) nth
          returning id)
       insert into queue_items (company_id, lead_id, message_name, text, message_flow, date_due)
          select $1, id, 'Ice Breaker', 'Hoi!', 'Afzender ' || $2::int, now() - interval '1 hour' from made`,
      [companyId, sender, PARTS_PER_SENDER],
    );
    if (sender === 0) await server.query("analyze");
  }
  await server.query("analyze");
  await server.query("update senders set caps = caps || $2 where company_id = $1", [
    companyId,
    { messagesPerDay: CAP },
  ]);
};

const local = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const isInHours = (at: Date): boolean => {
  const text = local.format(at);
  return !/Sat|Sun/.test(text) && text.slice(-5) >= "08:30" && text.slice(-5) < "17:30";
};

/** The next Monday that is no public holiday, before the working hours: on a holiday nothing is sent. */
const moveToMonday = (): void => {
  const now = server.clock.now();
  const days = (8 - now.getUTCDay()) % 7 || 7;
  const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 6));
  while (isDutchHoliday(calendarDay(monday))) monday.setUTCDate(monday.getUTCDate() + 7);
  server.clock.advance(monday.getTime() - now.getTime());
};

test.each(SEEDS)(
  "on a day with several workers and switches of the channel, hours, caps and spacing hold, and nothing is sent twice (TRIAL_SEED=%s)",
  async (seed) => {
    const random = new SeededRandom(`${seed} day`);
    const { company } = await signedIn(server);
    await addParts(company.id);
    moveToMonday();
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(0.1))
        await server.query("update companies set delivery_channel = $1 where id = $2", [
          random.pick(["airtable", "webhook"]),
          company.id,
        ]);
      await Promise.all(Array.from({ length: WORKERS }, () => deliverDue(server.platform, company.id)));
      server.clock.advance(random.between(4, 40) * MINUTE);
    }
    const sent = await server.query<{ id: string; sender: string; at: Date }>(
      "select id, sender_key as sender, date_sent as at from queue_items where company_id = $1 and status = 'SENT' order by date_sent",
      [company.id],
    );
    const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
    expect(received.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
    expect(sent.length).toBeGreaterThan(0);
    for (const ofSender of Map.groupBy(sent, ({ sender }) => sender).values()) {
      const times = ofSender.map(({ at }) => at.getTime());
      for (const [nth, time] of times.entries()) {
        expect(isInHours(new Date(time)), local.format(time)).toBe(true);
        expect(times.filter((other) => other >= time && other < time + DAY).length).toBeLessThanOrEqual(CAP);
        // The outcome is stored a moment after the claim from which the spacing counts.
        if (nth > 0) expect(time - (times[nth - 1] ?? 0)).toBeGreaterThan(0.9 * MINUTE);
      }
    }
  },
);
