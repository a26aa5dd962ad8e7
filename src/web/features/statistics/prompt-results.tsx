import type { PromptResult } from "#contract/statistics.ts";
import type { CsvRow } from "#lib/browser/csv.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { HelpButton } from "#ui/button/tooltip-button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { rateText } from "./results-measures.ts";

type Measure = {
  name: string;
  definition?: string;
  count: (result: PromptResult) => number;
  total: (result: PromptResult) => number;
};

/** Each with the number that it is a share of, so that the size of the sample is always visible. */
const MEASURES: readonly Measure[] = [
  { name: "Ongewijzigd goedgekeurd", count: ({ unchanged }) => unchanged, total: ({ written }) => written },
  { name: "Bewerkt", count: ({ edited }) => edited, total: ({ written }) => written },
  { name: "Herschreven", count: ({ rewritten }) => rewritten, total: ({ written }) => written },
  {
    name: "Geaccepteerd",
    definition:
      "Van de verstuurde teksten: het deel waarvan de lead de uitnodiging heeft geaccepteerd of heeft geantwoord.",
    count: ({ accepted }) => accepted,
    total: ({ sent }) => sent,
  },
  {
    name: "Beantwoord",
    definition:
      "Van de verstuurde teksten: het deel waarop de lead tot nu toe heeft geantwoord. Een reactie in de Inbox telt meteen mee, ook als die nog niet is beoordeeld.",
    count: ({ replied }) => replied,
    total: ({ sent }) => sent,
  },
];

const shareText = (count: number, total: number): string => rateText(total === 0 ? null : count / total);
const countText = (value: number): string => value.toLocaleString("nl-NL");

const describeVersion = ({ accountManager, since, written }: PromptResult): string =>
  [
    accountManager,
    since && `sinds ${formatDate(since)}`,
    `${countText(written)} ${written === 1 ? "tekst" : "teksten"}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** What became of the texts of each prompt version. */
export const PromptResultsTable = ({ rows }: { rows: readonly PromptResult[] }) => (
  <Table aria-label="Resultaten per promptversie" className="tabular-nums [--table-top:0px]">
    <TableHeader>
      <TableRow>
        <TableHead className="bg-transparent">Prompt</TableHead>
        {MEASURES.map(({ name, definition }) => (
          <TableHead key={name} className="bg-transparent">
            {definition ? (
              <span className="-my-1 inline-flex items-center gap-1">
                {name}
                <HelpButton subject={name} text={definition} />
              </span>
            ) : (
              name
            )}
          </TableHead>
        ))}
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map((result) => (
        <TableRow key={`${result.promptId} ${result.version}`}>
          <TableCell>
            <div className="min-w-0">
              <p className="font-medium">
                {result.promptName} · versie {result.version}
              </p>
              <p className="text-muted-foreground text-xs">{describeVersion(result)}</p>
              {result.comparison && <p className="mt-1 text-xs">{result.comparison}</p>}
            </div>
          </TableCell>
          {MEASURES.map(({ name, count, total }) => (
            <TableCell key={name} label={name}>
              <div>
                {shareText(count(result), total(result))}
                <p className="text-muted-foreground text-xs">
                  {countText(count(result))} van {countText(total(result))}
                  {name === "Bewerkt" && result.changedShare !== null && (
                    <>, gemiddeld {rateText(result.changedShare)} van de woorden</>
                  )}
                </p>
              </div>
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

export const toPromptCsvRows = (rows: readonly PromptResult[]): CsvRow[] => [
  [
    "Prompt",
    "Versie",
    "Accountmanager",
    "Teksten",
    ...MEASURES.flatMap(({ name }) => [name, `${name}, aantal`]),
    "Verstuurd",
    "Vergelijking",
  ],
  ...rows.map((result) => [
    result.promptName,
    result.version,
    result.accountManager,
    result.written,
    ...MEASURES.flatMap(({ count, total }) => [
      total(result) === 0 ? null : shareText(count(result), total(result)),
      count(result),
    ]),
    result.sent,
    result.comparison ?? "",
  ]),
];
