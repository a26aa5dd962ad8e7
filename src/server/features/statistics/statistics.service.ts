import type { Compared, ResultDays, Results, ResultsOverview } from "#contract/statistics.ts";
import type { Scope } from "#platform/database/scope.ts";
import { calendarDay } from "#platform/time.ts";
import { readPromptResults } from "./prompt-results.ts";
import { findResults, intervalDays, type ResultRow } from "./statistics.queries.ts";

export { compareShares } from "./chance.ts";
export { readPromptResults } from "./prompt-results.ts";
export { countPersonToday, countPersonTotal, countQueue } from "./statistics.queries.ts";

const DAY = 86_400_000;
const HOUR = 3_600;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

type ResultRows = readonly ResultRow[];

const sum = (rows: ResultRows, of: (row: ResultRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
const rate = (succeeded: number, sent: number): number | null => (sent === 0 ? null : succeeded / sent);

const summarize = (rows: ResultRows): Results => {
  const invitations = rows.filter(({ kind }) => kind === "invitation");
  const messages = rows.filter(({ kind }) => kind !== "invitation");
  const [invited, accepted] = [sum(invitations, ({ sent }) => sent), sum(invitations, ({ succeeded }) => succeeded)];
  const [sent, replied] = [sum(messages, ({ sent }) => sent), sum(messages, ({ succeeded }) => succeeded)];
  const timed = sum(invitations, ({ timed }) => timed);
  return {
    invited,
    accepted,
    acceptanceRate: rate(accepted, invited),
    hoursToAcceptance: timed === 0 ? null : sum(invitations, ({ seconds }) => seconds) / timed / HOUR,
    sent,
    replied,
    replyRate: rate(replied, sent),
  };
};

const compareDutch = new Intl.Collator("nl").compare;

/** The intervals of the period, the latest first, each compared with the one before it. */
const listIntervals = (rows: ResultRows, days: ResultDays, today: string): ResultsOverview["byPeriod"] => {
  const length = intervalDays(days);
  const resultsOf = (ago: number) => summarize(rows.filter((row) => row.interval === ago));
  return Array.from({ length: days / length }, (_, ago) => ({
    from: daysBefore(today, (ago + 1) * length - 1),
    to: daysBefore(today, ago * length),
    current: resultsOf(ago),
    previous: resultsOf(ago + 1),
  }));
};

/**
 * The results of the last days compared with as many days before: in total, by account manager, by prompt and over
 * time.
 */
export const readResults = async (scope: Scope, days: ResultDays, now: Date): Promise<ResultsOverview> => {
  const rows = await findResults(scope, days, now);
  const intervals = days / intervalDays(days);
  const compare = (rows: ResultRows): Compared => ({
    current: summarize(rows.filter(({ interval }) => interval < intervals)),
    previous: summarize(rows.filter(({ interval }) => interval >= intervals)),
  });
  const managers = [...new Set(rows.map(({ accountManager }) => accountManager))];
  const today = calendarDay(now);
  return {
    current: { from: daysBefore(today, days - 1), to: today },
    previous: { from: daysBefore(today, 2 * days - 1), to: daysBefore(today, days) },
    total: compare(rows),
    byManager: managers
      .toSorted(compareDutch)
      .map((name) => ({ name, ...compare(rows.filter(({ accountManager }) => accountManager === name)) })),
    byPrompt: await readPromptResults(scope, new Date(now.getTime() - days * DAY)),
    byPeriod: listIntervals(rows, days, today),
  };
};
