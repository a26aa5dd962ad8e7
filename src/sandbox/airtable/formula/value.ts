/** A value in a formula. Null is blank; FAILED is what Airtable shows as #ERROR!. */
export type Value = string | number | boolean | null | Date | typeof FAILED | Value[];

export const FAILED = Symbol("#ERROR!");

export function toText(value: Value): string {
  if (value === null || value === FAILED) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toText).join(", ");
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

export function toNumber(value: Value): number {
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return value;
  if (typeof value === "string" && value.trim() !== "") return Number(value);
  return Array.isArray(value) && value.length === 1 ? toNumber(value[0] ?? null) : Number.NaN;
}

/** Whether filterByFormula includes the record: anything but 0, false, blank, an empty list or an error. */
export function isTruthy(value: Value): boolean {
  if (value === FAILED || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "number") return value !== 0 && !Number.isNaN(value);
  return value !== false && value !== "";
}

export function isEqual(left: Value, right: Value): boolean {
  if (isBlank(left) || isBlank(right)) return isBlankLike(left) && isBlankLike(right);
  if (left instanceof Date || right instanceof Date) {
    return left instanceof Date && right instanceof Date && left.getTime() === right.getTime();
  }
  if (isText(left) || isText(right)) return toText(left) === toText(right);
  return toNumber(left) === toNumber(right);
}

/** Negative when the left comes first, positive when it comes last, NaN when they cannot be compared. */
function compare(left: Value, right: Value): number {
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  // A date is not converted when compared with a text, and sorts after every text: `LAST_MODIFIED_TIME() > "2026-11-14"`
  // lets all records through. IS_AFTER and DATETIME_PARSE are there for that.
  if (left instanceof Date) return 1;
  if (right instanceof Date) return -1;
  if (isText(left) && isText(right)) return toText(left) < toText(right) ? -1 : toText(left) > toText(right) ? 1 : 0;
  return toNumber(left) - toNumber(right);
}

const isText = (value: Value) => typeof value === "string" || Array.isArray(value);
const isBlank = (value: Value) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
const isBlankLike = (value: Value) => isBlank(value) || value === 0 || value === false;

type Operator = { strength: number; run: (left: Value, right: Value) => Value };

const calculate = (strength: number, run: (left: number, right: number) => number): Operator => ({
  strength,
  run: (left, right) => run(toNumber(left), toNumber(right)),
});
const orderValues = (holds: (difference: number) => boolean): Operator => ({
  strength: 1,
  run: (left, right) => holds(compare(left, right)),
});

export const OPERATORS = new Map<string, Operator>([
  ["=", { strength: 1, run: isEqual }],
  ["!=", { strength: 1, run: (left, right) => !isEqual(left, right) }],
  ["<", orderValues((difference) => difference < 0)],
  [">", orderValues((difference) => difference > 0)],
  ["<=", orderValues((difference) => difference <= 0)],
  [">=", orderValues((difference) => difference >= 0)],
  ["&", { strength: 2, run: (left, right) => toText(left) + toText(right) }],
  ["+", calculate(3, (left, right) => left + right)],
  ["-", calculate(3, (left, right) => left - right)],
  ["*", calculate(4, (left, right) => left * right)],
  ["/", calculate(4, (left, right) => left / right)],
]);

/** The record that a formula is evaluated for. */
export type FormulaContext = {
  field(name: string): Value;
  recordId(): string;
  createdTime(): Date;
  /** When one of these fields was last modified; without names, when any field was. */
  lastModifiedTime(fieldNames: string[]): Date;
  now(): Date;
};

/** A compiled expression. Marks whether it is a plain field reference, and whether it is constant. */
export type Expression = { (context: FormulaContext): Value; fieldName?: string; isConstant?: true };

/** A function of the formula language, with its number of arguments. */
export type FunctionDefinition = {
  minArguments: number;
  maxArguments: number;
  run: (values: Expression[], context: FormulaContext) => Value;
};
