import type { SyncedTable } from "#contract/synced-tables.ts";
import type { NewField } from "../client/client.ts";
import type { SchemaTable } from "../mapping/base-schema.ts";
import { isConvertible } from "../mapping/conversions.ts";
import { type FieldMapping, LAST_MODIFIED } from "../mapping/mapping.ts";
import { assignableFields } from "../mapping/propose-mapping.ts";

type TableIds = Readonly<Partial<Record<SyncedTable, string>>>;

const LONG_TEXTS = new Set([
  "content",
  "text",
  "prompt",
  "feedback",
  "original",
  "edited",
  "motivation",
  "motivation_rating",
  "person_profile",
  "summary",
  "attendees",
]);

const DATE_TIME_OPTIONS = {
  dateFormat: { name: "european" },
  timeFormat: { name: "24hour" },
  timeZone: "Europe/Amsterdam",
};

/** Airtable cannot create a last modified time, nor a link to a table that is not there. */
export const canCreate = (map: FieldMapping, tableIds: TableIds): boolean =>
  map !== LAST_MODIFIED && (!map.linksTo || tableIds[map.linksTo] !== undefined);

const typeFor = (field: string, { kind, linksTo }: FieldMapping, tableIds: TableIds): Omit<NewField, "name"> => {
  switch (kind.name) {
    case "html":
      return { type: "multilineText" };
    case "text":
      return { type: LONG_TEXTS.has(field) ? "multilineText" : "singleLineText" };
    case "url":
      return { type: "url" };
    case "rating":
      return { type: "number", options: { precision: 0 } };
    case "dateTime":
      return { type: "dateTime", options: DATE_TIME_OPTIONS };
    case "checkbox":
      return { type: "checkbox", options: { icon: "check", color: "greenBright" } };
    case "select":
      return kind.values
        ? { type: "singleSelect", options: { choices: kind.values.map((name) => ({ name })) } }
        : { type: "singleLineText" };
    case "link":
      return { type: "multipleRecordLinks", options: { linkedTableId: linksTo && tableIds[linksTo] } };
    default:
      return kind.name satisfies never;
  }
};

export const newFieldFor = (field: string, map: FieldMapping, tableIds: TableIds): NewField => ({
  name: map.airtableName,
  ...typeFor(field, map, tableIds),
});

/** Our name, followed by a number if a field that cannot be mapped, such as a formula, has that name: Airtable would refuse another one. */
export const unusedFieldName = ({ fields }: SchemaTable, map: FieldMapping): string => {
  const find = (wanted: string) => fields.find(({ name }) => name.trim().toLowerCase() === wanted.toLowerCase());
  const { airtableName } = map;
  const existing = find(airtableName);
  if (!existing || isConvertible(map, existing.type)) return airtableName;
  for (let number = 2; ; number++) if (!find(`${airtableName} ${number}`)) return `${airtableName} ${number}`;
};

/**
 * The fields of a table that is created, as far as Airtable can create them. The first becomes the primary field, the name of a
 * record: we use a text, if possible one that we write into every record.
 */
export const newFieldsFor = (table: SyncedTable, tableIds: TableIds): NewField[] => {
  const fields = assignableFields(table)
    .filter(([, map]) => canCreate(map, tableIds))
    .map(([field, map]) => ({ map, created: newFieldFor(field, map, tableIds) }));
  const texts = fields.filter(({ created }) => created.type === "singleLineText");
  const primary = texts.find(({ map }) => map.isRequired && map.direction !== "in") ?? texts[0];
  return (primary ? [primary, ...fields.filter((field) => field !== primary)] : fields).map(({ created }) => created);
};
