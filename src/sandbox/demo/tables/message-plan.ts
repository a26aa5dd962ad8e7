import type { MessageStatus } from "../company.ts";
import type { DemoContext } from "../demo-context.ts";
import type { Lead, LeadClass } from "../people/lead-model.ts";
import { isDecisionMaker } from "../people/names.ts";

export type MessageType = "icebreaker" | "followup";
export type MessagePlan = { lead: Lead; status: MessageStatus; type: MessageType; planIndex: number };

const STATUSES: readonly MessageStatus[] = [
  "pending",
  "rewritten",
  "edited",
  "approved",
  "sent",
  "connected",
  "interested",
  "not_interested",
  "neutral",
  "error",
  "cancelled",
];

/** The classification of a lead after this outcome. */
const CLASS_AFTER: Partial<Record<MessageStatus, LeadClass>> = {
  connected: "CONNECTED",
  interested: "INTERESTED",
  not_interested: "NOT INTERESTED",
  neutral: "CONNECTED",
};

const REACHABLE: ReadonlySet<LeadClass> = new Set(["COLD", "CONNECTED", "INTERESTED", "HOT", "CLIENT"]);

const isReachable = (lead: Lead) =>
  lead.acceptedAt !== null && REACHABLE.has(lead.class) && isDecisionMaker(lead.title);

/** Plans the messages: at most one per lead, and both types for every status. */
export function planMessages({ company }: DemoContext, leads: readonly Lead[]): MessagePlan[] {
  const reachable = leads.filter(isReachable).toReversed();
  const plans: MessagePlan[] = [];
  for (const status of STATUSES) {
    for (let planIndex = 0; planIndex < company.messages[status]; planIndex++) {
      const lead = reachable[plans.length];
      if (!lead) throw new Error("There are too few leads for the messages of the demo.");
      // Three ice breakers for every two follow-ups.
      plans.push({
        lead,
        status,
        type: planIndex % 5 === 1 || planIndex % 5 === 3 ? "followup" : "icebreaker",
        planIndex,
      });
    }
  }
  for (const { lead, status, planIndex } of plans) {
    const after = CLASS_AFTER[status];
    if (after !== undefined) lead.class = status === "interested" && planIndex % 2 === 1 ? "HOT" : after;
  }
  return plans;
}
