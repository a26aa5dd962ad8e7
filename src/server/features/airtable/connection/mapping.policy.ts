import type { MappingChange } from "#contract/airtable-connection.ts";
import { TABLE_NAMES } from "#contract/synced-tables.ts";
import type { BaseSchema, SchemaTable } from "../mapping/base-schema.ts";
import { isConvertible } from "../mapping/conversions.ts";
import { assignableFields } from "../mapping/propose-mapping.ts";

type TableChange = MappingChange["tables"][number];

const inWords = new Intl.ListFormat("nl");

const findDuplicates = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

const nameOf = (table: SchemaTable, fieldId: string): string =>
  table.fields.find(({ id }) => id === fieldId)?.name ?? fieldId;

/** Why a table cannot be mapped like this, as texts for users. */
const findTableErrors = ({ tables }: BaseSchema, { table, tableId, fields }: TableChange): string[] => {
  if (tableId === null) return [];
  const name = TABLE_NAMES[table];
  const remote = tables.find(({ id }) => id === tableId);
  if (!remote) return [`De tabel die voor ${name} is gekozen, bestaat niet meer in de base.`];
  const mapped = new Map(fields.flatMap(({ field, fieldId }) => (fieldId ? [[field, fieldId] as const] : [])));
  const missing = assignableFields(table).filter(([field, { isRequired }]) => isRequired && !mapped.has(field));
  const unusable = assignableFields(table).filter(([field, map]) => {
    const fieldId = mapped.get(field);
    const found = remote.fields.find(({ id }) => id === fieldId);
    return fieldId !== undefined && !(found && isConvertible(map, found.type));
  });
  const invalid = fields.filter(({ field, options = {} }) => {
    const values = assignableFields(table).find(([name]) => name === field)?.[1].kind.values;
    return Object.values(options).some((value) => value !== "" && !values?.includes(value));
  });
  const duplicates = findDuplicates([...mapped.values()]).map((fieldId) => nameOf(remote, fieldId));
  const labels = (all: typeof missing) => inWords.format(all.map(([, map]) => map.airtableName));
  return [
    ...(missing.length > 0 ? [`Koppel bij ${name} ook ${labels(missing)}, of laat de tabel weg.`] : []),
    ...(unusable.length > 0 ? [`Bij ${name} past het gekozen veld niet bij ${labels(unusable)}.`] : []),
    ...(invalid.length > 0 ? [`Bij ${name} is een keuze gekoppeld aan een waarde die niet bestaat.`] : []),
    ...(duplicates.length > 0 ? [`Bij ${name} is ${inWords.format(duplicates)} meer dan één keer gekoppeld.`] : []),
  ];
};

/** All errors at once. */
export const findMappingErrors = (schema: BaseSchema, { tables }: MappingChange): string[] => {
  const chosen = tables.flatMap(({ tableId }) => tableId ?? []);
  const duplicates = findDuplicates(chosen).map((id) => schema.tables.find((table) => table.id === id)?.name ?? id);
  return [
    ...(duplicates.length > 0 ? [`De tabel ${inWords.format(duplicates)} is meer dan één keer gekoppeld.`] : []),
    ...tables.flatMap((table) => findTableErrors(schema, table)),
  ];
};
