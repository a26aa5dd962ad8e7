import { mkdir, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fillOtherCompany } from "#testing/other-company.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { expectNoPrivateDataInPrompts } from "#testing/sandbox.ts";
import { signedIn, signInAs } from "#testing/signed-in.ts";
import { MemoryWatch } from "../load/memory.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";
import { AirtableUsers } from "./airtable-users.ts";
import { ClockedProduct } from "./clocked-product.ts";
import { LinkedInPeople } from "./linkedin-people.ts";
import { MessageLedger } from "./message-ledger.ts";
import { findSendProblems, findSyncProblems } from "./month-checks.ts";
import { MonthFaults } from "./month-faults.ts";
import { countQueued, findQueueProblems, type QueueLengths } from "./queue-lengths.ts";
import { ScreenUser } from "./screen-user.ts";
import { makeSimulatedCompany, type SimulatedCompany } from "./simulated-company.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
vi.setConfig({ testTimeout: shortOrLong(300_000, 4 * HOUR), hookTimeout: 300_000 });

const SETTINGS = shortOrLong(
  {
    companies: 2,
    senders: 1,
    days: 1.5,
    leadsPerDay: 3,
    stepMinutes: [60, 120],
    faultChance: 0.4,
    killsPerDay: 0.5,
    maxMemoryGrowth: Number.POSITIVE_INFINITY,
  },
  {
    companies: 20,
    senders: 2,
    // MONTH_DAYS: a shorter or longer period than a month.
    days: Number(process.env["MONTH_DAYS"] ?? 31),
    leadsPerDay: 6,
    stepMinutes: [15, 45],
    faultChance: 0.6,
    killsPerDay: 1,
    maxMemoryGrowth: 0.25,
  },
);
/** After these days no process is killed any more, so that the memory of the last one can be compared. */
const KILL_DAYS = Math.ceil(SETTINGS.days * 0.6);
/** The first part of the last process's lifetime, in which its heap still fills: not compared. */
const WARM_UP_SHARE = 0.4;
/** A Monday. */
const START = new Date("2027-02-01T07:00:00Z");
const [SEED = ""] = chooseSeeds(1);

let product: ClockedProduct;
let receiver: Receiver;
const companies: SimulatedCompany[] = [];
const random = new SeededRandom(`${SEED} month`);
const ledger = new MessageLedger();

beforeAll(async () => {
  product = await ClockedProduct.open(START);
  receiver = await startReceiver();
  await fillOtherCompany(product.server, (await signedIn(product.server)).company.id, product.sandbox.url);
  for (let nth = 0; nth < SETTINGS.companies; nth++) {
    const services = { product, receiver, random: new SeededRandom(`${SEED} company ${nth}`) };
    const options = { senders: SETTINGS.senders, dailyDrafts: SETTINGS.leadsPerDay };
    companies.push(await makeSimulatedCompany(services, options));
  }
});
afterAll(async () => {
  await product.close();
  await receiver.close();
});

const isWeekend = (time: number): boolean => [0, 6].includes(new Date(time).getUTCDay());
const isAtWork = (time: number): boolean => {
  const hour = new Date(time).getUTCHours();
  return !isWeekend(time) && hour >= 7 && hour < 17;
};

const nextStep = (): number => {
  const [low = 0, high = 0] = SETTINGS.stepMinutes;
  return product.now + (isAtWork(product.now) ? (low + random.next() * (high - low)) * MINUTE : 4 * HOUR);
};

/** Four rounds: enough to write, sync, check and report everything. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 4; round++) {
    await product.moveTo(product.now + 20 * MINUTE);
    await product.poll();
    await product.runSchedule();
    await ledger.noteReadReplies(product);
  }
  for (const { synced, who } of companies) {
    who.client = await signInAs(product.server, who.user);
    await synced.ended(await synced.start());
  }
};

test(`a simulated month: every message is accounted for, whatever fails (TRIAL_SEED=${SEED})`, async () => {
  const people = new LinkedInPeople({ product, ledger, random: new SeededRandom(`${SEED} people`) });
  const faults = new MonthFaults({ product, companies, receiver, random: new SeededRandom(`${SEED} faults`) });
  const memory = new MemoryWatch(() => product.processes());
  const actors = companies.map((company, nth) => {
    const shared = { product, ledger, received: () => people.received };
    return {
      user: new ScreenUser(company, { ...shared, random: new SeededRandom(`${SEED} user ${nth}`) }),
      airtable: new AirtableUsers(company, { ...shared, random: new SeededRandom(`${SEED} airtable ${nth}`) }),
    };
  });
  const lengths: (QueueLengths & { day: number })[] = [];
  const startedAt = Date.now();
  const end = START.getTime() + SETTINGS.days * DAY;
  let day = -1;
  let kills = 0;

  while (product.now < end) {
    const today = Math.floor((product.now - START.getTime()) / DAY);
    if (today !== day) {
      day = today;
      for (const company of companies)
        if (!isWeekend(product.now)) ledger.addPeople(await company.addLeads(SETTINGS.leadsPerDay));
      lengths.push({ day, ...(await countQueued(product)) });
      if (shortOrLong(false, true))
        process.stdout.write(
          `${new Date().toISOString()} ${JSON.stringify(lengths.at(-1))} ${people.received.length}\n`,
        );
    }
    ledger.count("steps");
    await faults.inject(SETTINGS.faultChance);
    await people.act();
    await product.poll();
    await ledger.noteReadReplies(product);
    const shouldKill = day < KILL_DAYS && kills < (day + 1) * SETTINGS.killsPerDay && random.chance(0.2);
    await product.runSchedule(async () => {
      const working = isAtWork(product.now)
        ? actors.map(async ({ user, airtable }) => {
            await user.work();
            await airtable.work();
          })
        : [];
      if (shouldKill) {
        kills += 1;
        await sleep(random.between(0, 400));
        await product.kill();
      }
      await Promise.all(working);
    });
    await people.readNew();
    await product.moveTo(nextStep());
  }

  await faults.end();
  await settle();
  await people.readNew();
  memory.stop();
  lengths.push({ day: day + 1, ...(await countQueued(product)) });
  // Reading the list computes the plans that are out of date.
  for (const { who } of companies) await who.client.get("/api/messages-queued?limit=1");

  // The heap of a new process still fills for a while.
  const growth = memory.growth(product.runningSince + (Date.now() - product.runningSince) * WARM_UP_SHARE);
  const problems = {
    ledger: await ledger.findProblems(product, people.received),
    sending: await findSendProblems(product, ledger, people.received),
    sync: await findSyncProblems(companies),
    queues: findQueueProblems(lengths, SETTINGS.companies),
    responses: ledger.unexpectedResponses,
  };
  const report = {
    seed: SEED,
    settings: SETTINGS,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    received: Object.fromEntries([...Map.groupBy(people.received, ({ kind }) => kind)].map(([k, v]) => [k, v.length])),
    counts: Object.fromEntries(ledger.counts),
    faults: Object.fromEntries(faults.counts),
    kills: product.kills,
    slowSteps: product.slowSteps,
    memory: growth,
    queues: lengths,
    failedJobs: await product.query(
      "select name, output ->> 'message' as message, count(*)::int as amount from pgboss.job where state = 'failed' group by 1, 2",
    ),
    problems,
  };
  if (shortOrLong(false, true)) {
    await mkdir("bench/results", { recursive: true });
    const file = `bench/results/month-${new Date().toISOString().replaceAll(":", "")}.json`;
    await writeFile(file, JSON.stringify(report, null, 2));
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  }
  expect(problems).toEqual({ ledger: [], sending: [], sync: [], queues: [], responses: [] });
  await expectNoPrivateDataInPrompts(product.sandbox.url);
  expect(ledger.counts.get("parts SENT")).toBeGreaterThan(0);
  for (const { from, to, name } of growth)
    expect(to, `${name} from ${from} MiB`).toBeLessThanOrEqual(from * (1 + SETTINGS.maxMemoryGrowth));
});
