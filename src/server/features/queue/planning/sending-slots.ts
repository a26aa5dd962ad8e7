import { INVITATION_RAMP } from "#contract/invitation-ramp.ts";
import type { Wait } from "#contract/queue.ts";
import type { SendingCaps, SendingSpacing, WorkingHours } from "#contract/senders.ts";
import { DAY_MS, MINUTE_MS } from "#platform/time.ts";
import { explainBoth, explainWait } from "./planner-texts.ts";
import { createCalendar, isWorkingDay, type SendingCalendar, seededFraction } from "./sending-calendar.ts";

const WEEK = 7 * DAY_MS;
/** What the network expects of somebody who answers several people, in seconds. */
const ANSWER_PAUSE = [12, 25] as const;

export type SendKind = "message" | "invitation";

export interface SenderRules {
  id: string;
  hours: WorkingHours;
  caps: SendingCaps;
  spacing: SendingSpacing;
  rampStartedOn: string | null;
  hold: { until: Date; reason: string } | null;
  /** A hold for invitations only. */
  invitationHold: { until: Date; reason: string } | null;
  /** The end of the spacing after the latest send. */
  nextAllowed: Readonly<Record<SendKind | "answer", Date | null>>;
}

/** A send of the past seven days, also one whose outcome is unknown. */
export interface PastSend {
  at: Date;
  kind: SendKind;
}

/** Until the next send of this kind. Drawn by the part's id: the plan stays the same when it is computed again. */
export const spacingAfter = ({ spacing }: Pick<SenderRules, "spacing">, kind: SendKind, partId: string): number => {
  const [low, high] = kind === "message" ? spacing.messages : spacing.invitations;
  return Math.round((low + seededFraction(partId) * (high - low)) * MINUTE_MS);
};

/** Until a user's answer may follow. Never longer than the spacing. */
export const pauseAfter = (rules: Pick<SenderRules, "spacing">, partId: string): number => {
  const [low, high] = ANSWER_PAUSE;
  const pause = Math.round((low + seededFraction(partId) * (high - low)) * 1_000);
  return Math.min(pause, spacingAfter(rules, "message", partId));
};

/** The number of working days since the ramp began. */
const rampDays = (startedOn: string, at: number): number => {
  let days = 0;
  for (let day = Date.parse(startedOn) / DAY_MS; day < Math.floor(at / DAY_MS) && days < 100; day++)
    if (isWorkingDay(day)) days += 1;
  return days;
};

const dailyCap = ({ caps, rampStartedOn }: SenderRules, kind: SendKind, at: number): number => {
  if (kind === "message") return caps.messagesPerDay;
  if (rampStartedOn === null) return caps.invitationsPerDay;
  return Math.min(
    caps.invitationsPerDay,
    INVITATION_RAMP.firstDay + INVITATION_RAMP.step * rampDays(rampStartedOn, at),
  );
};

/** At most `limit` sends in any period of this length. */
interface Cap {
  limit: number;
  period: number;
  unit: "day" | "week";
}

const capsAt = (rules: SenderRules, kind: SendKind, at: number): Cap[] => {
  const daily: Cap = { limit: dailyCap(rules, kind, at), period: DAY_MS, unit: "day" };
  return kind === "message" ? [daily] : [daily, { limit: rules.caps.invitationsPerWeek, period: WEEK, unit: "week" }];
};

/** A moment and the rule that determines it; at infinity nothing is ever sent. */
export interface Slot {
  at: number;
  wait: Wait | null;
  /** What moved it to `at`, in the order of time. */
  delays?: readonly Delay[];
}

/** A period in which one rule, such as working hours or a cap, kept the sender from sending. */
interface Delay {
  from: number;
  until: number;
  wait: Wait;
}

const lengthSince = ({ from, until }: Delay, since: number): number => until - Math.max(from, since);

/**
 * The delays before the latest slot. A delay that is followed by a longer one is never the longest since any moment, so it is
 * dropped; what remains becomes shorter and shorter, and is searched by halves.
 */
const createDelays = () => {
  const kept: Delay[] = [];
  return {
    add: (delay: Delay): void => {
      for (let last = kept.at(-1); last && lengthSince(last, 0) <= lengthSince(delay, 0); last = kept.at(-1))
        kept.pop();
      kept.push(delay);
    },
    /** The longest since then is the first, unless most of it was before, or the one after it. */
    longestSince: (since: number): Delay[] => {
      let [low, high] = [0, kept.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((kept[middle]?.until ?? 0) > since) high = middle;
        else low = middle + 1;
      }
      return kept.slice(low, low + 2);
    },
  };
};

/** Between the two lie working hours of the sender, so that these alone do not explain the delay. */
export const missesHours = (calendar: SendingCalendar, from: number, at: number): boolean =>
  (calendar.nextPeriod(from)?.period.end ?? Number.POSITIVE_INFINITY) <= at;

/** Outside the working hours, or on a holiday. */
export const isClosed = ({ code }: Wait): boolean => code === "hours" || code === "holiday";

/** The moments at which one sender may send parts of one kind, one after the other. */
export const createSlots = (
  rules: SenderRules,
  calendar: SendingCalendar,
  kind: SendKind,
  past: readonly PastSend[],
) => {
  const sends = past.flatMap((send) => (send.kind === kind ? [send.at.getTime()] : [])).toSorted((a, b) => a - b);
  let nextAllowed = rules.nextAllowed[kind]?.getTime() ?? 0;
  const passed = createDelays();

  /** Where a cap forbids `at`: the moment from which it does not. */
  const findCapped = (at: number): Slot | undefined => {
    for (const { limit, period, unit } of capsAt(rules, kind, at)) {
      if (limit === 0) return { at: Number.POSITIVE_INFINITY, wait: explainWait.cap(limit, kind, unit) };
      const oldest = sends[sends.length - limit];
      if (oldest !== undefined && at < oldest + period)
        return { at: oldest + period, wait: explainWait.cap(limit, kind, unit) };
    }
    return undefined;
  };

  /** Into the working hours. A cap that moves a part to the next morning determines it, not the hours. */
  const open = (slot: Slot): Slot => {
    const next = calendar.nextPeriod(slot.at);
    if (!next) return { at: Number.POSITIVE_INFINITY, wait: explainWait.hours(rules.hours) };
    const { start } = next.period;
    if (slot.at >= start) return slot;
    if (next.afterHoliday) return { at: start, wait: explainWait.holiday() };
    return { at: start, wait: slot.wait?.code === "cap" ? slot.wait : explainWait.hours(rules.hours) };
  };

  return {
    /** The first moment from `from` on. */
    find: (from: number): Slot => {
      const delays: Delay[] = [];
      let slot: Slot = { at: from, wait: null };
      const moveTo = (next: Slot): void => {
        if (next.at > slot.at && next.wait) delays.push({ from: slot.at, until: next.at, wait: next.wait });
        slot = next;
      };
      if (from < nextAllowed) moveTo({ at: nextAllowed, wait: explainWait.spacing(kind) });
      for (;;) {
        moveTo(open(slot));
        const capped = slot.at === Number.POSITIVE_INFINITY ? undefined : findCapped(slot.at);
        if (!capped) return { ...slot, delays };
        moveTo(capped);
        if (slot.at === Number.POSITIVE_INFINITY) return slot;
      }
    },
    /**
     * Why a part that was ready before a slot gets it: the rule that delayed it longest. A part that a full day moved to the next
     * one waits for that, not for the minutes after the part before it.
     */
    explain: ({ at, wait, delays = [] }: Slot, ready: number): Wait | null => {
      if (at === Number.POSITIVE_INFINITY) return wait;
      if (at === ready) return null;
      const all = [...passed.longestSince(ready), ...delays.filter(({ until }) => until > ready)];
      const [longest] = all.toSorted((one, other) => lengthSince(other, ready) - lengthSince(one, ready));
      const main = longest?.wait ?? wait;
      // Others went first until the hours were over.
      return main && isClosed(main) && missesHours(calendar, ready, at)
        ? { ...explainBoth(explainWait.spacing(kind), main), code: main.code }
        : main;
    },
    /** The first moment within the working hours, whatever the caps and the spacing. */
    open: (at: number): Slot => open({ at, wait: null }),
    isUnderCaps: (at: number): boolean => findCapped(at) === undefined,
    take: ({ at, delays = [] }: Slot, partId: string): void => {
      for (const delay of delays) passed.add(delay);
      sends.push(at);
      nextAllowed = Math.max(nextAllowed, at + spacingAfter(rules, kind, partId));
    },
  };
};

/** If one more send at `at` would exceed a cap, the earliest time at which that cap allows it. `taken` is sorted. */
const findExceeded = (rules: SenderRules, taken: readonly number[], at: number): number | undefined => {
  for (const { limit, period } of capsAt(rules, "message", at)) {
    if (limit === 0) return Number.POSITIVE_INFINITY;
    const near = taken.filter((send) => Math.abs(send - at) < period);
    const first = near.findIndex((send, index) => {
      const last = near[index + limit - 1];
      return last !== undefined && Math.max(last, at) - Math.min(send, at) < period;
    });
    if (first !== -1) return (near[first] ?? at) + period;
  }
  return undefined;
};

/**
 * The earliest time from `from` at which the caps and the spacing allow one more message besides the planned ones; undefined
 * when they never do. Used for parts that the company's own automation sends on their due date.
 */
export const findFreeMoment = (
  rules: SenderRules,
  taken: readonly Date[],
  from: Date,
  seed: string,
): Date | undefined => {
  const calendar = createCalendar(rules.id, rules.hours);
  const sends = taken.map((at) => at.getTime()).toSorted((a, b) => a - b);
  const spacing = spacingAfter(rules, "message", seed);
  let at = Math.max(from.getTime(), rules.hold?.until.getTime() ?? 0);
  while (at !== Number.POSITIVE_INFINITY) {
    const next = calendar.nextPeriod(at);
    if (!next) return undefined;
    at = Math.max(at, next.period.start);
    const tooClose = sends.find((send) => Math.abs(send - at) < spacing);
    const moved = tooClose === undefined ? findExceeded(rules, sends, at) : tooClose + spacing;
    if (moved === undefined) return new Date(at);
    at = moved;
  }
  return undefined;
};

export const isWithinHours = (rules: SenderRules, at: Date): boolean => {
  const next = createCalendar(rules.id, rules.hours).nextPeriod(at.getTime());
  return next !== undefined && next.period.start <= at.getTime();
};
