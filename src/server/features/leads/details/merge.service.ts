import { DELETED, mayBeContacted } from "#contract/classification.ts";
import type { Duplicate } from "#contract/lead-details.ts";
import { LEAD_FIELDS } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transactionThenRead } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { keepWhereEmpty } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { combineConversations } from "#server/features/linkedin/conversations/inbox.service.ts";
import { cancelAfterReply, cancelIfNotContactable } from "#server/features/queue/queue.service.ts";
import { type LockedLead, lockLeads } from "../leads.queries.ts";
import { classify, requireLead } from "../leads.service.ts";
import { EDITED_COLUMNS, type EditedLead, type EditedValues, findLeadValues } from "./lead-edits.queries.ts";
import { readOnlyDetails, storeValues } from "./lead-edits.service.ts";
import { insertNote } from "./lead-notes.queries.ts";
import {
  copySyncedValues,
  findDuplicates,
  findTakenColumns,
  hasReplied,
  lockMessagesOfLeads,
  markMerged,
  moveOwnedRows,
} from "./merge.queries.ts";

type MergeDeps = Pick<Platform, "events" | "clock">;

export const listDuplicates = async (scope: Scope, leadId: string): Promise<Duplicate[]> => {
  await requireLead(scope, leadId);
  const found = await findDuplicates(scope, leadId);
  return Promise.all(found.map(async ({ id, reason }) => ({ lead: await requireLead(scope, id), reason })));
};

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(LEAD_FIELDS).map(([name, { label }]) => [name, label])),
  contractOwner: "Contact Owner",
  hubspotId: "HubSpot ID",
};

const valuesOf = ({ id: _id, ...values }: EditedLead): [string, string][] =>
  Object.entries(values).flatMap(([field, value]): [string, string][] => (value ? [[field, value]] : []));

/** The details that only the duplicate has. */
const missingValues = (kept: EditedValues, duplicate: EditedLead): EditedValues =>
  Object.fromEntries(valuesOf(duplicate).filter(([field]) => !kept[field as keyof EditedValues]));

/** The details of the duplicate that differ, so that they are not lost. */
const differenceNote = (kept: EditedLead, duplicate: EditedLead): string => {
  const different = valuesOf(duplicate).flatMap(([field, value]) => {
    const own = kept[field as keyof EditedValues];
    return own && own !== value ? [`${LABELS[field] ?? field}: ${value}`] : [];
  });
  const name = duplicate.fullName || "een lead zonder naam";
  return [`Samengevoegd met ${name}.`, ...(different.length > 0 ? ["Daar stond:", ...different] : [])].join("\n");
};

const lockBoth = async (scope: Scope, id: string, duplicateId: string): Promise<[LockedLead, LockedLead]> => {
  const locked = (await lockLeads(scope, [id, duplicateId])).filter((lead) => !lead.deletedAt);
  const kept = locked.find((lead) => lead.id === id);
  const duplicate = locked.find((lead) => lead.id === duplicateId);
  if (!kept || !duplicate) throw notFound();
  return [kept, duplicate];
};

/** A class that forbids contact wins: the person has said so, whichever of the two leads it was stored with. */
const stricterClass = (kept: LockedLead, duplicate: LockedLead): LockedLead["classification"] =>
  kept.classification === null || (mayBeContacted(kept.classification) && !mayBeContacted(duplicate.classification))
    ? duplicate.classification
    : kept.classification;

/** Moves everything of a duplicate to a lead and deletes the duplicate, here and in Airtable (docs/decisions/0021-merged-leads.md). */
export const mergeLeads = (
  deps: MergeDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  duplicateId: string,
): Promise<Lead> =>
  transactionThenRead(
    scope,
    async (scope) => {
      if (id === duplicateId) throw new AppError("invalid", "Kies twee verschillende leads.");
      const [kept, duplicate] = await lockBoth(scope, id, duplicateId);
      const [one, other] = await findLeadValues(scope, [id, duplicateId]);
      if (!one || !other) throw notFound();
      const [values, others] = one.id === id ? [one, other] : [other, one];
      const at = deps.clock.now();
      await lockMessagesOfLeads(scope, [id, duplicateId]);
      // A reply to one of the leads ends what is queued for the other.
      if (await hasReplied(scope, duplicateId)) await cancelAfterReply(deps, scope, [id]);
      if (await hasReplied(scope, id)) await cancelAfterReply(deps, scope, [duplicateId]);
      await combineConversations(scope, duplicateId, id, at);
      await moveOwnedRows(scope, duplicateId, id);
      const taken = missingValues(values, others);
      // These cannot be written to the record of the kept lead.
      const readOnly = (await readOnlyDetails(scope)).map(({ field }) => field).filter((field) => field in taken);
      const columns = readOnly.map((field) => EDITED_COLUMNS[field as keyof EditedValues]);
      await keepWhereEmpty(scope, "leads", id, [...(await findTakenColumns(scope, duplicateId, id)), ...columns]);
      await copySyncedValues(scope, duplicateId, id, at);
      await storeValues(deps, scope, actor, values, taken, readOnly);
      await insertNote(scope, id, differenceNote(values, others), at);
      const classification = stricterClass(kept, duplicate);
      const classifiedAt = duplicate.classifiedAt ?? undefined;
      if (classification) await classify(deps, scope, actor, kept, classification, classifiedAt);
      // The parts of the duplicate, if the kept lead had this class already.
      await cancelIfNotContactable(deps, scope, [{ leadId: id, classification }]);
      await classify(deps, scope, actor, duplicate, DELETED);
      await markMerged(scope, duplicateId, id);
      const subject = { type: "lead", id, name: values.fullName };
      const after = { duplicateId, duplicateName: others.fullName };
      const change = { companyId: scope.companyId, action: "lead.merged", subject, after };
      await recordChange(deps, scope, actor, change, "leads", "messages", "queue", "invitations", "meetings");
    },
    (scope) => requireLead(scope, id),
  );
