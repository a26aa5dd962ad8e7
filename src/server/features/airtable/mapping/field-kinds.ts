import { safeHtml } from "#platform/safe-html.ts";

/** A field's value as we store and compare it: times as ISO text with milliseconds, links as our row ids. */
export type FieldValue = string | number | boolean | null;

/** A field of the base, from Airtable's schema. */
export interface RemoteField {
  id: string;
  name: string;
  type: string;
  choices?: readonly string[] | undefined;
  linkedTableId?: string | undefined;
  /** Of a rating: the number of stars. */
  max?: number | undefined;
}

/** Conversion between Airtable cells, our columns and field values, for one kind of field. */
export interface FieldKind {
  name: "text" | "html" | "url" | "rating" | "dateTime" | "checkbox" | "select" | "link";
  /** Shown to users when the field in Airtable has an incompatible type. */
  label: string;
  /** Of a select: all our values. Undefined when any choice is accepted. */
  values?: readonly string[];
  /** Airtable field types that can be read as this kind without conversion. */
  readableTypes: readonly string[];
  /** Airtable field types that accept this kind without conversion. */
  writableTypes: readonly string[];
  /** Undefined when the cell cannot be parsed, null when it is empty. */
  fromCell(cell: unknown): FieldValue | undefined;
  /** Undefined when the field cannot hold this value, such as an unknown choice. */
  toCell(value: FieldValue, field: RemoteField): unknown;
  /** From a column in the JSON form of its row. */
  fromColumn(column: unknown): FieldValue;
  equals(one: FieldValue, other: FieldValue): boolean;
}

export const TEXT_TYPES = ["singleLineText", "multilineText", "richText", "email", "url", "phoneNumber"];
export const COMPUTED_TYPES = ["formula", "rollup", "multipleLookupValues"];

const equal = (one: FieldValue, other: FieldValue): boolean => one === other;
const asValue = (column: unknown): FieldValue => (column ?? null) as FieldValue;
/** Airtable does not distinguish an empty text from an empty cell. */
const emptyToNull = (value: FieldValue): FieldValue => (value === "" ? null : value);

/** PostgreSQL rejects NUL characters and unpaired surrogates in text. */
const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Lookups and rollups return an array even for a single value. */
const unwrapSingle = (cell: unknown): unknown => (Array.isArray(cell) && cell.length === 1 ? cell[0] : cell);

const parseText = (cell: unknown): string | null | undefined => {
  const value = unwrapSingle(cell) ?? "";
  if (typeof value !== "string") return undefined;
  return value === "" ? null : cleanText(value);
};

export const text: FieldKind = {
  name: "text",
  label: "tekst",
  readableTypes: [...TEXT_TYPES, "singleSelect", ...COMPUTED_TYPES],
  writableTypes: TEXT_TYPES,
  fromCell: parseText,
  toCell: emptyToNull,
  fromColumn: asValue,
  equals: equal,
};

export const html: FieldKind = {
  ...text,
  name: "html",
  label: "HTML",
  fromCell: (cell) => {
    const parsed = parseText(cell);
    return parsed ? safeHtml(parsed) || null : parsed;
  },
};

const HOST_LIKE = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u;

/** Adds a missing scheme; anything but http and https is dropped, because we would never open it. */
const parseUrl = (address: string): string | null => {
  const trimmed = address.trim();
  const url = URL.parse(HOST_LIKE.test(trimmed) ? `https://${trimmed}` : trimmed);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

export const url: FieldKind = {
  ...text,
  name: "url",
  label: "adres",
  fromCell: (cell) => {
    const parsed = parseText(cell);
    return parsed ? parseUrl(parsed) : parsed;
  },
};

export const MAX_RATING = 10;

export const rating: FieldKind = {
  name: "rating",
  label: "getal van 0 tot en met 10",
  readableTypes: ["number", "rating", "formula", "rollup"],
  writableTypes: ["number", "rating"],
  fromCell: (cell) => {
    const value = unwrapSingle(cell) ?? null;
    if (value === null) return null;
    if (typeof value !== "number" || value < 0 || value > MAX_RATING) return undefined;
    return Math.round(value);
  },
  toCell: (value) => value,
  fromColumn: asValue,
  equals: equal,
};

const parseDateTime = (value: unknown): string | undefined => {
  const moment = typeof value === "string" ? new Date(value) : new Date(Number.NaN);
  // Years of five digits are typing errors, and PostgreSQL rejects some of them.
  const isInRange = moment.getTime() > -62_135_596_800_000 && moment.getTime() < 253_402_300_800_000;
  return isInRange ? moment.toISOString() : undefined;
};

export const dateTime: FieldKind = {
  name: "dateTime",
  label: "datum en tijd",
  readableTypes: ["dateTime", "date", "createdTime", "lastModifiedTime", "formula", "rollup"],
  writableTypes: ["dateTime"],
  fromCell: (cell) => {
    const value = unwrapSingle(cell) ?? null;
    return value === null ? null : parseDateTime(value);
  },
  toCell: (value) => value,
  fromColumn: (column) => parseDateTime(column) ?? null,
  equals: equal,
};

export const checkbox: FieldKind = {
  name: "checkbox",
  label: "selectievakje",
  readableTypes: ["checkbox", "formula"],
  writableTypes: ["checkbox"],
  fromCell: (cell) => cell === true || cell === 1,
  toCell: (value) => value,
  fromColumn: asValue,
  equals: equal,
};

interface SelectOptions {
  /** All our values, unless any choice is accepted. */
  values?: readonly string[];
  /** Our value for a choice of the base; undefined when it is unknown. */
  parseName?: (name: string) => string | undefined;
  /** Two values with the same normalised form are the same choice in different spellings. */
  normalise?: (value: string) => string;
  /** Our values that Airtable does not have, with the value to show there instead. */
  displayAs?: Readonly<Record<string, string>>;
}

/** A single select. Writes the matching choice that exists in the base and never creates one. */
export const select = ({
  values,
  parseName = (name) => name,
  normalise = (value) => value,
  displayAs = {},
}: SelectOptions = {}): FieldKind => {
  const keyOf = (value: FieldValue) => (typeof value === "string" ? normalise(value) : value);
  return {
    name: "select",
    ...(values && { values }),
    label: "keuzelijst",
    readableTypes: ["singleSelect", "singleLineText", ...COMPUTED_TYPES],
    writableTypes: ["singleSelect", "singleLineText"],
    fromCell: (cell) => {
      const parsed = parseText(cell);
      return parsed ? parseName(parsed.trim()) : parsed;
    },
    toCell: (value, field) => {
      if (typeof value !== "string" || field.type !== "singleSelect") return emptyToNull(value);
      const { choices = [] } = field;
      if (choices.includes(value)) return value;
      return choices.find((name) => keyOf(parseName(name) ?? null) === keyOf(value));
    },
    fromColumn: (column) => (typeof column === "string" ? (displayAs[column] ?? column) : null),
    equals: (one, other) => keyOf(one) === keyOf(other),
  };
};

const findIgnoringCase = (values: readonly string[], name: string): string | undefined =>
  values.find((value) => value.toLowerCase() === name.trim().toLowerCase());

/** A single select with these values, compared without regard to case. */
export const selectOf = (values: readonly string[], displayAs: Readonly<Record<string, string>> = {}): FieldKind =>
  select({ values, parseName: (name) => findIgnoringCase(values, name), displayAs });

/** A select whose empty cell has no value of ours either: like an unknown choice, it cannot be parsed. */
export const requiredSelectOf = (...options: Parameters<typeof selectOf>): FieldKind => {
  const kind = selectOf(...options);
  return { ...kind, fromCell: (cell) => kind.fromCell(cell) ?? undefined };
};

/** The text of a choice that is not one of these values, '' for an empty cell, and null for one of these values. */
export const choiceOtherThan = (values: readonly string[]): FieldKind => ({
  ...select({ values }),
  fromCell: (cell) => {
    const parsed = parseText(cell) ?? "";
    return findIgnoringCase(values, parsed) === undefined ? parsed : null;
  },
});

/** A link to one record. The cell is an array of record ids of which the first counts; the value is our row id. */
export const recordLink: FieldKind = {
  name: "link",
  label: "koppeling",
  readableTypes: ["multipleRecordLinks"],
  writableTypes: ["multipleRecordLinks"],
  fromCell: (cell) => {
    const [first = null] = Array.isArray(cell) ? (cell as unknown[]) : [];
    return first === null || typeof first === "string" ? first : undefined;
  },
  toCell: (value) => (value === null ? [] : [value]),
  fromColumn: asValue,
  equals: equal,
};
