import { DELETED } from "#contract/classification.ts";
import { LEAD_RESTORE_DAYS, type Lead } from "#contract/leads.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Clock } from "#platform/clock.ts";
import { type Scope, transaction, transactionThen } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteEdit } from "#server/features/airtable/airtable.service.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { findLead } from "./lead.queries.ts";
import { classifyLead, type LeadClass } from "./leads.service.ts";
import { insertRestoration, lockDeleted, markRestored } from "./restore.queries.ts";

type Needs = Pick<Platform, "events" | "clock">;

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
export const changeClass = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  classification: LeadClass,
): Promise<Lead> =>
  transactionThen(
    scope,
    (scope) =>
      classifyLead(needs, scope, author, id, classification, ({ isDeleted }) => {
        if (isDeleted && classification !== DELETED)
          throw new AppError("conflict", "Deze lead is verwijderd. Herstel de lead eerst.");
      }),
    (scope) => requireLead(scope, id, "any"),
  );

export const restoreLead = (needs: Needs, scope: Scope, author: Author, id: string): Promise<Lead> =>
  transaction(scope, async (scope) => {
    const lead = await lockDeleted(scope, id);
    if (!lead) throw notFound();
    if (!lead.deletedAt) throw new AppError("conflict", "Deze lead is niet verwijderd.");
    if (lead.deletedAt <= restoreLimit(needs.clock)) {
      throw new AppError("conflict", `Een lead is tot ${LEAD_RESTORE_DAYS} dagen na het verwijderen te herstellen.`);
    }
    const at = needs.clock.now();
    await markRestored(scope, lead, at);
    const { classification: before, previous: after, fullName } = lead;
    if (before !== after) {
      await insertRestoration(scope, lead, at);
      await noteEdit(scope, "leads", id, { classification: { before, after } });
    }
    const subject = { type: "lead", id, name: fullName };
    const { companyId } = scope;
    const change = { companyId, action: "lead.restored", subject, after: { classification: after } };
    // Its messages and invitations are back on their lists.
    await recordChange(needs, scope, author, change, "leads", "messages", "invitations");
    return requireLead(scope, id);
  });
