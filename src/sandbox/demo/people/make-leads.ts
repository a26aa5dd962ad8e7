import { DAY_MS } from "#sandbox/clock.ts";
import { type DemoContext, idFor, workMoment } from "../demo-context.ts";
import { INDUSTRIES, type Industry } from "./industries.ts";
import type { Company, Lead, LeadClass } from "./lead-model.ts";
import { FIRST_NAMES, LAST_NAMES, makeCompanyName, OTHER_PLACES, slugify, titleInSentence, titlesIn } from "./names.ts";

const EMPLOYEES = { "2-10": 2, "11-50": 6, "51-200": 5, "201-500": 2, "501-1000": 1 };
const ACCEPTED_CLASSES = { CONNECTED: 60, COLD: 8, INTERESTED: 12, HOT: 8, CLIENT: 6, "NOT INTERESTED": 6 };
const OTHER_CLASSES = { COLD: 76, "NOT RELEVANT": 11, "NOT INTERESTED": 5, "DO NOT CONNECT": 5, DELETED: 3 };

type Firm = Company & { sector: Industry };

/** The leads of a company. The first ones are invited, in the order of `invitations`. */
export function makeLeads(context: DemoContext, invitations: readonly number[]): Lead[] {
  const { company, random } = context;
  const firms = makeFirms(context, Math.round(company.leads * 0.62));
  const taken = new Set<string>();
  return Array.from({ length: company.leads }, (_, index) => {
    const invitedAt = invitations[index] ?? null;
    return makeLead(context, random.pick(firms), invitedAt, makeName(context, taken));
  });
}

function makeFirms(context: DemoContext, count: number): Firm[] {
  const { random, company } = context;
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const sector = random.pick(INDUSTRIES);
    const place = random.pick(random.chance(0.8) ? company.places : OTHER_PLACES);
    const name = makeCompanyName(random, sector, place, taken);
    const domain = `${slugify(name.replace(/ B\.V\.$/, ""))}.example`;
    const employees = random.pickWeighted(EMPLOYEES);
    return { name, industry: sector.name, sector, place, employees, domain, website: `https://www.${domain}` };
  });
}

function makeName({ random }: DemoContext, taken: Set<string>): { first: string; full: string } {
  for (;;) {
    const first = random.pick(FIRST_NAMES);
    const full = `${first} ${random.pick(LAST_NAMES)}`;
    if (taken.has(full)) continue;
    taken.add(full);
    return { first, full };
  }
}

function makeLead(
  context: DemoContext,
  { sector, ...company }: Firm,
  invitedAt: number | null,
  name: { first: string; full: string },
): Lead {
  const { random, calendar } = context;
  const title = random.pick(titlesIn(company.industry));
  const addedAt = invitedAt === null ? recentMoment(context) : momentBefore(context, invitedAt);
  const rating = random.chance(0.58)
    ? Math.min(10, Math.max(1, Math.round(3 + random.next() * 5 + random.next() * 2.5)))
    : null;
  const ratedAt = rating === null ? null : Math.min(addedAt + random.between(5, 300) * 60_000, calendar.now - 60_000);
  const acceptedAt = acceptanceOf(context, invitedAt);
  return {
    id: idFor(context, "rec"),
    fullName: name.full,
    title,
    company,
    email: random.chance(0.86) ? `${slugify(name.full).replaceAll("-", ".")}@${company.domain}` : null,
    accountManager:
      random.chance(0.82) || invitedAt !== null ? random.pickWeighted(context.company.accountManagers) : null,
    addedAt,
    invitedAt,
    acceptedAt,
    rating,
    ratedAt,
    class: classOf(context, acceptedAt),
    values: {
      voornaam: name.first,
      naam: name.full,
      bedrijf: company.name.replace(/ B\.V\.$/, ""),
      plaats: company.place,
      functie: titleInSentence(title),
      functie_kop: title,
      branche: company.industry,
      bedrijven: sector.companies,
      sector: sector.within,
      onderwerp: random.pick(sector.topics),
      signaal: random.pick(sector.signals),
      medewerkers: company.employees.replace("-", " tot "),
      offer: context.company.proposition.offer,
      thuis: context.company.proposition.home,
      jaar: String(new Date(calendar.now).getUTCFullYear() - random.between(1, 12)),
    },
  };
}

/** A time of addition for leads without an invitation: mostly recent. */
function recentMoment(context: DemoContext): number {
  return workMoment(context, -Math.floor(120 * context.random.next() ** 2));
}

function momentBefore(context: DemoContext, invitedAt: number): number {
  const day = Math.floor((invitedAt - context.calendar.at(0, 0)) / DAY_MS);
  return workMoment(context, context.calendar.lastWorkday(day - context.random.between(1, 9)));
}

function acceptanceOf({ random, calendar }: DemoContext, invitedAt: number | null): number | null {
  if (invitedAt === null || !random.chance(0.42)) return null;
  const acceptedAt = invitedAt + Math.round(random.next() ** 2 * 9 * DAY_MS) + 600_000;
  return acceptedAt < calendar.now ? acceptedAt : null;
}

const classOf = ({ random }: DemoContext, acceptedAt: number | null): LeadClass =>
  acceptedAt === null ? random.pickWeighted(OTHER_CLASSES) : random.pickWeighted(ACCEPTED_CLASSES);
