import { momentOf } from "../cells/date-cell.ts";
import type { Definition, Expression, Subject } from "./expression.ts";
import { FAILED, toNumber, toText, type Value } from "./value.ts";

const UNITS = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
const MS = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 };

export const DATE_FUNCTIONS: Record<string, Definition> = {
  NOW: { least: 0, most: 0, run: (_values, subject) => subject.now() },
  TODAY: { least: 0, most: 0, run: (_values, subject) => new Date(subject.now().toISOString().slice(0, 10)) },
  CREATED_TIME: { least: 0, most: 0, run: (_values, subject) => subject.createdTime() },
  LAST_MODIFIED_TIME: { least: 0, most: Number.POSITIVE_INFINITY, run: lastModifiedTime },
  DATETIME_PARSE: { least: 1, most: 3, run: dateParse },
  DATEADD: { least: 3, most: 3, run: dateAdd },
  DATETIME_DIFF: { least: 2, most: 3, run: dateDifference },
  IS_AFTER: { least: 2, most: 3, run: (values, subject) => order(values, subject, (one, other) => one > other) },
  IS_BEFORE: { least: 2, most: 3, run: (values, subject) => order(values, subject, (one, other) => one < other) },
  IS_SAME: { least: 2, most: 3, run: (values, subject) => order(values, subject, (one, other) => one === other) },
};

function lastModifiedTime(values: Expression[], subject: Subject): Value {
  return subject.lastModifiedTime(values.flatMap(({ fieldName }) => fieldName ?? []));
}

function dateParse([text, format]: Expression[], subject: Subject): Value {
  const value = text?.(subject) ?? null;
  if (value instanceof Date) return value;
  const wanted = format ? toText(format(subject)) : "";
  const moment = momentOf(wanted ? rearrange(toText(value), wanted) : toText(value));
  return Number.isNaN(moment) ? FAILED : new Date(moment);
}

/** Reads a text by a pattern such as `DD-MM-YYYY HH:mm` into the order of ISO 8601. */
function rearrange(text: string, format: string): string {
  const part = (token: string, otherwise: string) => {
    const at = format.indexOf(token);
    return at === -1 ? otherwise : text.slice(at, at + token.length);
  };
  const day = `${part("YYYY", "2000")}-${part("MM", "01")}-${part("DD", "01")}`;
  return `${day}T${part("HH", "00")}:${part("mm", "00")}:${part("ss", "00")}Z`;
}

function dateAdd([date, count, unit]: Expression[], subject: Subject): Value {
  const moment = toMoment(date?.(subject) ?? null);
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

function dateDifference([one, other, unit]: Expression[], subject: Subject): Value {
  const [left, right] = [toMoment(one?.(subject) ?? null), toMoment(other?.(subject) ?? null)];
  const length = MS[singular(toText(unit?.(subject) ?? "second")) as keyof typeof MS];
  if (!left || !right || !length) return FAILED;
  return Math.trunc((left.getTime() - right.getTime()) / length);
}

function order(
  [one, other, unit]: Expression[],
  subject: Subject,
  holds: (one: number, other: number) => boolean,
): Value {
  const [left, right] = [toMoment(one?.(subject) ?? null), toMoment(other?.(subject) ?? null)];
  if (!left || !right) return FAILED;
  if (!unit) return holds(left.getTime(), right.getTime());
  const name = singular(toText(unit(subject)));
  return holds(startOf(left, name), startOf(right, name));
}

/** The start of the year, month, day… in which a moment lies. */
function startOf(moment: Date, unit: string): number {
  const length = UNITS[unit as keyof typeof UNITS];
  return length === undefined ? moment.getTime() : Number(moment.toISOString().slice(0, length).replace(/\D/g, ""));
}

function toMoment(value: Value): Date | null {
  if (value instanceof Date) return value;
  if (Array.isArray(value) && value.length === 1) return toMoment(value[0] ?? null);
  const moment = typeof value === "string" ? momentOf(value) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}

const singular = (unit: string) => unit.toLowerCase().replace(/s$/, "");
