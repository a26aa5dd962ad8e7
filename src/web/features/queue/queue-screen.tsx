import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { QueuedMessage, SentMessage } from "#contract/queue.ts";
import type { ListPages } from "#lib/list-pages.ts";
import { Loaded } from "#lib/loaded.tsx";
import { MoreState } from "#lib/more-state.tsx";
import { SyncButton } from "#lib/sync-button.tsx";
import { Button } from "#ui/button.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/empty.tsx";
import { FilterBar } from "#ui/filter-bar.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TableSkeleton } from "#ui/table-skeleton.tsx";
import { type VirtualColumn, VirtualTable } from "#ui/virtual-table.tsx";
import { REFRESH } from "./refresh.ts";

type QueueScreenProps<Row extends QueuedMessage | SentMessage> = {
  title: string;
  list: ListPages<Row>;
  /** How many there are without any filter, once that is known; not asked for while nothing is filtered. */
  unfiltered: number | undefined;
  filters: ReactNode;
  columns: readonly VirtualColumn<Row>[];
  empty: { icon: LucideIcon; title: string; text: string };
  /** Present while something is filtered. */
  onClear: (() => void) | undefined;
};

const SKELETON_ROWS = 10;

/** What waits to go out, or has gone out: a table under its filters, in each of its states. */
export const QueueScreen = <Row extends QueuedMessage | SentMessage>({
  title,
  list,
  unfiltered,
  filters,
  columns,
  empty,
  onClear,
}: QueueScreenProps<Row>) => (
  <>
    <PageHeader
      title={title}
      description={
        <span role="status">
          {list.query.data ? countText(list.total, onClear ? unfiltered : list.total) : "Berichten laden..."}
        </span>
      }
      actions={<SyncButton label="Refresh Airtable" sync={REFRESH} />}
      filters={<FilterBar>{filters}</FilterBar>}
    />
    <div className="px-1 pb-6 sm:px-3">
      <Loaded
        query={list.query}
        problem="De berichten konden niet worden geladen"
        skeleton={<TableSkeleton rows={SKELETON_ROWS} />}
      >
        {() =>
          list.items.length === 0 ? (
            <NothingHere empty={empty} onClear={onClear} />
          ) : (
            <Rows title={title} list={list} columns={columns} />
          )
        }
      </Loaded>
    </div>
  </>
);

const countText = (shown: number, total: number | undefined): string =>
  total === undefined ? "" : `${shown.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten`;

type NothingHereProps = Pick<QueueScreenProps<QueuedMessage>, "empty" | "onClear">;

const NothingHere = ({ empty: { icon, title, text }, onClear }: NothingHereProps) => (
  <Empty
    icon={icon}
    title={title}
    text={onClear ? "Met deze filters is er niets." : text}
    action={
      onClear && (
        <Button variant="outline" size="sm" onClick={onClear}>
          Wis Filters
        </Button>
      )
    }
  />
);

type RowsProps<Row extends QueuedMessage | SentMessage> = Pick<QueueScreenProps<Row>, "title" | "list" | "columns">;

function Rows<Row extends QueuedMessage | SentMessage>({
  title,
  list: { query, items, total, hasMore, loadMore },
  columns,
}: RowsProps<Row>) {
  return (
    <div className={cn("transition-opacity", query.isPlaceholderData && "opacity-60")}>
      <VirtualTable label={title} columns={columns} items={items} total={total} hasMore={hasMore} onEnd={loadMore} />
      <MoreState query={query} problem="De volgende berichten konden niet worden geladen." />
    </div>
  );
}
