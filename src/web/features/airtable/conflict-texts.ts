import type { ConflictChoice, SyncConflict } from "#contract/sync-questions.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { syncedFieldName } from "#lib/sync/sync-values.ts";

type Choice = "ours" | "theirs";

/** Of one kind of conflict: the explanation, and for each choice the label of its button and the toast afterwards. */
type ConflictTexts = { explanation: string; labels: Record<Choice, string>; toasts: Record<Choice, string> };

const CONFLICT_TEXTS: Record<SyncConflict["kind"], ConflictTexts> = {
  changed: {
    explanation:
      "Hier en in Airtable is hetzelfde gewijzigd, elk in iets anders. Tot je kiest blijft aan beide kanten staan wat er staat.",
    labels: { ours: "Kies wat hier staat", theirs: "Kies wat in Airtable staat" },
    toasts: { ours: "Wat hier staat, gaat ook naar Airtable.", theirs: "Wat in Airtable staat, staat nu ook hier." },
  },
  overwritten: {
    explanation:
      "Een wijziging van hier kwam in Airtable terecht op het moment dat iemand daar iets anders invulde. Nu staat aan beide kanten wat hier was ingevuld.",
    labels: { ours: "Laat dit zo", theirs: "Zet terug wat in Airtable was ingevuld" },
    toasts: { ours: "Het blijft zoals het is.", theirs: "Wat in Airtable was ingevuld, is teruggezet." },
  },
  deleted: {
    explanation: "In Airtable is dit verwijderd, terwijl het hier is gewijzigd.",
    labels: { ours: "Maak het opnieuw aan in Airtable", theirs: "Verwijder het hier ook" },
    toasts: { ours: "Het wordt in Airtable opnieuw aangemaakt.", theirs: "Het is hier ook verwijderd." },
  },
};

const UNREADABLE =
  "In Airtable staat iets wat hier niet kan. Kies je dat, dan komt hier terug wat er voor de wijziging stond.";

const REPLACED_UNREADABLE =
  "Een wijziging van hier kwam in Airtable terecht op het moment dat iemand daar iets invulde wat hier niet kan. Nu staat aan beide kanten wat hier was ingevuld. Zet het daar zo nodig terug.";

export const APPROVED_TEXT =
  "Dit bericht is goedgekeurd. Kies je een andere tekst dan die hier staat, dan vervalt de goedkeuring: het wordt pas verstuurd als iemand het opnieuw goedkeurt.";

/** The warning before one choice for several conflicts; `count` of them are about an approved text. */
export const approvedCountText = (count: number): string =>
  `${count === 1 ? "1 van deze berichten is" : `${count} van deze berichten zijn`} goedgekeurd. Kies je wat in Airtable staat, dan vervalt die goedkeuring.`;

/** A value that cannot be stored here and is no longer in Airtable cannot be chosen. */
export const mayChooseTheirs = ({ kind, isTheirsReadable }: SyncConflict): boolean =>
  isTheirsReadable || kind !== "overwritten";

export const conflictText = (conflict: SyncConflict): string => {
  if (!mayChooseTheirs(conflict)) return REPLACED_UNREADABLE;
  return conflict.isTheirsReadable ? CONFLICT_TEXTS[conflict.kind].explanation : UNREADABLE;
};
export const choiceLabel = ({ kind }: SyncConflict, choice: Choice): string => CONFLICT_TEXTS[kind].labels[choice];
export const resolvedToastText = ({ kind }: SyncConflict, choice: ConflictChoice["choice"]): string =>
  choice === "merged" ? "De samengevoegde tekst komt aan beide kanten te staan." : CONFLICT_TEXTS[kind].toasts[choice];

/** Our name of the field, and that in the company's base where it differs. */
export const conflictFieldName = (conflict: SyncConflict): string => {
  const name = syncedFieldName(conflict);
  const { fieldName } = conflict;
  return fieldName && fieldName !== name ? `${name} (in Airtable: ${fieldName})` : name;
};

/** Such as "Anna de Wit · 14 november 2026 09:30". */
export const authorText = (by: string | null, at: string | null): string =>
  [by ?? "auteur onbekend", formatDateTime(at)].filter(Boolean).join(" · ");
