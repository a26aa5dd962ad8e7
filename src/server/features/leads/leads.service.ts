import { DELETED } from "#contract/classification.ts";
import type { NewLead } from "#contract/forms.ts";
import { LEAD_RESTORE_DAYS, type Lead } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction, transactionThenRead } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRow } from "#server/features/airtable/airtable.service.ts";
import { type Author, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { cancelIfNotContactable } from "#server/features/queue/queue.service.ts";
import { explainKnownPerson, restorableSince } from "./leads.policy.ts";
import {
  findByProvider,
  findClassBeforeDeletion,
  findKnownPeople,
  findLead,
  insertLeads,
  insertRestoredClassification,
  type KnownPerson,
  type LeadClass,
  type LockedLead,
  lockLeadCreation,
  lockLeads,
  markRestored,
  updateClassification,
} from "./leads.queries.ts";

type LeadDeps = Pick<Platform, "events" | "clock">;

/** The leads of a person on LinkedIn, duplicates included. */
export const findLeadsOf = (scope: Scope, providerId: string): Promise<string[]> => findByProvider(scope, providerId);

/** The lead as the API returns it. Deleted leads are in no list and have no screen, so by default they do not exist. */
export const requireLead = async (scope: Scope, id: string, which: "live" | "any" = "live"): Promise<Lead> => {
  const lead = await findLead(scope, id, which);
  if (!lead) throw notFound();
  return lead;
};

/** Locks a lead for a change. An erased lead has nothing left to change: it does not exist. */
const lockLeadForChange = async (scope: Scope, id: string): Promise<LockedLead> => {
  const [lead] = await lockLeads(scope, [id]);
  if (!lead || lead.isErased) throw notFound();
  return lead;
};

/** Stores a class with all its consequences: a class that forbids contact cancels what is queued. */
const classify = async (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  lead: LockedLead,
  classification: LeadClass,
): Promise<void> => {
  const { id, classification: before } = lead;
  if (before === classification) return;
  await updateClassification(scope, lead, classification, deps.clock.now());
  await enqueueEdit(scope, "leads", id, { classification: { before, after: classification } });
  await cancelIfNotContactable(deps, scope, [{ leadId: id, classification }]);
  const change = {
    companyId: scope.companyId,
    action: "lead.classified",
    subject: { type: "lead", id, name: lead.fullName },
    before: { classification: before },
    after: { classification },
  };
  // Message cards show the class too.
  await recordChange(deps, scope, author, change, "leads", "messages");
};

/** Classifies every lead of a person on LinkedIn, duplicates included. */
export const classifyPerson = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  providerId: string,
  classification: LeadClass,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const ids = await findByProvider(scope, providerId);
    if (ids.length === 0) throw notFound();
    for (const id of ids) await classify(deps, scope, author, await lockLeadForChange(scope, id), classification);
  });

/** Gives a lead another class; DELETED deletes it. A deleted lead comes back by being restored, not by another class. */
export const changeClassification = (
  deps: LeadDeps,
  scope: Scope,
  author: Author,
  id: string,
  classification: LeadClass,
): Promise<Lead> =>
  transactionThenRead(
    scope,
    async (scope) => {
      const lead = await lockLeadForChange(scope, id);
      if (lead.deletedAt && classification !== DELETED)
        throw new AppError("conflict", "Deze lead is verwijderd. Herstel de lead eerst.");
      await classify(deps, scope, author, lead, classification);
    },
    (scope) => requireLead(scope, id, "any"),
  );

/** Brings a deleted lead back, with the class it had. */
export const restoreLead = (deps: LeadDeps, scope: Scope, author: Author, id: string): Promise<Lead> =>
  transaction(scope, async (scope) => {
    const lead = await lockLeadForChange(scope, id);
    if (!lead.deletedAt) throw new AppError("conflict", "Deze lead is niet verwijderd.");
    if (lead.deletedAt <= restorableSince(deps.clock)) {
      throw new AppError("conflict", `Een lead is tot ${LEAD_RESTORE_DAYS} dagen na het verwijderen te herstellen.`);
    }
    const at = deps.clock.now();
    const { classification: before, fullName } = lead;
    const after = before === DELETED ? await findClassBeforeDeletion(scope, id) : before;
    await markRestored(scope, id, after, at);
    if (before !== after) {
      await insertRestoredClassification(scope, lead, after, at);
      await enqueueEdit(scope, "leads", id, { classification: { before, after } });
    }
    const change = {
      companyId: scope.companyId,
      action: "lead.restored",
      subject: { type: "lead", id, name: fullName },
      after: { classification: after },
    };
    // Its messages and invitations are back on their lists.
    await recordChange(deps, scope, author, change, "leads", "messages", "invitations");
    return requireLead(scope, id);
  });

/** A deleted lead that can no longer be restored may be added again by hand. */
const blocksAdding = ({ clock }: LeadDeps, { kind, deletedAt }: KnownPerson): boolean =>
  kind !== "deleted" || deletedAt === null || deletedAt > restorableSince(clock);

export const addLead = (deps: LeadDeps, scope: Scope, author: Author, form: NewLead): Promise<Lead> =>
  transaction(scope, async (scope) => {
    await lockLeadCreation(scope);
    const [known] = await findKnownPeople(scope, [form]);
    if (known && blocksAdding(deps, known)) throw new AppError("conflict", explainKnownPerson(known));
    const [id] = await insertLeads(scope, [form], deps.clock.now());
    if (!id) throw notFound();
    await enqueueNewRow(scope, "leads", id);
    const change = {
      companyId: scope.companyId,
      action: "lead.created",
      subject: { type: "lead", id, name: form.fullName },
      after: filledFields(form),
    };
    await recordChange(deps, scope, author, change, "leads");
    return requireLead(scope, id);
  });
