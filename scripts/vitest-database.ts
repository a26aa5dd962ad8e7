import { startThrowawayDatabase } from "./throwaway-database.ts";

/** `npm test` starts one database for all its test runners; plain `vitest` gets its own here. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const database = await startThrowawayDatabase();
  process.env["TEST_DATABASE_URL"] = database.url;
  return database.stop;
}
