import type { Compared, GoalMeasure, Results, ResultsOverview } from "#contract/statistics.ts";
import type { CsvRow } from "#lib/browser/csv.ts";
import { formatDate } from "#lib/dates/dates.ts";

const PERCENT = new Intl.NumberFormat("nl-NL", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const ONE_DIGIT = new Intl.NumberFormat("nl-NL", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const DAY_HOURS = 24;

/** Such as "34,5%", or a dash if there is no rate. */
export const rateText = (rate: number | null): string => (rate === null ? "–" : PERCENT.format(rate));

export type TimeUnit = "uur" | "dagen";

/** One unit for all times of the results, so that they can be compared: days if the total is two days or more. */
export const timeUnit = ({ total }: Pick<ResultsOverview, "total">): TimeUnit =>
  (total.current.hoursToAcceptance ?? 0) >= 2 * DAY_HOURS ? "dagen" : "uur";

const inUnit = (hours: number, unit: TimeUnit): number => (unit === "dagen" ? hours / DAY_HOURS : hours);

/** Such as "7,5 uur" or "0,3 dagen". */
export const timeText = (hours: number | null, unit: TimeUnit): string =>
  hours === null ? "–" : `${ONE_DIGIT.format(inUnit(hours, unit))} ${unit}`;

export type Direction = "better" | "worse" | "same";

export type Difference = { text: string; direction: Direction };

/** Below this number the difference between two periods is mostly chance. */
const COMPARABLE_FROM = 20;

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
export const timeDifference = (
  current: number | null,
  previous: number | null,
  unit: TimeUnit,
): Difference | undefined => {
  if (current === null || previous === null) return undefined;
  const change = roundToTenth(inUnit(current - previous, unit));
  return { text: signedText(change, unit), direction: toDirection(-change) };
};

type Measure = {
  name: string;
  /** Explanation behind the help button; the same as in the glossary. */
  definition: string;
  text: (results: Results, unit: TimeUnit) => string;
  /** The numbers behind the value, such as "12 van 40 uitnodigingen". */
  basis: (results: Results) => string;
  /** The number of invitations or messages behind the value. */
  sample: (results: Results) => number;
  difference: (compared: Compared, unit: TimeUnit) => Difference | undefined;
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
    sample: ({ invited }) => invited,
    difference: ({ current, previous }) => rateDifference(current.acceptanceRate, previous.acceptanceRate),
    value: ({ acceptanceRate }) => acceptanceRate,
  },
  {
    name: "Antwoordgraad",
    definition:
      "Van de berichten waarvan het eerste deel in deze periode is verstuurd: het deel waarop de lead tot nu toe heeft geantwoord. Een reactie in de Inbox telt meteen mee, ook als die nog niet is beoordeeld.",
    text: ({ replyRate }) => rateText(replyRate),
    basis: ({ replied, sent }) =>
      `${countText(replied)} van ${countText(sent)} ${sent === 1 ? "bericht" : "berichten"}`,
    sample: ({ sent }) => sent,
    difference: ({ current, previous }) => rateDifference(current.replyRate, previous.replyRate),
    value: ({ replyRate }) => replyRate,
  },
  {
    name: "Tijd tot acceptatie",
    definition:
      "De gemiddelde tijd tussen uitnodigen en accepteren, van de uitnodigingen die in deze periode zijn verstuurd en tot nu toe zijn geaccepteerd.",
    text: ({ hoursToAcceptance }, unit) => timeText(hoursToAcceptance, unit),
    basis: ({ accepted }) => `${countText(accepted)} geaccepteerd`,
    sample: ({ accepted }) => accepted,
    difference: ({ current, previous }, unit) =>
      timeDifference(current.hoursToAcceptance, previous.hoursToAcceptance, unit),
    value: ({ hoursToAcceptance }) => hoursToAcceptance,
  },
];

/** Whether a difference may be shown as better or worse: the period has ended, and both samples are large enough. */
export const isComparable = (
  { sample }: Pick<Measure, "sample">,
  { current, previous }: Compared,
  isRunning: boolean,
): boolean => !isRunning && Math.min(sample(current), sample(previous)) >= COMPARABLE_FROM;

export const GOAL_LABELS: Record<GoalMeasure, string> = {
  invited: "Uitgenodigd",
  accepted: "Geaccepteerd",
  replied: "Beantwoord",
  meetings: "Meetings",
  clients: "Klanten",
};

/** The last steps of the funnel are known per account manager only. */
export type ResultRow = Compared & { key: string; name: string; isRunning: boolean; outcomes?: ComparedOutcomes };

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
const toManagerRows = ({ byManager, outcomesByManager, isRunning }: ResultsOverview): ResultRow[] => {
  const others = outcomesByManager.filter(({ name }) => !byManager.some((row) => row.name === name));
  return [...byManager, ...others.map(({ name }) => ({ name, current: NONE, previous: NONE }))].map((row) => ({
    ...row,
    key: row.name,
    name: row.name || NO_NAME,
    isRunning,
    outcomes: outcomesByManager.find(({ name }) => name === row.name) ?? NO_OUTCOMES,
  }));
};

/** The rows of one breakdown of the results. */
export const toResultRows = (overview: ResultsOverview, view: Exclude<ResultView, "prompt">): ResultRow[] => {
  if (view === "manager") return toManagerRows(overview);
  const { byIndustry, byPeriod, current, isRunning } = overview;
  return view === "branche"
    ? byIndustry.map((row) => ({ ...row, key: row.name, name: row.name || NO_INDUSTRY, isRunning }))
    : byPeriod.map((row) => ({
        ...row,
        key: row.from,
        name: periodText(row),
        isRunning: isRunning && row.to === current.to,
      }));
};

export const RESULT_VIEWS: Readonly<Record<ResultView, { label: string; column: string; empty: string }>> = {
  manager: {
    label: "Per accountmanager",
    column: "Accountmanager",
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
const toCell = ({ text, value }: Measure, results: Results, unit: TimeUnit): string | null =>
  value(results) === null ? null : text(results, unit);

export const toCsvRows = (rows: readonly ResultRow[], column: string, unit: TimeUnit): CsvRow[] => [
  [column, ...MEASURES.flatMap(({ name }) => [name, `${name}, vorige periode`]), ...COUNT_COLUMNS],
  ...rows.map(({ name, current, previous, outcomes }) => [
    name,
    ...MEASURES.flatMap((measure) => [toCell(measure, current, unit), toCell(measure, previous, unit)]),
    current.invited,
    current.accepted,
    current.sent,
    current.replied,
    outcomes?.current.meetings ?? null,
    outcomes?.current.clients ?? null,
  ]),
];

const COUNT_COLUMNS = ["Uitnodigingen", "Geaccepteerd", "Berichten", "Reacties", "Meetings", "Klanten"] as const;
