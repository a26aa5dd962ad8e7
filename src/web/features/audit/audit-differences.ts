import type { AuditEntry } from "#contract/audit.ts";
import { ROLE_LABELS } from "#lib/role-labels.ts";
import { tierLabel } from "#lib/tier-label.ts";

const LABELS: Record<string, string> = {
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
  aiBaseUrl: "Adres van de AI",
  aiModel: "Model van de AI",
  aiApiKey: "Sleutel van de AI",
  username: "Gebruikersnaam",
  email: "E-mailadres",
  firstName: "Voornaam",
  lastName: "Achternaam",
  role: "Rol",
  company: "Bedrijf",
  password: "Wachtwoord",
  recoveryCodesLeft: "Herstelcodes over",
  veld: "Veld",
  hier: "Hier",
  airtable: "In Airtable",
  gekozen: "Gekozen",
  adminTwoStepRequired: "Twee stappen verplicht voor het admin panel",
};

/** What is stored as a word of the code, in the words of the screens. */
const WORDS: Partial<Record<string, (value: string) => string>> = {
  subscriptionTier: tierLabel,
  role: (role) => Object.entries(ROLE_LABELS).find(([name]) => name === role)?.[1] ?? role,
};

const NOTHING = "–";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const showValue = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(showValue).join(", ") || NOTHING;
  if (!isRecord(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${showValue(part)}`);
  return parts.join("\n") || NOTHING;
};

const showField = (name: string, value: unknown): string => {
  const shown = showValue(value);
  return shown === NOTHING ? NOTHING : (WORDS[name]?.(shown) ?? shown);
};

export type Difference = { name: string; label: string; before: string; after: string };

/** Per field what it was and what it became. Of something new there is no before, of something deleted no after. */
export const differencesOf = ({ before, after }: Pick<AuditEntry, "before" | "after">): Difference[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name,
    label: LABELS[name] ?? name,
    before: showField(name, before?.[name]),
    after: showField(name, after?.[name]),
  }));
};
