import type { LeadChange } from "#contract/forms.ts";
import type { BulkResult, EditedLeadResponse, LeadSettings } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction, transactionThenRead } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, findReadOnlyFields } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import { type EditedLeadValues, recordUndoable } from "#server/features/undo/undo.service.ts";
import { explainKnownPerson } from "../leads.policy.ts";
import { isErasedPerson } from "../leads.queries.ts";
import { requireLead } from "../leads.service.ts";
import {
  EDITED_COLUMNS,
  type EditedLead,
  type EditedValues,
  lockLeadValues,
  updateLeadValues,
} from "./lead-edits.queries.ts";

type LeadDeps = Pick<Platform, "events" | "clock">;
type EditedField = keyof typeof EDITED_COLUMNS;

/** A lead that gets the address of an erased person would be erased with them. */
const refuseErasedPerson = async (scope: Scope, { email, linkedInUrl }: EditedValues): Promise<void> => {
  if (!email && !linkedInUrl) return;
  if (await isErasedPerson(scope, { email: email ?? null, linkedInUrl: linkedInUrl ?? null }))
    throw new AppError("conflict", explainKnownPerson({ kind: "erased", fullName: "" }));
};

/** The details that can only be changed in Airtable, with their names there. */
export const readOnlyDetails = async (scope: Scope): Promise<LeadSettings["readOnlyFields"]> => {
  const found = await findReadOnlyFields(scope, "leads");
  return Object.entries(EDITED_COLUMNS).flatMap(([field, column]) =>
    found.filter((readOnly) => readOnly.field === column).map(({ name }) => ({ field, name })),
  );
};

/** The company's base has fields that we only read, such as a list of choices: an edit of one would never arrive there. */
const refuseReadOnly = async (scope: Scope, lead: EditedLead, values: EditedValues): Promise<void> => {
  const changed = Object.keys(changedFields(lead, values)?.after ?? {});
  const readOnly = changed.length > 0 ? await readOnlyDetails(scope) : [];
  const name = readOnly.find(({ field }) => changed.includes(field))?.name;
  if (name)
    throw new AppError("conflict", `Het veld "${name}" kan van hier niet worden gewijzigd. Wijzig het in Airtable.`);
};

const airtableEdits = (before: EditedValues, after: EditedValues) =>
  Object.fromEntries(
    (Object.keys(after) as EditedField[]).map((field) => [
      EDITED_COLUMNS[field],
      { before: before[field] ?? null, after: after[field] ?? null },
    ]),
  );

/** Stores the values that differ and queues them for Airtable, except these fields; undefined when none does. */
export const storeValues = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  lead: EditedLead,
  values: EditedValues,
  notQueued: readonly string[] = [],
): Promise<EditedLeadValues | undefined> => {
  const changed = changedFields(lead, values);
  if (!changed) return undefined;
  const before = changed.before as EditedValues;
  const after = changed.after as EditedValues;
  const { id } = lead;
  await updateLeadValues(scope, id, after, deps.clock.now());
  const queued = Object.fromEntries(Object.entries(after).filter(([field]) => !notQueued.includes(field)));
  await enqueueEdit(scope, "leads", id, airtableEdits(before, queued));
  const subject = { type: "lead", id, name: lead.fullName };
  const change = { companyId: scope.companyId, action: "lead.edited", subject, ...changed };
  // Cards of messages and rows of the queue show the name too.
  await recordChange(deps, scope, actor, change, "leads", "messages");
  return { id, before, after };
};

/** Changes details of a lead. */
export const editLead = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: LeadChange,
): Promise<EditedLeadResponse> =>
  transactionThenRead(
    scope,
    async (scope) => {
      const [lead] = await lockLeadValues(scope, [id]);
      if (!lead) throw notFound();
      await refuseErasedPerson(scope, change);
      await refuseReadOnly(scope, lead, change);
      const edit = await storeValues(deps, scope, actor, lead, change);
      return edit ? recordUndoable(deps, scope, { leadEdits: [edit] }) : {};
    },
    async (scope, undoable) => ({ ...(await requireLead(scope, id)), ...undoable }),
  );

export const changeOwnerOfMany = (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  ids: readonly string[],
  contractOwner: string | null,
): Promise<BulkResult> =>
  transaction(scope, async (scope) => {
    const leadEdits: EditedLeadValues[] = [];
    const leads = await lockLeadValues(scope, ids);
    for (const lead of leads) {
      await refuseReadOnly(scope, lead, { contractOwner });
      const edit = await storeValues(deps, scope, actor, lead, { contractOwner });
      if (edit) leadEdits.push(edit);
    }
    const counts = { changed: leadEdits.length, unchanged: leads.length - leadEdits.length };
    return { ...counts, stoppedMessages: 0, ...(await recordUndoable(deps, scope, { leadEdits })) };
  });

/** Gives leads back the details that they had before an action. */
export const restoreLeadEdits = async (
  deps: LeadDeps,
  scope: Scope,
  actor: AuditActor,
  edits: readonly EditedLeadValues[],
): Promise<void> => {
  const leads = await lockLeadValues(
    scope,
    edits.map(({ id }) => id),
  );
  for (const { id, before, after } of edits) {
    const lead = leads.find((locked) => locked.id === id);
    if (!lead || changedFields(lead, after))
      throw new AppError("conflict", "Dit kan niet meer ongedaan worden gemaakt: de lead is intussen gewijzigd.");
    await storeValues(deps, scope, actor, lead, before);
  }
};
