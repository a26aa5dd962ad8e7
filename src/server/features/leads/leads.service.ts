import { DELETED } from "#contract/classification.ts";
import type { NewLead } from "#contract/forms.ts";
import { type BulkResult, type ClassifiedLead, LEAD_RESTORE_DAYS, type Lead } from "#contract/leads.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction, transactionThenRead } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { cancelIfNotContactable } from "#server/features/queue/queue.service.ts";
import {
  type ChangedLead,
  mergeChanges,
  recordUndoable,
  type UndoableChanges,
} from "#server/features/undo/undo.service.ts";
import { explainKnownPerson, restorableSince } from "./leads.policy.ts";
import {
  findClassBefore,
  findIdsByProviderId,
  findKnownPeople,
  findLead,
  insertClassChange,
  insertLeads,
  type KnownPerson,
  type LeadClass,
  type LockedLead,
  lockLeadCreation,
  lockLeads,
  markRestored,
  updateClassification,
  updateRating,
} from "./leads.queries.ts";

type LeadDeps = Pick<Platform, "events" | "clock">;

/** All leads with this LinkedIn id: a person may have been added twice. */
export const findLeadsByProviderId = (scope: Scope, providerId: string): Promise<string[]> =>
  findIdsByProviderId(scope, providerId);

/** The lead as the API returns it. Deleted leads are in no list and have no screen, so by default they do not exist. */
export const requireLead = async (
  scope: Scope,
  id: string,
  which: "live" | "liveOrDeleted" = "live",
): Promise<Lead> => {
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

const storeClassification = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  lead: LockedLead,
  classification: LeadClass | null,
  classifiedAt?: Date | null,
): Promise<void> => {
  const { id, classification: before } = lead;
  const at = deps.clock.now();
  // One moment: Management finds the change that made a lead a client by it.
  await updateClassification(scope, lead, classification, at, classifiedAt === undefined ? at : classifiedAt);
  await enqueueEdit(scope, "leads", id, { classification: { before, after: classification } });
  const change = {
    companyId: scope.companyId,
    action: "lead.classified",
    subject: { type: "lead", id, name: lead.fullName },
    before: { classification: before },
    after: { classification },
  };
  // Message cards and the inbox show the class too.
  await recordChange(deps, scope, actor, change, "leads", "messages", "inbox");
};

/** Stores a class with all its consequences: a class that forbids contact cancels what is queued. */
export const classify = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  lead: LockedLead,
  classification: LeadClass,
  classifiedAt?: Date,
): Promise<UndoableChanges> => {
  const { id, classification: before } = lead;
  if (before === classification) return {};
  await storeClassification(deps, scope, actor, lead, classification, classifiedAt);
  const cancelledParts = await cancelIfNotContactable(deps, scope, [{ leadId: id, classification }]);
  return { leads: [{ id, before, after: classification, classifiedAt: lead.classifiedAt }], cancelledParts };
};

/** Gives a lead a class in the transaction of the caller. A deleted lead stays deleted: it gets the class when it is restored. */
export const classifyLead = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  classification: LeadClass,
): Promise<UndoableChanges> => {
  const lead = await lockLeadForChange(scope, id);
  if (lead.classification !== DELETED) return classify(deps, scope, actor, lead, classification);
  await insertClassChange(scope, id, { before: classification, after: DELETED }, deps.clock.now());
  return {};
};

/** The reply of a lead was no refusal after all: it gets back the class it had before NOT INTERESTED. Other classes stay. */
export const withdrawNoInterest = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<UndoableChanges> => {
  const lead = await lockLeadForChange(scope, id);
  if (lead.classification !== "NOT INTERESTED") return {};
  const before = await findClassBefore(scope, id, "NOT INTERESTED");
  return classify(deps, scope, actor, lead, before === null || before === DELETED ? "CONNECTED" : before);
};

/** Gives leads back the class that they had before an action. The leads are locked. */
export const restoreClassifications = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  leads: readonly ChangedLead[],
): Promise<void> => {
  for (const { id, before, after, classifiedAt } of leads) {
    const lead = await lockLeadForChange(scope, id);
    if (lead.classification !== after)
      throw new AppError("conflict", "Dit kan niet meer ongedaan worden gemaakt: de lead is intussen gewijzigd.");
    await storeClassification(deps, scope, actor, lead, before, classifiedAt);
  }
};

interface ClassChange {
  stoppedMessages: number;
  undo?: Undo;
}

const recordClassChange = async (deps: LeadDeps, scope: Scope, changes: UndoableChanges): Promise<ClassChange> => ({
  stoppedMessages: changes.cancelledParts?.length ?? 0,
  ...(await recordUndoable(deps, scope, changes)),
});

const DELETED_LEAD = "Deze lead is verwijderd. Herstel de lead eerst.";

/** Classifies every lead of a person on LinkedIn, duplicates included. Deleted ones stay deleted. */
export const classifyPerson = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  providerId: string,
  classification: LeadClass,
): Promise<ClassChange> =>
  transaction(scope, async (scope) => {
    const ids = await findIdsByProviderId(scope, providerId);
    if (ids.length === 0) throw notFound();
    const leads = (await lockLeads(scope, ids)).filter(({ deletedAt }) => !deletedAt);
    if (leads.length === 0 && classification !== DELETED) throw new AppError("conflict", DELETED_LEAD);
    const changes: UndoableChanges[] = [];
    for (const lead of leads) changes.push(await classify(deps, scope, actor, lead, classification));
    return recordClassChange(deps, scope, mergeChanges(changes));
  });

/** Gives a lead another class; DELETED deletes it. A deleted lead comes back by being restored, not by another class. */
export const changeClassification = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  classification: LeadClass,
): Promise<ClassifiedLead> =>
  transactionThenRead(
    scope,
    async (scope) => {
      const lead = await lockLeadForChange(scope, id);
      if (lead.deletedAt && classification !== DELETED) throw new AppError("conflict", DELETED_LEAD);
      return recordClassChange(deps, scope, await classify(deps, scope, actor, lead, classification));
    },
    async (scope, change) => ({ ...(await requireLead(scope, id, "liveOrDeleted")), ...change }),
  );

/** Classifies several leads in one transaction, which one undo reverts. Leads that were deleted meanwhile are skipped. */
export const classifyMany = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  ids: readonly string[],
  classification: LeadClass,
): Promise<BulkResult> =>
  transaction(scope, async (scope) => {
    const existing = (await lockLeads(scope, ids)).filter(({ deletedAt }) => !deletedAt);
    const leads = existing.filter((lead) => lead.classification !== classification);
    for (const lead of leads) await storeClassification(deps, scope, actor, lead, classification);
    const cancelledParts = await cancelIfNotContactable(
      deps,
      scope,
      leads.map(({ id }) => ({ leadId: id, classification })),
    );
    const changed = leads.map(({ id, classification: before, classifiedAt }) => ({
      id,
      before,
      after: classification,
      classifiedAt,
    }));
    const counts = { changed: leads.length, unchanged: existing.length - leads.length };
    return { ...counts, ...(await recordClassChange(deps, scope, { leads: changed, cancelledParts })) };
  });

/** Brings a deleted lead back, with the class it had. */
export const restoreLead = (deps: LeadDeps, scope: Scope, actor: AuditActor, id: string): Promise<Lead> =>
  transaction(scope, async (scope) => {
    const lead = await lockLeadForChange(scope, id);
    if (!lead.deletedAt) throw new AppError("conflict", "Deze lead is niet verwijderd.");
    if (lead.mergedInto) throw new AppError("conflict", "Deze lead is samengevoegd met een andere lead.");
    if (lead.deletedAt <= restorableSince(deps.clock)) {
      throw new AppError("conflict", `Een lead is tot ${LEAD_RESTORE_DAYS} dagen na het verwijderen te herstellen.`);
    }
    const at = deps.clock.now();
    const { classification: before, fullName } = lead;
    const after = before === DELETED ? await findClassBefore(scope, id, DELETED) : before;
    await markRestored(scope, id, after, at);
    if (before !== after) {
      await insertClassChange(scope, id, { before, after }, at);
      await enqueueEdit(scope, "leads", id, { classification: { before, after } });
    }
    const change = {
      companyId: scope.companyId,
      action: "lead.restored",
      subject: { type: "lead", id, name: fullName },
      after: { classification: after },
    };
    // Its messages, invitations and replies are back on their lists.
    await recordChange(deps, scope, actor, change, "leads", "messages", "invitations", "inbox");
    return requireLead(scope, id);
  });

/** A deleted lead that can no longer be restored may be added again by hand. */
const blocksAdding = ({ clock }: LeadDeps, { kind, deletedAt }: KnownPerson): boolean =>
  kind !== "deleted" || deletedAt === null || deletedAt > restorableSince(clock);

export const addLead = (deps: LeadDeps, scope: Scope, actor: AuditActor, form: NewLead): Promise<Lead> =>
  transaction(scope, async (scope) => {
    await lockLeadCreation(scope);
    const [known] = await findKnownPeople(scope, [form]);
    if (known && blocksAdding(deps, known)) throw new AppError("conflict", explainKnownPerson(known));
    const [id] = await insertLeads(scope, [form], deps.clock.now());
    if (!id) throw notFound();
    await enqueueNewRows(scope, "leads", [id]);
    const change = {
      companyId: scope.companyId,
      action: "lead.created",
      subject: { type: "lead", id, name: form.fullName },
      after: filledFields(form),
    };
    await recordChange(deps, scope, actor, change, "leads");
    return requireLead(scope, id);
  });

/** Stores a rating that the writer proposed and a user accepted, with its motivation and report. */
export const acceptRating = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  proposal: { rating: number; motivation: string; report: string },
): Promise<void> => {
  const lead = await requireLead(scope, id);
  await updateRating(scope, id, proposal, deps.clock.now());
  const { rating, motivation } = proposal;
  const change = {
    companyId: scope.companyId,
    action: "lead.rated",
    subject: { type: "lead", id, name: lead.fullName },
    before: { rating: lead.leadRating },
    after: { rating, motivation },
  };
  await recordChange(deps, scope, actor, change, "leads", "messages");
};
