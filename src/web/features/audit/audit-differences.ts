import type { AuditEntry } from "#contract/audit.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { ROLE_LABELS } from "#lib/labels/person.ts";
import { tierLabel } from "#lib/labels/subscription-tier.ts";

const FIELD_LABELS: Record<string, string> = {
  dueOn: "Datum",
  ownerName: "Eigenaar",
  name: "Naam",
  address: "Adres",
  zipCode: "Postcode",
  city: "Woonplaats",
  vatNumber: "BTW Nummer",
  adminEmail: "Administratie Email",
  logoUrl: "Logo",
  subscriptionTier: "Abonnement",
  isActive: "Actief",
  airtableBaseId: "Airtable base-id",
  airtableApiKey: "Airtable API-sleutel",
  airtableFormUrl: "Formulier van ADD Leads",
  syncIntervalMinutes: "Minuten tussen synchronisaties",
  hubspotPortalUrl: "HubSpot-portaal",
  statisticsPerson: "Persoon in de statistieken",
  workflowUrls: "Adressen van workflows",
  cadenceDays: "Dagen tussen de delen van een bericht",
  deliveryChannel: "Kanaal van bezorging",
  deliveryWebhookUrl: "Webhook van bezorging",
  deliverySecret: "Geheim van bezorging",
  unipileUrl: "Adres van Unipile",
  unipileApiKey: "Sleutel van Unipile",
  withdrawInvitationsAfter: "Dagen tot het intrekken van uitnodigingen",
  aiBaseUrl: "Adres van het taalmodel",
  aiModel: "Taalmodel",
  writer: "Wie schrijft de berichten",
  aiDailyDrafts: "Concepten per dag",
  aiDailyTokens: "Tokens per dag",
  aiApiKey: "Sleutel van het taalmodel",
  username: "Gebruikersnaam",
  email: "E-mailadres",
  firstName: "Voornaam",
  lastName: "Achternaam",
  role: "Rol",
  company: "Bedrijf",
  password: "Wachtwoord",
  host: "Adres",
  reason: "Reden",
  events: "Gebeurtenissen",
  signInMethod: "Ingelogd met",
  issuer: "Inlogdienst",
  clientId: "Client-id",
  clientSecret: "Geheim van de client",
  domains: "E-maildomeinen",
  ssoOnly: "Alleen via SSO",
  createsUsers: "Gebruikers maken bij eerste keer inloggen",
  keyScope: "Rechten van de sleutel",
  expiresAt: "Geldig tot",
  formOfAddress: "Aanspreekvorm",
  hours: "Werktijden",
  caps: "Limieten",
  spacing: "Tussentijd",
  rampStartedOn: "Nieuw account sinds",
  hold: "Stilgezet",
  namen: "Namen",
  recoveryCodesLeft: "Herstelcodes over",
  veld: "Veld",
  hier: "Hier",
  airtable: "In Airtable",
  gekozen: "Gekozen",
  added: "Toegevoegd",
  duplicates: "Dubbel",
  refused: "Geweigerd",
  startedBy: "Gestart door",
  otherVersion: "Andere versie",
  share: "Procent van de leads",
  invited: "Uitgenodigd",
  accepted: "Geaccepteerd",
  replied: "Beantwoord",
  meetings: "Meetings",
  clients: "Klanten",
  adminTwoStepRequired: "Twee stappen verplicht voor het admin panel",
};

/** Screen texts of fields whose stored value is an identifier. */
const VALUE_LABELS: Partial<Record<string, (value: string) => string>> = {
  subscriptionTier: tierLabel,
  keyScope: (scope) => (scope === "write" ? "Lezen en schrijven" : "Alleen lezen"),
  expiresAt: formatLongDate,
  signInMethod: (method) => SIGN_IN_METHODS[method] ?? method,
  role: (role) => Object.entries(ROLE_LABELS).find(([name]) => name === role)?.[1] ?? role,
};

const SIGN_IN_METHODS: Record<string, string> = { password: "Wachtwoord", code: "Wachtwoord en code", sso: "SSO" };

const NO_VALUE = "–";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return NO_VALUE;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(formatValue).join(", ") || NO_VALUE;
  if (!isRecord(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, item]) => `${name}: ${formatValue(item)}`);
  return lines.join("\n") || NO_VALUE;
};

const formatField = (name: string, value: unknown): string => {
  const text = formatValue(value);
  return text === NO_VALUE ? NO_VALUE : (VALUE_LABELS[name]?.(text) ?? text);
};

export type Difference = { name: string; label: string; before: string; after: string };

/** The changed fields with their old and new values. A new subject has no old values, a deleted one no new values. */
export const listDifferences = ({ before, after }: Pick<AuditEntry, "before" | "after">): Difference[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name,
    label: FIELD_LABELS[name] ?? name,
    before: formatField(name, before?.[name]),
    after: formatField(name, after?.[name]),
  }));
};
