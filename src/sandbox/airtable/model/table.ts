import type { Collaborator } from "./collaborators.ts";

/** The field types that the sandbox supports, named as in Airtable: those whose cells are written, and those that are computed. */
const WRITABLE_TYPES = [
  "singleLineText",
  "multilineText",
  "richText",
  "email",
  "url",
  "phoneNumber",
  "number",
  "currency",
  "percent",
  "duration",
  "rating",
  "checkbox",
  "singleSelect",
  "multipleSelects",
  "date",
  "dateTime",
  "multipleRecordLinks",
  "multipleAttachments",
  "singleCollaborator",
  "multipleCollaborators",
  "barcode",
] as const;

const COMPUTED_TYPES = [
  "multipleLookupValues",
  "createdTime",
  "lastModifiedTime",
  "createdBy",
  "lastModifiedBy",
  "formula",
  "rollup",
  "count",
  "autoNumber",
  "button",
] as const;

type WritableType = (typeof WRITABLE_TYPES)[number];
export type FieldType = WritableType | (typeof COMPUTED_TYPES)[number];

export type Choice = { id: string; name: string; color: string };

export type FieldOptions = {
  choices?: Choice[];
  precision?: number;
  /** The number of stars of a rating. */
  max?: number;
  /** Of a field with date-times: `utc`, `client` or a name such as Europe/Amsterdam. */
  timeZone?: string;
  /** Of a currency field, such as "€". */
  symbol?: string;
  /** In a formula field, or in a rollup, where it is applied to `values`. */
  formula?: string;
  linkedTableId?: string;
  inverseLinkFieldId?: string;
  /** Of a lookup, rollup or count: the link it follows; and the field that it shows. */
  recordLinkFieldId?: string;
  fieldIdInLinkedTable?: string;
};

export type Field = {
  id: string;
  name: string;
  type: FieldType;
  options: FieldOptions;
  /** Only creators of the base may change its cells. */
  isLocked?: boolean;
};

export type WritableField = Field & { type: WritableType };

const DATE_TYPES: ReadonlySet<FieldType> = new Set(["date", "dateTime", "createdTime", "lastModifiedTime"]);

export const isDateField = (field: Field) => DATE_TYPES.has(field.type);

export const isWritable = (field: Field): field is WritableField => isWritableType(field.type);

export function isWritableType(text: string): text is WritableType {
  return (WRITABLE_TYPES as readonly string[]).includes(text);
}

export function isFieldType(text: string): text is FieldType {
  return isWritableType(text) || (COMPUTED_TYPES as readonly string[]).includes(text);
}

export type Attachment = { id: string; filename: string; type: string; size: number; source: string };

export type Barcode = { text: string; type?: string };

/** A stored value. Empty cells are not stored. */
export type CellValue =
  | string
  | number
  | true
  | readonly string[]
  | readonly Attachment[]
  | Collaborator
  | readonly Collaborator[]
  | Barcode;

/** By field id. */
export type Cells = Record<string, CellValue>;

/** By field id; null empties the cell. */
export type CellChanges = Record<string, CellValue | null>;

export type AirtableRecord = {
  readonly id: string;
  readonly createdAt: number;
  modifiedAt: number;
  cells: Cells;
  /** When each cell last changed, for cells that changed after the record was created. */
  cellModifiedAt?: Record<string, number>;
};

export function sameValue(a: CellValue | null | undefined, b: CellValue | null | undefined): boolean {
  if (a === b) return true;
  if (a === null || a === undefined) return b === null || b === undefined;
  return typeof a === "object" && JSON.stringify(a) === JSON.stringify(b);
}

/** The record ids in a link cell; none for any other value. */
export function linkedIds(value: CellValue | null | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** Airtable truncates a record's times to seconds. Returns milliseconds. */
export const truncateToSecond = (ms: number) => Math.floor(ms / 1_000) * 1_000;
export const toIsoSeconds = (ms: number) => new Date(truncateToSecond(ms)).toISOString();

type View = { id: string; name: string; type: "grid" | "form" };

export type TableSchema = {
  id: string;
  name: string;
  primaryFieldId: string;
  fields: Field[];
  views: View[];
  /** A table that is synced from elsewhere is read-only. */
  isSynced?: boolean;
};

export class Table {
  readonly id: string;
  readonly views: View[];
  name: string;
  primaryFieldId: string;
  isSynced: boolean;
  readonly #records = new Map<string, AirtableRecord>();
  #fields: Field[] = [];
  #byId = new Map<string, Field>();
  #byName = new Map<string, Field>();
  #idsInDefaultOrder: string[] | null = null;

  constructor({ id, name, primaryFieldId, fields, views, isSynced = false }: TableSchema) {
    this.id = id;
    this.name = name;
    this.primaryFieldId = primaryFieldId;
    this.views = views;
    this.isSynced = isSynced;
    this.fields = fields;
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  set fields(fields: readonly Field[]) {
    this.#fields = [...fields];
    this.#byId = new Map(fields.map((field) => [field.id, field]));
    this.#byName = new Map(fields.map((field) => [field.name, field]));
  }

  get schema(): TableSchema {
    const { id, name, primaryFieldId, views, isSynced } = this;
    return { id, name, primaryFieldId, fields: this.#fields, views, ...(isSynced && { isSynced }) };
  }

  field(idOrName: string): Field | undefined {
    return this.#byId.get(idOrName) ?? this.#byName.get(idOrName);
  }

  get size(): number {
    return this.#records.size;
  }

  record(id: string): AirtableRecord | undefined {
    return this.#records.get(id);
  }

  /** In order of creation, as in the grid. */
  records(): IterableIterator<AirtableRecord> {
    return this.#records.values();
  }

  add(record: AirtableRecord): void {
    this.#records.set(record.id, record);
    this.#idsInDefaultOrder = null;
  }

  remove(id: string): void {
    this.#records.delete(id);
    this.#idsInDefaultOrder = null;
  }

  /**
   * The default list order: stable, but not the order of creation. Sorted by id, which is random, and cached for all pages.
   */
  idsInDefaultOrder(): readonly string[] {
    this.#idsInDefaultOrder ??= [...this.#records.keys()].sort();
    return this.#idsInDefaultOrder;
  }
}
