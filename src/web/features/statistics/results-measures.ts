import type { Compared, GoalMeasure, Results, ResultsOverview } from "#contract/statistics.ts";
import type { CsvRow } from "#lib/browser/csv.ts";
import { formatDate } from "#lib/dates/dates.ts";

const PERCENT = new Intl.NumberFormat("nl-NL", { style: "percent", maximumFractionDigits: 1 });
const ONE_DIGIT = new Intl.NumberFormat("nl-NL", { maximumFractionDigits: 1 });
const DAY_HOURS = 24;

/** Such as "34,5%", or a dash if there is no rate. */
export const rateText = (rate: number | null): string => (rate === null ? "–" : PERCENT.format(rate));

/** Such as "7,5 uur", or "3,2 dagen" from two days. */
export const timeText = (hours: number | null): string => {
  if (hours === null) return "–";
  return hours < 2 * DAY_HOURS ? `${ONE_DIGIT.format(hours)} uur` : `${ONE_DIGIT.format(hours / DAY_HOURS)} dagen`;
};

export type Direction = "better" | "worse" | "same";

export type Difference = { text: string; direction: Direction };

const toDirection = (change: number): Direction => {
  if (change === 0) return "same";
  return change > 0 ? "better" : "worse";
};

const signedText = (value: number, unit: string): string => {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  return `${sign}${ONE_DIGIT.format(Math.abs(value))} ${unit}`;
};

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** In percentage points: from 25% to 20% is −5 pp. */
export const rateDifference = (current: number | null, previous: number | null): Difference | undefined => {
  if (current === null || previous === null) return undefined;
  const points = roundToTenth((current - previous) * 100);
  return { text: signedText(points, "pp"), direction: toDirection(points) };
};

/** A shorter time counts as better. */
export const timeDifference = (current: number | null, previous: number | null): Difference | undefined => {
  if (current === null || previous === null) return undefined;
  const hours = roundToTenth(current - previous);
  const inDays = Math.abs(hours) >= 2 * DAY_HOURS;
  return {
    text: inDays ? signedText(roundToTenth(hours / DAY_HOURS), "dagen") : signedText(hours, "uur"),
    direction: toDirection(-hours),
  };
};

type Measure = {
  name: string;
  /** Explanation behind the help button; the same as in the glossary. */
  definition: string;
  text: (results: Results) => string;
  /** The numbers behind the value, such as "12 van 40 uitnodigingen". */
  basis: (results: Results) => string;
  difference: (compared: Compared) => Difference | undefined;
  value: (results: Results) => number | null;
};

const countText = (value: number): string => value.toLocaleString("nl-NL");

export const MEASURES: readonly Measure[] = [
  {
    name: "Acceptatiegraad",
    definition: "Van de uitnodigingen die in deze periode zijn verstuurd: het deel dat tot nu toe is geaccepteerd.",
    text: ({ acceptanceRate }) => rateText(acceptanceRate),
    basis: ({ accepted, invited }) =>
      `${countText(accepted)} van ${countText(invited)} ${invited === 1 ? "uitnodiging" : "uitnodigingen"}`,
    difference: ({ current, previous }) => rateDifference(current.acceptanceRate, previous.acceptanceRate),
    value: ({ acceptanceRate }) => acceptanceRate,
  },
  {
    name: "Antwoordgraad",
    definition:
      "Van de berichten waarvan het eerste deel in deze periode is verzonden: het deel waarop de lead tot nu toe heeft geantwoord. Een antwoord in de Inbox telt meteen mee, ook als het nog niet is beoordeeld.",
    text: ({ replyRate }) => rateText(replyRate),
    basis: ({ replied, sent }) =>
      `${countText(replied)} van ${countText(sent)} ${sent === 1 ? "bericht" : "berichten"}`,
    difference: ({ current, previous }) => rateDifference(current.replyRate, previous.replyRate),
    value: ({ replyRate }) => replyRate,
  },
  {
    name: "Tijd tot acceptatie",
    definition:
      "De gemiddelde tijd tussen uitnodigen en accepteren, van de uitnodigingen die in deze periode zijn verstuurd en tot nu toe zijn geaccepteerd.",
    text: ({ hoursToAcceptance }) => timeText(hoursToAcceptance),
    basis: ({ accepted }) => `${countText(accepted)} geaccepteerd`,
    difference: ({ current, previous }) => timeDifference(current.hoursToAcceptance, previous.hoursToAcceptance),
    value: ({ hoursToAcceptance }) => hoursToAcceptance,
  },
];

export const GOAL_LABELS: Record<GoalMeasure, string> = {
  invited: "Uitgenodigd",
  accepted: "Geaccepteerd",
  replied: "Beantwoord",
  meetings: "Meetings",
  clients: "Klanten",
};

/** The last steps of the funnel are known per account manager only. */
export type ResultRow = Compared & { key: string; name: string; outcomes?: ComparedOutcomes };

type ComparedOutcomes = ResultsOverview["outcomes"];

export type ResultView = "manager" | "branche" | "prompt" | "periode";

const dayText = (date: string): string => formatDate(`${date}T12:00:00Z`);

export const periodText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} t/m ${dayText(to)}`;

const NO_NAME = "Zonder naam";

const NO_INDUSTRY = "Branche onbekend";

const NONE: Results = {
  invited: 0,
  accepted: 0,
  acceptanceRate: null,
  hoursToAcceptance: null,
  sent: 0,
  replied: 0,
  replyRate: null,
};
const NO_OUTCOMES: ComparedOutcomes = {
  current: { meetings: 0, clients: 0 },
  previous: { meetings: 0, clients: 0 },
};

/** An account manager with meetings only is in the list too. */
const toManagerRows = ({ byManager, outcomesByManager }: ResultsOverview): ResultRow[] => {
  const others = outcomesByManager.filter(({ name }) => !byManager.some((row) => row.name === name));
  return [...byManager, ...others.map(({ name }) => ({ name, current: NONE, previous: NONE }))].map((row) => ({
    ...row,
    key: row.name,
    name: row.name || NO_NAME,
    outcomes: outcomesByManager.find(({ name }) => name === row.name) ?? NO_OUTCOMES,
  }));
};

/** The rows of one breakdown of the results. */
export const toResultRows = (overview: ResultsOverview, view: Exclude<ResultView, "prompt">): ResultRow[] => {
  if (view === "manager") return toManagerRows(overview);
  return view === "branche"
    ? overview.byIndustry.map((row) => ({ ...row, key: row.name, name: row.name || NO_INDUSTRY }))
    : overview.byPeriod.map((row) => ({ ...row, key: row.from, name: periodText(row) }));
};

export const RESULT_VIEWS: Readonly<Record<ResultView, { label: string; column: string; empty: string }>> = {
  manager: {
    label: "Per account manager",
    column: "Account manager",
    empty: "In deze periode is er niets verstuurd.",
  },
  branche: { label: "Per branche", column: "Branche", empty: "In deze periode is er niets verstuurd." },
  prompt: {
    label: "Per promptversie",
    column: "Prompt",
    empty:
      "In deze periode heeft de ingebouwde schrijver nog niets met een eigen prompt geschreven. Teksten uit Airtable tellen hier niet mee.",
  },
  periode: { label: "Per periode", column: "Periode", empty: "In deze periode is er niets verstuurd." },
};

/** As on the screen; a measure without a value is an empty cell. */
const toCell = ({ text, value }: Measure, results: Results): string | null =>
  value(results) === null ? null : text(results);

export const toCsvRows = (rows: readonly ResultRow[], column: string): CsvRow[] => [
  [column, ...MEASURES.flatMap(({ name }) => [name, `${name}, vorige periode`]), ...COUNT_COLUMNS],
  ...rows.map(({ name, current, previous, outcomes }) => [
    name,
    ...MEASURES.flatMap((measure) => [toCell(measure, current), toCell(measure, previous)]),
    current.invited,
    current.accepted,
    current.sent,
    current.replied,
    outcomes?.current.meetings ?? null,
    outcomes?.current.clients ?? null,
  ]),
];

const COUNT_COLUMNS = ["Uitnodigingen", "Geaccepteerd", "Berichten", "Antwoorden", "Meetings", "Klanten"] as const;
