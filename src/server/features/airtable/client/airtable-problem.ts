import { z } from "zod";

/** Texts for users: what is wrong with the company's Airtable and what they can do about it. */
const PROBLEM_TEXTS = {
  wrong_token: () =>
    "Airtable weigert het toegangstoken. Maak een nieuw token aan in Airtable en laat het bij de bedrijfsinstellingen invullen.",
  no_permission: ({ scope }) =>
    `Het toegangstoken heeft in Airtable niet genoeg rechten${scope ? ` (${scope})` : ""}. Geef het token die rechten, en de eigenaar ervan toegang tot de base.`,
  base_gone: () =>
    "Airtable kent de base niet, of het toegangstoken heeft er geen toegang toe. Controleer de base-id en de rechten van het token (schema.bases:read).",
  base_taken: () =>
    "Deze base is al gekoppeld aan een ander bedrijf. Er is niets gelezen of geschreven. Controleer de base-id.",
  not_mapped: () =>
    "Deze base heeft andere tabellen dan hier worden verwacht. Geef bij Bedrijf Beheer onder Airtable met Velden koppelen aan welke tabel en welk veld waarbij hoort.",
  table_missing: ({ table }) => `De tabel "${table}" ontbreekt in de base. Zet hem terug of geef hem weer deze naam.`,
  table_left_out: ({ table }) => `De tabel "${table}" is bij de koppeling weggelaten.`,
  field_missing: ({ table, field }) =>
    `Het veld "${field}" ontbreekt in de tabel "${table}". Zet het terug of geef het weer deze naam.`,
  field_deleted: ({ table, field, ours }) =>
    `Het veld "${field}"${ours ? ` (bij ons: ${ours})` : ""} bestaat niet meer in de tabel "${table}" van Airtable. Zet het daar terug, of kies bij Velden koppelen een ander veld.`,
  field_retyped: ({ table, field, expected }) =>
    `Het veld "${field}" in de tabel "${table}" is van soort veranderd. Maak er weer dit van: ${expected}.`,
  several: ({ problems = [] }) => problems.join(" "),
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
  read_refused: ({ reason }) => `Airtable weigert het lezen: ${reason} Het wordt vanzelf opnieuw geprobeerd.`,
  record_gone: () => "Het record bestaat niet meer in Airtable.",
  list_expired: () => "De lijst van Airtable is verlopen en wordt opnieuw gelezen.",
  feed_gone: () => "Het wijzigingslog van Airtable is verlopen. Alles wordt opnieuw gelezen.",
} as const satisfies Record<string, (detail: ProblemDetail) => string>;

export interface ProblemDetail {
  table?: string;
  field?: string;
  /** What the field is called here, when the base calls it something else. */
  ours?: string | undefined;
  expected?: string;
  scope?: string;
  reason?: string;
  /** A value was refused because the field has no such choice. */
  lacksChoice?: boolean;
  problems?: readonly string[];
  /** From the Retry-After header. */
  retryAfterMs?: number | undefined;
}

export type ProblemKind = keyof typeof PROBLEM_TEXTS;

/** An error from or about Airtable. Its message is shown to users. */
export class AirtableProblem extends Error {
  override readonly name = "AirtableProblem";
  readonly kind: ProblemKind;
  readonly detail: ProblemDetail;

  constructor(kind: ProblemKind, detail: ProblemDetail = {}) {
    super(PROBLEM_TEXTS[kind](detail));
    this.kind = kind;
    this.detail = detail;
  }

  static ofSeveral(problems: readonly AirtableProblem[]): AirtableProblem {
    const [first, ...rest] = problems;
    if (first && rest.length === 0) return first;
    return new AirtableProblem("several", { problems: problems.map(({ message }) => message) });
  }
}

export const isProblem = (error: unknown, ...kinds: ProblemKind[]): error is AirtableProblem =>
  error instanceof AirtableProblem && kinds.includes(error.kind);

/** What a request was for: the same status has a different meaning for each. */
export type RequestPurpose = "schema" | "changeSchema" | "read" | "write" | "feed";

export const REQUIRED_SCOPES: Record<RequestPurpose, string> = {
  schema: "schema.bases:read",
  changeSchema: "schema.bases:write",
  read: "data.records:read",
  write: "data.records:write",
  feed: "webhook:manage",
};

/** An id that no record has: a write to it is refused, with 403 when the token may not write and otherwise because of the id. */
export const NO_RECORD = "recXXXXXXXXXXXXXX";

const MAX_REASON_LENGTH = 300;
const MAX_RETRY_AFTER_MS = 300_000;

// Error bodies come in three shapes.
const errorBodySchema = z.union([
  z.object({ error: z.string() }).transform(({ error }) => ({ type: error, message: "" })),
  z.object({ error: z.object({ type: z.string(), message: z.string().default("") }) }).transform(({ error }) => error),
  z
    .object({ errors: z.tuple([z.object({ error: z.string(), message: z.string().default("") })]).rest(z.unknown()) })
    .transform(({ errors: [{ error, message }] }) => ({ type: error, message })),
]);

const parseErrorBody = (text: string): { type: string; message: string } => {
  try {
    return errorBodySchema.parse(JSON.parse(text));
  } catch {
    return { type: "", message: "" };
  }
};

const toSentence = (text: string): string => text.slice(0, MAX_REASON_LENGTH).replace(/(?<![.!?])$/, ".");

const problemOfUnprocessable = (
  purpose: RequestPurpose,
  { type, message }: { type: string; message: string },
): AirtableProblem => {
  switch (type) {
    case "LIST_RECORDS_ITERATOR_NOT_AVAILABLE":
      return new AirtableProblem("list_expired");
    case "ROW_DOES_NOT_EXIST":
      return new AirtableProblem("record_gone");
    case "UNKNOWN_FIELD_NAME":
      return new AirtableProblem("field_missing", { field: message.match(/"(.*)"/)?.[1] ?? "?", table: "?" });
    default:
      return new AirtableProblem(purpose === "read" ? "read_refused" : "rejected", {
        reason: toSentence(message || type || "zonder reden"),
        lacksChoice: type === "INVALID_MULTIPLE_CHOICE_OPTIONS",
      });
  }
};

const parseRetryAfter = (header: string | undefined): number | undefined => {
  const seconds = Number(header);
  return header && seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : undefined;
};

export const problemOfResponse = (
  purpose: RequestPurpose,
  { status, text, headers }: { status: number; text: string; headers: { "retry-after"?: string | undefined } },
): AirtableProblem => {
  const errorBody = parseErrorBody(text);
  switch (status) {
    case 401:
      return new AirtableProblem("wrong_token");
    case 403:
      return purpose === "schema"
        ? new AirtableProblem("base_gone")
        : new AirtableProblem("no_permission", { scope: REQUIRED_SCOPES[purpose] });
    case 404:
      if (purpose === "feed") return new AirtableProblem("feed_gone");
      return new AirtableProblem(purpose === "write" ? "record_gone" : "base_gone");
    case 413:
      return new AirtableProblem("rejected", { reason: "de tekst is te lang." });
    case 422:
      return problemOfUnprocessable(purpose, errorBody);
    case 429:
      return new AirtableProblem(
        errorBody.type === "PUBLIC_API_BILLING_LIMIT_EXCEEDED" ? "quota_spent" : "rate_limited",
      );
    default:
      return new AirtableProblem("unexpected", { retryAfterMs: parseRetryAfter(headers["retry-after"]) });
  }
};
