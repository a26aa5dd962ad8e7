import type { Compared, ResultsOverview } from "#contract/statistics.ts";
import type { CsvRow } from "#lib/csv.ts";
import { formatDate } from "#lib/dates.ts";
import { MEASURES } from "./results-text.ts";

export type ResultRow = Compared & {
  key: string;
  name: string;
  /** Below the name. */
  detail?: string;
};

export type ResultView = "manager" | "prompt" | "periode";

const day = (date: string): string => formatDate(`${date}T12:00:00Z`);

export const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? day(from) : `${day(from)} t/m ${day(to)}`;

const UNNAMED = "Zonder naam";

/** Of one of the ways to look at the results: the rows, and what stands above their names. */
export const rowsOf = ({ byManager, byPrompt, byPeriod }: ResultsOverview, view: ResultView): ResultRow[] => {
  switch (view) {
    case "manager":
      return byManager.map((line) => ({ ...line, key: line.name, name: line.name || UNNAMED }));
    case "prompt":
      return byPrompt.map((line) => ({
        ...line,
        key: `${line.promptId} ${line.version}`,
        name: `${line.promptName} · versie ${line.version}`,
        detail: [line.accountManager, line.since && `sinds ${formatDate(line.since)}`].filter(Boolean).join(" · "),
      }));
    case "periode":
      return byPeriod.map((line) => ({ ...line, key: line.from, name: spanText(line) }));
  }
};

export const VIEWS: Readonly<Record<ResultView, { label: string; column: string; empty: string }>> = {
  manager: {
    label: "Per accountmanager",
    column: "Accountmanager",
    empty: "In deze periode is er niets verstuurd.",
  },
  prompt: {
    label: "Per promptversie",
    column: "Prompt",
    empty: "In deze periode is er met geen enkele prompt iets verstuurd.",
  },
  periode: { label: "Per periode", column: "Periode", empty: "In deze periode is er niets verstuurd." },
};

/** As numbers, so that somebody can calculate with them: rates as a part of one, times in hours. */
export const csvOf = (rows: readonly ResultRow[], column: string): CsvRow[] => [
  [column, "Toelichting", ...MEASURES.flatMap(({ name }) => [name, `${name}, vorige periode`]), ...COUNTED],
  ...rows.map(({ name, detail, current, previous }) => [
    name,
    detail ?? "",
    ...MEASURES.flatMap(({ value }) => [value(current), value(previous)]),
    current.invited,
    current.accepted,
    current.sent,
    current.replied,
  ]),
];

const COUNTED = ["Uitnodigingen", "Geaccepteerd", "Berichten", "Antwoorden"] as const;
