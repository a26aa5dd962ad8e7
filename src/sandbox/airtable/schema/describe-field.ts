import { DEFAULT_MAX_RATING } from "../cells/read-cell.ts";
import { timeZoneOf } from "../cells/time-zone.ts";
import type { Base } from "../model/base.ts";
import type { Field, FieldType, Table } from "../model/table.ts";

/** A table in a schema response. The sandbox's views show all fields. */
export function describeTable(base: Base, table: Table, withVisibleFieldIds = false) {
  const { id, name, primaryFieldId, fields } = table;
  const visible = withVisibleFieldIds ? { visibleFieldIds: fields.map((field) => field.id) } : {};
  const views = table.views.map((view) => ({ ...view, ...(view.type === "grid" && visible) }));
  return { id, name, primaryFieldId, fields: fields.map((field) => describeField(base, field)), views };
}

export function describeField(base: Base, field: Field) {
  const options = OPTIONS[field.type]?.(field, base);
  return { id: field.id, name: field.name, type: field.type, ...(options ? { options } : {}) };
}

const DATE_FORMAT = { name: "iso", format: "YYYY-MM-DD" };
const moment = (field: Field) => ({
  dateFormat: DATE_FORMAT,
  timeFormat: { name: "24hour", format: "HH:mm" },
  timeZone: timeZoneOf(field),
});

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
  date: () => ({ dateFormat: DATE_FORMAT }),
  dateTime: moment,
  createdTime: (field) => ({ result: { type: "dateTime", options: moment(field) } }),
  lastModifiedTime: (field) => ({
    isValid: true,
    referencedFieldIds: [],
    result: { type: "dateTime", options: moment(field) },
  }),
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
