import { badValue } from "../airtable-error.ts";
import type { Field } from "../model/field.ts";

const DAY = /^\d{4}-\d{2}-\d{2}/;
const MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export function readDate(field: Field, input: unknown): string {
  const [day = ""] = typeof input === "string" ? (DAY.exec(input) ?? []) : [];
  if (Number.isNaN(momentOf(day))) throw refuse(field, input);
  return day;
}

export function readDateTime(field: Field, input: unknown): string {
  const moment = typeof input === "string" ? momentOf(input) : Number.NaN;
  if (Number.isNaN(moment)) throw refuse(field, input);
  return new Date(moment).toISOString();
}

/** Milliseconds, or NaN. What names no time zone is in UTC. */
export function momentOf(text: string): number {
  if (!MOMENT.test(text)) return Number.NaN;
  const withZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || text.length === 10 ? text : `${text}Z`;
  return isDay(text.slice(0, 10)) ? Date.parse(withZone.replace(" ", "T")) : Number.NaN;
}

/** JavaScript turns 31 February into 3 March; Airtable refuses it. */
function isDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

const refuse = (field: Field, input: unknown) =>
  badValue(`Cannot parse date value "${String(input)}" for field ${field.name}`);
