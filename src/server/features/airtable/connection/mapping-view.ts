import type { MappedField, MappedTable, RemoteField, RemoteTable } from "#contract/airtable-connection.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { SchemaField, SchemaTable } from "../mapping/base-schema.ts";
import { directionOf, isConvertible } from "../mapping/conversions.ts";
import { describeField } from "../mapping/field-descriptions.ts";
import type { FieldMapping } from "../mapping/mapping.ts";
import { assignableFields, type Samples } from "../mapping/propose-mapping.ts";
import type { TableRule } from "../mapping/rules.ts";
import { canCreate } from "./new-fields.ts";

const MAX_EXAMPLE_LENGTH = 60;

const exampleText = (sample: unknown): string => {
  if (typeof sample === "string" || typeof sample === "number" || typeof sample === "boolean") return String(sample);
  if (Array.isArray(sample)) return sample.map(exampleText).join(", ");
  if (typeof sample !== "object" || sample === null) return "";
  const { name, filename, text, label } = sample as Record<string, unknown>;
  return exampleText(name ?? filename ?? text ?? label ?? "");
};

const exampleOf = (samples: readonly unknown[]): string | null => {
  const text = samples.map(exampleText).find((example) => example.trim() !== "") ?? "";
  const shown = text.replace(/\s+/g, " ").trim();
  if (shown === "") return null;
  // By character: half of an emoji would be shown as a question mark.
  const characters = Array.from(shown);
  return characters.length > MAX_EXAMPLE_LENGTH ? `${characters.slice(0, MAX_EXAMPLE_LENGTH).join("")}…` : shown;
};

export const toRemoteField = ({ id, name, type, options }: SchemaField, samples: Samples = {}): RemoteField => ({
  id,
  name,
  type,
  choices: options?.choices?.map((choice) => choice.name) ?? [],
  // Ids of linked records say nothing to a person.
  example: type === "multipleRecordLinks" ? null : exampleOf(samples[id] ?? []),
});

export const toRemoteTable = ({ id, name, fields }: SchemaTable, samples: Samples = {}): RemoteTable => ({
  id,
  name,
  fields: fields.map((field) => toRemoteField(field, samples)),
});

/** A choice that is no value of ours. */
const UNKNOWN_CHOICE = "a choice of theirs";

const otherChoicesOf = ({ kind, unparsedColumn }: FieldMapping): MappedField["otherChoices"] => {
  if (unparsedColumn) return "not_sent";
  return kind.values && kind.fromCell(UNKNOWN_CHOICE) === undefined ? "parked" : "kept";
};

/** One of our tables with its fields, as the company has mapped them or as we propose. */
export const toMappedTable = (
  table: SyncedTable,
  { tableId, fields: rules }: TableRule,
  remoteTables: readonly SchemaTable[],
  tableIds: Readonly<Partial<Record<SyncedTable, string>>>,
): MappedTable => {
  const remote = remoteTables.find(({ id }) => id === tableId);
  const fields = assignableFields(table).map(([field, map]): MappedField => {
    const target = map.linksTo && tableIds[map.linksTo];
    const usable = (remote?.fields ?? []).filter(
      ({ type, options }) => isConvertible(map, type) && (!target || options?.linkedTableId === target),
    );
    const rule = rules[field] ?? { fieldId: null };
    return {
      ...rule,
      fieldId: usable.find(({ id }) => id === rule.fieldId)?.id ?? null,
      field,
      label: map.airtableName,
      description: describeField(table, field),
      isRequired: map.isRequired ?? false,
      direction: map.direction,
      kind: map.kind.label,
      values: map.kind.values ? [...map.kind.values] : null,
      otherChoices: otherChoicesOf(map),
      isScore: map.kind.name === "rating",
      usableIds: usable.map(({ id }) => id),
      readOnlyIds: usable.filter(({ type }) => directionOf(map, type) !== map.direction).map(({ id }) => id),
      canCreate: canCreate(map, tableIds),
    };
  });
  return { table, tableId: remote ? remote.id : null, fields };
};
