import type { Platform } from "#platform/platform.ts";
import { findChannel, findCompaniesWithWork } from "./delivery.queries.ts";
import { staleLimit, workerScope } from "./delivery.ts";
import { doubtDue } from "./doubt.queries.ts";

const DAY = 86_400_000;

/**
 * After an older state was put back: what is due may have gone out since. It is parked for a person, like everything of
 * which nobody knows whether it arrived, instead of going out a second time. Returns how many.
 */
export const doubtWhatIsDue = async (platform: Pick<Platform, "database" | "clock">): Promise<number> => {
  const now = platform.clock.now();
  let doubted = 0;
  for (const companyId of await findCompaniesWithWork({ db: platform.database.platform }, now, staleLimit(platform))) {
    const scope = workerScope(platform, companyId);
    if ((await findChannel(scope)) === "airtable") continue;
    doubted += await doubtDue(scope, now, new Date(now.getTime() - DAY));
  }
  return doubted;
};
