import { History, SearchX } from "lucide-react";
import type { AuditEntry } from "#contract/audit.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Problem } from "#ui/problem.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TableSkeleton } from "#ui/table-skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";
import type { useAuditLog } from "./audit.api.ts";
import { AuditLine } from "./audit-line.tsx";

type AuditLogProps = {
  log: ReturnType<typeof useAuditLog>;
  /** Only over all of the platform is it worth saying where something happened. */
  withCompany?: boolean;
  /** Present while something is filtered. */
  onClear: (() => void) | undefined;
};

/** What happened, the latest first, for as far back as somebody scrolls. */
export const AuditLog = ({ log, withCompany = false, onClear }: AuditLogProps) => (
  <Loaded query={log} problem="Het log kon niet worden geladen" skeleton={<TableSkeleton />}>
    {({ pages }) => {
      const entries = pages.flatMap(({ items }) => items);
      if (entries.length === 0) return <NothingHere onClear={onClear} />;
      return (
        <>
          <EntryList entries={entries} log={log} withCompany={withCompany} />
          <MoreState log={log} />
        </>
      );
    }}
  </Loaded>
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
    {(entry) => <AuditLine entry={entry} withCompany={withCompany} />}
  </VirtualList>
);

function MoreState({ log }: Pick<AuditLogProps, "log">) {
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

const NothingHere = ({ onClear }: Pick<AuditLogProps, "onClear">) =>
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
