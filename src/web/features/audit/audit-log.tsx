import { History } from "lucide-react";
import type { AuditEntry } from "#contract/audit.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { ListContent, type ListContentProps } from "#lib/lists/list-page.tsx";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { NoMatches } from "#ui/feedback/no-matches.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { TableSkeleton } from "#ui/table/table-skeleton.tsx";
import { type useAuditLog, useCompanyAuditFilterOptions, useCompanyAuditLog } from "./audit.api.ts";
import { type Difference, listDifferences } from "./audit-differences.ts";
import { AuditFilterBar, companyAuditFilters, hasFilters, NO_FILTERS } from "./audit-filter-bar.tsx";
import { actionPredicate, usernameBehind } from "./audit-texts.ts";

type AuditListOptions = {
  log: ReturnType<typeof useAuditLog>;
  /** Shows the company of each entry; only useful in the admin panel. */
  withCompany?: boolean;
  /** Clears the filters; undefined if there are none. */
  onClearFilters: (() => void) | undefined;
};

/** The log as a list, newest first; scrolling loads older pages. */
export const auditList = ({
  log,
  withCompany = false,
  onClearFilters,
}: AuditListOptions): ListContentProps<AuditEntry> => ({
  label: "Wijzigingen",
  list: log,
  rows: { card: (entry) => <AuditRow entry={entry} withCompany={withCompany} />, cardHeight: 59, gap: 0 },
  skeleton: <TableSkeleton />,
  empty: <EmptyLog onClearFilters={onClearFilters} />,
  errorTitle: "Het log kon niet worden geladen",
  nextPageError: "De rest van het log kon niet worden geladen.",
});

const EmptyLog = ({ onClearFilters }: Pick<AuditListOptions, "onClearFilters">) =>
  onClearFilters ? (
    <NoMatches title="Niets gevonden" text="Met deze filters is er niets vastgelegd." onClearFilters={onClearFilters} />
  ) : (
    <Empty icon={History} title="Nog niets vastgelegd" text="Wat iemand wijzigt, komt hier te staan." />
  );

type AuditRowProps = { entry: AuditEntry; withCompany: boolean };

/** One entry of the log, which expands to the changed fields. */
function AuditRow({ entry, withCompany }: AuditRowProps) {
  const differences = listDifferences(entry);
  const sentence = <Sentence entry={entry} withCompany={withCompany} />;
  if (differences.length === 0) return <div className="border-b py-2.5 pr-3 pl-9">{sentence}</div>;
  return (
    <Collapsible className="border-b">
      <CollapsibleTrigger className="items-start px-3 py-2.5 font-normal hover:bg-accent/60 focus-visible:-outline-offset-2 [&>svg]:mt-0.5">
        {sentence}
      </CollapsibleTrigger>
      <CollapsibleContent className="pr-3 pb-3 pl-9">
        <Differences differences={differences} />
      </CollapsibleContent>
    </Collapsible>
  );
}

const Sentence = ({ entry, withCompany }: AuditRowProps) => (
  <span className="block min-w-0 flex-1 break-words">
    <span className="font-medium">{entry.actorName}</span>
    <span className="text-muted-foreground">{usernameBehind(entry.actorName, entry.actorUsername)}</span>{" "}
    {actionPredicate(entry)}
    <span className="mt-0.5 block text-muted-foreground text-xs tabular-nums">
      <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      {withCompany && entry.companyName && ` · ${entry.companyName}`}
      {entry.address && (
        // On a phone there is no room for it on the line.
        <>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{entry.address}</span>
        </>
      )}
    </span>
  </span>
);

const Differences = ({ differences }: { differences: Difference[] }) => (
  <div className="sm:rounded-sm sm:border sm:bg-card sm:p-1">
    <Table className="[--table-top:0px]">
      <TableHeader>
        <TableRow>
          <TableHead className="w-56 bg-card">Veld</TableHead>
          <TableHead className="bg-card">Voor</TableHead>
          <TableHead className="bg-card">Na</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {differences.map(({ name, label, before, after }) => (
          <TableRow key={name}>
            <TableCell className="font-medium">{label}</TableCell>
            <ValueCell label="Voor" value={before} />
            <ValueCell label="Na" value={after} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
);

const ValueCell = ({ label, value }: { label: string; value: string }) => (
  <TableCell label={label} className="whitespace-pre-line break-all">
    {value}
  </TableCell>
);

/** The audit log of the user's own company. */
export function CompanyAuditCard() {
  const [filters, setFilters] = useUrlFilters(companyAuditFilters, { keepScroll: true });
  const log = useCompanyAuditLog(filters);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Wijzigingslog</CardTitle>
        <CardDescription className="text-xs">Wie heeft wat gewijzigd, en wanneer</CardDescription>
      </CardHeader>
      <div className="px-4 py-4 sm:px-5">
        <AuditFilterBar filters={filters} onChange={setFilters} filterOptions={useCompanyAuditFilterOptions().data} />
      </div>
      <div className="border-t pb-1 sm:px-2">
        <ListContent
          {...auditList({ log, onClearFilters: hasFilters(filters) ? () => setFilters(NO_FILTERS) : undefined })}
        />
      </div>
    </Card>
  );
}
