import type { NewLead } from "#contract/lead-form.ts";
import type { Lead } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteNew } from "#server/features/airtable/airtable.service.ts";
import { type Author, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { findKnown, insertLeads, type Known, lockAdding } from "./add-lead.queries.ts";
import { requireLead, restoreLimit } from "./lead-changes.ts";

type Needs = Pick<Platform, "events" | "clock">;

/** Why somebody is not added. */
export const refusalOf = ({ kind, fullName }: Known): string => {
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
const isInTheWay = ({ clock }: Needs, { kind, deletedAt }: Known): boolean =>
  kind !== "deleted" || deletedAt === null || deletedAt > restoreLimit(clock);

export const addLead = (needs: Needs, scope: Scope, author: Author, form: NewLead): Promise<Lead> =>
  transaction(scope, async (scope) => {
    await lockAdding(scope);
    const [known] = await findKnown(scope, [form]);
    if (known && isInTheWay(needs, known)) throw new AppError("conflict", refusalOf(known));
    const [id] = await insertLeads(scope, [form], needs.clock.now());
    if (!id) throw notFound();
    await noteNew(scope, "leads", id);
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
