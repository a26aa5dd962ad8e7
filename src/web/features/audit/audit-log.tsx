import { History, SearchX } from "lucide-react";
import type { AuditEntry } from "#contract/audit.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Problem } from "#ui/feedback/problem.tsx";
import { TableSkeleton } from "#ui/feedback/skeleton.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "#ui/page/collapsible.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/table.tsx";
import { VirtualList } from "#ui/table/virtual-list.tsx";
import { type useAuditLog, useOwnAuditChoices, useOwnAuditLog } from "./audit.api.ts";
import { AuditFilterBar, hasFilters, NO_FILTERS, ownAuditFilters } from "./audit-filter-bar.tsx";
import { actionPredicate, type Difference, listDifferences } from "./audit-texts.ts";

type AuditLogProps = {
  log: ReturnType<typeof useAuditLog>;
  /** Shows the company of each entry; only useful in the admin panel. */
  withCompany?: boolean;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
};

/** Newest first; scrolling loads older pages. */
export const AuditLog = ({ log, withCompany = false, onClear }: AuditLogProps) => (
  <QueryStates query={log} problem="Het log kon niet worden geladen" skeleton={<TableSkeleton />}>
    {({ pages }) => {
      const entries = pages.flatMap(({ items }) => items);
      if (entries.length === 0) return <EmptyLog onClear={onClear} />;
      return (
        <>
          <EntryList entries={entries} log={log} withCompany={withCompany} />
          <NextPageState log={log} />
        </>
      );
    }}
  </QueryStates>
);

type EntryListProps = Pick<AuditLogProps, "log"> & { entries: AuditEntry[]; withCompany: boolean };

const EntryList = ({ entries, log, withCompany }: EntryListProps) => (
  <VirtualList
    label="Wijzigingen"
    items={entries}
    estimate={59}
    gap={0}
    hasMore={log.hasNextPage && !log.isFetchNextPageError}
    onEnd={() => !log.isFetching && void log.fetchNextPage()}
  >
    {(entry) => <AuditRow entry={entry} withCompany={withCompany} />}
  </VirtualList>
);

function NextPageState({ log }: Pick<AuditLogProps, "log">) {
  if (log.isFetchingNextPage) return <Spinner className="flex justify-center py-4" />;
  if (!log.isFetchNextPageError) return null;
  return (
    <Problem
      className="py-6"
      reason="De rest van het log kon niet worden geladen."
      onRetry={() => void log.fetchNextPage()}
    />
  );
}

const EmptyLog = ({ onClear }: Pick<AuditLogProps, "onClear">) =>
  onClear ? (
    <Empty
      icon={SearchX}
      title="Niets gevonden"
      text="Met deze filters is er niets vastgelegd."
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          Wis Filters
        </Button>
      }
    />
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
    <span className="font-medium">{entry.actorName}</span> {actionPredicate(entry)}
    <span className="mt-0.5 block text-muted-foreground text-xs tabular-nums">
      <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      {withCompany && entry.companyName && ` · ${entry.companyName}`}
      {entry.address && ` · ${entry.address}`}
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

/** The audit log of the own company. */
export function OwnAuditCard() {
  const [filters, setFilters] = useUrlFilters(ownAuditFilters, { keepScroll: true });
  const log = useOwnAuditLog(filters);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Wijzigingslog</CardTitle>
        <CardDescription>Wie wat wanneer wijzigde in jouw bedrijf</CardDescription>
      </CardHeader>
      <div className="px-4 py-4 sm:px-5">
        <AuditFilterBar filters={filters} onChange={setFilters} choices={useOwnAuditChoices().data} />
      </div>
      <div className="border-t pb-1 sm:px-2">
        <AuditLog log={log} onClear={hasFilters(filters) ? () => setFilters(NO_FILTERS) : undefined} />
      </div>
    </Card>
  );
}
