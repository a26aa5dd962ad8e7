import type { Compared, ResultDays, Results, ResultsOverview } from "../../../contract/statistics.ts";
import { calendarDay } from "../../platform/amsterdam.ts";
import type { Scope } from "../../platform/database/scope.ts";
import { findResults, type PromptVersion, partLength, type ResultLine } from "./results.queries.ts";

const DAY = 86_400_000;
const HOUR = 3_600;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

type Lines = readonly ResultLine[];

const sum = (lines: Lines, of: (line: ResultLine) => number): number =>
  lines.reduce((total, line) => total + of(line), 0);
const rate = (won: number, out: number): number | null => (out === 0 ? null : won / out);

const describe = (lines: Lines): Results => {
  const invitations = lines.filter(({ kind }) => kind === "invitation");
  const messages = lines.filter(({ kind }) => kind !== "invitation");
  const [invited, accepted] = [sum(invitations, ({ out }) => out), sum(invitations, ({ won }) => won)];
  const [sent, replied] = [sum(messages, ({ out }) => out), sum(messages, ({ won }) => won)];
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

const isEmpty = ({ current, previous }: Compared): boolean =>
  [current, previous].every(({ invited, sent }) => invited === 0 && sent === 0);

/** Whether it was written with that version; a prompt of nobody is everybody's. */
const wroteIt = ({ kind, accountManager, fromSlot, untilSlot }: PromptVersion, line: ResultLine): boolean =>
  line.kind === kind &&
  (accountManager === "" || accountManager === line.person) &&
  line.slot >= fromSlot &&
  (untilSlot === null || line.slot < untilSlot);

/** The parts of the period, the latest first. The one before the first belongs to the period before. */
const listParts = (lines: Lines, days: ResultDays, today: string): ResultsOverview["byPeriod"] => {
  const length = partLength(days);
  const part = (ago: number) => describe(lines.filter((line) => line.part === ago));
  return Array.from({ length: days / length }, (_, ago) => ({
    from: daysBefore(today, (ago + 1) * length - 1),
    to: daysBefore(today, ago * length),
    current: part(ago),
    previous: part(ago + 1),
  }));
};

/** What the last days brought, beside as many days before: in all, by account manager, by prompt and over time. */
export const readResults = async (scope: Scope, days: ResultDays, now: Date): Promise<ResultsOverview> => {
  const found = await findResults(scope, days, now);
  // Lines of what has been taken back since are there until they are added up.
  const lines = found.lines.filter(({ out }) => out !== 0);
  const parts = days / partLength(days);
  const compare = (own: Lines): Compared => ({
    current: describe(own.filter(({ part }) => part < parts)),
    previous: describe(own.filter(({ part }) => part >= parts)),
  });
  const managers = [...new Set(lines.map(({ person }) => person))];
  const today = calendarDay(now);
  return {
    current: { from: daysBefore(today, days - 1), to: today },
    previous: { from: daysBefore(today, 2 * days - 1), to: daysBefore(today, days) },
    total: compare(lines),
    byManager: managers
      .toSorted((one, other) => one.localeCompare(other, "nl"))
      .map((name) => ({ name, ...compare(lines.filter(({ person }) => person === name)) })),
    byPrompt: found.versions
      .map((version) => ({ version, compared: compare(lines.filter((line) => wroteIt(version, line))) }))
      .filter(({ compared }) => !isEmpty(compared))
      .map(({ version: { promptId, promptName, accountManager, version, since }, compared }) => ({
        promptId,
        promptName,
        accountManager,
        version,
        since,
        ...compared,
      })),
    byPeriod: listParts(lines, days, today),
  };
};
