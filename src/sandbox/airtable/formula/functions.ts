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

/** How many characters of an ISO date and time tell the year, the year and month, and so on. */
const ISO_LENGTHS = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
const MS_PER_UNIT = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
  millisecond: 1,
};

const DATE_FUNCTIONS: Record<string, FunctionDefinition> = {
  NOW: { minArguments: 0, maxArguments: 0, run: (_values, context) => context.now() },
  TODAY: {
    minArguments: 0,
    maxArguments: 0,
    run: (_values, context) => new Date(context.now().toISOString().slice(0, 10)),
  },
  CREATED_TIME: { minArguments: 0, maxArguments: 0, run: (_values, context) => context.createdTime() },
  LAST_MODIFIED_TIME: { minArguments: 0, maxArguments: Number.POSITIVE_INFINITY, run: lastModifiedTime },
  DATETIME_PARSE: { minArguments: 1, maxArguments: 3, run: dateParse },
  DATEADD: { minArguments: 3, maxArguments: 3, run: dateAdd },
  DATETIME_DIFF: { minArguments: 2, maxArguments: 3, run: dateDifference },
  IS_AFTER: {
    minArguments: 2,
    maxArguments: 3,
    run: (values, context) => compareDates(values, context, (one, other) => one > other),
  },
  IS_BEFORE: {
    minArguments: 2,
    maxArguments: 3,
    run: (values, context) => compareDates(values, context, (one, other) => one < other),
  },
  IS_SAME: {
    minArguments: 2,
    maxArguments: 3,
    run: (values, context) => compareDates(values, context, (one, other) => one === other),
  },
};

function lastModifiedTime(values: Expression[], context: FormulaContext): Value {
  return context.lastModifiedTime(values.flatMap(({ fieldName }) => fieldName ?? []));
}

function dateParse([text, format]: Expression[], context: FormulaContext): Value {
  const value = text?.(context) ?? null;
  if (value instanceof Date) return value;
  const inputFormat = format ? toText(format(context)) : "";
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

function dateAdd([date, count, unit]: Expression[], context: FormulaContext): Value {
  const moment = toDate(date?.(context) ?? null);
  if (!moment) return FAILED;
  const amount = toNumber(count?.(context) ?? null);
  const name = singular(toText(unit?.(context) ?? ""));
  const moved = new Date(moment);
  if (name === "year") moved.setUTCFullYear(moved.getUTCFullYear() + amount);
  else if (name === "month") moved.setUTCMonth(moved.getUTCMonth() + amount);
  else if (name in MS_PER_UNIT) moved.setTime(moved.getTime() + amount * MS_PER_UNIT[name as keyof typeof MS_PER_UNIT]);
  else return FAILED;
  return moved;
}

function dateDifference([one, other, unit]: Expression[], context: FormulaContext): Value {
  const [left, right] = [toDate(one?.(context) ?? null), toDate(other?.(context) ?? null)];
  const length = MS_PER_UNIT[singular(toText(unit?.(context) ?? "second")) as keyof typeof MS_PER_UNIT];
  if (!left || !right || !length) return FAILED;
  return Math.trunc((left.getTime() - right.getTime()) / length);
}

function compareDates(
  [one, other, unit]: Expression[],
  context: FormulaContext,
  holds: (one: number, other: number) => boolean,
): Value {
  const [left, right] = [toDate(one?.(context) ?? null), toDate(other?.(context) ?? null)];
  if (!left || !right) return FAILED;
  if (!unit) return holds(left.getTime(), right.getTime());
  const name = singular(toText(unit(context)));
  return holds(periodOf(left, name), periodOf(right, name));
}

/** A number for the year, month, day and so on of a moment, in the order of time. */
function periodOf(moment: Date, unit: string): number {
  const length = ISO_LENGTHS[unit as keyof typeof ISO_LENGTHS];
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
function eagerFunction(
  minArguments: number,
  maxArguments: number,
  run: (...values: Value[]) => Value,
): FunctionDefinition {
  return {
    minArguments,
    maxArguments,
    run: (expressions, context) => {
      const values = expressions.map((expression) => expression(context));
      return values.includes(FAILED) ? FAILED : run(...values);
    },
  };
}

/** A function with lazily evaluated arguments. */
const lazyFunction = (
  minArguments: number,
  maxArguments: number,
  run: FunctionDefinition["run"],
): FunctionDefinition => ({
  minArguments,
  maxArguments,
  run,
});

const ANY = Number.POSITIVE_INFINITY;

const LOGIC: Record<string, FunctionDefinition> = {
  AND: lazyFunction(1, ANY, (values, context) => values.every((value) => isTruthy(value(context)))),
  OR: lazyFunction(1, ANY, (values, context) => values.some((value) => isTruthy(value(context)))),
  NOT: eagerFunction(1, 1, (value = null) => !isTruthy(value)),
  XOR: eagerFunction(1, ANY, (...values) => values.filter(isTruthy).length % 2 === 1),
  IF: lazyFunction(2, 3, ([test, yes, no], context) => (test && isTruthy(test(context)) ? yes : no)?.(context) ?? null),
  SWITCH: lazyFunction(3, ANY, switchOver),
  TRUE: lazyFunction(0, 0, () => true),
  FALSE: lazyFunction(0, 0, () => false),
  BLANK: lazyFunction(0, 0, () => null),
  ERROR: lazyFunction(0, 1, () => FAILED),
  ISERROR: lazyFunction(1, 1, ([value], context) => value?.(context) === FAILED),
  RECORD_ID: lazyFunction(0, 0, (_values, context) => context.recordId()),
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
    // A function, because `$&` in a replacement string would stand for the match.
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

function switchOver([expression, ...cases]: Expression[], context: FormulaContext): Value {
  const value = expression?.(context) ?? null;
  for (let index = 0; index + 1 < cases.length; index += 2) {
    if (isEqual(value, cases[index]?.(context) ?? null)) return cases[index + 1]?.(context) ?? null;
  }
  return cases.length % 2 === 1 ? (cases.at(-1)?.(context) ?? null) : null;
}

const find = (searched: string, text: string, start: Value) =>
  text.indexOf(searched, Math.max(toNumber(start) - 1, 0)) + 1;
