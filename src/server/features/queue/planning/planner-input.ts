import { FREE_CAPS } from "#contract/sender-forms.ts";
import { NO_SENDER, type SendingCaps } from "#contract/senders.ts";
import type { Scope } from "#platform/database/scope.ts";
import { DAY_MS } from "#platform/time.ts";
import { refuseContact } from "#server/features/leads/lead-contact.service.ts";
import { explainAccountStatus, type SenderRow } from "#server/features/senders/senders.service.ts";
import { automaticCancellationText, automationDecidesText } from "../queue.policy.ts";
import type { QueuedPart } from "./planner.ts";
import { findPastInvitations, type PastMessage, selectPastMessages } from "./plans.queries.ts";
import type { PartRow } from "./queued-parts.queries.ts";
import type { SenderRules } from "./sending-slots.ts";

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

const NO_ACCOUNT_OF_NOBODY =
  "Dit bericht heeft geen afzender (veld Flow). Een beheerder kiest er een bij Bedrijf Beheer, onder Afzenders.";

const explainNoAccount = (name: string): string =>
  name === NO_SENDER
    ? NO_ACCOUNT_OF_NOBODY
    : `${name} heeft geen verbonden LinkedIn-account. Een beheerder kan het verbinden bij Bedrijf Beheer.`;

/**
 * Why the sender's LinkedIn account cannot send at all now, regardless of hours, caps and spacing. `isStranger`: the lead is not among
 * the account's known relations, which says nothing until they have been read.
 */
const accountProblemOf = (
  { name, accountStatus, hasReadRelations }: SenderRow,
  { isStranger }: { isStranger: boolean },
): string | null =>
  accountStatus
    ? (explainAccountStatus(accountStatus) ??
      (isStranger && !hasReadRelations ? `De connecties van ${name} op LinkedIn worden nog gelezen.` : null))
    : explainNoAccount(name);

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
  nextAllowed: { message: sender.nextMessageAt, answer: sender.nextAnswerAt, invitation: sender.nextInvitationAt },
});

/**
 * A reply cancels what is queued then, whatever the channel. A part of the company's automation that is queued in spite of a reply is
 * sent by that automation, which may have queued it because of the reply.
 */
export const isEndedByReply = ({ hasLead, replied, channel }: PartRow): boolean =>
  hasLead && replied && channel !== "airtable";

const findStopReason = (part: PartRow): string | null => {
  const { hasLead, leadDeletedAt: deletedAt, classification, channel } = part;
  const refusal = refuseContact(hasLead ? { deletedAt, classification } : undefined);
  if (refusal) return channel === "airtable" ? automationDecidesText(refusal) : automaticCancellationText(refusal);
  return isEndedByReply(part) ? automaticCancellationText({ reason: "replied" }) : null;
};

const NO_WEBHOOK =
  "Er is geen webhook ingesteld om dit bericht mee te versturen. Een beheerder stelt haar in op Bedrijf Beheer.";

/** Why the channel of a part cannot send it. Null for the company's own automation: we know nothing about its state. */
export const channelProblemOf = (
  { channel, acceptance }: Pick<PartRow, "channel" | "acceptance">,
  sender: SenderRow,
): string | null => {
  if (channel === "webhook") return sender.hasWebhook ? null : NO_WEBHOOK;
  return channel === "linkedin" ? accountProblemOf(sender, { isStranger: acceptance !== null }) : null;
};

export const toQueuedPart = (row: PartRow, sender: SenderRow): QueuedPart => ({
  id: row.id,
  kind: "message",
  name: row.name,
  leadId: row.leadId,
  channel: row.channel,
  due: row.due,
  sendNow: row.sendNow,
  previous: row.previousId === null ? null : { id: row.previousId, name: row.previousName ?? "" },
  leadSentAt: row.leadSentAt,
  paused: row.paused,
  pausedBy: row.pausedBy,
  remoteStatus: row.remoteStatus,
  isCancelRequested: row.isCancelRequested,
  stopReason: findStopReason(row),
  waitsForAirtable: false,
  isDeletedInAirtable: row.isDeletedInAirtable,
  isRefusedFromAirtable: row.isRefusedFromAirtable,
  syncPause: null,
  acceptance: row.acceptance,
  channelProblem: channelProblemOf(row, sender),
  isAnswer: row.isAnswer,
});

/** The caps on messages look back a day. One more, because our clock may differ from that of the database. */
export const pastMessagesSince = (now: Date): Date => new Date(now.getTime() - 2 * DAY_MS);

export const readPastMessages = (scope: Scope, senderId: string, now: Date): Promise<PastMessage[]> =>
  scope.db.rows(selectPastMessages(scope, senderId, pastMessagesSince(now)));

/** The caps on invitations look back a week. */
export const readPastInvitations = (scope: Scope, senderId: string, now: Date) =>
  findPastInvitations(scope, senderId, new Date(now.getTime() - 7 * DAY_MS));

interface InvitationFacts {
  id: string;
  leadId: string | null;
  queuedAt?: Date | null;
  isDeletedInAirtable?: boolean;
  isRefusedFromAirtable?: boolean;
}

export const toInvitation = (
  { id, leadId, queuedAt, isDeletedInAirtable = false, isRefusedFromAirtable = false }: InvitationFacts,
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
  isDeletedInAirtable,
  isRefusedFromAirtable,
  syncPause: null,
  acceptance: null,
  channelProblem: accountProblemOf(sender, { isStranger: true }),
  isAnswer: false,
});

/** A plan of the coming days only, with other rules than the stored ones. */
export interface Simulation {
  rules: Partial<SenderRules>;
  days: number;
}

/** The planner stops here: with rules such as one minute a week it would otherwise plan decades ahead, which takes seconds. */
export const endOfSimulation = ({ days }: Simulation, now: Date): number => now.getTime() + days * DAY_MS;
