import { z } from "zod";
import { invalidRequest, unknownField } from "../airtable-error.ts";
import { type FormatContext, formatCell } from "../cells/format-cell.ts";
import type { TextFormat } from "../cells/format-record.ts";
import { isTimeZone } from "../cells/time-zone.ts";
import { type AirtableRecord, type Field, isDateField, type Table } from "../model/table.ts";

/** Numbers and booleans are strings in a query string and typed in a body. */
const count = z.coerce.number().int().min(1);
const flag = z.union([
  z.boolean(),
  z.enum(["true", "1", "false", "0", ""]).transform((text) => text === "true" || text === "1"),
]);
function isLocale(locale: string): boolean {
  try {
    new Intl.DateTimeFormat(locale);
    return true;
  } catch {
    return false;
  }
}
const sortOrder = z.object({ field: z.string(), direction: z.enum(["asc", "desc"]).default("asc") });

const listQuery = z.object({
  pageSize: count.max(100).default(100),
  maxRecords: count.optional(),
  offset: z.string().optional(),
  fields: z.array(z.string()).optional(),
  filterByFormula: z.string().optional(),
  sort: z.array(sortOrder).optional(),
  view: z.string().optional(),
  cellFormat: z.enum(["json", "string"]).optional(),
  timeZone: z.string().refine(isTimeZone).optional(),
  userLocale: z.string().refine(isLocale).optional(),
  returnFieldsByFieldId: flag.default(false),
  recordMetadata: z.array(z.literal("commentCount")).optional(),
});

export type ListQuery = z.infer<typeof listQuery>;

export function readListQuery(input: unknown): ListQuery {
  const { success, data } = listQuery.safeParse(input);
  if (!success) throw invalidRequest();
  if (data.cellFormat === "string" && (!data.timeZone || !data.userLocale)) {
    throw invalidRequest(
      "Must specify both the timeZone and userLocale parameters when using a cellFormat of 'string'",
    );
  }
  return data;
}

/** Undefined unless cells are to be returned as texts. */
export const textFormatOf = ({ cellFormat, timeZone = "utc", userLocale = "en" }: ListQuery): TextFormat | undefined =>
  cellFormat === "string" ? { timeZone, userLocale } : undefined;

/** Converts a query string to the form of a body: `fields[]`, `sort[0][field]`. */
export function parseNestedQuery(search: URLSearchParams): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const lists = new Map<string, Map<string, unknown>>();
  for (const [key, value] of search) {
    const match = /^(\w+)\[(\d*)\](?:\[(\w+)\])?$/.exec(key);
    if (!match) {
      if (value !== "") flat[key] = value;
      continue;
    }
    const [, name = "", index = "", property] = match;
    const list = lists.get(name) ?? new Map<string, unknown>();
    lists.set(name, list);
    // `fields[]=a&fields[]=b`: each gets its own key.
    const itemKey = index || `+${list.size}`;
    list.set(
      itemKey,
      property === undefined ? value : { ...(list.get(itemKey) as object | undefined), [property]: value },
    );
  }
  for (const [name, list] of lists) flat[name] = [...list.values()];
  return flat;
}

type SortOrder = { field: string; direction: "asc" | "desc" };

const ACCENTS = /\p{M}/gu;

export function sortRecords(
  formatContext: FormatContext,
  table: Table,
  orders: SortOrder[],
  records: AirtableRecord[],
): AirtableRecord[] {
  const keys = orders.map(({ field: name, direction }) => {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    return {
      read: (record: AirtableRecord) => sortKey(formatContext, field, record),
      sign: direction === "desc" ? -1 : 1,
    };
  });
  const rows = records.map((record) => ({ record, values: keys.map(({ read }) => read(record)) }));
  rows.sort((a, b) => {
    for (const [index, { sign }] of keys.entries()) {
      const difference = compareKeys(a.values[index], b.values[index]);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
  return rows.map(({ record }) => record);
}

type Key = string | number | undefined;

function sortKey(formatContext: FormatContext, field: Field, record: AirtableRecord): Key {
  const value = formatCell(formatContext, field, record);
  if (value === undefined || typeof value === "number") return value;
  // Choices sort by their position in the field's options, not alphabetically.
  if (field.type === "singleSelect") return field.options.choices?.findIndex(({ name }) => name === value);
  if (field.type === "checkbox") return 1;
  if (isDateField(field)) return Date.parse(value as string);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Compares without case and accents: a locale-aware comparison of 50,000 texts takes seconds.
  return text.normalize("NFD").replace(ACCENTS, "").toLowerCase();
}

function compareKeys(a: Key, b: Key): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return a < b ? -1 : a > b ? 1 : 0;
}
