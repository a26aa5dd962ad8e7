import type { Scope } from "#platform/database/scope.ts";
import { type ContactRefusal, refuseContact } from "./leads.policy.ts";
import { lockLeads } from "./leads.queries.ts";

export { type ContactRefusal, refuseContact } from "./leads.policy.ts";
export { lockLeads } from "./leads.queries.ts";

/**
 * Locks the lead of a message until the transaction ends. Returns why the lead may not be contacted, or undefined. A change of
 * its class at the same moment comes before or after, never in between. Locks are taken in the order lead, message, queue item.
 */
export const lockForContact = async (scope: Scope, leadId: string | null): Promise<ContactRefusal | undefined> => {
  const [lead] = leadId ? await lockLeads(scope, [leadId]) : [];
  return refuseContact(lead);
};
