import { mayBeContacted } from "#contract/classification.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteEdit } from "#server/features/airtable/airtable.service.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { cancelWaiting } from "#server/features/queue/queue.service.ts";
import { findByProvider, type HeldLead, holdLead, type LeadClass, lockLead, updateClass } from "./leads.queries.ts";

export { EXPORT_PAGE, exportList } from "./export/export-list.ts";
export { leadColumns } from "./lead-json.queries.ts";
export type { HeldLead, LeadClass } from "./leads.queries.ts";

type Needs = Pick<Platform, "events" | "clock">;

/** The leads of a person on the network, duplicates included. */
export const findLeadsOf = (scope: Scope, providerId: string): Promise<string[]> => findByProvider(scope, providerId);

const whyNot = (lead: HeldLead | undefined): string | undefined => {
  if (!lead) return "Dit bericht hoort bij geen lead en kan daarom niet worden verstuurd.";
  if (lead.isDeleted) return "Deze lead is verwijderd en mag geen berichten krijgen.";
  if (mayBeContacted(lead.classification)) return undefined;
  return `Deze lead staat op ${lead.classification} en mag geen berichten krijgen.`;
};

/**
 * Holds a lead until the transaction ends and says why nobody may write to them, if so. Whoever changes the class at
 * the same moment comes before or after, never in between. Locks are taken in the order lead, message, queue item.
 */
export const refuseContact = async (scope: Scope, leadId: string | null): Promise<AppError | undefined> => {
  const reason = whyNot(leadId ? await holdLead(scope, leadId) : undefined);
  return reason ? new AppError("conflict", reason) : undefined;
};

/**
 * Classifies a lead, with everything that follows from it. A class that forbids contact cancels what is queued. Nothing
 * happens when it has the class already. `allow` may refuse, with the lead at hand.
 */
export const classifyLead = (
  needs: Needs,
  scope: Scope,
  author: Author,
  leadId: string,
  classification: LeadClass,
  allow: (lead: HeldLead) => void = () => undefined,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const lead = await lockLead(scope, leadId);
    if (!lead) throw notFound();
    allow(lead);
    if (lead.classification === classification) return;
    await updateClass(scope, lead, classification, needs.clock.now());
    const before = lead.classification;
    await noteEdit(scope, "leads", leadId, { classification: { before, after: classification } });
    if (!mayBeContacted(classification)) await cancelWaiting(needs, scope, { leadIds: [leadId] });
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const change = { before: { classification: before }, after: { classification } };
    const { companyId } = scope;
    const entry = { companyId, action: "lead.classified", subject, ...change };
    // Cards of messages show the class too.
    await recordChange(needs, scope, author, entry, "leads", "messages");
  });

/** The same by the person's id on the network; duplicates of the lead get the class too. */
export const classifyPerson = (
  needs: Needs,
  scope: Scope,
  author: Author,
  providerId: string,
  classification: LeadClass,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const ids = await findByProvider(scope, providerId);
    if (ids.length === 0) throw notFound();
    for (const id of ids) await classifyLead(needs, scope, author, id, classification);
  });
