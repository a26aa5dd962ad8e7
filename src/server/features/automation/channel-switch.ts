import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, findPause, startSync } from "#server/features/airtable/airtable.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { refreshPlans } from "#server/features/queue/plans.service.ts";
import { readDatabaseTime } from "#server/features/queue/sending.service.ts";
import {
  clearSwitch,
  countStayingParts,
  findSwitch,
  insertSwitchReport,
  moveUntouchedParts,
} from "./channel-switch.queries.ts";

/** A part that is due within this time may be in the hands of the old channel already. */
const MARGIN_MS = 15 * 60_000;

/**
 * After the channel of a company was switched: moves the parts that nobody has touched to the new channel, once a sync has
 * shown what the company's automation has done. The others stay with the channel under which they were queued, so that
 * nothing is sent twice.
 */
export const finishChannelSwitch = async (platform: Platform, scope: Scope): Promise<void> => {
  const found = await findSwitch(scope);
  if (!found?.switchedAt) return;
  if (found.hasAirtable && !found.isSynced) {
    // Once: when it fails, the schedule of the sync tries again.
    if (!found.hasSyncBegun && !(await findPause(scope))) await startSync(platform, scope, { follow: true });
    return;
  }
  const { channel, switchedAt } = found;
  if (channel === "airtable") while (await refreshPlans(platform, scope));
  const now = await readDatabaseTime(platform, scope);
  await transaction(scope, async (scope) => {
    const soon = new Date(now.getTime() + MARGIN_MS);
    const parts = await moveUntouchedParts(scope, channel, soon);
    for (const { id, dueBefore, dueAfter } of parts) {
      const [before, after] = [dueBefore?.toISOString() ?? null, dueAfter?.toISOString() ?? null];
      if (before !== after) await enqueueEdit(scope, "queue", id, { date_due: { before, after } });
    }
    const moved = parts.length;
    const stayingParts = await countStayingParts(scope, channel, soon);
    await insertSwitchReport(scope, { channel, moved, stayingParts });
    await recordAudit(scope, {
      companyId: scope.companyId,
      at: platform.clock.now(),
      actor: { id: null, name: scope.actor.name },
      action: "company.channel_switched",
      subject: { type: "company", id: scope.companyId, name: found.name },
      after: { kanaal: channel, verplaatst: moved, blijven: stayingParts.reduce((sum, { count }) => sum + count, 0) },
    });
    await platform.events.publish(scope.db, scope.companyId, { topic: "queue" }, { topic: "audit" });
  });
  await clearSwitch({ db: platform.database.platform }, scope.companyId, switchedAt);
};
