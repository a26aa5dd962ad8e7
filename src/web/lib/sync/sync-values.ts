import type { SyncConflict } from "#contract/sync-questions.ts";
import { formatDateTime } from "../dates/dates.ts";

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formatted for people; null if empty. */
export const valueText = (value: SyncConflict["ours"]): string | null => {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "number") return value.toLocaleString("nl-NL");
  return (ISO_DATE_TIME.test(value) && formatDateTime(value)) || value;
};

/** Dutch names of fields. All others, such as the details of a lead, are shown by their name in Airtable. */
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

export const syncedFieldName = ({ field, fieldName }: Pick<SyncConflict, "field" | "fieldName">): string =>
  FIELD_NAMES[field ?? ""] ?? fieldName ?? "";
