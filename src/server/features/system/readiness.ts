import type { Database } from "#platform/database/database.ts";
import { missingMigrations } from "#platform/database/migrate.ts";

/** Reachable, and every migration this version knows has run. */
export const isReady = async ({ platform }: Database): Promise<boolean> =>
  (await missingMigrations(platform)).length === 0;
