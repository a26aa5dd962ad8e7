import type { SyncPause } from "#contract/airtable.ts";
import { AIRTABLE_UNREACHABLE_TEXT, CANCEL_PENDING_TEXT, type Wait } from "#contract/queue.ts";
import type { WorkingHours } from "#contract/senders.ts";

const DAY_NAMES = ["ma", "di", "wo", "do", "vr", "za", "zo"];

const showDays = (days: readonly number[]): string => {
  const sorted = days.toSorted((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  const isRange = sorted.length > 2 && last - first === sorted.length - 1;
  const name = (day: number): string => DAY_NAMES[day - 1] ?? "";
  return isRange ? `${name(first)}–${name(last)}` : sorted.map(name).join(", ");
};

const moment = new Intl.DateTimeFormat("nl-NL", {
  timeZone: "Europe/Amsterdam",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});
const weekday = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", weekday: "long" });

/** "maandag 16 november om 09:30" */
export const showMoment = (at: Date): string => `${weekday.format(at)} ${moment.format(at)}`;

const NOUN = { message: "bericht", invitation: "uitnodiging" } as const;
const NOUNS = { message: "berichten", invitation: "uitnodigingen" } as const;

const ACCEPTANCE_TEXTS = {
  missing: "Deze lead is nog geen connectie: eerst gaat er een uitnodiging, dit bericht volgt na de acceptatie.",
  pending: "Wacht op de acceptatie van de uitnodiging.",
  on_hold: "De uitnodiging staat in de wacht. Zet haar bij Uitnodigingen terug in de wachtrij.",
  ended: "De uitnodiging is niet geaccepteerd. Nodig de lead opnieuw uit om dit bericht te versturen.",
};

/** What a queued part or an invitation waits for, as users read it. */
export const explainWait = {
  hours: ({ days, from, until }: WorkingHours): Wait => ({
    code: "hours",
    text: `Wacht op de werktijden (${showDays(days)} ${from}–${until}).`,
  }),
  holiday: (): Wait => ({ code: "holiday", text: "Wacht tot na de feestdag." }),
  cap: (limit: number, kind: keyof typeof NOUNS, unit: "day" | "week"): Wait => ({
    code: "cap",
    text: `Het maximum van ${limit} ${(limit === 1 ? NOUN : NOUNS)[kind]} ${unit === "day" ? "per dag" : "in 7 dagen"} is bereikt.`,
  }),
  spacing: (kind: keyof typeof NOUNS): Wait => ({
    code: "spacing",
    text: `Wacht op de tussentijd tussen twee ${NOUNS[kind]}.`,
  }),
  order: (name: string): Wait => ({ code: "order", text: `Wacht op "${name}".` }),
  gap: (): Wait => ({ code: "gap", text: "Wacht op de 20 uur tussen twee berichten aan deze lead." }),
  hold: (reason: string): Wait => ({ code: "hold", text: `Het account staat stil: ${reason}` }),
  channel: (problem: string): Wait => ({ code: "hold", text: problem }),
  paused: (pausedBy: string | null): Wait => ({
    code: "paused",
    text: pausedBy === null ? "Wacht op een besluit over een mislukt deel." : `Gepauzeerd door ${pausedBy}.`,
  }),
  noDate: (): Wait => ({ code: "paused", text: "Heeft geen datum. Kies wanneer dit bericht mag." }),
  airtable: (): Wait => ({ code: "airtable", text: AIRTABLE_UNREACHABLE_TEXT }),
  syncPaused: ({ by, reason }: SyncPause): Wait => ({
    code: "airtable",
    text: `De synchronisatie is gepauzeerd (${by}: ${reason}). Een beheerder kan haar hervatten bij Bedrijf Beheer.`,
  }),
  deletion: (kind: keyof typeof NOUNS): Wait => ({
    code: "deletion",
    text: `${kind === "invitation" ? "Deze lead" : "Dit bericht of de lead"} staat niet meer in Airtable. Een beheerder beslist bij Bedrijf Beheer of het hier ook weg moet.`,
  }),
  refused: (kind: keyof typeof NOUNS): Wait => ({
    code: "airtable",
    text: `Van ${kind === "invitation" ? "deze lead" : "dit bericht of de lead"} staat in Airtable iets wat hier niet past, dus misschien ook dat ${kind === "invitation" ? "de uitnodiging" : "het"} niet weg mag. Een beheerder ziet bij Bedrijf Beheer wat er mis is.`,
  }),
  cancellation: (): Wait => ({ code: "airtable", text: CANCEL_PENDING_TEXT }),
  status: (status: string): Wait => ({
    code: "status",
    text: status.trim() === "" ? "Geen status in Airtable" : `Status in Airtable: ${status.trim()}`,
  }),
  acceptance: (invitation: keyof typeof ACCEPTANCE_TEXTS): Wait => ({
    code: "acceptance",
    text: ACCEPTANCE_TEXTS[invitation],
  }),
  automationTurn: (since: Date): Wait => ({
    code: "automation",
    text: `Is sinds ${moment.format(since)} aan de beurt bij de automatisering van het bedrijf.`,
  }),
  automation: (since: Date): Wait => ({
    code: "automation",
    text: `De automatisering van het bedrijf heeft dit sinds ${moment.format(since)} niet verstuurd.`,
  }),
};

/** Two rules after each other: the one that made a part miss its date, and the one that then kept it longer. */
export const explainBoth = (first: Wait, then: Wait): Wait => {
  const [start, rest] = [first.text.replace(/\.$/, ""), then.text.replace(/^Wacht /, "")];
  // Other texts, such as why an account stands still, do not continue in "daarna op de werktijden".
  return start.startsWith("Wacht ") && rest !== then.text ? { ...first, text: `${start}, daarna ${rest}` } : first;
};
