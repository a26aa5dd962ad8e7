import { classChoice } from "#sandbox/airtable/model/base-template.ts";
import { DAY_MS } from "#sandbox/clock.ts";
import { addRecord, type DemoContext, isoText, workMoment } from "../demo-context.ts";

import { htmlValues, type Lead } from "../people/lead-model.ts";
import { slugify } from "../people/names.ts";
import { createRandom, type Random } from "../random.ts";
import { fillTemplate } from "../texts/fill-template.ts";
import { composeLeadReport, composeMotivation, composeProfile } from "../texts/lead-texts.ts";

const RATED_TODAY = 9;
const RATED_YESTERDAY = 14;

/** Rates the newest leads today and yesterday, so that the list of recent ratings is never empty. */
export function rateNewestLeads(context: DemoContext, leads: readonly Lead[]): void {
  const unrated = leads.filter(({ rating, addedAt }) => rating === null && addedAt < context.calendar.at(-1, 8));
  for (const [index, lead] of unrated.slice(-(RATED_TODAY + RATED_YESTERDAY)).entries()) {
    lead.rating = context.random.between(4, 10);
    lead.ratedAt = workMoment(context, index < RATED_TODAY ? 0 : -1);
  }
}

export function addLeads(context: DemoContext, leads: readonly Lead[], withReport: ReadonlySet<Lead>): void {
  for (const lead of leads) addLead(context, lead, withReport.has(lead));
}

function addLead(context: DemoContext, lead: Lead, needsReport: boolean): void {
  const { random, company } = context;
  const { rating, values } = lead;
  const hasReport = needsReport || (rating !== null && rating >= 7);
  addRecord(context.base, "Leads", {
    id: lead.id,
    createdAt: lead.addedAt,
    // The base has no date of rating or classification: the product takes the time of the last change.
    modifiedAt: becameClientAt(lead, context.calendar.now) ?? lead.ratedAt ?? lead.acceptedAt ?? lead.addedAt,
    fields: {
      "Provider ID": `ACoAA${providerLetters(context)}`,
      "Full Name": lead.fullName,
      Title: lead.title,
      Company: lead.company.name,
      "HubSpot ID": random.chance(0.6) ? String(random.between(10_000_000_000, 99_999_999_999)) : null,
      Location: `${lead.company.place}, Nederland`,
      Industry: lead.company.industry,
      "LinkedIn URL": `https://www.linkedin.com/in/${slugify(lead.fullName)}-${providerLetters(context).slice(0, 8).toLowerCase()}`,
      Website: lead.company.website,
      Email: lead.email,
      Telefoon: makePhoneNumber(createRandom(lead.id)),
      "Date Added": isoText(lead.addedAt),
      Employees: lead.company.employees,
      "Lead Rating": rating,
      "Contract Owner": lead.accountManager,
      "Lead Allocated": random.chance(0.75) ? lead.accountManager : null,
      "HTML Report": hasReport
        ? fillTemplate(composeLeadReport(random, company.proposition, rating ?? 6), htmlValues(lead))
        : null,
      Motivation: rating === null ? null : fillTemplate(composeMotivation(random, rating), values),
      "Person Profile": random.chance(0.8) ? fillTemplate(composeProfile(random), values) : null,
      "Lead Classification": classChoice(lead.class, "scored"),
    },
  });
}

const DAYS_TO_BECOME_CLIENT = 45;

/** Within 45 days after the acceptance, so that most months, also the present one, have new clients. */
function becameClientAt({ id, class: leadClass, acceptedAt }: Lead, now: number): number | null {
  if (leadClass !== "CLIENT" || acceptedAt === null) return null;
  const latest = Math.min(DAYS_TO_BECOME_CLIENT * DAY_MS, now - acceptedAt);
  return acceptedAt + Math.round(createRandom(`${id} client`).next() * latest);
}

const AREA_CODES = ["010", "020", "030", "040", "050", "058", "070", "073"];

/** A mobile number, an office number or none. */
function makePhoneNumber(random: Random): string | null {
  if (random.chance(0.3)) return null;
  if (random.chance(0.6)) return `06 ${random.between(10_000_000, 59_999_999)}`;
  return `${random.pick(AREA_CODES)} ${random.between(2_000_000, 7_999_999)}`;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function providerLetters({ random }: DemoContext): string {
  return Array.from({ length: 28 }, () => LETTERS[random.below(LETTERS.length)]).join("");
}
