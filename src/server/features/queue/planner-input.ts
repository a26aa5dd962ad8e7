import { FREE_CAPS } from "#contract/sender-forms.ts";
import type { SendingCaps } from "#contract/senders.ts";
import type { Scope } from "#platform/database/scope.ts";
import { refuseContact } from "#server/features/leads/lead-contact.service.ts";
import type { SenderRow } from "#server/features/senders/senders.service.ts";
import { LEAD_GAP, type QueuedPart } from "./planner.ts";
import { findPast, type PartRow } from "./plans.queries.ts";
import { explainWithdrawal } from "./queue.policy.ts";
import type { PastSend, SenderRules } from "./sending-slots.ts";

const WEEK = 7 * 86_400_000;

/** Caps that were set before the account was known to be free must not exceed its limits either. */
const limitCaps = (caps: SendingCaps, tier: SenderRow["accountTier"]): SendingCaps =>
  tier === "free" || tier === "unknown"
    ? {
        invitationsPerDay: Math.min(caps.invitationsPerDay, FREE_CAPS.invitationsPerDay),
        invitationsPerWeek: Math.min(caps.invitationsPerWeek, FREE_CAPS.invitationsPerWeek),
        messagesPerDay: Math.min(caps.messagesPerDay, FREE_CAPS.messagesPerDay),
      }
    : caps;

type Hold = SenderRules["hold"];

const toHold = (until: Date | null, reason: string | null): Hold => until && { until, reason: reason ?? "" };

const laterHold = (one: Hold, other: Hold): Hold =>
  one && other ? (one.until > other.until ? one : other) : (one ?? other);

const NO_ACCOUNT = "Deze afzender heeft geen verbonden LinkedIn-account. Verbind het op Bedrijf Beheer.";

/** Why the LinkedIn account of a sender cannot send now, whatever the time. */
const accountProblemOf = ({ hasAccount, accountProblem }: SenderRow): string | null =>
  hasAccount ? accountProblem : NO_ACCOUNT;

export const toRules = (sender: SenderRow, overrides: Partial<SenderRules> = {}): SenderRules => ({
  id: sender.id,
  hours: overrides.hours ?? sender.hours,
  caps: limitCaps(overrides.caps ?? sender.caps, sender.accountTier),
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
  const rows = await findPast(scope, nameKeys, {
    since: new Date(now.getTime() - WEEK),
    leadsSince: new Date(now.getTime() - LEAD_GAP),
  });
  return {
    past: rows.flatMap(({ kind, at }): PastSend[] =>
      kind === "lead" ? [] : [{ at, kind: kind === "invitation" ? "invitation" : "message" }],
    ),
    isSending: rows.some(({ kind }) => kind === "sending"),
    leadSends: new Map(rows.flatMap(({ kind, leadId, at }) => (kind === "lead" && leadId ? [[leadId, at]] : []))),
  };
};

export const toInvitation = (
  { id, leadId, queuedAt }: { id: string; leadId: string | null; queuedAt?: Date | null },
  sender: SenderRow,
  now: Date,
): QueuedPart => ({
  id,
  kind: "invitation",
  name: "Uitnodiging",
  leadId,
  channel: "linkedin",
  // They go in the order in which they were queued.
  due: queuedAt ?? now,
  sendNow: false,
  previous: null,
  leadSentAt: null,
  paused: false,
  pausedBy: null,
  remoteStatus: null,
  isCancelRequested: false,
  stopReason: null,
  waitsForAirtable: false,
  waitsForAcceptance: false,
  accountProblem: accountProblemOf(sender),
  isAnswer: false,
});
