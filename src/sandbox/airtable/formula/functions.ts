import { parseDateTime } from "../cells/read-cell.ts";
import {
  type Expression,
  FAILED,
  type FormulaContext,
  type FunctionDefinition,
  isEqual,
  isTruthy,
  toNumber,
  toText,
  type Value,
} from "./value.ts";

const UNITS = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
const MS = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 };

const DATE_FUNCTIONS: Record<string, FunctionDefinition> = {
  NOW: { least: 0, most: 0, run: (_values, subject) => subject.now() },
  TODAY: { least: 0, most: 0, run: (_values, subject) => new Date(subject.now().toISOString().slice(0, 10)) },
  CREATED_TIME: { least: 0, most: 0, run: (_values, subject) => subject.createdTime() },
  LAST_MODIFIED_TIME: { least: 0, most: Number.POSITIVE_INFINITY, run: lastModifiedTime },
  DATETIME_PARSE: { least: 1, most: 3, run: dateParse },
  DATEADD: { least: 3, most: 3, run: dateAdd },
  DATETIME_DIFF: { least: 2, most: 3, run: dateDifference },
  IS_AFTER: { least: 2, most: 3, run: (values, subject) => compareDates(values, subject, (one, other) => one > other) },
  IS_BEFORE: {
    least: 2,
    most: 3,
    run: (values, subject) => compareDates(values, subject, (one, other) => one < other),
  },
  IS_SAME: {
    least: 2,
    most: 3,
    run: (values, subject) => compareDates(values, subject, (one, other) => one === other),
  },
};

function lastModifiedTime(values: Expression[], subject: FormulaContext): Value {
  return subject.lastModifiedTime(values.flatMap(({ fieldName }) => fieldName ?? []));
}

function dateParse([text, format]: Expression[], subject: FormulaContext): Value {
  const value = text?.(subject) ?? null;
  if (value instanceof Date) return value;
  const inputFormat = format ? toText(format(subject)) : "";
  const moment = parseDateTime(inputFormat ? rearrange(toText(value), inputFormat) : toText(value));
  return Number.isNaN(moment) ? FAILED : new Date(moment);
}

/** Reads a text by a pattern such as `DD-MM-YYYY HH:mm` into the order of ISO 8601. */
function rearrange(text: string, format: string): string {
  const part = (token: string, fallback: string) => {
    const start = format.indexOf(token);
    return start === -1 ? fallback : text.slice(start, start + token.length);
  };
  const day = `${part("YYYY", "2000")}-${part("MM", "01")}-${part("DD", "01")}`;
  return `${day}T${part("HH", "00")}:${part("mm", "00")}:${part("ss", "00")}Z`;
}

function dateAdd([date, count, unit]: Expression[], subject: FormulaContext): Value {
  const moment = toDate(date?.(subject) ?? null);
  if (!moment) return FAILED;
  const amount = toNumber(count?.(subject) ?? null);
  const name = singular(toText(unit?.(subject) ?? ""));
  const moved = new Date(moment);
  if (name === "year") moved.setUTCFullYear(moved.getUTCFullYear() + amount);
  else if (name === "month") moved.setUTCMonth(moved.getUTCMonth() + amount);
  else if (name in MS) moved.setTime(moved.getTime() + amount * MS[name as keyof typeof MS]);
  else return FAILED;
  return moved;
}

function dateDifference([one, other, unit]: Expression[], subject: FormulaContext): Value {
  const [left, right] = [toDate(one?.(subject) ?? null), toDate(other?.(subject) ?? null)];
  const length = MS[singular(toText(unit?.(subject) ?? "second")) as keyof typeof MS];
  if (!left || !right || !length) return FAILED;
  return Math.trunc((left.getTime() - right.getTime()) / length);
}

function compareDates(
  [one, other, unit]: Expression[],
  subject: FormulaContext,
  holds: (one: number, other: number) => boolean,
): Value {
  const [left, right] = [toDate(one?.(subject) ?? null), toDate(other?.(subject) ?? null)];
  if (!left || !right) return FAILED;
  if (!unit) return holds(left.getTime(), right.getTime());
  const name = singular(toText(unit(subject)));
  return holds(startOf(left, name), startOf(right, name));
}

/** The start of the year, month, day… of a date. */
function startOf(moment: Date, unit: string): number {
  const length = UNITS[unit as keyof typeof UNITS];
  return length === undefined ? moment.getTime() : Number(moment.toISOString().slice(0, length).replace(/\D/g, ""));
}

function toDate(value: Value): Date | null {
  if (value instanceof Date) return value;
  if (Array.isArray(value) && value.length === 1) return toDate(value[0] ?? null);
  const moment = typeof value === "string" ? parseDateTime(value) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}

const singular = (unit: string) => unit.toLowerCase().replace(/s$/, "");

/** A function with eager arguments; fails when one of them failed. */
function eagerFunction(least: number, most: number, run: (...values: Value[]) => Value): FunctionDefinition {
  return {
    least,
    most,
    run: (expressions, subject) => {
      const values = expressions.map((expression) => expression(subject));
      return values.includes(FAILED) ? FAILED : run(...values);
    },
  };
}

/** A function with lazily evaluated arguments. */
const lazy = (least: number, most: number, run: FunctionDefinition["run"]): FunctionDefinition => ({
  least,
  most,
  run,
});

const ANY = Number.POSITIVE_INFINITY;

const LOGIC: Record<string, FunctionDefinition> = {
  AND: lazy(1, ANY, (values, subject) => values.every((value) => isTruthy(value(subject)))),
  OR: lazy(1, ANY, (values, subject) => values.some((value) => isTruthy(value(subject)))),
  NOT: eagerFunction(1, 1, (value = null) => !isTruthy(value)),
  XOR: eagerFunction(1, ANY, (...values) => values.filter(isTruthy).length % 2 === 1),
  IF: lazy(2, 3, ([test, yes, no], subject) => (test && isTruthy(test(subject)) ? yes : no)?.(subject) ?? null),
  SWITCH: lazy(3, ANY, switchOver),
  TRUE: lazy(0, 0, () => true),
  FALSE: lazy(0, 0, () => false),
  BLANK: lazy(0, 0, () => null),
  ERROR: lazy(0, 1, () => FAILED),
  ISERROR: lazy(1, 1, ([value], subject) => value?.(subject) === FAILED),
  RECORD_ID: lazy(0, 0, (_values, subject) => subject.recordId()),
};

const TEXT: Record<string, FunctionDefinition> = {
  CONCATENATE: eagerFunction(1, ANY, (...values) => values.map(toText).join("")),
  LOWER: eagerFunction(1, 1, (value = null) => toText(value).toLowerCase()),
  UPPER: eagerFunction(1, 1, (value = null) => toText(value).toUpperCase()),
  TRIM: eagerFunction(1, 1, (value = null) => toText(value).trim()),
  LEN: eagerFunction(1, 1, (value = null) => toText(value).length),
  LEFT: eagerFunction(2, 2, (value = null, count = null) => toText(value).slice(0, toNumber(count))),
  RIGHT: eagerFunction(2, 2, (value = null, count = null) =>
    toNumber(count) > 0 ? toText(value).slice(-toNumber(count)) : "",
  ),
  MID: eagerFunction(3, 3, (value = null, start = null, count = null) =>
    toText(value).slice(toNumber(start) - 1, toNumber(start) - 1 + toNumber(count)),
  ),
  SUBSTITUTE: eagerFunction(3, 3, (value = null, old = null, replacement = null) =>
    // As a function: in a text, `$&` would stand for the match.
    toText(value).replaceAll(toText(old), () => toText(replacement)),
  ),
  FIND: eagerFunction(2, 3, (searched = null, value = null, start = null) =>
    find(toText(searched), toText(value), start),
  ),
  // Like FIND, but ignores case and returns blank instead of 0.
  SEARCH: eagerFunction(
    2,
    3,
    (searched = null, value = null, start = null) =>
      find(toText(searched).toLowerCase(), toText(value).toLowerCase(), start) || null,
  ),
  ARRAYJOIN: eagerFunction(1, 2, (list = null, separator = ", ") =>
    Array.isArray(list) ? list.map(toText).join(toText(separator)) : toText(list),
  ),
  REGEX_MATCH: eagerFunction(2, 2, (value = null, pattern = null) =>
    withPattern(toText(pattern), (regex) => regex.test(toText(value))),
  ),
  REGEX_EXTRACT: eagerFunction(2, 2, (value = null, pattern = null) =>
    withPattern(toText(pattern), (regex) => {
      const match = regex.exec(toText(value));
      return match ? (match[1] ?? match[0]) : FAILED;
    }),
  ),
  REGEX_REPLACE: eagerFunction(3, 3, (value = null, pattern = null, replacement = null) =>
    withPattern(toText(pattern), (regex) =>
      toText(value).replace(new RegExp(regex, "gu"), toText(replacement).replace(/\\(\d)/g, "$$$1")),
    ),
  ),
  T: eagerFunction(1, 1, (value = null) => (typeof value === "string" ? value : "")),
  VALUE: eagerFunction(1, 1, (value = null) => toNumber(toText(value))),
};

/** Airtable uses RE2, which has no lookaround and no back references. */
const NOT_IN_RE2 = /\(\?<?[=!]|\\[1-9]/;

function withPattern(pattern: string, run: (regex: RegExp) => Value): Value {
  try {
    return NOT_IN_RE2.test(pattern) ? FAILED : run(new RegExp(pattern, "u"));
  } catch {
    return FAILED;
  }
}

const NUMBERS: Record<string, FunctionDefinition> = {
  ABS: eagerFunction(1, 1, (value = null) => Math.abs(toNumber(value))),
  INT: eagerFunction(1, 1, (value = null) => Math.floor(toNumber(value))),
  ROUND: eagerFunction(1, 2, (value = null, digits = 0) => Number(toNumber(value).toFixed(toNumber(digits)))),
  MOD: eagerFunction(2, 2, (value = null, divisor = null) => toNumber(value) % toNumber(divisor)),
  MAX: eagerFunction(1, ANY, (...values) => Math.max(...values.flat(9).map((value) => toNumber(value as Value)))),
  MIN: eagerFunction(1, ANY, (...values) => Math.min(...values.flat(9).map((value) => toNumber(value as Value)))),
  SUM: eagerFunction(1, ANY, (...values) =>
    values.flat(9).reduce<number>((sum, value) => sum + toNumber(value as Value), 0),
  ),
};

export const FUNCTIONS: Readonly<Record<string, FunctionDefinition | undefined>> = {
  ...LOGIC,
  ...TEXT,
  ...NUMBERS,
  ...DATE_FUNCTIONS,
};

function switchOver([subjectOf, ...cases]: Expression[], subject: FormulaContext): Value {
  const value = subjectOf?.(subject) ?? null;
  for (let index = 0; index + 1 < cases.length; index += 2) {
    if (isEqual(value, cases[index]?.(subject) ?? null)) return cases[index + 1]?.(subject) ?? null;
  }
  return cases.length % 2 === 1 ? (cases.at(-1)?.(subject) ?? null) : null;
}

const find = (searched: string, text: string, start: Value) =>
  text.indexOf(searched, Math.max(toNumber(start) - 1, 0)) + 1;
