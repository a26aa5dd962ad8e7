import type { Base } from "../airtable/model/base.ts";
import { type AirtableRecord, linkedIds } from "../airtable/model/table.ts";
import { DEMO_COMPANIES } from "../demo/company.ts";
import { INDUSTRIES } from "../demo/people/industries.ts";
import { titleInSentence } from "../demo/people/titles.ts";
import { createRandom, fillTemplate, type Random } from "../demo/random.ts";

import { composeFollowUp } from "../demo/texts/conversation.ts";
import { composeIceBreaker } from "../demo/texts/ice-breaker.ts";
import { PART_TIME_CFO } from "../demo/texts/proposition.ts";
import { readSections, writeSections } from "./rewrite.ts";
import { textOf } from "./text-of.ts";

/** Writes a new message for the lead; the conversation history stays. */
export function regenerateContent(base: Base, message: AirtableRecord, seed: string): string {
  const random = createRandom(seed);
  const proposition = DEMO_COMPANIES[base.company]?.proposition ?? PART_TIME_CFO;
  const isFollowUp = textOf(base, "Messages", message, "Type") === "followup";
  const texts = (isFollowUp ? composeFollowUp : composeIceBreaker)(random, proposition);
  const values = { ...leadValues(base, message, random), offer: proposition.offer, thuis: proposition.home };
  const history = readSections(textOf(base, "Messages", message, "Content")).filter(
    ({ header }) => header === "Older conversations",
  );
  const fresh = Object.entries(texts).map(([header, text]) => ({ header, text: fillTemplate(text, values) }));
  return writeSections([...history, ...fresh]);
}

function leadValues(base: Base, message: AirtableRecord, random: Random): Record<string, string> {
  const lead = leadOf(base, message);
  const read = (name: string, otherwise: string) => (lead && textOf(base, "Leads", lead, name)) || otherwise;
  const industry = INDUSTRIES.find(({ name }) => name === read("Industry", "")) ?? random.pick(INDUSTRIES);
  const sender = textOf(base, "Messages", message, "Flow") || "Frank";
  return {
    voornaam: read("Full Name", "daar").split(" ")[0] ?? "daar",
    bedrijf: read("Company", "jullie bedrijf").replace(/ B\.V\.$/, ""),
    plaats: read("Location", "de regio").split(",")[0] ?? "de regio",
    functie: titleInSentence(read("Title", "ondernemer")),
    bedrijven: industry.companies,
    sector: industry.within,
    onderwerp: random.pick(industry.topics),
    signaal: random.pick(industry.signals),
    afzender: sender.split(" ")[0] ?? sender,
  };
}

function leadOf(base: Base, message: AirtableRecord): AirtableRecord | undefined {
  const link = base.table("Messages")?.field("Lead");
  const [id = ""] = link ? linkedIds(message.cells[link.id]) : [];
  return base.table("Leads")?.record(id);
}
