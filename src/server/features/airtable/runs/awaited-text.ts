import { type Scope, transaction } from "../../../platform/database/scope.ts";
import { sql } from "../../../platform/database/sql.ts";
import { isConnected } from "../../companies/airtable-access.service.ts";
import type { SyncPlatform } from "../turn/turn.ts";
import { openRun } from "./runs.queries.ts";

/** No automation has written a text sooner; looking earlier only costs a request. */
const FIRST_LOOK_MS = 3_000;
/** Who has not written by then is waited for at the pace of the schedule. */
const PATIENCE_MS = 120_000;

/** How long ago somebody last asked for a new text that has not come; undefined when nobody waits for one. */
const findAskedAgo = async (
  { database }: SyncPlatform,
  { db, companyId }: Scope,
  now: Date,
): Promise<number | undefined> => {
  const found = await db.row<{ asked: Date | null }>(sql`
    select max(changed_at) as asked from messages
    where company_id = ${companyId} and regenerating and changed_at > ${new Date(now.getTime() - PATIENCE_MS)}`);
  if (!found?.asked || !(await isConnected({ db: database.platform }, companyId))) return undefined;
  return now.getTime() - found.asked.getTime();
};

/** Somebody who asked for a new text looks at the screen: messages are read without waiting for the schedule. */
export const openAwaitedRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const askedAgo = await findAskedAgo(platform, scope, now);
  if (askedAgo === undefined || askedAgo < FIRST_LOOK_MS) return;
  await transaction(scope, async (scope) => {
    const run = await openRun(scope, ["messages"], null, now);
    await platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
  });
};

/** When to look again: the longer it takes, the less often. */
export const waitForText = async (platform: SyncPlatform, scope: Scope): Promise<number | undefined> => {
  const askedAgo = await findAskedAgo(platform, scope, platform.clock.now());
  return askedAgo === undefined ? undefined : Math.max(FIRST_LOOK_MS, askedAgo);
};
