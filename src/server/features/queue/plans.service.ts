import type { Channel } from "#contract/queue.ts";
import type { PlannedSend, SendingCaps, SendingSpacing, WorkingHours } from "#contract/senders.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { toDatabaseTime } from "#platform/time.ts";
import { isWaitingForAirtable } from "#server/features/airtable/airtable.service.ts";
import { refuseContact } from "#server/features/leads/lead-contact.service.ts";
import {
  findOutdated,
  findRules,
  lockRules,
  requireRulesOfName,
  type SenderRow,
  storePlansValidUntil,
} from "#server/features/senders/senders.service.ts";
import { LEAD_GAP, type Plan, planParts, type QueuedPart } from "./planner.ts";
import {
  deletePlanChanges,
  findLeadSends,
  findPastSends,
  findPlanChanges,
  findQueuedParts,
  findTakenDates,
  type PartRow,
  type StoredPlan,
  upsertPlans,
} from "./plans.queries.ts";
import { explainWithdrawal } from "./queue.policy.ts";
import { findFreeMoment, type PastSend, type SenderRules } from "./sending-slots.ts";

export { LEAD_GAP } from "./planner.ts";

type PlanDeps = Pick<Platform, "clock">;

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** A request computes plans for this long; the rest is left to the next one. */
const REFRESH_BUDGET_MS = 250;

type Hold = SenderRules["hold"];

const toHold = (until: Date | null, reason: string | null): Hold => until && { until, reason: reason ?? "" };

const laterHold = (one: Hold, other: Hold): Hold =>
  one && other ? (one.until > other.until ? one : other) : (one ?? other);

const NO_ACCOUNT = "deze afzender heeft geen verbonden LinkedIn-account. Verbind het op Bedrijf Beheer.";

/** Why the LinkedIn account of a sender cannot send now, whatever the time. */
const accountProblemOf = ({ hasAccount, accountProblem }: SenderRow): string | null =>
  hasAccount ? accountProblem : NO_ACCOUNT;

export const toRules = (sender: SenderRow, overrides: Partial<SenderRules> = {}): SenderRules => ({
  id: sender.id,
  hours: overrides.hours ?? sender.hours,
  caps: overrides.caps ?? sender.caps,
  spacing: overrides.spacing ?? sender.spacing,
  rampStartedOn: sender.rampStartedOn,
  hold: laterHold(
    toHold(sender.holdUntil, sender.holdReason),
    toHold(sender.accountHoldUntil, sender.accountHoldReason),
  ),
  invitationHold: toHold(sender.invitationHoldUntil, sender.invitationHoldReason),
  nextAllowed: { message: sender.nextMessageAt, invitation: sender.nextInvitationAt },
});

const findStopReason = ({ hasLead, leadDeletedAt, classification, replied }: PartRow): string | null => {
  const refusal = refuseContact(hasLead ? { deletedAt: leadDeletedAt, classification } : undefined);
  if (refusal) return explainWithdrawal(refusal);
  return replied ? explainWithdrawal({ reason: "replied" }) : null;
};

export const toQueuedPart = (row: PartRow, leadSends: ReadonlyMap<string, Date>, sender: SenderRow): QueuedPart => ({
  id: row.id,
  kind: "message",
  name: row.name,
  leadId: row.leadId,
  channel: row.channel,
  due: row.due,
  sendNow: row.sendNow,
  previous: row.previousId === null ? null : { id: row.previousId, name: row.previousName ?? "" },
  leadSentAt: (row.leadId && leadSends.get(row.leadId)) || null,
  paused: row.paused,
  pausedBy: row.pausedBy,
  remoteStatus: row.remoteStatus,
  isCancelRequested: row.isCancelRequested,
  stopReason: findStopReason(row),
  waitsForAirtable: false,
  waitsForAcceptance: row.waitsForAcceptance,
  accountProblem: row.channel === "linkedin" ? accountProblemOf(sender) : null,
  isAnswer: row.isAnswer,
});

/** What was sent before `now`: by this sender in a week, and to each lead as long as it matters. */
export const readPast = async (scope: Scope, { nameKeys }: SenderRow, now: Date) => {
  const sends = await findPastSends(scope, nameKeys, new Date(now.getTime() - WEEK));
  const leadSends = await findLeadSends(scope, new Date(now.getTime() - LEAD_GAP));
  return {
    past: sends.map(({ at }): PastSend => ({ at, kind: "message" })),
    isSending: sends.some(({ isSending }) => isSending),
    leadSends: new Map(leadSends.map(({ leadId, at }) => [leadId, at])),
  };
};

/** The plan of all queued parts of a sender, with the stored rules or with others. */
const planSender = async (deps: PlanDeps, scope: Scope, sender: SenderRow, overrides: Partial<SenderRules> = {}) => {
  const now = toDatabaseTime(deps.clock, sender.readAt);
  const rows = await findQueuedParts(scope, sender.nameKeys);
  const { past, leadSends } = await readPast(scope, sender, now);
  const waitsForAirtable = await isWaitingForAirtable(scope);
  const parts = rows.map((row) => ({
    ...toQueuedPart(row, leadSends, sender),
    waitsForAirtable: waitsForAirtable && row.channel !== "airtable" && row.due !== null && row.due <= now,
  }));
  return { now, rows, plans: planParts(toRules(sender, overrides), past, parts, now) };
};

const toStored = (id: string, { at, wait }: Plan): StoredPlan => ({
  id,
  plannedAt: at,
  code: wait?.code ?? null,
  text: wait?.text ?? null,
});

/** A part that is still queued a while after its planned time gets another explanation. */
const validUntil = (plans: Iterable<Plan>, now: Date): Date | null => {
  const times = [...plans].flatMap(({ at }) => at?.getTime() ?? []);
  const first = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return first === Number.POSITIVE_INFINITY ? null : new Date(Math.max(first, now.getTime()) + MINUTE);
};

/** Computes and stores the plans of one sender. The changes that it has seen are read before the parts. */
const refreshSender = (deps: PlanDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const sender = await lockRules(scope, id);
    if (!sender) return;
    const changes = await findPlanChanges(scope, sender.nameKeys);
    const { now, plans } = await planSender(deps, scope, sender);
    await upsertPlans(
      scope,
      [...plans].map(([part, plan]) => toStored(part, plan)),
    );
    await deletePlanChanges(scope, changes);
    await storePlansValidUntil(scope, id, validUntil(plans.values(), now));
  });

/** Computes the plans that are out of date; false when there were none. */
export const refreshPlans = async (deps: PlanDeps, scope: Scope): Promise<boolean> => {
  const outdated = await findOutdated(scope, deps.clock.now());
  const end = performance.now() + REFRESH_BUDGET_MS;
  for (const id of outdated) {
    await refreshSender(deps, scope, id);
    if (performance.now() > end) break;
  }
  return outdated.length > 0;
};

interface SimulationRequest {
  days: number;
  hours?: WorkingHours | undefined;
  caps?: SendingCaps | undefined;
  spacing?: SendingSpacing | undefined;
}

/** What would be sent in the coming days, from the same function as the sending itself. Nothing is stored. */
export const simulateSends = async (
  deps: PlanDeps,
  scope: Scope,
  senderId: string,
  { days, hours, caps, spacing }: SimulationRequest,
): Promise<PlannedSend[]> => {
  const sender = await findRules(scope, senderId);
  if (!sender) throw notFound();
  const overrides = { ...(hours && { hours }), ...(caps && { caps }), ...(spacing && { spacing }) };
  const { now, rows, plans } = await planSender(deps, scope, sender, overrides);
  const end = now.getTime() + days * DAY;
  return rows
    .flatMap(({ id, leadId, name }) => {
      const at = plans.get(id)?.at;
      return at && at.getTime() < end
        ? [{ at: at.toISOString(), kind: "message" as const, leadId, messageName: name }]
        : [];
    })
    .toSorted((one, other) => one.at.localeCompare(other.at));
};

/**
 * Finds the moments at which the parts of a message may be sent. The company's own automation sends on the due date, so there
 * the dates also keep their distance from the sender's other messages and stay under its caps.
 */
export const openSchedule = async (
  scope: Scope,
  message: { id: string; messageFlow: string | null },
  { channel, now }: { channel: Channel; now: Date },
): Promise<(from: Date, partName: string) => Date> => {
  const sender = await requireRulesOfName(scope, message.messageFlow);
  const since = new Date(now.getTime() - DAY);
  const taken =
    channel === "airtable" ? await findTakenDates(scope, sender.nameKeys, { since, exceptMessageId: message.id }) : [];
  return (from, partName) => {
    const at = findFreeMoment(toRules(sender), taken, from, `${message.id} ${partName}`);
    if (channel === "airtable") taken.push(at);
    return at;
  };
};
