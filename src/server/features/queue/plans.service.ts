import type { Departure } from "#contract/message-status.ts";
import type { Channel, Wait } from "#contract/queue.ts";
import type { PlannedSend, SendingCaps, SendingSpacing, WorkingHours } from "#contract/senders.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { toDatabaseTime } from "#platform/time.ts";
import { findPausedBy, isWaitingForAirtable } from "#server/features/airtable/airtable.service.ts";
import {
  findOutdated,
  findRules,
  lockRules,
  requireRulesOfName,
  type SenderRow,
  storePlansValidUntil,
} from "#server/features/senders/senders.service.ts";
import { type Plan, planParts } from "./planner.ts";
import {
  channelProblemOf,
  readPastInvitations,
  readPastMessages,
  toInvitation,
  toQueuedPart,
  toRules,
} from "./planner-input.ts";
import { explainWait, showMoment } from "./planner-texts.ts";
import {
  deletePlanChanges,
  findAcceptance,
  findFirstPart,
  findPlanChanges,
  findQueuedInvitations,
  findQueuedPart,
  findQueuedParts,
  findTakenDates,
  findUnsyncedParts,
  type PartRow,
  type StoredPlan,
  upsertPlans,
} from "./plans.queries.ts";
import { cannotSendNow, messageNotFound, senderMayNotSend } from "./queue.policy.ts";
import { findFreeMoment, isWithinHours, type SenderRules, spacingAfter } from "./sending-slots.ts";

export { LEAD_GAP } from "./planner.ts";

type PlanDeps = Pick<Platform, "clock">;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A request computes plans for this long; the rest is left to the next one. */
const REFRESH_BUDGET_MS = 1_000;

/** Whether an invitation of this sender may go now, and how long the next one waits after it. */
export const planInvitation = async (
  scope: Scope,
  sender: SenderRow,
  invitation: { id: string; leadId: string },
  now: Date,
): Promise<{ isAllowed: boolean; spacingMs: number }> => {
  const past = await readPastInvitations(scope, sender.id, now);
  const rules = toRules(sender);
  const at = planParts(rules, past, [toInvitation(invitation, sender, now)], now).get(invitation.id)?.at;
  return { isAllowed: at ? at <= now : false, spacingMs: spacingAfter(rules, "invitation", invitation.id) };
};

/** Later ones have no plan yet: their turn is weeks away. */
const PLANNED_INVITATIONS = 1_000;

/** The plans of the queued invitations of a sender, with the stored rules or with others. */
export const planInvitations = async (
  deps: PlanDeps,
  scope: Scope,
  sender: SenderRow,
  overrides: Partial<SenderRules> = {},
) => {
  const now = toDatabaseTime(deps.clock, sender.readAt);
  const queue = await findQueuedInvitations(scope, sender.nameKeys, PLANNED_INVITATIONS);
  const past = queue.length > 0 ? await readPastInvitations(scope, sender.id, now) : [];
  const parts = queue.map((invitation) => toInvitation(invitation, sender, now));
  const plans = planParts(toRules(sender, overrides), past, parts, now);
  return queue.map((invitation) => ({ ...invitation, plan: plans.get(invitation.id) }));
};

/** The plans of these queued parts of a sender. */
const planRows = async (
  deps: PlanDeps,
  scope: Scope,
  sender: SenderRow,
  rows: readonly PartRow[],
  overrides: Partial<SenderRules> = {},
) => {
  const now = toDatabaseTime(deps.clock, sender.readAt);
  const past = await readPastMessages(scope, sender.id, now);
  const waitsForAirtable = await isWaitingForAirtable(scope);
  const pausedBy = await findPausedBy(scope);
  const unsynced = pausedBy === null ? new Set<string>() : await findUnsyncedParts(scope);
  // The company's automation goes on with what Airtable has.
  const needsSync = ({ id, channel }: PartRow): boolean => channel !== "airtable" || unsynced.has(id);
  const parts = rows.map((row) => ({
    ...toQueuedPart(row, sender),
    waitsForAirtable:
      waitsForAirtable && row.channel !== "airtable" && row.due !== null && (row.sendNow || row.due <= now),
    syncPausedBy: needsSync(row) ? pausedBy : null,
  }));
  return { now, plans: planParts(toRules(sender, overrides), past, parts, now) };
};

/** The plan of all queued parts of a sender, with the stored rules or with others. */
const planSender = async (deps: PlanDeps, scope: Scope, sender: SenderRow, overrides: Partial<SenderRules> = {}) => {
  const rows = await findQueuedParts(scope, sender.nameKeys);
  return { rows, ...(await planRows(deps, scope, sender, rows, overrides)) };
};

const toStored = (id: string, { at, wait }: Plan): StoredPlan => ({ id, plannedAt: at, waitsFor: wait });

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
  for (const { id } of outdated) {
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
  const invitations = await planInvitations(deps, scope, sender, overrides);
  const messages = rows.map(({ id, leadId, fullName, name }) => ({
    at: plans.get(id)?.at,
    kind: "message" as const,
    leadId,
    fullName,
    messageName: name,
  }));
  const invitationSends = invitations.map(({ plan, leadId, fullName }) => ({
    at: plan?.at,
    kind: "invitation" as const,
    leadId,
    fullName,
    messageName: "Uitnodiging",
  }));
  return [...messages, ...invitationSends]
    .flatMap(({ at, fullName, ...send }): PlannedSend[] =>
      at && at.getTime() < end ? [{ ...send, at: at.toISOString(), fullName: fullName ?? "" }] : [],
    )
    .toSorted((one, other) => one.at.localeCompare(other.at));
};

type PartPlan = Plan & { channel: Channel; fullName: string | null; now: Date };

/** A part that is sent now leaves after the undo period, and a little later when the worker is busy. */
const SOON_MS = 2 * UNDO_SECONDS * 1000;

/** The text that a user reads after choosing to send a part: when it will be sent, or what it waits for. */
export const explainDeparture = (plan: PartPlan): { message: string; departure: Departure } => {
  const { at, wait, now, channel, fullName } = plan;
  const subject = fullName ? `Het bericht aan ${fullName}` : "Het bericht";
  if (!at) return { message: `${subject} staat klaar. ${wait.text}`, departure: "waiting" };
  if (at.getTime() - now.getTime() > SOON_MS)
    return { message: `${subject} gaat ${showMoment(at)}.${wait ? ` ${wait.text}` : ""}`, departure: "later" };
  const message =
    channel === "airtable"
      ? `${subject} is doorgegeven aan de automatisering. Ongedaan maken kan zolang die het nog niet heeft verstuurd.`
      : `${subject} is over ${UNDO_SECONDS} seconden weg. Tot dan kun je het ongedaan maken.`;
  return { message, departure: "now" };
};

const planRow = async (
  deps: PlanDeps,
  scope: Scope,
  row: PartRow | undefined,
  senderName: string | null,
): Promise<PartPlan | undefined> => {
  if (!row) return undefined;
  const sender = await requireRulesOfName(scope, senderName);
  // No other part delays one that is sent now.
  const rows = row.sendNow ? [row] : await findQueuedParts(scope, sender.nameKeys);
  const { now, plans } = await planRows(deps, scope, sender, rows);
  const plan = plans.get(row.id);
  return plan && { ...plan, channel: row.channel, fullName: row.fullName, now };
};

/** When a part that a user sends now leaves. Refused while something stops it. */
export const requireDeparture = async (deps: PlanDeps, scope: Scope, id: string, senderName: string | null) => {
  const plan = await planRow(deps, scope, await findQueuedPart(scope, id), senderName);
  if (!plan) throw messageNotFound();
  if (!plan.at) throw cannotSendNow(plan.wait);
  return explainDeparture(plan);
};

/** When the first part of a message is sent, as the list of queued messages shows it. Undefined when none is queued any more. */
export const planFirstPart = async (
  deps: PlanDeps,
  scope: Scope,
  message: { id: string; messageFlow: string | null },
) => planRow(deps, scope, await findFirstPart(scope, message.id), message.messageFlow);

export interface OpenSchedule {
  /** The first moment from `from` on at which the part may be sent. */
  findAllowed: (from: Date, partName: string) => Date;
  isWithinHours: (at: Date) => boolean;
}

/** Why a message that is not queued yet could not be sent now, whatever the hour. */
export const findSendObstacle = async (
  scope: Scope,
  message: { leadId: string | null; messageFlow: string | null },
  channel: Channel,
): Promise<Wait | null> => {
  const sender = await requireRulesOfName(scope, message.messageFlow);
  const acceptance = await findAcceptance(scope, message, channel);
  const problem = channelProblemOf({ channel, acceptance }, sender);
  if (problem !== null) return explainWait.channel(problem);
  return acceptance && explainWait.acceptance(acceptance);
};

/**
 * Finds the moments at which the parts of a message may be sent. The company's own automation sends on the due date, so there
 * the dates also keep their distance from the sender's other messages and stay under its caps.
 */
export const openSchedule = async (
  scope: Scope,
  message: { id: string; messageFlow: string | null },
  { channel, now }: { channel: Channel; now: Date },
): Promise<OpenSchedule> => {
  const sender = await requireRulesOfName(scope, message.messageFlow);
  if (channel === "airtable" && sender.caps.messagesPerDay === 0) throw senderMayNotSend(sender.name);
  const rules = toRules(sender);
  const since = new Date(now.getTime() - DAY);
  const taken =
    channel === "airtable" ? await findTakenDates(scope, sender.nameKeys, { since, exceptMessageId: message.id }) : [];
  return {
    findAllowed: (from, partName) => {
      // Without an allowed moment the part keeps its date, and the planner says why it waits.
      const at = findFreeMoment(rules, taken, from, `${message.id} ${partName}`) ?? from;
      if (channel === "airtable") taken.push(at);
      return at;
    },
    isWithinHours: (at) => isWithinHours(rules, at),
  };
};
