import { DAY_MS, MINUTE_MS } from "#platform/time.ts";
import { makeInvitations } from "#testing/factories.ts";
import type { TestServer } from "#testing/test-server.ts";

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

/** A time close to a change of day, month or daylight saving time, where counting errors show. */
export const timeNearBoundary = (now: Date, random: Random): Date => {
  const ago = pick(random, [0, 0, 0, 1, 2, 6, 7, 13, 14, 27, 28, 29, 30, 31, 55, 56, 83, 84, 120]);
  const around = new Date(now.getTime() - ago * DAY_MS);
  const midnight = Date.parse(`${around.toISOString().slice(0, 10)}T00:00:00Z`);
  const offset = pick(random, [-121, -120, -61, -60, -1, 0, 1, 59, 60, 119, 120, 121, Math.floor(random() * 1_440)]);
  return new Date(midnight + offset * MINUTE_MS);
};

export const PEOPLE = ["Frank", "frank hoekstra", "Franka", "Lotte de Wit", "", null] as const;

interface Invitation {
  connected_with: string | null;
  status: string;
  invited_at: Date | null;
  accepted_at: Date | null;
}

const randomInvitation = (now: Date, random: Random): Invitation => {
  const connected_with = pick(random, PEOPLE);
  const status = pick(random, ["QUEUED", "ON_HOLD", "SENT", "SENT", "SENT", "ACCEPTED", "ACCEPTED"]);
  const sent = status === "SENT" || status === "ACCEPTED";
  const invited_at = sent ? timeNearBoundary(now, random) : null;
  return {
    connected_with,
    status,
    invited_at,
    accepted_at: status === "ACCEPTED" && invited_at ? new Date(invited_at.getTime() + random() * 9 * DAY_MS) : null,
  };
};

export interface StoredQueueItem {
  message_flow: string | null;
  status: string;
  date_due: Date | null;
  date_sent: Date | null;
}

const randomQueueItem = (now: Date, random: Random): StoredQueueItem => ({
  message_flow: pick(random, PEOPLE),
  status: pick(random, ["SENT", "SENT", "SENT", "QUEUED", "QUEUED", "CANCELLED", "ERROR"]),
  date_due: pick(random, [timeNearBoundary(now, random), new Date(now.getTime() + random() * 2 * DAY_MS), null]),
  date_sent: pick(random, [timeNearBoundary(now, random), timeNearBoundary(now, random), null]),
});

export interface StoredMessage {
  message_flow: string | null;
  message_type: string;
  status: string;
  date_created: Date;
  sent_at: Date | null;
  replied_at: Date | null;
}

const randomMessage = (now: Date, random: Random): StoredMessage => ({
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
  date_created: timeNearBoundary(now, random),
  sent_at: pick(random, [null, timeNearBoundary(now, random)]),
  replied_at: pick(random, [null, null, timeNearBoundary(now, random)]),
});

export interface Dataset {
  invitations: Invitation[];
  queue: StoredQueueItem[];
  messages: StoredMessage[];
}

const insertRows = (server: TestServer, table: string, companyId: string, rows: readonly object[]) => {
  const columns = ["company_id", ...Object.keys(rows[0] ?? {})].join(", ");
  return server.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows.map((row) => ({ company_id: companyId, ...row })))],
  );
};

/** Stores random rows with times close to those boundaries and returns them. */
export const makeDataset = async (
  server: TestServer,
  companyId: string,
  seed: number,
  size = 150,
): Promise<Dataset> => {
  const [now, random] = [server.clock.now(), randomNumbers(seed)];
  const makeRows = <T>(make: (now: Date, random: Random) => T): T[] =>
    Array.from({ length: size }, () => make(now, random));
  const dataset = {
    invitations: makeRows(randomInvitation),
    queue: makeRows(randomQueueItem),
    messages: makeRows(randomMessage),
  };
  await makeInvitations(
    server,
    companyId,
    dataset.invitations.map((row) => ({ ...row })),
  );
  const queue = dataset.queue.map((row) => ({ ...row, message_name: "Ice Breaker" }));
  await insertRows(
    server,
    "queue_items",
    companyId,
    queue.map((row) => ({ id: crypto.randomUUID(), ...QUEUE_ITEM_DEFAULTS, ...row })),
  );
  await insertRows(
    server,
    "messages",
    companyId,
    dataset.messages.map((row) => ({ id: crypto.randomUUID(), ...MESSAGE_DEFAULTS, ...row })),
  );
  return dataset;
};

const QUEUE_ITEM_DEFAULTS = { text: "", paused: false, created_at: new Date(), updated_at: new Date() };
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
