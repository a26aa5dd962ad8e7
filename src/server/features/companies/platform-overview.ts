import type { PlatformOverview } from "#contract/companies.ts";
import type { Platform } from "#platform/platform.ts";
import { findFailingSyncs, findPausedSyncs } from "#server/features/airtable/airtable.service.ts";
import { recentSignIns } from "#server/features/audit/audit.service.ts";
import { findTroubled, findUnmapped, type TroubledCompany } from "./companies.queries.ts";
import { listDeleted } from "./companies.service.ts";

const SIGN_INS = 10;
const TROUBLED = 50;

const FAILING = "De synchronisatie met Airtable mislukt: ";
const NOT_MAPPED = "Airtable is nog niet ingesteld: de velden zijn nog niet gekoppeld.";
const PAUSED = "De synchronisatie met Airtable is gepauzeerd.";

const reasonOf = ({ isActive, activeUsers, hasBase, hasToken }: TroubledCompany): string => {
  if (!isActive) {
    const users = activeUsers === 1 ? "nog 1 actieve gebruiker" : `nog ${activeUsers} actieve gebruikers`;
    return `Het bedrijf is inactief, maar heeft ${users}.`;
  }
  if (hasBase) return "Airtable is nog niet ingesteld: het toegangstoken ontbreekt.";
  if (hasToken) return "Airtable is nog niet ingesteld: de base-id ontbreekt.";
  return "Airtable is nog niet ingesteld.";
};

/** The dashboard of the admin panel. */
export const readPlatformOverview = async (
  platform: Pick<Platform, "database" | "clock">,
): Promise<PlatformOverview> => {
  const scope = { db: platform.database.platform };
  const [failing, paused, troubled, signIns, deleted] = await Promise.all([
    findFailingSyncs(scope, TROUBLED),
    findPausedSyncs(scope, TROUBLED),
    findTroubled(scope, TROUBLED),
    recentSignIns(scope, SIGN_INS),
    listDeleted(platform),
  ]);
  const unmapped = await findUnmapped(
    scope,
    failing.map(({ companyId }) => companyId),
  );
  return {
    troubled: [
      ...failing.map(({ companyId: id, companyName: name, problem }) => ({
        id,
        name,
        reason: unmapped.has(id) ? NOT_MAPPED : FAILING + problem,
      })),
      ...paused.map(({ companyId: id, companyName: name }) => ({ id, name, reason: PAUSED })),
      ...troubled.map((trouble) => ({ id: trouble.id, name: trouble.name, reason: reasonOf(trouble) })),
    ].slice(0, TROUBLED),
    recentSignIns: signIns,
    deleted,
  };
};
