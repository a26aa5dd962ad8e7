import { safeHtml } from "#platform/safe-html.ts";

/** A value as our rows and the books about them hold it: times as ISO text to the millisecond, links as our ids. */
export type FieldValue = string | number | boolean | null;

/** A field of theirs, as the schema of the base tells it. */
export interface RemoteField {
  id: string;
  name: string;
  type: string;
  choices?: readonly string[] | undefined;
  linkedTableId?: string | undefined;
}

/** How one kind of field goes over: what it may be there, and how its cells become our values and back. */
export interface FieldKind {
  /** For the eyes of people, when the field there is something else. */
  label: string;
  /** Types of theirs that can be read as this. */
  reads: readonly string[];
  /** Types of theirs that can be written as this. */
  writes: readonly string[];
  /** Undefined: what is in the cell cannot be understood. Null: the cell is empty. */
  read(cell: unknown): FieldValue | undefined;
  /** Undefined: the field there cannot hold this value. */
  write(value: FieldValue, field: RemoteField): unknown;
  /** A column's value as JSON has it, in the form of a value. */
  fromRow(column: unknown): FieldValue;
  same(one: FieldValue, other: FieldValue): boolean;
}

const TEXT_TYPES = ["singleLineText", "multilineText", "richText", "email", "url", "phoneNumber"];
const COMPUTED_TYPES = ["formula", "rollup", "multipleLookupValues"];

const equal = (one: FieldValue, other: FieldValue): boolean => one === other;
const asValue = (column: unknown): FieldValue => (column ?? null) as FieldValue;
/** An empty text and none are the same thing there. */
const emptyToNull = (value: FieldValue): FieldValue => (value === "" ? null : value);

/** The database has no NUL in a text and no half of a pair: neither may come in. */
const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** A lookup or rollup gives a list also where there is only one. */
const unwrapSingle = (cell: unknown): unknown => (Array.isArray(cell) && cell.length === 1 ? cell[0] : cell);

const parseText = (cell: unknown): string | null | undefined => {
  const given = unwrapSingle(cell) ?? "";
  if (typeof given !== "string") return undefined;
  return given === "" ? null : cleanText(given);
};

export const text: FieldKind = {
  label: "tekst",
  reads: [...TEXT_TYPES, "singleSelect", ...COMPUTED_TYPES],
  writes: TEXT_TYPES,
  read: parseText,
  write: emptyToNull,
  fromRow: asValue,
  same: equal,
};

export const html: FieldKind = {
  ...text,
  label: "HTML",
  read: (cell) => {
    const given = parseText(cell);
    return given ? safeHtml(given) || null : given;
  },
};

const HOST_LIKE = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u;

/** People leave the scheme out; anything but http and https is no address we would ever open. */
const parseUrl = (given: string): string | null => {
  const trimmed = given.trim();
  const url = URL.parse(HOST_LIKE.test(trimmed) ? `https://${trimmed}` : trimmed);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

export const url: FieldKind = {
  ...text,
  label: "adres",
  read: (cell) => {
    const given = parseText(cell);
    return given ? parseUrl(given) : given;
  },
};

const MAX_RATING = 10;

export const rating: FieldKind = {
  label: "getal van 0 tot en met 10",
  reads: ["number", "rating", "formula", "rollup"],
  writes: ["number", "rating"],
  read: (cell) => {
    const given = unwrapSingle(cell) ?? null;
    if (given === null) return null;
    if (typeof given !== "number" || given < 0 || given > MAX_RATING) return undefined;
    return Math.round(given);
  },
  write: (value) => value,
  fromRow: asValue,
  same: equal,
};

const parseDateTime = (given: unknown): string | undefined => {
  const moment = typeof given === "string" ? new Date(given) : new Date(Number.NaN);
  // Years of five digits are typing errors, and the database would refuse some of them.
  const isMoment = moment.getTime() > -62_135_596_800_000 && moment.getTime() < 253_402_300_800_000;
  return isMoment ? moment.toISOString() : undefined;
};

export const dateTime: FieldKind = {
  label: "datum en tijd",
  reads: ["dateTime", "date", "createdTime", "lastModifiedTime", "formula", "rollup"],
  writes: ["dateTime"],
  read: (cell) => {
    const given = unwrapSingle(cell) ?? null;
    return given === null ? null : parseDateTime(given);
  },
  write: (value) => value,
  fromRow: (column) => parseDateTime(column) ?? null,
  same: equal,
};

export const checkbox: FieldKind = {
  label: "selectievakje",
  reads: ["checkbox", "formula"],
  writes: ["checkbox"],
  read: (cell) => cell === true || cell === 1,
  write: (value) => value,
  fromRow: asValue,
  same: equal,
};

interface SelectOptions {
  /** What a choice of theirs means to us; undefined when nothing. */
  meaning?: (name: string) => string | undefined;
  /** Two values with the same key are the same choice in another spelling. */
  key?: (value: string) => string;
  /** How a value of ours that they know nothing of shows there. */
  shows?: Readonly<Record<string, string>>;
}

/** One of a list of choices. We write the choice that exists there and never make one. */
export const select = ({
  meaning = (name) => name,
  key = (value) => value,
  shows = {},
}: SelectOptions = {}): FieldKind => {
  const keyOf = (value: FieldValue) => (typeof value === "string" ? key(value) : value);
  return {
    label: "keuzelijst",
    reads: ["singleSelect", "singleLineText", ...COMPUTED_TYPES],
    writes: ["singleSelect", "singleLineText"],
    read: (cell) => {
      const given = parseText(cell);
      return given ? meaning(given.trim()) : given;
    },
    write: (value, field) => {
      if (typeof value !== "string" || field.type !== "singleSelect") return emptyToNull(value);
      const { choices = [] } = field;
      if (choices.includes(value)) return value;
      return choices.find((name) => keyOf(meaning(name) ?? null) === keyOf(value));
    },
    fromRow: (column) => (typeof column === "string" ? (shows[column] ?? column) : null),
    same: (one, other) => keyOf(one) === keyOf(other),
  };
};

/** One of these, in any case. */
export const selectOf = (values: readonly string[], shows: Readonly<Record<string, string>> = {}): FieldKind =>
  select({ meaning: (name) => values.find((value) => value.toLowerCase() === name.toLowerCase()), shows });

/** A link to one record. The cell is a list of their ids, and only the first counts; the value is our id. */
export const recordLink: FieldKind = {
  label: "koppeling",
  reads: ["multipleRecordLinks"],
  writes: ["multipleRecordLinks"],
  read: (cell) => {
    const [first = null] = Array.isArray(cell) ? (cell as unknown[]) : [];
    return first === null || typeof first === "string" ? first : undefined;
  },
  write: (value) => (value === null ? [] : [value]),
  fromRow: asValue,
  same: equal,
};
