import { z } from "zod";
import type { ConnectionResult, ConnectionTest } from "#contract/companies.ts";
import { notFound } from "#platform/app-error.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { DecryptionError } from "#platform/secrets.ts";
import { findStoredAirtable } from "#server/features/companies/connections.service.ts";
import { REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import { type BaseSchema, baseSchema } from "../mapping/base-schema.ts";
import { checkBase } from "./check-base.ts";
import { createSendRequest, type SendRequest } from "./send-request.ts";
import { findTokenAccess } from "./token-access.ts";

type ConnectionTestDeps = Pick<Platform, "config" | "database" | "outbound" | "secrets">;

const BASE_ID = /^app[A-Za-z0-9]{14}$/;
const TOKEN = /^pat[\w.-]+$/;

const billingLimit = z.object({ errors: z.array(z.object({ error: z.literal("PUBLIC_API_BILLING_LIMIT_EXCEEDED") })) });

const UNEXPECTED = "Airtable gaf een onverwacht antwoord. Probeer het later opnieuw.";
const UNREACHABLE = "Airtable is niet bereikbaar. Probeer het later opnieuw.";
const UNREADABLE = "Het opgeslagen toegangstoken kan niet meer worden gelezen. Vul het opnieuw in.";

const failedTest = (message: string): ConnectionResult => ({ ok: false, message });

const inWords = new Intl.ListFormat("nl");
const countOf = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const countTables = (count: number): string => countOf(count, "tabel", "tabellen");

const describeMissingTables = (tables: string[]): string[] => {
  if (tables.length === 0) return [];
  const which = tables.length === 1 ? "ontbreekt de tabel" : "ontbreken de tabellen";
  return [`In de base ${which} ${inWords.format(tables)}.`];
};

/** The base is fine, but its tables or fields have other names than ours. */
const describeMapping = (tables: number, fields: number): string => {
  const what = [
    ...(tables > 0 ? [countTables(tables)] : []),
    ...(fields > 0 ? [countOf(fields, "veld", "velden")] : []),
  ];
  return `De verbinding werkt. Koppel nog ${inWords.format(what)}: sla op en kies daarna Velden koppelen.`;
};

interface BaseCredentials {
  baseId: string;
  token: string;
  companyId: string | undefined;
}

/** Without this one, changes are polled: slower, but it works. */
const OPTIONAL_SCOPE = REQUIRED_SCOPES.feed;

const SCOPE_LABELS: Record<string, string> = {
  [REQUIRED_SCOPES.schema]: "tabellen en velden zien",
  [REQUIRED_SCOPES.read]: "records lezen",
  [REQUIRED_SCOPES.write]: "records wijzigen",
  [REQUIRED_SCOPES.feed]: "wijzigingen volgen",
};

const describeScopes = (scopes: readonly string[]): string =>
  inWords.format(scopes.map((scope) => `${scope} (${SCOPE_LABELS[scope]})`));

const missingScopesText = (scopes: readonly string[]): string =>
  `Het toegangstoken mist in Airtable deze rechten: ${describeScopes(scopes)}. Geef ze aan het token, en geef de eigenaar ervan in de base een rol die dit mag.`;
const NO_FEED = `Het toegangstoken mist ${describeScopes([OPTIONAL_SCOPE])}, of de eigenaar ervan is geen Creator van de base. Wijzigingen uit Airtable komen daardoor minder snel binnen.`;

const describeMissingScopes = (missing: readonly string[]): { problems: string[]; remarks: string[] } => {
  if (missing.length === 0) return { problems: [], remarks: [] };
  const isOnlyFeed = missing.every((scope) => scope === OPTIONAL_SCOPE);
  return isOnlyFeed ? { problems: [], remarks: [NO_FEED] } : { problems: [missingScopesText(missing)], remarks: [] };
};

const describeReadOnly = (tables: readonly { name: string }[]): string[] =>
  tables.map(
    ({ name }) =>
      `De tabel "${name}" is in Airtable alleen-lezen, bijvoorbeeld omdat die uit een andere base wordt gesynchroniseerd. Wat hier verandert, komt er niet in.`,
  );

const listOf = (name: "problems" | "remarks", texts: readonly string[]) => (texts.length > 0 ? { [name]: texts } : {});

/** A reachable base may still lack tables or fields, and the token permissions: all problems are listed at once. */
const describeBase = async (
  deps: ConnectionTestDeps,
  credentials: BaseCredentials,
  send: SendRequest,
  schema: BaseSchema,
): Promise<ConnectionResult> => {
  const found = await checkBase(deps, { ...credentials, schema });
  const access = await findTokenAccess(send, credentials.baseId, {
    written: found.writableTables.map(({ id }) => id),
    all: schema.tables.map(({ id }) => id),
  });
  const scopes = describeMissingScopes(access.missing);
  const unmapped = [...describeMissingTables(found.missing), ...found.problems];
  const readOnly = found.writableTables.filter(({ id }) => access.readOnlyTables.includes(id));
  const problems = [...scopes.problems, ...unmapped];
  const remarks = [...scopes.remarks, ...describeReadOnly(readOnly), ...found.remarks];
  const describe = (): string => {
    if (scopes.problems.length > 0) return "De verbinding werkt, maar het toegangstoken mist nog rechten.";
    if (unmapped.length > 0) return describeMapping(found.missing.length, found.problems.length);
    return `Verbinding gelukt: ${countTables(schema.tables.length)} gevonden.`;
  };
  return {
    ok: problems.length === 0,
    message: [describe(), ...problems, ...remarks].join(" "),
    ...(unmapped.length > 0 && scopes.problems.length === 0 && { needsMapping: true }),
    ...listOf("problems", problems),
    ...listOf("remarks", remarks),
  };
};

const NO_ACCESS =
  "Airtable kent deze base niet, of het toegangstoken heeft er geen toegang toe. Controleer de base-id en de rechten van het token (schema.bases:read).";

const explainRefusal = (status: number, body: unknown): ConnectionResult => {
  switch (status) {
    case 401:
      return failedTest("Airtable weigert het toegangstoken. Controleer of het volledig is en nog bestaat.");
    case 404:
      return failedTest(NO_ACCESS);
    case 429:
      return billingLimit.safeParse(body).success
        ? failedTest(
            "Het maandelijkse aantal aanroepen van Airtable is op. Verhoog het abonnement bij Airtable of wacht op de nieuwe maand.",
          )
        : failedTest("Airtable krijgt op dit moment te veel verzoeken. Probeer het over een halve minuut opnieuw.");
    default:
      return failedTest(UNEXPECTED);
  }
};

const tryBase = async (deps: ConnectionTestDeps, credentials: BaseCredentials): Promise<ConnectionResult> => {
  const send = createSendRequest(deps, credentials.token);
  const { status, body } = await send("GET", `meta/bases/${credentials.baseId}/tables`);
  if (status === 403) {
    const { missing } = await findTokenAccess(send, credentials.baseId, { written: [], all: null });
    return failedTest(missing.length > 0 ? `${NO_ACCESS} ${missingScopesText(missing)}` : NO_ACCESS);
  }
  if (status !== 200) return explainRefusal(status, body);
  const schema = baseSchema.safeParse(body);
  return schema.success ? describeBase(deps, credentials, send, schema.data) : failedTest(UNEXPECTED);
};

const requestTables = async (deps: ConnectionTestDeps, credentials: BaseCredentials): Promise<ConnectionResult> => {
  try {
    return await tryBase(deps, credentials);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return failedTest(error.reason === "too_large" ? UNEXPECTED : UNREACHABLE);
  }
};

/** Blank fields are taken from the stored company. */
const fillIn = async (
  { database, secrets }: ConnectionTestDeps,
  { companyId, airtableBaseId, airtableApiKey }: ConnectionTest,
): Promise<{ baseId: string | null; token: string | null }> => {
  const entered = { baseId: airtableBaseId || null, token: airtableApiKey || null };
  if (!companyId) return entered;
  const stored = await findStoredAirtable({ database, secrets }, companyId);
  if (!stored) throw notFound();
  return { baseId: entered.baseId ?? stored.baseId, token: entered.token ?? stored.readToken() };
};

const tryConnection = async (deps: ConnectionTestDeps, form: ConnectionTest): Promise<ConnectionResult> => {
  const { baseId, token } = await fillIn(deps, form);
  if (!baseId) return failedTest("Er is nog geen base-id ingevuld.");
  if (!BASE_ID.test(baseId))
    return failedTest("De base-id klopt niet: die begint met app en heeft 17 letters en cijfers.");
  if (!token) return failedTest("Er is nog geen toegangstoken ingevuld.");
  if (!TOKEN.test(token))
    return failedTest("Het toegangstoken klopt niet: een toegangstoken van Airtable begint met pat.");
  return requestTables(deps, { baseId, token, companyId: form.companyId });
};

/** Tries what the sync needs of the base and the token, and describes the result for the user. */
export const testConnection = (deps: ConnectionTestDeps, form: ConnectionTest): Promise<ConnectionResult> =>
  tryConnection(deps, form).catch((error: unknown) => {
    if (error instanceof DecryptionError) return failedTest(UNREADABLE);
    throw error;
  });
