import type { Compared, ResultDays, Results, ResultsOverview } from "../../../contract/statistics.ts";
import { calendarDay } from "../../platform/amsterdam.ts";
import type { Scope } from "../../platform/database/scope.ts";
import {
  findPromptVersions,
  type Grouping,
  partLength,
  type ResultLine,
  summariseInvitations,
  summariseMessages,
} from "./results.queries.ts";

const DAY = 86_400_000;
const HOUR = 3_600;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

const NOTHING = { out: 0, won: 0, seconds: null };
type Figures = Pick<ResultLine, "out" | "won" | "seconds">;

const rate = ({ out, won }: Figures): number | null => (out === 0 ? null : won / out);

const describe = (invitations: Figures, messages: Figures): Results => ({
  invited: invitations.out,
  accepted: invitations.won,
  acceptanceRate: rate(invitations),
  hoursToAcceptance: invitations.seconds === null ? null : invitations.seconds / HOUR,
  sent: messages.out,
  replied: messages.won,
  replyRate: rate(messages),
});

type Lines = readonly ResultLine[];

/** What was counted of each kind, by what it was counted for. */
const index = (invitations: Lines, messages: Lines) => {
  const nameOf = (grouping: Grouping, key: string, current: boolean) => `${grouping} ${current} ${key}`;
  const asMap = (lines: Lines) =>
    new Map(lines.map((line) => [nameOf(line.grouping, line.key, line.current), line] as const));
  const [invited, sent] = [asMap(invitations), asMap(messages)];
  return (grouping: Grouping, key: string, current: boolean): Results => {
    const name = nameOf(grouping, key, current);
    return describe(invited.get(name) ?? NOTHING, sent.get(name) ?? NOTHING);
  };
};

const isEmpty = ({ current, previous }: Compared): boolean =>
  [current, previous].every(({ invited, sent }) => invited === 0 && sent === 0);

/** The parts of the period, the latest first. The one before the first belongs to the period before. */
const listParts = (read: ReturnType<typeof index>, days: ResultDays, today: string): ResultsOverview["byPeriod"] => {
  const length = partLength(days);
  const parts = days / length;
  const part = (ago: number) => read("period", String(ago), ago < parts);
  return Array.from({ length: parts }, (_, ago) => ({
    from: daysBefore(today, (ago + 1) * length - 1),
    to: daysBefore(today, ago * length),
    current: part(ago),
    previous: part(ago + 1),
  }));
};

/** What the last days brought, beside as many days before: in all, by account manager, by prompt and over time. */
export const readResults = async (scope: Scope, days: ResultDays, now: Date): Promise<ResultsOverview> => {
  const [invitations, messages, versions] = await Promise.all([
    summariseInvitations(scope, days, now),
    summariseMessages(scope, days, now),
    findPromptVersions(scope),
  ]);
  const read = index(invitations, messages);
  const compare = (grouping: Grouping, key: string): Compared => ({
    current: read(grouping, key, true),
    previous: read(grouping, key, false),
  });
  const managers = new Set(
    [...invitations, ...messages].filter(({ grouping }) => grouping === "manager").map(({ key }) => key),
  );
  const today = calendarDay(now);
  return {
    current: { from: daysBefore(today, days - 1), to: today },
    previous: { from: daysBefore(today, 2 * days - 1), to: daysBefore(today, days) },
    total: compare("total", ""),
    byManager: [...managers]
      .toSorted((one, other) => one.localeCompare(other, "nl"))
      .map((name) => ({ name, ...compare("manager", name) })),
    byPrompt: versions
      .map(({ key, ...version }) => ({ ...version, ...compare("prompt", key) }))
      .filter((version) => !isEmpty(version)),
    byPeriod: listParts(read, days, today),
  };
};
