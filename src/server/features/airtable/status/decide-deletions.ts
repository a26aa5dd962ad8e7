import type { DeletionChoice, HeldDeletions } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { tableMapping } from "../mapping/mapping.ts";
import {
  confirmDeletions,
  endDeletionsHeld,
  findHeldDeletions,
  recreateDeleted,
} from "../reconcile/deletions.queries.ts";
import { findTitles } from "../reconcile/rows.queries.ts";
import { syncJob } from "../runs/job-definitions.ts";

const COUNT_CHANGED = "Er zijn intussen meer of minder records verwijderd. Bekijk het opnieuw.";

export const readHeldDeletions = async (scope: Scope): Promise<HeldDeletions[]> =>
  Promise.all(
    (await findHeldDeletions(scope)).map(async ({ examples, ...held }) => {
      const titles = await findTitles(scope, held.table, examples);
      return { ...held, names: examples.flatMap((id) => titles.get(id) || []) };
    }),
  );

/** Carries out a company admin's decision about deletions. The records themselves are deleted or created by the sync. */
export const decideDeletions = (
  deps: Pick<Platform, "clock" | "events" | "jobs">,
  scope: Scope,
  actor: AuditActor,
  table: SyncedTable,
  { choice, count }: DeletionChoice,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const { companyId } = scope;
    const held = (await findHeldDeletions(scope)).find((each) => each.table === table);
    if (held?.count !== count) throw new AppError("conflict", COUNT_CHANGED);
    await endDeletionsHeld(scope, table);
    if (choice === "delete") await confirmDeletions(scope, table);
    else await recreateDeleted(scope, table, deps.clock.now());
    const change = {
      companyId,
      action: choice === "delete" ? "sync.deletions_confirmed" : "sync.deletions_recreated",
      subject: { type: "airtable_table", id: table, name: tableMapping(table).airtableName },
      after: { aantal: count },
    };
    await recordChange(deps, scope, actor, change, "sync");
    await invalidatePlans(scope);
    for (const topic of new Set(["queue" as const, tableMapping(table).topic]))
      await deps.events.publish(scope.db, companyId, { topic });
    await deps.jobs.enqueue(scope.db, syncJob, { companyId });
  });
