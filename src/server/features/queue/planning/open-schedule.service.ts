import type { Channel } from "#contract/queue.ts";
import type { Scope } from "#platform/database/scope.ts";
import { DAY_MS } from "#platform/time.ts";
import { ensureSenderOfName } from "#server/features/senders/senders.service.ts";
import { senderMayNotSend } from "../queue.policy.ts";
import { toRules } from "./planner-input.ts";
import { findTakenDates } from "./plans.queries.ts";
import { findFreeMoment, isWithinHours } from "./sending-slots.ts";

export { LEAD_GAP } from "./planner.ts";

export interface OpenSchedule {
  /** The first moment from `from` on at which the part may be sent. */
  findAllowed: (from: Date, partName: string) => Date;
  isWithinHours: (at: Date) => boolean;
}

/**
 * Finds the moments at which the parts of a message may be sent. The company's own automation sends on the due date, so there
 * the dates also keep their distance from the sender's other messages and stay under its caps.
 */
export const openSchedule = async (
  scope: Scope,
  message: { id: string; messageFlow: string | null },
  { channel, now }: { channel: Channel; now: Date },
): Promise<OpenSchedule> => {
  const sender = await ensureSenderOfName(scope, message.messageFlow);
  if (channel === "airtable" && sender.caps.messagesPerDay === 0) throw senderMayNotSend(sender.name);
  const rules = toRules(sender);
  const since = new Date(now.getTime() - DAY_MS);
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
