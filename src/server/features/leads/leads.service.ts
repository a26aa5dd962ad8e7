import { DELETED, mayBeContacted } from "#contract/classification.ts";
import type { NewLead } from "#contract/forms.ts";
import { LEAD_RESTORE_DAYS, type Lead } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Clock } from "#platform/clock.ts";
import { type Scope, transaction, transactionThenRead } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRow } from "#server/features/airtable/airtable.service.ts";
import { type Author, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { cancelWaiting } from "#server/features/queue/queue.service.ts";
import {
  findByProvider,
  findKnownPeople,
  findLead,
  insertLeads,
  insertRestoredClassification,
  type KnownPerson,
  type LeadClass,
  type LockedLead,
  lockDeletedLead,
  lockLead,
  lockLeadCreation,
  lockLeadForContact,
  markRestored,
  updateClassification,
} from "./leads.queries.ts";

export { EXPORT_PAGE_SIZE, exportList } from "./lead-export.service.ts";
export type { LeadClass, LockedLead } from "./leads.queries.ts";
export { leadColumns } from "./leads.queries.ts";

type LeadDeps = Pick<Platform, "events" | "clock">;

/** The leads of a person on the network, duplicates included. */
export const findLeadsOf = (scope: Scope, providerId: string): Promise<string[]> => findByProvider(scope, providerId);

const explainNoContact = (lead: LockedLead | undefined): string | undefined => {
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
  const reason = explainNoContact(leadId ? await lockLeadForContact(scope, leadId) : undefined);
  return reason ? new AppError("conflict", reason) : undefined;
};

/**
 * Classifies a lead, with everything that follows from it. A class that forbids contact cancels what is queued. Nothing
 * happens when it has the class already. `allow` may refuse, with the lead at hand.
 */
const classifyLead = (
  needs: LeadDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  classification: LeadClass,
  allow: (lead: LockedLead) => void = () => undefined,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const lead = await lockLead(scope, leadId);
    if (!lead) throw notFound();
    allow(lead);
    if (lead.classification === classification) return;
    await updateClassification(scope, lead, classification, needs.clock.now());
    const before = lead.classification;
    await enqueueEdit(scope, "leads", leadId, { classification: { before, after: classification } });
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
  needs: LeadDeps,
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

type LeadChangeDeps = Pick<Platform, "events" | "clock">;

const DAY = 86_400_000;

/** Who was deleted after this moment can be brought back. */
export const restoreLimit = (clock: Clock): Date => new Date(clock.now().getTime() - LEAD_RESTORE_DAYS * DAY);

/** One that was deleted is in no list and has no screen. */
export const requireLead = async (scope: Scope, id: string, which: "live" | "any" = "live"): Promise<Lead> => {
  const lead = await findLead(scope, id, which);
  if (!lead) throw notFound();
  return lead;
};

/** By DELETED it is deleted. Whoever was deleted comes back by being restored, not by another class. */
export const changeClassification = (
  needs: LeadChangeDeps,
  scope: Scope,
  author: Author,
  id: string,
  classification: LeadClass,
): Promise<Lead> =>
  transactionThenRead(
    scope,
    (scope) =>
      classifyLead(needs, scope, author, id, classification, ({ isDeleted }) => {
        if (isDeleted && classification !== DELETED)
          throw new AppError("conflict", "Deze lead is verwijderd. Herstel de lead eerst.");
      }),
    (scope) => requireLead(scope, id, "any"),
  );

export const restoreLead = (needs: LeadChangeDeps, scope: Scope, author: Author, id: string): Promise<Lead> =>
  transaction(scope, async (scope) => {
    const lead = await lockDeletedLead(scope, id);
    if (!lead) throw notFound();
    if (!lead.deletedAt) throw new AppError("conflict", "Deze lead is niet verwijderd.");
    if (lead.deletedAt <= restoreLimit(needs.clock)) {
      throw new AppError("conflict", `Een lead is tot ${LEAD_RESTORE_DAYS} dagen na het verwijderen te herstellen.`);
    }
    const at = needs.clock.now();
    await markRestored(scope, lead, at);
    const { classification: before, previous: after, fullName } = lead;
    if (before !== after) {
      await insertRestoredClassification(scope, lead, at);
      await enqueueEdit(scope, "leads", id, { classification: { before, after } });
    }
    const subject = { type: "lead", id, name: fullName };
    const { companyId } = scope;
    const change = { companyId, action: "lead.restored", subject, after: { classification: after } };
    // Its messages and invitations are back on their lists.
    await recordChange(needs, scope, author, change, "leads", "messages", "invitations");
    return requireLead(scope, id);
  });

type AddLeadDeps = Pick<Platform, "events" | "clock">;

/** Why somebody is not added. */
export const explainKnownPerson = ({ kind, fullName }: KnownPerson): string => {
  switch (kind) {
    case "there":
      return `Deze lead staat al in de lijst: ${fullName}.`;
    case "deleted":
      return `Deze lead is verwijderd: ${fullName}.`;
    case "erased":
      return "Deze persoon is op verzoek gewist en wordt niet opnieuw toegevoegd.";
  }
};

/** Whoever can no longer be restored may be added again, by hand. */
const blocksAdding = ({ clock }: AddLeadDeps, { kind, deletedAt }: KnownPerson): boolean =>
  kind !== "deleted" || deletedAt === null || deletedAt > restoreLimit(clock);

export const addLead = (needs: AddLeadDeps, scope: Scope, author: Author, form: NewLead): Promise<Lead> =>
  transaction(scope, async (scope) => {
    await lockLeadCreation(scope);
    const [known] = await findKnownPeople(scope, [form]);
    if (known && blocksAdding(needs, known)) throw new AppError("conflict", explainKnownPerson(known));
    const [id] = await insertLeads(scope, [form], needs.clock.now());
    if (!id) throw notFound();
    await enqueueNewRow(scope, "leads", id);
    const subject = { type: "lead", id, name: form.fullName };
    const { companyId } = scope;
    await recordChange(
      needs,
      scope,
      author,
      { companyId, action: "lead.created", subject, after: filledFields(form) },
      "leads",
    );
    return requireLead(scope, id);
  });
