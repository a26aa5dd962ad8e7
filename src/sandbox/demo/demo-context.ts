import type { Base } from "../airtable/model/base.ts";
import { type IdKind, newId } from "../airtable/model/ids.ts";
import type { Calendar } from "./calendar.ts";
import type { DemoCompany } from "./company.ts";
import type { Random } from "./random.ts";

/** What every table of a demo base is made from. */
export type DemoContext = { base: Base; company: DemoCompany; calendar: Calendar; random: Random };

export const idFor = ({ random }: DemoContext, kind: IdKind) => newId(kind, random.below);

export const isoText = (moment: number) => new Date(moment).toISOString();

/** Some time within working hours, and never in the future: before they began today, in the night. */
export function workMoment({ calendar, random }: DemoContext, days: number): number {
  const latest = days === 0 ? Math.min(17.5, calendar.hour) : 17.5;
  const earliest = latest > 9.5 ? 8.25 : latest / 2;
  return Math.min(calendar.at(days, earliest + random.next() * (latest - earliest)), calendar.now - 60_000);
}
