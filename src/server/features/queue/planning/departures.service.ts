import type { Departure } from "#contract/message-status.ts";
import type { Channel, Wait } from "#contract/queue.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { ensureSenderOfName } from "#server/features/senders/senders.service.ts";
import { cannotSendNow, messageNotFound } from "../queue.policy.ts";
import type { Plan } from "./planner.ts";
import { channelProblemOf } from "./planner-input.ts";
import { explainWait, showMoment } from "./planner-texts.ts";
import { planRows } from "./plans.service.ts";
import {
  findAcceptance,
  findFirstPart,
  findQueuedPart,
  findQueuedParts,
  type PartRow,
} from "./queued-parts.queries.ts";

export { findLeadsToInvite } from "./queued-parts.queries.ts";

type PlanDeps = Pick<Platform, "clock">;
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
  const sender = await ensureSenderOfName(scope, senderName);
  // A part that is sent now does not wait for the other parts of its sender.
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

/** Why a message that is not queued yet could not be sent now, whatever the hour. */
export const findSendObstacle = async (
  scope: Scope,
  message: { leadId: string | null; messageFlow: string | null },
  channel: Channel,
): Promise<Wait | null> => {
  const sender = await ensureSenderOfName(scope, message.messageFlow);
  const acceptance = await findAcceptance(scope, message, channel);
  const problem = channelProblemOf({ channel, acceptance }, sender);
  if (problem !== null) return explainWait.channel(problem);
  return acceptance && explainWait.acceptance(acceptance);
};
