import type { Channel } from "#contract/queue.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueMovedDates, findPause, startSync } from "#server/features/airtable/airtable.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { refreshPlans } from "#server/features/queue/planning/plans.service.ts";
import { readDatabaseTime } from "#server/features/queue/sending.service.ts";
import {
  clearSwitch,
  countStayingParts,
  findSwitch,
  finishSwitchReport,
  type MovedPart,
  moveUntouchedParts,
  recordMovedParts,
} from "./channel-switch.queries.ts";

/** A part that is due within this time may be in the hands of the old channel already. */
const MARGIN_MS = 15 * 60_000;

/** A batch takes about a second on busy cores, where one statement for 100,000 parts exceeded the 30 seconds that it may take. */
const BATCH = 1_000;

/** Each batch is a transaction, so that the next run continues after the last one. False when the channel was switched again. */
const moveInBatches = async (scope: Scope, channel: Channel, soon: Date, switchedAt: Date): Promise<boolean> => {
  let after: MovedPart | undefined;
  for (;;) {
    const current = await findSwitch(scope);
    if (current?.switchedAt?.getTime() !== switchedAt.getTime()) return false;
    const parts = await transaction(scope, async (scope) => {
      const parts = await moveUntouchedParts(scope, channel, { soon, after, limit: BATCH });
      await enqueueMovedDates(scope, parts);
      await recordMovedParts(scope, channel, parts.length);
      return parts;
    });
    if (parts.length < BATCH) return true;
    after = parts.at(-1);
  }
};

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
  const soon = new Date(now.getTime() + MARGIN_MS);
  if (!(await moveInBatches(scope, channel, soon, switchedAt))) return;
  await transaction(scope, async (scope) => {
    const stayingParts = await countStayingParts(scope, channel, soon);
    const moved = await finishSwitchReport(scope, stayingParts);
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
