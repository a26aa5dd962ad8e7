import type { Compared, Results } from "#contract/statistics.ts";

const PERCENT = new Intl.NumberFormat("nl-NL", { style: "percent", maximumFractionDigits: 1 });
const ONE_DIGIT = new Intl.NumberFormat("nl-NL", { maximumFractionDigits: 1 });
const DAY_HOURS = 24;

/** "34,5%"; a dash where there is nothing to take a part of. */
export const rateText = (rate: number | null): string => (rate === null ? "–" : PERCENT.format(rate));

/** "7,5 uur" or, from two days on, "3,2 dagen". */
export const timeText = (hours: number | null): string => {
  if (hours === null) return "–";
  return hours < 2 * DAY_HOURS ? `${ONE_DIGIT.format(hours)} uur` : `${ONE_DIGIT.format(hours / DAY_HOURS)} dagen`;
};

export type Direction = "better" | "worse" | "same";

export type Difference = { text: string; direction: Direction };

const directionOf = (by: number): Direction => {
  if (by === 0) return "same";
  return by > 0 ? "better" : "worse";
};

const signed = (value: number, unit: string): string => {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  return `${sign}${ONE_DIGIT.format(Math.abs(value))} ${unit}`;
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** In percentage points: 20% after 25% is five fewer. */
export const rateDifference = (current: number | null, previous: number | null): Difference | undefined => {
  if (current === null || previous === null) return undefined;
  const points = rounded((current - previous) * 100);
  return { text: signed(points, "pp"), direction: directionOf(points) };
};

/** Quicker is better. */
export const timeDifference = (current: number | null, previous: number | null): Difference | undefined => {
  if (current === null || previous === null) return undefined;
  const hours = rounded(current - previous);
  const inDays = Math.abs(hours) >= 2 * DAY_HOURS;
  return {
    text: inDays ? signed(rounded(hours / DAY_HOURS), "dagen") : signed(hours, "uur"),
    direction: directionOf(-hours),
  };
};

export type Measure = {
  name: string;
  /** What it means, on hover; the glossary says the same. */
  definition: string;
  text: (results: Results) => string;
  /** What it was made of: "12 van 40". */
  basis: (results: Results) => string;
  difference: (compared: Compared) => Difference | undefined;
  value: (results: Results) => number | null;
};

const count = (value: number): string => value.toLocaleString("nl-NL");

export const MEASURES: readonly Measure[] = [
  {
    name: "Acceptatiegraad",
    definition: "Van de uitnodigingen die in deze periode zijn verstuurd: het deel dat tot nu toe is geaccepteerd.",
    text: ({ acceptanceRate }) => rateText(acceptanceRate),
    basis: ({ accepted, invited }) => `${count(accepted)} van ${count(invited)} uitnodigingen`,
    difference: ({ current, previous }) => rateDifference(current.acceptanceRate, previous.acceptanceRate),
    value: ({ acceptanceRate }) => acceptanceRate,
  },
  {
    name: "Antwoordgraad",
    definition:
      "Van de berichten waarvan het eerste deel in deze periode is verzonden: het deel waarop tot nu toe is geantwoord, positief of niet.",
    text: ({ replyRate }) => rateText(replyRate),
    basis: ({ replied, sent }) => `${count(replied)} van ${count(sent)} berichten`,
    difference: ({ current, previous }) => rateDifference(current.replyRate, previous.replyRate),
    value: ({ replyRate }) => replyRate,
  },
  {
    name: "Tijd tot acceptatie",
    definition:
      "De gemiddelde tijd tussen uitnodigen en accepteren, van de uitnodigingen die in deze periode zijn verstuurd en tot nu toe zijn geaccepteerd.",
    text: ({ hoursToAcceptance }) => timeText(hoursToAcceptance),
    basis: ({ accepted }) => `${count(accepted)} geaccepteerd`,
    difference: ({ current, previous }) => timeDifference(current.hoursToAcceptance, previous.hoursToAcceptance),
    value: ({ hoursToAcceptance }) => hoursToAcceptance,
  },
];
