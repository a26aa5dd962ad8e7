/** What can be wrong with a company's Airtable, and what its people can do about it. */
const EXPLANATIONS = {
  wrong_token: () =>
    "Airtable weigert het toegangstoken. Maak een nieuw token aan in Airtable en laat het bij de bedrijfsinstellingen invullen.",
  no_permission: ({ scope }) =>
    `Het toegangstoken heeft in Airtable niet genoeg rechten${scope ? ` (${scope})` : ""}. Geef het token die rechten, en de eigenaar ervan toegang tot de base.`,
  base_gone: () =>
    "Airtable kent de base niet, of het toegangstoken heeft er geen toegang toe. Controleer de base-id en de rechten van het token (schema.bases:read).",
  table_missing: ({ table }) => `De tabel "${table}" ontbreekt in de base. Zet hem terug of geef hem weer deze naam.`,
  field_missing: ({ table, field }) =>
    `Het veld "${field}" ontbreekt in de tabel "${table}". Zet het terug of geef het weer deze naam.`,
  field_retyped: ({ table, field, expected }) =>
    `Het veld "${field}" in de tabel "${table}" is van soort veranderd. Maak er weer dit van: ${expected}.`,
  quota_spent: () =>
    "Het maandelijkse aantal aanroepen van Airtable is op. Verhoog het abonnement bij Airtable of wacht op de nieuwe maand.",
  rate_limited: () =>
    "Airtable krijgt te veel verzoeken en vraagt om een halve minuut rust. Het gaat daarna vanzelf verder.",
  unreachable: () => "Airtable is niet bereikbaar. Het wordt vanzelf opnieuw geprobeerd.",
  too_slow: () => "Airtable antwoordt niet op tijd. Het wordt vanzelf opnieuw geprobeerd.",
  unexpected: () => "Airtable gaf een onverwacht antwoord. Het wordt vanzelf opnieuw geprobeerd.",
  too_large: () => "Het antwoord van Airtable is te groot. Maak de langste teksten in de base korter.",
  rejected: ({ reason }) =>
    `Airtable weigert deze wijziging: ${reason} Pas de tekst of de keuze hier aan, of neem in Airtable weg wat in de weg staat en probeer het opnieuw.`,
  record_gone: () => "Het record bestaat niet meer in Airtable.",
  list_expired: () => "De lijst van Airtable is verlopen en wordt opnieuw gelezen.",
  feed_gone: () => "Het wijzigingslog van Airtable is verlopen. Alles wordt opnieuw gelezen.",
} as const satisfies Record<string, (detail: ProblemDetail) => string>;

interface ProblemDetail {
  table?: string;
  field?: string;
  expected?: string;
  scope?: string;
  reason?: string;
  /** When Airtable said how long to wait. */
  retryAfterMs?: number | undefined;
}

export type ProblemKind = keyof typeof EXPLANATIONS;

/** Something is the matter with Airtable. Its message is for people. */
export class AirtableProblem extends Error {
  override readonly name = "AirtableProblem";
  readonly kind: ProblemKind;
  readonly detail: ProblemDetail;

  constructor(kind: ProblemKind, detail: ProblemDetail = {}) {
    super(EXPLANATIONS[kind](detail));
    this.kind = kind;
    this.detail = detail;
  }
}

export const isProblem = (error: unknown, ...kinds: ProblemKind[]): error is AirtableProblem =>
  error instanceof AirtableProblem && kinds.includes(error.kind);
