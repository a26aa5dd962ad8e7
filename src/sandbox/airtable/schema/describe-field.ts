import { DEFAULT_MAX_RATING, FIELD_TIME_ZONE } from "../cells/read-cell.ts";
import type { Base } from "../model/base.ts";
import type { Field, FieldType, Table } from "../model/table.ts";

/** A table in a schema response. */
export function describeTable(base: Base, { id, name, primaryFieldId, fields, views }: Table) {
  return { id, name, primaryFieldId, fields: fields.map((field) => describeField(base, field)), views };
}

export function describeField(base: Base, field: Field) {
  const options = OPTIONS[field.type]?.(field, base);
  return { id: field.id, name: field.name, type: field.type, ...(options ? { options } : {}) };
}

const MOMENT = {
  dateFormat: { name: "iso", format: "YYYY-MM-DD" },
  timeFormat: { name: "24hour", format: "HH:mm" },
  timeZone: FIELD_TIME_ZONE,
};

type Describe = (field: Field, base: Base) => Record<string, unknown>;

const choices: Describe = ({ options }) => ({ choices: options.choices ?? [] });
const number: Describe = ({ options }) => ({ precision: options.precision ?? 0 });

/** The options of a field in the schema response; types that are missing here have none. */
const OPTIONS: Partial<Record<FieldType, Describe>> = {
  singleSelect: choices,
  multipleSelects: choices,
  number,
  percent: number,
  currency: (field, base) => ({ ...number(field, base), symbol: field.options.symbol ?? "€" }),
  duration: () => ({ durationFormat: "h:mm" }),
  rating: ({ options }) => ({ icon: "star", color: "yellowBright", max: options.max ?? DEFAULT_MAX_RATING }),
  checkbox: () => ({ icon: "check", color: "greenBright" }),
  date: () => ({ dateFormat: MOMENT.dateFormat }),
  dateTime: () => MOMENT,
  createdTime: () => ({ result: { type: "dateTime", options: MOMENT } }),
  lastModifiedTime: () => ({ isValid: true, referencedFieldIds: [], result: { type: "dateTime", options: MOMENT } }),
  multipleRecordLinks: ({ options }) => ({ ...options, isReversed: false, prefersSingleRecordLink: false }),
  multipleLookupValues: ({ options }, base) => ({
    ...options,
    isValid: true,
    result: { type: typeOf(base, options.fieldIdInLinkedTable) },
  }),
  formula: ({ options }) => ({ formula: options.formula, isValid: true, referencedFieldIds: [], result: RESULT }),
  rollup: ({ options: { recordLinkFieldId, fieldIdInLinkedTable } }) => ({
    recordLinkFieldId,
    fieldIdInLinkedTable,
    isValid: true,
    referencedFieldIds: [],
    result: RESULT,
  }),
  count: ({ options: { recordLinkFieldId } }) => ({ isValid: true, recordLinkFieldId }),
  multipleAttachments: () => ({ isReversed: false }),
};

/** The sandbox does not infer the type of a formula's result. */
const RESULT = { type: "singleLineText" };

function typeOf(base: Base, fieldId: string | undefined): string | undefined {
  return base.tables.map((table) => table.field(fieldId ?? "")).find((field) => field !== undefined)?.type;
}
