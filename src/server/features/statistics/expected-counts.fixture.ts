import { makeInvitations } from "#testing/factories.ts";
import type { TestServer } from "#testing/test-server.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Computed with Intl, independently of the database. */
const CLOCK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "short",
});
export const dayOf = (moment: Date): string => CLOCK.format(moment).slice(0, 10);
export const hourOf = (moment: Date): number => Number(CLOCK.format(moment).slice(11, 13));

/** A linear congruential generator: the same numbers for the same seed. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

export type Random = () => number;
export const pick = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0];

/** A moment close to a change of day, month or daylight saving time, where counting errors show. */
export const momentNear = (now: Date, random: Random): Date => {
  const ago = pick(random, [0, 0, 0, 1, 2, 6, 7, 13, 14, 27, 28, 29, 30, 31, 55, 56, 83, 84, 120]);
  const around = new Date(now.getTime() - ago * DAY);
  const midnight = Date.parse(`${around.toISOString().slice(0, 10)}T00:00:00Z`);
  const offset = pick(random, [-121, -120, -61, -60, -1, 0, 1, 59, 60, 119, 120, 121, Math.floor(random() * 1_440)]);
  return new Date(midnight + offset * MINUTE);
};

export const PEOPLE = ["Frank", "frank hoekstra", "Franka", "Lotte de Wit", "", null] as const;

export interface Invitation {
  connected_with: string | null;
  status: string;
  invited_at: Date | null;
  accepted_at: Date | null;
}

const anInvitation = (now: Date, random: Random): Invitation => {
  const connected_with = pick(random, PEOPLE);
  const status = pick(random, ["QUEUED", "ON_HOLD", "SENT", "SENT", "SENT", "ACCEPTED", "ACCEPTED"]);
  const sent = status === "SENT" || status === "ACCEPTED";
  const invited_at = sent ? momentNear(now, random) : null;
  return {
    connected_with,
    status,
    invited_at,
    accepted_at: status === "ACCEPTED" && invited_at ? new Date(invited_at.getTime() + random() * 9 * DAY) : null,
  };
};

export interface Sent {
  message_flow: string | null;
  status: string;
  date_due: Date | null;
  date_sent: Date | null;
}

const aQueueItem = (now: Date, random: Random): Sent => ({
  message_flow: pick(random, PEOPLE),
  status: pick(random, ["SENT", "SENT", "SENT", "QUEUED", "QUEUED", "CANCELLED", "ERROR"]),
  date_due: pick(random, [momentNear(now, random), new Date(now.getTime() + random() * 2 * DAY), null]),
  date_sent: pick(random, [momentNear(now, random), momentNear(now, random), null]),
});

export interface Written {
  message_flow: string | null;
  message_type: string;
  status: string;
  date_created: Date;
  sent_at: Date | null;
}

const aMessage = (now: Date, random: Random): Written => ({
  message_flow: pick(random, PEOPLE),
  message_type: pick(random, ["icebreaker", "followup"]),
  status: pick(random, [
    "pending",
    "rewritten",
    "edited",
    "approved",
    "sent",
    "connected",
    "interested",
    "neutral",
    "cancelled",
  ]),
  date_created: momentNear(now, random),
  sent_at: pick(random, [null, momentNear(now, random)]),
});

export interface World {
  invitations: Invitation[];
  queue: Sent[];
  messages: Written[];
}

const insertRows = (server: TestServer, table: string, companyId: string, rows: readonly object[]) => {
  const columns = ["company_id", ...Object.keys(rows[0] ?? {})].join(", ");
  return server.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows.map((row) => ({ company_id: companyId, ...row })))],
  );
};

/** Fills a company with random data around such moments and returns what was stored. */
export const makeWorld = async (server: TestServer, companyId: string, seed: number, size = 150): Promise<World> => {
  const [now, random] = [server.clock.now(), randomNumbers(seed)];
  const many = <T>(make: (now: Date, random: Random) => T): T[] =>
    Array.from({ length: size }, () => make(now, random));
  const world = { invitations: many(anInvitation), queue: many(aQueueItem), messages: many(aMessage) };
  await makeInvitations(
    server,
    companyId,
    world.invitations.map((row) => ({ ...row })),
  );
  const queue = world.queue.map((row) => ({ ...row, message_name: "Ice Breaker" }));
  await insertRows(
    server,
    "queue_items",
    companyId,
    queue.map((row) => ({ id: crypto.randomUUID(), ...DEFAULTS, ...row })),
  );
  await insertRows(
    server,
    "messages",
    companyId,
    world.messages.map((row) => ({ id: crypto.randomUUID(), ...MESSAGE_DEFAULTS, ...row })),
  );
  return world;
};

const DEFAULTS = { text: "", paused: false, created_at: new Date(), updated_at: new Date() };
const MESSAGE_DEFAULTS = {
  content: "",
  regenerating: false,
  content_version: 1,
  contact_name: "",
  contact_company: "",
  lead_deleted: false,
  created_at: new Date(),
  updated_at: new Date(),
};
