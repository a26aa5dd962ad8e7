import { z } from "zod";
import type { ConnectionResult, ConnectionTest } from "#contract/companies.ts";
import { notFound } from "#platform/app-error.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { DecryptionError } from "#platform/secrets.ts";
import { checkBase } from "#server/features/airtable/airtable.service.ts";
import { findAirtableSettings } from "./companies.queries.ts";
import { decryptSecret } from "./connections.service.ts";

type ConnectionTestDeps = Pick<Platform, "config" | "database" | "outbound" | "secrets">;

const BASE_ID = /^app[A-Za-z0-9]{14}$/;
const TOKEN = /^pat[\w.-]+$/;
// The schema of a base with many tables exceeds the default limit for responses.
const MAX_BYTES = 8 * 1024 * 1024;

const billingLimit = z.object({ errors: z.array(z.object({ error: z.literal("PUBLIC_API_BILLING_LIMIT_EXCEEDED") })) });

const UNEXPECTED = "Airtable gaf een onverwacht antwoord. Probeer het later opnieuw.";
const UNREACHABLE = "Airtable is niet bereikbaar. Probeer het later opnieuw.";
const UNREADABLE = "Het opgeslagen toegangstoken kan niet meer worden gelezen. Vul het opnieuw in.";

const failed = (message: string): ConnectionResult => ({ ok: false, message });

const inWords = new Intl.ListFormat("nl");
const countTables = (count: number): string => (count === 1 ? "1 tabel" : `${count} tabellen`);

const describeMissingTables = (tables: string[]): string[] => {
  if (tables.length === 0) return [];
  const which = tables.length === 1 ? "ontbreekt de tabel" : "ontbreken de tabellen";
  return [`In de base ${which} ${inWords.format(tables)}.`];
};

interface BaseCredentials {
  baseId: string;
  token: string;
  companyId: string | undefined;
}

/** A reachable base may still lack tables or fields. */
const describeBase = async (
  deps: ConnectionTestDeps,
  credentials: BaseCredentials,
  description: unknown,
): Promise<ConnectionResult> => {
  const found = await checkBase(deps, { ...credentials, description });
  if (!found) return failed(UNEXPECTED);
  const wrong = [...describeMissingTables(found.missing), ...found.problems];
  return wrong.length === 0
    ? { ok: true, message: `Verbinding gelukt: ${countTables(found.tables)} gevonden.` }
    : failed(["De verbinding werkt, maar de base klopt nog niet.", ...wrong].join(" "));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const explainRefusal = (status: number, body: unknown): ConnectionResult => {
  switch (status) {
    case 401:
      return failed("Airtable weigert het toegangstoken. Controleer of het volledig is en nog bestaat.");
    case 403:
    case 404:
      return failed(
        "Airtable kent deze base niet, of het toegangstoken heeft er geen toegang toe. Controleer de base-id en de rechten van het token (schema.bases:read).",
      );
    case 429:
      return billingLimit.safeParse(body).success
        ? failed(
            "Het maandelijkse aantal aanroepen van Airtable is op. Verhoog het abonnement bij Airtable of wacht op de nieuwe maand.",
          )
        : failed("Airtable krijgt op dit moment te veel verzoeken. Probeer het over een halve minuut opnieuw.");
    default:
      return failed(UNEXPECTED);
  }
};

const requestTables = async (deps: ConnectionTestDeps, credentials: BaseCredentials): Promise<ConnectionResult> => {
  const { config, outbound } = deps;
  const { host, href } = new URL(config.airtableUrl);
  try {
    const { status, text } = await outbound.request({
      method: "GET",
      url: `${href.replace(/\/$/, "")}/v0/meta/bases/${credentials.baseId}/tables`,
      headers: { authorization: `Bearer ${credentials.token}` },
      allowHosts: [host],
      maxBytes: MAX_BYTES,
    });
    const body = parseJson(text);
    return status === 200 ? await describeBase(deps, credentials, body) : explainRefusal(status, body);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return failed(error.reason === "too_large" ? UNEXPECTED : UNREACHABLE);
  }
};

/** Blank fields are taken from the stored company. */
const fillIn = async (
  { database, secrets }: ConnectionTestDeps,
  { companyId, airtableBaseId, airtableApiKey }: ConnectionTest,
): Promise<{ baseId: string | null; token: string | null }> => {
  const entered = { baseId: airtableBaseId || null, token: airtableApiKey || null };
  if (!companyId) return entered;
  const stored = await findAirtableSettings({ db: database.platform }, companyId);
  if (!stored) throw notFound();
  const { tokenEncrypted } = stored;
  return {
    baseId: entered.baseId ?? stored.baseId,
    token: entered.token ?? (tokenEncrypted && decryptSecret(secrets, companyId, "airtableApiKey", tokenEncrypted)),
  };
};

const tryConnection = async (deps: ConnectionTestDeps, form: ConnectionTest): Promise<ConnectionResult> => {
  const { baseId, token } = await fillIn(deps, form);
  if (!baseId) return failed("Er is nog geen base-id ingevuld.");
  if (!BASE_ID.test(baseId)) return failed("De base-id klopt niet: die begint met app en heeft 17 letters en cijfers.");
  if (!token) return failed("Er is nog geen toegangstoken ingevuld.");
  if (!TOKEN.test(token)) return failed("Het toegangstoken klopt niet: een toegangstoken van Airtable begint met pat.");
  return requestTables(deps, { baseId, token, companyId: form.companyId });
};

/** Requests the tables of the base and describes the result for the user. */
export const testConnection = (deps: ConnectionTestDeps, form: ConnectionTest): Promise<ConnectionResult> =>
  tryConnection(deps, form).catch((error: unknown) => {
    if (error instanceof DecryptionError) return failed(UNREADABLE);
    throw error;
  });
