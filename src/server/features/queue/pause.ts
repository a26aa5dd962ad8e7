import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteEdit } from "#server/features/airtable/airtable.service.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { findLeadName, type PausedItem, pauseOfLead, resumeOfLead } from "./pause.queries.ts";

type Needs = Pick<Platform, "events" | "clock">;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const KINDS = {
  pause: {
    change: pauseOfLead,
    action: "queue.paused",
    nothing: "Er staat geen bericht klaar voor deze lead.",
    done: "gepauzeerd",
  },
  resume: {
    change: resumeOfLead,
    action: "queue.resumed",
    nothing: "Er is geen gepauzeerd bericht voor deze lead.",
    done: "hervat",
  },
} as const;

const noteDates = async (scope: Scope, items: readonly PausedItem[]): Promise<void> => {
  for (const { id, before, after } of items) {
    if (before?.getTime() === after?.getTime()) continue;
    await noteEdit(scope, "queue", id, { date_due: { before: iso(before), after: iso(after) } });
  }
};

/** Lets what waits for a lead wait until a person says otherwise, or go on. Says what was done, in words. */
export const setPaused = (
  needs: Needs,
  scope: Scope,
  author: Author,
  leadId: string,
  kind: keyof typeof KINDS,
): Promise<string> =>
  transaction(scope, async (scope) => {
    const lead = await findLeadName(scope, leadId);
    if (!lead) throw notFound();
    const { change, action, nothing, done } = KINDS[kind];
    const items = await change(scope, leadId, needs.clock.now());
    if (items.length === 0) throw new AppError("conflict", nothing);
    await noteDates(scope, items);
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const { companyId } = scope;
    await recordChange(
      needs,
      scope,
      author,
      { companyId, action, subject, after: { berichten: items.length } },
      "queue",
    );
    return `${items.length} ${items.length === 1 ? "bericht is" : "berichten zijn"} ${done}.`;
  });
