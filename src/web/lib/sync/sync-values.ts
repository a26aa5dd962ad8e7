import type { SyncConflict } from "#contract/sync-questions.ts";
import { FIELD_LABELS } from "#contract/synced-fields.ts";
import { formatDateTime } from "../dates/dates.ts";

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formatted for people; null if empty. */
export const valueText = (value: SyncConflict["ours"]): string | null => {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Ja" : "Nee";
  if (typeof value === "number") return value.toLocaleString("nl-NL");
  return (ISO_DATE_TIME.test(value) && formatDateTime(value)) || value;
};

/** Fields without a Dutch name, such as the details of a lead, are shown by their name in Airtable. */
export const syncedFieldName = ({ field, fieldName }: Pick<SyncConflict, "field" | "fieldName">): string =>
  FIELD_LABELS[field ?? ""] ?? fieldName ?? "";
