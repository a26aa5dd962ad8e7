import type { ConflictChoice, SyncConflict } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates/dates.ts";

type Choice = ConflictChoice["choice"];

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

export const conflictText = ({ kind }: SyncConflict): string => CONFLICT_TEXTS[kind].explanation;
export const choiceLabel = ({ kind }: SyncConflict, choice: Choice): string => CONFLICT_TEXTS[kind].labels[choice];
export const resolvedToastText = ({ kind }: SyncConflict, choice: Choice): string =>
  CONFLICT_TEXTS[kind].toasts[choice];

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formatted for people; null if empty. */
export const valueText = (value: SyncConflict["ours"]): string | null => {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "number") return value.toLocaleString("nl-NL");
  return (ISO_DATE_TIME.test(value) && formatDateTime(value)) || value;
};

/** Dutch names of the fields that can conflict. Other fields are shown by their name in Airtable. */
const FIELD_NAMES: Record<string, string> = {
  classification: "Classificatie",
  content: "Tekst",
  text: "Tekst",
  status: "Status",
  type: "Type",
  prompt: "Prompt",
  meeting_name: "Naam",
  date_due: "Verzenddatum",
  date_sent: "Verzonden op",
  due_ice_breaker: "Datum Ice Breaker",
  due_message_1: "Datum Bericht 1",
  due_message_2: "Datum Bericht 2",
  due_follow_up_1: "Datum Follow up 1",
  due_follow_up_2: "Datum Follow up 2",
  due_follow_up_3: "Datum Follow up 3",
};

export const conflictFieldName = ({ field, fieldName }: Pick<SyncConflict, "field" | "fieldName">): string =>
  FIELD_NAMES[field ?? ""] ?? fieldName ?? "";
