import type { SyncPause } from "#contract/airtable.ts";
import type { Channel, Wait } from "#contract/queue.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { explainBoth, explainWait } from "./planner-texts.ts";
import { createCalendar, type SendingCalendar } from "./sending-calendar.ts";
import {
  createSlots,
  isClosed,
  missesHours,
  type PastSend,
  pauseAfter,
  type SenderRules,
  type SendKind,
  type Slot,
} from "./sending-slots.ts";

// Decides when a part may be sent. Pure: no clock, no database. Sending, the list of queued messages, the timeline and the
// simulation all ask here, so that they cannot disagree.

/** Between two parts to the same lead. */
export const LEAD_GAP = 20 * 60 * MINUTE_MS;
/** The company's automation polls its base: only after this time a due part counts as not sent. */
const AUTOMATION_GRACE = 15 * MINUTE_MS;
/** A part that could not be sent "now" for this long waits like the others: "now" is not three o'clock at night. */
const SEND_NOW_PERIOD = 15 * MINUTE_MS;

/** The facts about one queued part. */
export interface QueuedPart {
  id: string;
  kind: SendKind;
  name: string;
  leadId: string | null;
  channel: Channel;
  due: Date | null;
  /** On its due date a user chose to send it now, at any hour. */
  sendNow: boolean;
  /** The nearest earlier part of the same message that has not been sent. */
  previous: { id: string; name: string } | null;
  /** When the lead was last sent a message. */
  leadSentAt: Date | null;
  paused: boolean;
  /** The user who paused it; null when it waits for a decision about a failed part. */
  pausedBy: string | null;
  /** Its status in Airtable where that is not one of ours; empty when the cell is empty. */
  remoteStatus: string | null;
  /** A user cancelled it while Airtable was unreachable. */
  isCancelRequested: boolean;
  /** Why the lead may not be contacted any more. */
  stopReason: string | null;
  waitsForAirtable: boolean;
  /** An admin has to decide whether the part, its lead or its message, which was deleted in Airtable, is deleted here too. */
  isDeletedInAirtable: boolean;
  /** What Airtable has about the part, its lead or its message could not be stored here: it may have been cancelled there. */
  isRefusedFromAirtable: boolean;
  /** The pause of the sync, where the part is not sent without it. */
  syncPause: SyncPause | null;
  /** The state of the invitation that the lead has to accept first; null when the lead is a relation. */
  acceptance: "missing" | "pending" | "on_hold" | "ended" | null;
  /** Why its channel cannot send it: no webhook, or a LinkedIn account that does not work. */
  channelProblem: string | null;
  /**
   * A user's answer to the lead. The caps, the spacing and the gap between two parts do not apply to it; the working hours do, and
   * it leaves at least some seconds after the sender's previous message.
   */
  isAnswer: boolean;
}

/** The time at which a part may be sent and the rule that determines it (null: its own date), or why it may not. */
export type Plan = { at: Date; wait: Wait | null } | { at: null; wait: Wait };

/** Why a part may not be sent, whatever the time. */
const findObstacle = (part: QueuedPart): Wait | undefined => {
  if (part.stopReason !== null) return { code: "stopped", text: part.stopReason };
  if (part.isCancelRequested) return explainWait.cancellation();
  if (part.remoteStatus !== null) return explainWait.status(part.remoteStatus);
  if (part.paused) return explainWait.paused(part.pausedBy);
  if (part.channelProblem !== null) return explainWait.channel(part.channelProblem);
  if (part.syncPause !== null) return explainWait.syncPaused(part.syncPause);
  // Before the acceptance: while Airtable holds a part back, its lead is not invited either.
  if (part.isDeletedInAirtable) return explainWait.deletion(part.kind);
  if (part.isRefusedFromAirtable) return explainWait.refused(part.kind);
  if (part.acceptance !== null) return explainWait.acceptance(part.acceptance);
  if (part.waitsForAirtable) return explainWait.airtable();
  return part.due === null ? explainWait.noDate() : undefined;
};

/** With the company's own automation the due date is the plan; the planner chose it when the part was queued. */
const planForAutomation = (part: QueuedPart, now: number): Plan => {
  const due = part.due ?? new Date(now);
  if (due.getTime() + MINUTE_MS >= now) return { at: due, wait: null };
  const isLate = due.getTime() + AUTOMATION_GRACE < now;
  return isLate ? { at: null, wait: explainWait.automation(due) } : { at: due, wait: explainWait.automationTurn(due) };
};

/** The first moment at which the sender may send a message to any lead, unless a user sends it now; null when there is none. */
export const findOpening = (rules: SenderRules, past: readonly PastSend[], now: Date): Date | null => {
  const slots = createSlots(rules, createCalendar(rules.id, rules.hours), "message", past);
  const { at } = slots.find(Math.max(now.getTime(), rules.hold?.until.getTime() ?? 0));
  return at === Number.POSITIVE_INFINITY ? null : new Date(at);
};

/** A part that waits for its turn. */
interface Candidate {
  part: QueuedPart;
  /** From when it may be sent, apart from the rules of its sender. */
  ready: number;
  wait: Wait | null;
}

const dueOf = (part: QueuedPart): number => part.due?.getTime() ?? 0;

const byTurn = (one: Candidate, other: Candidate): number =>
  Number(other.part.sendNow) - Number(one.part.sendNow) ||
  dueOf(one.part) - dueOf(other.part) ||
  (one.part.id < other.part.id ? -1 : 1);

const byReadiness = (one: Candidate, other: Candidate): number => one.ready - other.ready || byTurn(one, other);

/** A binary heap. */
const createHeap = <T>(compare: (one: T, other: T) => number) => {
  const items: T[] = [];
  const isBefore = (one: number, other: number): boolean => compare(items[one] as T, items[other] as T) < 0;
  const swap = (one: number, other: number): void => {
    [items[one], items[other]] = [items[other] as T, items[one] as T];
  };
  const smallestOf = (parent: number): number => {
    const [left, right] = [2 * parent + 1, 2 * parent + 2];
    const smallest = left < items.length && isBefore(left, parent) ? left : parent;
    return right < items.length && isBefore(right, smallest) ? right : smallest;
  };
  return {
    peek: (): T | undefined => items[0],
    push: (item: T): void => {
      let child = items.push(item) - 1;
      for (let parent = (child - 1) >> 1; child > 0 && isBefore(child, parent); parent = (child - 1) >> 1) {
        swap(child, parent);
        child = parent;
      }
    },
    pop: (): T | undefined => {
      const first = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      items[0] = last;
      for (let parent = 0, next = smallestOf(0); next !== parent; next = smallestOf(parent)) {
        swap(parent, next);
        parent = next;
      }
      return first;
    },
  };
};

/** An invitation also waits for the hold on the invitations of the account, if that one is longer. */
const holdOf = (rules: SenderRules, part: QueuedPart): SenderRules["hold"] => {
  const accountHold = part.kind === "invitation" ? rules.invitationHold : null;
  return (accountHold?.until.getTime() ?? 0) > (rules.hold?.until.getTime() ?? 0) ? accountHold : rules.hold;
};

/**
 * Of the two reasons for which a part waits, the one that delays it longer. The working hours alone are no reason for a part
 * that could have gone in earlier ones: what made it miss those comes first.
 */
const mainWait = (
  { part, ready, wait }: Candidate,
  slot: Slot,
  start: number,
  calendar: SendingCalendar,
): Wait | null => {
  if (!wait || !slot.wait) return slot.wait ?? wait;
  const from = Math.max(dueOf(part), start);
  if (ready - from >= slot.at - ready) return wait;
  return isClosed(slot.wait) && missesHours(calendar, from, slot.at) ? explainBoth(wait, slot.wait) : slot.wait;
};

/** The parts of one sender that have a plan already, and those that wait for a slot. */
const createPlanning = (rules: SenderRules, past: readonly PastSend[], parts: readonly QueuedPart[], start: number) => {
  const calendar = createCalendar(rules.id, rules.hours);
  const plans = new Map<string, Plan>();
  const leadSends = new Map<string, number>();
  const followers = Map.groupBy(parts, ({ previous }) => previous?.id);
  const followersOf = (part: QueuedPart): readonly QueuedPart[] => followers.get(part.id) ?? [];
  const turns = {
    invitation: { slots: createSlots(rules, calendar, "invitation", past), pending: createHeap(byReadiness) },
    message: { slots: createSlots(rules, calendar, "message", past), pending: createHeap(byReadiness) },
  };
  const answers: Candidate[] = [];

  const block = (part: QueuedPart, wait: Wait): void => {
    plans.set(part.id, { at: null, wait });
    for (const follower of followersOf(part)) block(follower, findObstacle(follower) ?? explainWait.order(part.name));
  };

  const readyFrom = (part: QueuedPart, afterPrevious: Wait | null): Candidate => {
    // An invitation is not a part of a message.
    const lastSend =
      part.kind === "message" && !part.isAnswer
        ? Math.max(part.leadSentAt?.getTime() ?? 0, leadSends.get(part.leadId ?? "") ?? 0)
        : 0;
    const hold = holdOf(rules, part);
    const holdEnd = hold?.until.getTime() ?? 0;
    let candidate: Candidate = { part, ready: Math.max(dueOf(part), start), wait: null };
    if (lastSend > 0 && lastSend + LEAD_GAP > candidate.ready)
      candidate = { part, ready: lastSend + LEAD_GAP, wait: afterPrevious ?? explainWait.gap() };
    if (holdEnd > candidate.ready) candidate = { part, ready: holdEnd, wait: explainWait.hold(hold?.reason ?? "") };
    return candidate;
  };

  const settle = (candidate: Candidate, slot: Slot): void => {
    const { part } = candidate;
    if (slot.at === Number.POSITIVE_INFINITY) {
      block(part, slot.wait ?? explainWait.hours(rules.hours));
      return;
    }
    plans.set(part.id, { at: new Date(slot.at), wait: mainWait(candidate, slot, start, calendar) });
    if (part.isAnswer) return;
    turns[part.kind].slots.take(slot, part.id);
    if (part.leadId !== null && part.kind === "message") leadSends.set(part.leadId, slot.at);
    for (const follower of followersOf(part)) consider(follower, explainWait.order(part.name));
  };

  /** Gives a part its plan, or lets it wait for a slot. */
  const consider = (part: QueuedPart, afterPrevious: Wait | null): void => {
    const obstacle = findObstacle(part);
    if (obstacle) {
      block(part, obstacle);
      return;
    }
    if (part.channel === "airtable") {
      plans.set(part.id, planForAutomation(part, start));
      for (const follower of followersOf(part)) consider(follower, null);
      return;
    }
    const { slots, pending } = turns[part.kind];
    const candidate = readyFrom(part, afterPrevious);
    if (part.isAnswer) {
      answers.push(candidate);
      return;
    }
    // "Nu versturen" ignores hours and spacing, never a cap, a hold or the gap to the lead.
    const isNow = part.sendNow && candidate.ready - dueOf(part) <= SEND_NOW_PERIOD;
    if (isNow && slots.isUnderCaps(candidate.ready)) settle(candidate, { at: candidate.ready, wait: candidate.wait });
    else pending.push(candidate);
  };

  return { plans, turns, answers, block, readyFrom, settle, consider };
};

type Planning = ReturnType<typeof createPlanning>;

/** Answers only keep a pause between them. */
const planAnswers = (rules: SenderRules, { answers, turns, settle }: Planning): void => {
  let nextAnswer = rules.nextAllowed.answer?.getTime() ?? 0;
  for (const answer of answers.toSorted(byReadiness)) {
    const ready = Math.max(answer.ready, nextAnswer);
    const wait = ready > answer.ready ? explainWait.spacing("message") : answer.wait;
    const slot = answer.part.sendNow ? { at: ready, wait } : turns.message.slots.open(ready);
    settle(answer, slot.wait ? slot : { ...slot, wait });
    nextAnswer = slot.at + pauseAfter(rules, answer.part.id);
  }
};

/**
 * The earliest slot goes to the first in turn of the parts that are ready by then: a part that waits for its lead does not
 * delay the others.
 */
const fillSlots = (
  { turns, readyFrom, settle }: Planning,
  kind: QueuedPart["kind"],
  start: number,
  until: number,
): void => {
  const { slots, pending } = turns[kind];
  const ready = createHeap(byTurn);
  let at = start;
  for (let next = ready.peek() ?? pending.peek(); next; next = ready.peek() ?? pending.peek()) {
    const slot = slots.find(Math.max(at, next.ready));
    // All further slots are later. A slot at infinity means that no time is allowed: those parts get a plan that says so.
    if (slot.at > until && slot.at !== Number.POSITIVE_INFINITY) break;
    for (let due = pending.peek(); due && due.ready <= slot.at; due = pending.peek()) {
      pending.pop();
      ready.push(due);
    }
    const chosen = ready.pop();
    if (!chosen) break;
    // Another part of the same lead may have taken a slot meanwhile.
    const again = readyFrom(chosen.part, chosen.wait?.code === "order" ? chosen.wait : null);
    if (slot.at !== Number.POSITIVE_INFINITY && again.ready > slot.at) {
      pending.push(again);
      continue;
    }
    settle(again, { ...slot, wait: slots.explain(slot, again.ready) });
    if (slot.at !== Number.POSITIVE_INFINITY) at = slot.at;
  }
};

/**
 * When each of these parts of one sender is sent. The parts that are not in the list must come after those that are: a
 * sender's parts that are due, or all of them. Parts whose turn is after `until` get no plan.
 */
export const planParts = (
  rules: SenderRules,
  past: readonly PastSend[],
  parts: readonly QueuedPart[],
  now: Date,
  until = Number.POSITIVE_INFINITY,
): Map<string, Plan> => {
  const start = now.getTime();
  const planning = createPlanning(rules, past, parts, start);
  const ids = new Set(parts.map(({ id }) => id));
  for (const part of parts) {
    if (!part.previous) planning.consider(part, null);
    else if (!ids.has(part.previous.id))
      planning.block(part, findObstacle(part) ?? explainWait.order(part.previous.name));
  }
  planAnswers(rules, planning);
  fillSlots(planning, "invitation", start, until);
  fillSlots(planning, "message", start, until);
  return planning.plans;
};
