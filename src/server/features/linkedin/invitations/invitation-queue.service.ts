import type {
  InvitationQueue,
  InvitationRequest,
  InvitationResult,
  QueuedInvitation,
} from "#contract/invitation-queue.ts";
import type { Wait } from "#contract/queue.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { planInvitations } from "#server/features/queue/planning/invitation-plans.service.ts";
import { findRules, requireSender } from "#server/features/senders/senders.service.ts";
import { openGateway } from "../accounts/accounts.service.ts";
import { GatewayError } from "../gateway/gateway.ts";
import { gatewayFailed, notSetUp } from "../linkedin.policy.ts";
import {
  type ChosenInvitations,
  countInvitations,
  countSkipReasons,
  findInvitations,
  findOpenInvitation,
  findRatedToInvite,
  findSendersOfLeads,
  holdInvitations,
  type InvitationQuery,
  type InvitationQueueRow,
  isInvitation,
  type OpenInvitation,
  queueInvitations,
} from "./invitation-queue.queries.ts";
import { endInvitation, lockInvitationQueue } from "./invitations.queries.ts";

type Planned = Pick<QueuedInvitation, "plannedAt" | "waitsFor">;

const AUTOMATION: Wait = { code: "automation", text: "Je eigen automatisering verstuurt deze." };
const IN_PROGRESS: Wait = { code: "status", text: "Wordt nu verstuurd." };
const FROM_AIRTABLE: Wait = { code: "automation", text: "Wacht op de automatisering in Airtable." };
const ON_HOLD: Wait = { code: "paused", text: "Staat in de wacht." };
const WITHOUT_SENDER: Wait = { code: "hold", text: "Deze uitnodiging heeft geen afzender." };
const FAR_AWAY: Wait = { code: "cap", text: "Gaat na de uitnodigingen die eerder in de rij staan." };

/** The planned time of each waiting invitation of these senders, from the function that also decides about the sending. */
const planSenders = async (
  platform: Platform,
  scope: Scope,
  senderIds: ReadonlySet<string>,
): Promise<Map<string, Planned>> => {
  const planned = new Map<string, Planned>();
  for (const senderId of senderIds) {
    const sender = await findRules(scope, senderId);
    if (!sender) continue;
    for (const { id, plan } of await planInvitations(platform, scope, sender))
      if (plan) planned.set(id, { plannedAt: plan.at?.toISOString() ?? null, waitsFor: plan.wait });
  }
  return planned;
};

/** Why the planner has no time for a queued invitation. */
const explainMissingPlan = ({ isOfAutomation, isClaimed, isFromAirtable, senderId }: InvitationQueueRow): Wait => {
  if (isOfAutomation) return AUTOMATION;
  if (isClaimed) return IN_PROGRESS;
  if (isFromAirtable) return FROM_AIRTABLE;
  return senderId === null ? WITHOUT_SENDER : FAR_AWAY;
};

/** When each of these queued invitations goes, or why it has no time. */
const planQueued = async (
  platform: Platform,
  scope: Scope,
  rows: readonly InvitationQueueRow[],
): Promise<Map<string, Planned>> => {
  const planned = await planSenders(platform, scope, new Set(rows.flatMap(({ senderId }) => senderId ?? [])));
  return new Map(
    rows.map((row) => [row.id, planned.get(row.id) ?? { plannedAt: null, waitsFor: explainMissingPlan(row) }]),
  );
};

const MAX_PER_LEAD = 20;

/** What the invitations of a lead wait for, by their ids: those in the queue and those on hold. */
export const explainInvitationsOfLead = async (
  platform: Platform,
  scope: Scope,
  leadId: string,
): Promise<Map<string, Planned>> => {
  const ofLead = { leadId, limit: MAX_PER_LEAD };
  const queued = await planQueued(platform, scope, await findInvitations(scope, { ...ofLead, list: "queued" }));
  const held = await findInvitations(scope, { ...ofLead, list: "held" });
  return new Map([...queued, ...held.map(({ id }) => [id, { plannedAt: null, waitsFor: ON_HOLD }] as const)]);
};

const NO_PLAN: Planned = { plannedAt: null, waitsFor: null };

export const readInvitations = async (
  platform: Platform,
  scope: Scope,
  query: InvitationQuery,
): Promise<InvitationQueue> => {
  const rows = await findInvitations(scope, query);
  const counts = await countInvitations(scope, query);
  const plans = query.list === "queued" ? await planQueued(platform, scope, rows) : undefined;
  const planOf = (row: InvitationQueueRow): Planned => plans?.get(row.id) ?? NO_PLAN;
  return {
    items: rows.map((row) => {
      const { senderId: _id, isClaimed: _claimed, ...shown } = row;
      return { ...shown, ...planOf(row) };
    }),
    counts,
  };
};

const countLeads = (count: number): string => (count === 1 ? "1 lead" : `${count} leads`);

const recordInvitations = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  action: string,
  count: number,
): Promise<void> =>
  recordChange(
    platform,
    scope,
    actor,
    {
      companyId: scope.companyId,
      action,
      subject: { type: "invitations", id: scope.companyId, name: countLeads(count) },
    },
    "invitations",
    "queue",
  );

/** Selected leads enter the invitation queue of the chosen sender, or each that of its own account manager. */
export const inviteLeads = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  request: InvitationRequest,
): Promise<InvitationResult> =>
  transaction(scope, async (scope) => {
    const chosen = request.senderId ? await requireSender(scope, request.senderId) : undefined;
    await lockInvitationQueue(scope);
    const leadIds =
      "leadIds" in request
        ? [...new Set(request.leadIds)]
        : await findRatedToInvite(scope, request.minRating, request.limit);
    const leads = chosen
      ? leadIds.map((leadId) => ({ leadId, senderName: chosen.name }))
      : await findSendersOfLeads(scope, leadIds);
    const queued = await queueInvitations(scope, leads, platform.clock.now());
    if (queued.length > 0) await recordInvitations(platform, scope, actor, "invitations.queued", queued.length);
    await wakeDelivery(platform, scope);
    const senderOf = new Map(leads.map(({ leadId, senderName }) => [leadId, senderName]));
    const skipped = leadIds
      .filter((leadId) => !queued.includes(leadId))
      .map((leadId) => ({ leadId, senderName: senderOf.get(leadId) }));
    return { queued: queued.length, skipped: skipped.length > 0 ? await countSkipReasons(scope, skipped) : [] };
  });

export const changeHold = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  { isOnHold, ...chosen }: ChosenInvitations & { isOnHold: boolean },
): Promise<number> =>
  transaction(scope, async (scope) => {
    await lockInvitationQueue(scope);
    const changed = await holdInvitations(scope, chosen, isOnHold, platform.clock.now());
    if (changed > 0)
      await recordInvitations(platform, scope, actor, isOnHold ? "invitations.held" : "invitations.requeued", changed);
    await wakeDelivery(platform, scope);
    return changed;
  });

const requireOpen = async (scope: Scope, id: string): Promise<OpenInvitation> => {
  const invitation = await findOpenInvitation(scope, id);
  if (invitation) return invitation;
  if (!(await isInvitation(scope, id))) throw notFound();
  throw new AppError("conflict", "Deze uitnodiging staat niet meer open.");
};

/** Withdraws at LinkedIn first: an invitation that is only ended here could still be accepted. */
export const withdrawInvitation = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<void> => {
  const { gatewayAccountId, gatewayId, providerId } = await requireOpen(scope, id);
  const gateway = await openGateway(platform, scope.companyId);
  if (!gateway) throw notSetUp();
  if (!gatewayAccountId)
    throw new AppError("conflict", "Het LinkedIn-account van deze afzender is niet verbonden. Verbind het eerst.");
  try {
    const pending = (await gateway.listPendingInvitations(gatewayAccountId)).find(
      (one) => one.invitationId === gatewayId || one.providerId === providerId,
    );
    if (!pending)
      throw new AppError("conflict", "Deze uitnodiging staat niet meer open op LinkedIn. De lijst wordt bijgewerkt.");
    await gateway.withdraw(gatewayAccountId, pending.invitationId);
  } catch (error) {
    throw error instanceof GatewayError ? gatewayFailed(error.problem) : error;
  }
  await transaction(scope, async (scope) => {
    const outcome = { outcome: "withdrawn", problem: `Ingetrokken door ${scope.actor.name}.` } as const;
    await endInvitation(scope, id, outcome, platform.clock.now());
    await recordInvitations(platform, scope, actor, "invitations.withdrawn", 1);
  });
};
