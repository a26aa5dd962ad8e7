import { DATE_FUNCTIONS } from "./date-functions.ts";
import type { Definition, Expression, Subject } from "./expression.ts";
import { FAILED, isEqual, isTruthy, toNumber, toText, type Value } from "./value.ts";

/** A function that looks at all its values, and fails when one of them did. */
function plain(least: number, most: number, run: (...values: Value[]) => Value): Definition {
  return {
    least,
    most,
    run: (expressions, subject) => {
      const values = expressions.map((expression) => expression(subject));
      return values.includes(FAILED) ? FAILED : run(...values);
    },
  };
}

/** A function that looks at its values only as far as it has to. */
const lazy = (least: number, most: number, run: Definition["run"]): Definition => ({ least, most, run });

const ANY = Number.POSITIVE_INFINITY;

const LOGIC: Record<string, Definition> = {
  AND: lazy(1, ANY, (values, subject) => values.every((value) => isTruthy(value(subject)))),
  OR: lazy(1, ANY, (values, subject) => values.some((value) => isTruthy(value(subject)))),
  NOT: plain(1, 1, (value = null) => !isTruthy(value)),
  XOR: plain(1, ANY, (...values) => values.filter(isTruthy).length % 2 === 1),
  IF: lazy(2, 3, ([test, yes, no], subject) => (test && isTruthy(test(subject)) ? yes : no)?.(subject) ?? null),
  SWITCH: lazy(3, ANY, switchOver),
  TRUE: lazy(0, 0, () => true),
  FALSE: lazy(0, 0, () => false),
  BLANK: lazy(0, 0, () => null),
  ERROR: lazy(0, 1, () => FAILED),
  ISERROR: lazy(1, 1, ([value], subject) => value?.(subject) === FAILED),
  RECORD_ID: lazy(0, 0, (_values, subject) => subject.recordId()),
};

const TEXT: Record<string, Definition> = {
  CONCATENATE: plain(1, ANY, (...values) => values.map(toText).join("")),
  LOWER: plain(1, 1, (value = null) => toText(value).toLowerCase()),
  UPPER: plain(1, 1, (value = null) => toText(value).toUpperCase()),
  TRIM: plain(1, 1, (value = null) => toText(value).trim()),
  LEN: plain(1, 1, (value = null) => toText(value).length),
  LEFT: plain(2, 2, (value = null, count = null) => toText(value).slice(0, toNumber(count))),
  RIGHT: plain(2, 2, (value = null, count = null) =>
    toNumber(count) > 0 ? toText(value).slice(-toNumber(count)) : "",
  ),
  MID: plain(3, 3, (value = null, start = null, count = null) =>
    toText(value).slice(toNumber(start) - 1, toNumber(start) - 1 + toNumber(count)),
  ),
  SUBSTITUTE: plain(3, 3, (value = null, old = null, fresh = null) =>
    toText(value).replaceAll(toText(old), toText(fresh)),
  ),
  FIND: plain(2, 3, (wanted = null, value = null, start = null) => find(toText(wanted), toText(value), start)),
  // Like FIND, but it disregards case and gives nothing instead of 0.
  SEARCH: plain(
    2,
    3,
    (wanted = null, value = null, start = null) =>
      find(toText(wanted).toLowerCase(), toText(value).toLowerCase(), start) || null,
  ),
  ARRAYJOIN: plain(1, 2, (list = null, separator = ", ") =>
    Array.isArray(list) ? list.map(toText).join(toText(separator)) : toText(list),
  ),
  T: plain(1, 1, (value = null) => (typeof value === "string" ? value : "")),
  VALUE: plain(1, 1, (value = null) => toNumber(toText(value))),
};

const NUMBERS: Record<string, Definition> = {
  ABS: plain(1, 1, (value = null) => Math.abs(toNumber(value))),
  INT: plain(1, 1, (value = null) => Math.floor(toNumber(value))),
  ROUND: plain(1, 2, (value = null, digits = 0) => Number(toNumber(value).toFixed(toNumber(digits)))),
  MOD: plain(2, 2, (value = null, divisor = null) => toNumber(value) % toNumber(divisor)),
  MAX: plain(1, ANY, (...values) => Math.max(...values.flat(9).map((value) => toNumber(value as Value)))),
  MIN: plain(1, ANY, (...values) => Math.min(...values.flat(9).map((value) => toNumber(value as Value)))),
  SUM: plain(1, ANY, (...values) => values.reduce<number>((sum, value) => sum + toNumber(value), 0)),
};

export const FUNCTIONS: Readonly<Record<string, Definition | undefined>> = {
  ...LOGIC,
  ...TEXT,
  ...NUMBERS,
  ...DATE_FUNCTIONS,
};

function switchOver([subjectOf, ...cases]: Expression[], subject: Subject): Value {
  const value = subjectOf?.(subject) ?? null;
  for (let index = 0; index + 1 < cases.length; index += 2) {
    if (isEqual(value, cases[index]?.(subject) ?? null)) return cases[index + 1]?.(subject) ?? null;
  }
  return cases.length % 2 === 1 ? (cases.at(-1)?.(subject) ?? null) : null;
}

const find = (wanted: string, text: string, start: Value) => text.indexOf(wanted, Math.max(toNumber(start) - 1, 0)) + 1;
