import { amsterdamTime, calendarDay, DAY_MS } from "#platform/time.ts";
import { type FieldKind, type FieldValue, MAX_RATING, type RemoteField, TEXT_TYPES } from "./field-kinds.ts";
import type { FieldMapping } from "./mapping.ts";
import type { FieldRule } from "./rules.ts";

const NUMBER_TYPES = ["number", "currency", "percent", "duration", "rating", "autoNumber", "count"];
const DATE_TYPES = ["date", "dateTime", "createdTime", "lastModifiedTime"];
const PERSON_TYPES = ["singleCollaborator", "multipleCollaborators", "createdBy", "lastModifiedBy"];
const LIST_TYPES = ["multipleSelects", "multipleRecordLinks"];

/** The types that can be read as each kind after conversion, besides those that need none. */
const CONVERTED_READS: Record<FieldKind["name"], readonly string[]> = {
  text: [...NUMBER_TYPES, ...DATE_TYPES, ...PERSON_TYPES, ...LIST_TYPES, "multipleAttachments", "barcode"],
  html: [],
  url: ["multipleAttachments"],
  rating: ["percent", "count", "multipleLookupValues", "singleSelect", ...TEXT_TYPES],
  dateTime: ["multipleLookupValues", "singleLineText"],
  checkbox: [],
  select: [...TEXT_TYPES, ...LIST_TYPES, ...PERSON_TYPES],
  link: [],
};

/**
 * The types that can hold a value of each kind after conversion. What is written is read back the same, except that a date has no time
 * of day and that a number has a decimal point ("1,5" becomes "1.5").
 */
const CONVERTED_WRITES: Record<FieldKind["name"], readonly string[]> = {
  text: ["number", "currency", "singleSelect"],
  html: [],
  url: [],
  rating: ["percent"],
  dateTime: ["date"],
  checkbox: [],
  select: [...TEXT_TYPES, "multipleSelects"],
  link: [],
};

/** Whether a field must accept our values. */
export const isWritten = ({ direction, mayBeReadOnly }: Pick<FieldMapping, "direction" | "mayBeReadOnly">): boolean =>
  direction !== "in" && !mayBeReadOnly;

/** Whether a field of this type can be mapped. A field that we write must accept values: computed fields never do. */
export const isConvertible = (
  map: Pick<FieldMapping, "kind" | "direction" | "mayBeReadOnly" | "isImage">,
  type: string,
): boolean => {
  const { kind } = map;
  if (map.isImage && type === "multipleAttachments") return false;
  return isWritten(map) ? canWrite(kind, type) : [...kind.readableTypes, ...CONVERTED_READS[kind.name]].includes(type);
};

export const canWrite = (kind: FieldKind, type: string): boolean =>
  [...kind.writableTypes, ...CONVERTED_WRITES[kind.name]].includes(type);

/** The direction in which a field is synchronised with a field of this type: one that cannot be written is only read. */
export const directionOf = (
  { kind, direction }: Pick<FieldMapping, "kind" | "direction">,
  type: string,
): FieldMapping["direction"] => (direction === "both" && !canWrite(kind, type) ? "in" : direction);

/** A link is read as a name when it is mapped to something else than a link of ours. */
export const needsLinkNames = (kind: FieldKind, type: string): boolean =>
  type === "multipleRecordLinks" && kind.name !== "link";

const isObject = (cell: unknown): cell is Record<string, unknown> => typeof cell === "object" && cell !== null;

/** The text of one item of a cell: a choice, a person, the file name of an attachment, a barcode, a resolved link. */
const itemText = (item: unknown): string => {
  if (typeof item === "string") return item;
  if (typeof item === "number" || typeof item === "boolean") return String(item);
  if (!isObject(item)) return "";
  const text = item["name"] ?? item["filename"] ?? item["text"] ?? item["email"];
  return typeof text === "string" ? text : "";
};

export const textOf = (cell: unknown): string =>
  (Array.isArray(cell) ? cell : [cell]).map(itemText).filter(Boolean).join(", ");

const attachmentUrl = (cell: unknown): unknown => {
  const [first] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return isObject(first) ? first["url"] : undefined;
};

/** The number at the start of a text: 80 of "80%", 8.5 of "8,5" and 8 of "8/10". */
const parseNumber = (text: string): number | undefined => {
  const match = /^\s*(-?\d+(?:[.,]\d+)?)/.exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1].replace(",", "."));
};

const numberOf = (cell: unknown): number | undefined => {
  const [single] = Array.isArray(cell) ? (cell as unknown[]) : [cell];
  return typeof single === "number" ? single : parseNumber(itemText(single));
};

const DUTCH_DATE = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:[ T]([01]?\d|2[0-3]):([0-5]\d))?$/;

/** "15-11-2026" and "15/11/2026 10:30", a time in Amsterdam, as ISO; other texts unchanged. */
const dutchDate = (text: string): string => {
  const match = DUTCH_DATE.exec(text.trim());
  if (!match) return text;
  const [, day = "", month = "", year = "", hours, minutes] = match;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (Number.isNaN(Date.parse(date))) return text;
  return hours ? amsterdamTime(Date.parse(date) / DAY_MS, Number(hours) * 60 + Number(minutes)).toISOString() : date;
};

const defaultScale = ({ type, max }: RemoteField): number => {
  if (type === "percent") return 1;
  return type === "rating" ? (max ?? MAX_RATING) : MAX_RATING;
};

export const isEmptyCell = (cell: unknown): boolean =>
  cell === undefined || cell === null || cell === "" || (Array.isArray(cell) && cell.length === 0);

/** Such as #ERROR! and NaN. */
const isFormulaError = (cell: unknown): boolean => isObject(cell) && ("error" in cell || "specialValue" in cell);

const readRating = (cell: unknown, scale: number): unknown => {
  const value = numberOf(cell);
  return value === undefined ? cell : (value * MAX_RATING) / scale;
};

/** A cell in the form that the kind reads itself. */
const convertCell = (kind: FieldKind, field: RemoteField, scale: number, cell: unknown): unknown => {
  if (isEmptyCell(cell) || isFormulaError(cell)) return cell;
  switch (kind.name) {
    case "rating":
      return readRating(cell, scale);
    case "dateTime":
      return TEXT_TYPES.includes(field.type) ? dutchDate(itemText(cell)) : cell;
    case "text":
    case "html":
    case "url":
      if (kind.name === "url" && field.type === "multipleAttachments") return attachmentUrl(cell);
      return isTextual(field.type, cell) ? cell : textOf(cell);
    case "select":
      return LIST_TYPES.includes(field.type) ? itemText(Array.isArray(cell) ? cell[0] : cell) : itemOrCell(cell);
    case "checkbox":
    case "link":
      return cell;
    default:
      return kind.name satisfies never;
  }
};

/** Whether the kind reads the cell itself. A number in a text field is not turned into a text: the kind refuses it. */
const isTextual = (type: string, cell: unknown): boolean =>
  TEXT_TYPES.includes(type) || type === "singleSelect" || typeof cell === "string";

const itemOrCell = (cell: unknown): unknown => (isObject(cell) && !Array.isArray(cell) ? itemText(cell) : cell);

const findIgnoringCase = (options: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(options).find(([theirs]) => theirs.trim().toLowerCase() === name.trim().toLowerCase())?.[1];

/** Our value for a choice of theirs, as the company has mapped it; unmapped choices stay as they are. */
export const readOption = ({ options }: Pick<FieldRule, "options">, cell: unknown): unknown => {
  if (!options || typeof cell !== "string") return cell;
  return findIgnoringCase(options, cell) ?? cell;
};

/** Their choice for a value of ours; undefined when none is mapped to it. */
export const writeOption = ({ options = {} }: Pick<FieldRule, "options">, value: FieldValue): string | undefined =>
  Object.entries(options).find(([, ours]) => ours === value && ours !== "")?.[0];

/** Undefined when the field cannot hold the value. */
const toCell = (kind: FieldKind, field: RemoteField, rule: FieldRule, scale: number, value: FieldValue): unknown => {
  if (value === null || value === "") return kind.toCell(value, field);
  switch (field.type) {
    case "date":
      return kind.name === "dateTime" && typeof value === "string"
        ? calendarDay(new Date(value))
        : kind.toCell(value, field);
    case "number":
    case "currency":
    case "percent":
    case "rating":
      if (kind.name === "rating") return roundFor(field.type, (Number(value) * scale) / MAX_RATING);
      return kind.name === "text" ? exactNumber(String(value)) : kind.toCell(value, field);
    case "multipleSelects": {
      const choice = writeOption(rule, value) ?? kind.toCell(value, { ...field, type: "singleSelect" });
      return choice === undefined ? undefined : [choice];
    }
    case "singleSelect":
      if (kind.name === "select") return writeOption(rule, value) ?? kind.toCell(value, field);
      return field.choices?.includes(String(value)) ? value : undefined;
    default:
      return (kind.name === "select" ? writeOption(rule, value) : undefined) ?? kind.toCell(value, field);
  }
};

const roundFor = (type: string, value: number): number => (type === "rating" ? Math.round(value) : value);

const exactNumber = (text: string): number | undefined => {
  const value = parseNumber(text);
  return value !== undefined && String(value) === text.trim().replace(",", ".") ? value : undefined;
};

/** The choices of which a list was read; undefined when the text is not such a list. */
const toChoices = ({ choices = [] }: RemoteField, value: FieldValue): string[] | undefined => {
  const names = String(value).split(", ");
  return names.every((name) => choices.includes(name)) ? names : undefined;
};

/** Such as a score of 0 to 100, which we round to 0 to 10. */
const isFinerThanOurs = (field: RemoteField & { kind: FieldKind }): boolean =>
  field.kind.name === "rating" &&
  (field.type === "percent" || Number(field.kind.toCell(MAX_RATING, field)) > MAX_RATING);

/**
 * The cell of a new record; undefined when it stays empty. A value that we only read is written if that gives back what was
 * read; a list of choices can only be written here, because an edit of it could contain anything.
 */
export const toNewCell = (
  kind: FieldKind,
  field: RemoteField & { kind: FieldKind },
  value: FieldValue,
  direction: FieldMapping["direction"],
): unknown => {
  if (kind.name === "text" && field.type === "multipleSelects") return toChoices(field, value);
  if (!canWrite(kind, field.type)) return undefined;
  const cell = field.kind.toCell(value, field);
  if (cell === undefined || direction !== "in") return cell;
  return !isFinerThanOurs(field) && field.kind.fromCell(cell) === value ? cell : undefined;
};

/** The kind of our field for this field of the base: the same values, read from and written to cells of another type. */
export const bindKind = (kind: FieldKind, field: RemoteField, rule: FieldRule = { fieldId: field.id }): FieldKind => {
  const scale = rule.scale ?? defaultScale(field);
  const read = (cell: unknown): unknown => convertCell(kind, field, scale, cell);
  return {
    ...kind,
    fromCell: (cell) => kind.fromCell(kind.name === "select" ? emptyOption(readOption(rule, read(cell))) : read(cell)),
    toCell: (value) => toCell(kind, field, rule, scale, value),
  };
};

const emptyOption = (cell: unknown): unknown => (cell === "" ? undefined : cell);
