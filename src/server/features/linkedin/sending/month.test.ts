import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeLead } from "#testing/factories.ts";
import {
  connectSender,
  type LinkedInTestGateway,
  startServerWithGateway,
  useGateway,
} from "#testing/linkedin-gateway.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";
import { advanceClocks, runJob } from "../linkedin.fixture.ts";
import { findViolations, shortestGap } from "./send-rules.fixture.ts";

// A simulated period of work: the long form is a month with ten senders.
const IS_LONG = process.env["TRIALS"] === "long";
const [SENDERS, LEADS, DAYS] = IS_LONG ? [10, 3_000, 31] : [2, 16, 3];
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** A Monday. */
const START = new Date("2027-02-01T07:00:00Z");

vi.setConfig({ testTimeout: IS_LONG ? 4 * HOUR : 300_000 });

let server: TestServer;
let gateway: LinkedInTestGateway;
let stop: () => Promise<void>;
let me: SignedIn;
beforeAll(async () => {
  ({ server, gateway, stop } = await startServerWithGateway());
  me = await signedIn(server, { role: "company_admin" });
  await useGateway(server, me.company.id, gateway);
});
afterAll(() => stop());

/** mulberry32 */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const advanceTo = (time: number) => advanceClocks(server, gateway, time - server.clock.now().getTime());

interface Person {
  leadId: string;
  providerId: string;
  sender: string;
  account: string;
}

const makePerson = async (nth: number, { name, account }: { name: string; account: string }): Promise<Person> => {
  const providerId = `ACoAAMaand${nth}`;
  const leadId = await makeLead(server, me.company.id, { provider_id: providerId });
  if (nth % 2 === 0) await gateway.control("PATCH", `accounts/${account}`, { relations: [providerId] });
  const [message] = await server.query<{ id: string }>(
    `insert into messages (company_id, lead_id, message_type, message_flow, status, content)
      values ($1, $2, 'icebreaker', $3, 'approved', 'x') returning id`,
    [me.company.id, leadId, name],
  );
  for (const [part, days] of [
    ["Ice Breaker", 0],
    ["Bericht 1", 1],
  ] as const)
    await server.query(
      `insert into queue_items (company_id, lead_id, message_id, message_flow, message_name, text, date_due, channel)
        values ($1, $2, $3, $4, $5, $6, $7, 'linkedin')`,
      [me.company.id, leadId, message?.id, name, part, `${part} aan ${nth}`, new Date(START.getTime() + days * DAY)],
    );
  return { leadId, providerId, sender: name, account };
};

test("messages and invitations go once, from the right account, within hours, spaced, under the caps and never after a reply", async () => {
  const random = createRandom(7);
  advanceTo(START.getTime());
  me.client = await signInAs(server, me.user);
  const senders = [];
  for (let nth = 0; nth < SENDERS; nth++) senders.push(await connectSender(server, me, gateway, `Afzender ${nth}`));
  const people: Person[] = [];
  for (let nth = 0; nth < LEADS; nth++)
    people.push(await makePerson(nth, senders[nth % SENDERS] ?? { name: "", account: "" }));
  await gateway.control("PATCH", "settings", { duplicate: true, relationDelay: "none", nullIds: true });

  const stopped = new Map<string, number>();
  const reacted = new Set<string>();
  const companyId = me.company.id;
  const end = START.getTime() + DAYS * DAY;
  while (server.clock.now().getTime() < end) {
    const hour = server.clock.now().getUTCHours();
    const isNight = hour < 7 || hour >= 17;
    advanceTo(server.clock.now().getTime() + (isNight ? 2 * HOUR : (9 + random() * 25) * MINUTE));
    // Sometimes two processes deliver at once, and sometimes an answer is lost.
    if (random() < 0.1)
      await gateway.control("POST", "failures", { type: "request_timeout", when: random() < 0.5 ? "after" : "before" });
    await Promise.all([
      runJob(server, "automation.deliver", { companyId }),
      random() < 0.3 && runJob(server, "automation.deliver", { companyId }),
    ]);
    for (const { providerId, kind } of await gateway.received()) {
      if (reacted.has(`${providerId} ${kind}`)) continue;
      reacted.add(`${providerId} ${kind}`);
      if (kind === "invitation" && random() < 0.7)
        await gateway.control("POST", `people/${providerId}`, { does: "accept" });
      if (kind === "message" && random() < 0.3) {
        await gateway.control("POST", `people/${providerId}`, {
          does: "reply",
          text: random() < 0.3 ? "Stop" : "Vertel eens meer",
        });
        stopped.set(providerId, server.clock.now().getTime());
      }
    }
    const other = people[Math.floor(random() * people.length)];
    if (other && random() < 0.02) {
      // Sessions end during the simulated days.
      me.client = await signInAs(server, me.user);
      const change = { classification: "DO NOT CONNECT" };
      expect((await me.client.patch(`/api/leads/${other.leadId}/classification`, change)).status).toBe(200);
      stopped.set(
        other.providerId,
        Math.min(stopped.get(other.providerId) ?? Number.POSITIVE_INFINITY, server.clock.now().getTime()),
      );
    }
    await runJob(server, "linkedin.poll", { companyId, includeRelations: true });
  }

  const received = await gateway.received();
  const accountOf = new Map(people.map(({ providerId, account }) => [providerId, account]));
  expect(findViolations(received, { accountOf, stopped })).toEqual([]);
  for (const { account } of senders) {
    const messages = received.filter((send) => send.account === account && send.kind === "message");
    expect(messages.length).toBeGreaterThan(0);
    expect(shortestGap(messages)).toBeGreaterThanOrEqual(MINUTE);
    const invitations = received.filter((send) => send.account === account && send.kind === "invitation");
    // A new account: 5, 8 and 11 on its first three days.
    if (!IS_LONG) expect(invitations.length).toBeLessThanOrEqual(24);
  }
  expect(await gateway.control("GET", "suspicions")).toEqual([]);
});
