import type { Compared, ResultDays, Results, ResultsOverview } from "#contract/statistics.ts";
import { calendarDay } from "#platform/amsterdam-time.ts";
import type { Scope } from "#platform/database/scope.ts";
import {
  findPromptVersions,
  findResults,
  type OutreachKind,
  type PromptVersion,
  partLength,
  type ResultLine,
} from "./statistics.queries.ts";

export { countPersonToday, countPersonTotal, countQueue } from "./statistics.queries.ts";

const DAY = 86_400_000;
const HOUR = 3_600;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

type Lines = readonly ResultLine[];

const sum = (lines: Lines, of: (line: ResultLine) => number): number =>
  lines.reduce((total, line) => total + of(line), 0);
const rate = (won: number, out: number): number | null => (out === 0 ? null : won / out);

const summarize = (lines: Lines): Results => {
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

const PROMPT_KINDS: readonly (readonly [RegExp, OutreachKind])[] = [
  [/icebreaker/i, "icebreaker"],
  [/follow/i, "followup"],
  [/linkedin/i, "invitation"],
];

/** The kind of message that a prompt writes, by its name. */
const kindOf = (promptName: string): OutreachKind | undefined =>
  PROMPT_KINDS.find(([pattern]) => pattern.test(promptName))?.[1];

/** The results of one version. A prompt without an account manager is used by all of them. */
const writtenWith = ({ promptName, accountManager, since, until }: PromptVersion, lines: Lines): Lines => {
  const kind = kindOf(promptName);
  return lines.filter(
    (line) =>
      line.kind === kind &&
      (accountManager === "" || accountManager === line.person) &&
      (since === null || line.written >= since) &&
      (until === null || line.written < until),
  );
};

const inDutch = new Intl.Collator("nl").compare;

/** By account manager and prompt, the latest version first. */
const compareVersions = (one: PromptVersion, other: PromptVersion): number =>
  inDutch(one.accountManager, other.accountManager) ||
  inDutch(one.promptName, other.promptName) ||
  inDutch(one.promptId, other.promptId) ||
  other.version - one.version;

const listPrompts = (versions: readonly PromptVersion[], compare: (lines: Lines) => Compared, lines: Lines) =>
  versions
    .toSorted(compareVersions)
    .map(({ until, ...version }) => ({ ...version, ...compare(writtenWith({ until, ...version }, lines)) }))
    .filter((version) => !isEmpty(version));

/** The intervals of the period, the latest first, each compared with the one before it. */
const listParts = (lines: Lines, days: ResultDays, today: string): ResultsOverview["byPeriod"] => {
  const length = partLength(days);
  const part = (ago: number) => summarize(lines.filter((line) => line.part === ago));
  return Array.from({ length: days / length }, (_, ago) => ({
    from: daysBefore(today, (ago + 1) * length - 1),
    to: daysBefore(today, ago * length),
    current: part(ago),
    previous: part(ago + 1),
  }));
};

/**
 * The results of the last days compared with as many days before: in total, by account manager, by prompt and over
 * time.
 */
export const readResults = async (scope: Scope, days: ResultDays, now: Date): Promise<ResultsOverview> => {
  const versions = await findPromptVersions(scope);
  const lines = await findResults(scope, days, now);
  const parts = days / partLength(days);
  const compare = (own: Lines): Compared => ({
    current: summarize(own.filter(({ part }) => part < parts)),
    previous: summarize(own.filter(({ part }) => part >= parts)),
  });
  const managers = [...new Set(lines.map(({ person }) => person))];
  const today = calendarDay(now);
  return {
    current: { from: daysBefore(today, days - 1), to: today },
    previous: { from: daysBefore(today, 2 * days - 1), to: daysBefore(today, days) },
    total: compare(lines),
    byManager: managers
      .toSorted(inDutch)
      .map((name) => ({ name, ...compare(lines.filter(({ person }) => person === name)) })),
    byPrompt: listPrompts(versions, compare, lines),
    byPeriod: listParts(lines, days, today),
  };
};
