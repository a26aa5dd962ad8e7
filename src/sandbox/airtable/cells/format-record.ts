import { FAILED, type Value } from "../formula/value.ts";
import { type AirtableRecord, type Field, toIsoSeconds } from "../model/table.ts";
import { type FormatContext, fieldValue, formatCell } from "./format-cell.ts";

/** How `cellFormat=string` shows dates and numbers. */
export type TextFormat = { timeZone: string; userLocale: string };

/** A cell as a user sees it in the grid; undefined when it is empty. */
function formatText(
  formatContext: FormatContext,
  field: Field,
  record: AirtableRecord,
  text: TextFormat,
): string | undefined {
  const value = fieldValue(formatContext, field, record);
  const shown = showValue(value, field, text);
  return shown === "" ? undefined : shown;
}

function showValue(value: Value, field: Field, { timeZone, userLocale }: TextFormat): string {
  if (value === null) return "";
  if (value === FAILED) return "#ERROR!";
  if (Array.isArray(value)) return value.map((item) => showValue(item, field, { timeZone, userLocale })).join(", ");
  if (value === true) return "checked";
  if (value instanceof Date) return showDate(value, field, { timeZone, userLocale });
  if (typeof value !== "number") return String(value);
  return showNumber(value, field, userLocale);
}

function showDate(moment: Date, field: Field, { timeZone, userLocale }: TextFormat): string {
  if (field.type === "date") return moment.toLocaleDateString(userLocale, { timeZone: "UTC" });
  return moment.toLocaleString(userLocale, { timeZone, dateStyle: "short", timeStyle: "short" });
}

function showNumber(value: number, { type, options }: Field, locale: string): string {
  const { precision = 0, symbol = "€" } = options;
  const digits = { minimumFractionDigits: precision, maximumFractionDigits: precision };
  if (type === "percent") return value.toLocaleString(locale, { style: "percent", ...digits });
  if (type === "currency") return `${symbol}${value.toLocaleString(locale, digits)}`;
  if (type === "duration")
    return `${Math.floor(value / 3_600)}:${String(Math.floor(value / 60) % 60).padStart(2, "0")}`;
  return String(value);
}

export type FormattedRecord = { id: string; createdTime: string; fields: Record<string, unknown> };

export function formatRecord(
  formatContext: FormatContext,
  fields: readonly Field[],
  record: AirtableRecord,
  { byFieldId, asText }: { byFieldId: boolean; asText?: TextFormat | undefined },
): FormattedRecord {
  const formatted: Record<string, unknown> = {};
  for (const field of fields) {
    const value = asText ? formatText(formatContext, field, record, asText) : formatCell(formatContext, field, record);
    if (value !== undefined) formatted[byFieldId ? field.id : field.name] = value;
  }
  return { id: record.id, createdTime: toIsoSeconds(record.createdAt), fields: formatted };
}
