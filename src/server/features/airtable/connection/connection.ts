import { z } from "zod";
import type { AirtableConnection, VisibleBases } from "#contract/airtable-connection.ts";
import type { AdminCompany } from "#contract/companies.ts";
import type { AirtableChange } from "#contract/company-forms.ts";
import { notFound } from "#platform/app-error.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { DecryptionError } from "#platform/secrets.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { changeCompany, requireCompany } from "#server/features/companies/companies.service.ts";
import { findStoredAirtable, saveBaseName } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { syncWithNewToken } from "../runs/start-run.ts";
import { createSendRequest, type SendRequest } from "./send-request.ts";

/** As last seen in Airtable; asked there when it is not known yet. */
const findBaseName = async (platform: Platform, { id, airtableBaseId }: AdminCompany): Promise<string | null> => {
  const stored = await findStoredAirtable(platform, id);
  if (stored?.baseName) return stored.baseName;
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
  author: Author,
  companyId: string,
  change: AirtableChange,
): Promise<AirtableConnection> => {
  const company = await changeCompany(platform, author, companyId, change);
  if (change.airtableApiKey) await syncWithNewToken(platform, companyId);
  return toConnection(platform, company);
};

const basePage = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string(), permissionLevel: z.string().default("") })),
  offset: z.string().optional(),
});

/** For the dialog in which the user enters the token. */
const WRONG_TOKEN = "Airtable weigert het toegangstoken. Maak een nieuw token aan in Airtable en plak het hierboven.";
const NO_TOKEN = "Er is nog geen toegangstoken ingevuld.";
const MISSING_SCOPE =
  "Het toegangstoken mag de bases niet zien. Geef het in Airtable het recht schema.bases:read (tabellen en velden zien) en toegang tot de base.";
const UNREADABLE = "Het opgeslagen toegangstoken kan niet meer worden gelezen. Vul het opnieuw in.";
// A thousand bases a page.
const MAX_PAGES = 5;

const readPages = async (send: SendRequest): Promise<VisibleBases> => {
  const bases: VisibleBases["bases"] = [];
  let offset: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { status, body } = await send("GET", `meta/bases${offset ? `?offset=${encodeURIComponent(offset)}` : ""}`);
    if (status === 401) return { problem: WRONG_TOKEN, bases: [] };
    if (status === 403) return { problem: MISSING_SCOPE, bases: [] };
    const parsed = basePage.safeParse(body);
    if (status !== 200 || !parsed.success) return { problem: new AirtableProblem("unexpected").message, bases: [] };
    bases.push(...parsed.data.bases);
    offset = parsed.data.offset;
    if (!offset) break;
  }
  return { problem: bases.length === 0 ? "Het toegangstoken heeft bij geen enkele base toegang." : null, bases };
};

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
    const found = await readPages(createSendRequest(platform, token));
    if (companyId) await refreshBaseName(platform, companyId, found);
    return found;
  } catch (error) {
    if (error instanceof DecryptionError) return { problem: UNREADABLE, bases: [] };
    if (error instanceof OutboundError) return { problem: new AirtableProblem("unreachable").message, bases: [] };
    throw error;
  }
};
