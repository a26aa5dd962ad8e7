import type { AirtableConnection, VisibleBases } from "#contract/airtable-connection.ts";
import type { AdminCompany } from "#contract/companies.ts";
import type { AirtableChange } from "#contract/company-forms.ts";
import { notFound } from "#platform/app-error.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { DecryptionError } from "#platform/secrets.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { changeCompany, requireCompany } from "#server/features/companies/companies.service.ts";
import { findStoredAirtable, saveBaseName } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { syncWithNewToken } from "../runs/start-run.ts";
import { createSendRequest } from "./send-request.ts";
import { readVisibleBases } from "./visible-bases.ts";

const ASK_AGAIN_AFTER_MS = 600_000;
/** When Airtable was last asked for the name of a company's base, in the memory of this process. */
const askedAt = new Map<string, number>();

/** The stored name of the base. An unknown name is requested from Airtable, at most once in ten minutes. */
const findBaseName = async (platform: Platform, { id, airtableBaseId }: AdminCompany): Promise<string | null> => {
  const stored = await findStoredAirtable(platform, id);
  const lastAsked = askedAt.get(id) ?? Number.NEGATIVE_INFINITY;
  if (stored?.baseName || performance.now() - lastAsked < ASK_AGAIN_AFTER_MS) return stored?.baseName ?? null;
  askedAt.set(id, performance.now());
  const { bases } = await listBases(platform, { companyId: id });
  return bases.find((base) => base.id === airtableBaseId)?.name ?? null;
};

const toConnection = async (platform: Platform, company: AdminCompany): Promise<AirtableConnection> => {
  const { airtableBaseId, hasAirtableApiKey, airtableFormUrl } = company;
  const isComplete = airtableBaseId !== null && hasAirtableApiKey;
  const airtableBaseName = isComplete ? await findBaseName(platform, company) : null;
  return { airtableBaseId, airtableBaseName, hasAirtableApiKey, airtableFormUrl };
};

export const readConnection = async (platform: Platform, companyId: string): Promise<AirtableConnection> =>
  toConnection(platform, await requireCompany({ db: platform.database.platform }, companyId));

export const changeConnection = async (
  platform: Platform,
  actor: AuditActor,
  companyId: string,
  change: AirtableChange,
): Promise<AirtableConnection> => {
  const company = await changeCompany(platform, actor, companyId, change);
  if (change.airtableApiKey) await syncWithNewToken(platform, companyId);
  askedAt.delete(companyId);
  return toConnection(platform, company);
};

const NO_TOKEN = "Er is nog geen toegangstoken ingevuld.";
const UNREADABLE = "Het opgeslagen toegangstoken kan niet meer worden gelezen. Vul het opnieuw in.";
const findToken = async (platform: Platform, companyId: string | undefined, entered: string | undefined) => {
  if (entered || !companyId) return entered;
  const stored = await findStoredAirtable(platform, companyId);
  if (!stored) throw notFound();
  return stored.readToken() ?? undefined;
};

/** The base may have been renamed since it was chosen. */
const refreshBaseName = async (platform: Platform, companyId: string, { bases }: VisibleBases): Promise<void> => {
  const baseId = (await findStoredAirtable(platform, companyId))?.baseId;
  const base = bases.find(({ id }) => id === baseId);
  if (base) await saveBaseName({ db: platform.database.platform }, companyId, base.id, base.name);
};

/** The bases that the entered token can see, or the stored one when none was entered. */
export const listBases = async (
  platform: Platform,
  { companyId, airtableApiKey }: { companyId?: string | undefined; airtableApiKey?: string | undefined },
): Promise<VisibleBases> => {
  try {
    const token = await findToken(platform, companyId, airtableApiKey);
    if (!token) return { problem: NO_TOKEN, bases: [] };
    const found = await readVisibleBases(createSendRequest(platform, token));
    if (companyId) await refreshBaseName(platform, companyId, found);
    return found;
  } catch (error) {
    if (error instanceof DecryptionError) return { problem: UNREADABLE, bases: [] };
    if (error instanceof OutboundError) return { problem: new AirtableProblem("unreachable").message, bases: [] };
    throw error;
  }
};
