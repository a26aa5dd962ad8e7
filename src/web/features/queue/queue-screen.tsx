import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { QueuedMessage, SentMessage } from "#contract/queue.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import type { PagedList } from "#lib/lists/paged-list.ts";
import type { SyncOptions } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { ColumnsSkeleton } from "#ui/table/columns-skeleton.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";

const SYNC_FAILED = { title: "Fout", description: "Kon Airtable niet verversen. Probeer het opnieuw." };

/** Queued and sent messages are in the same Airtable table. */
const SYNC_OPTIONS: SyncOptions = {
  tables: ["queue"],
  done: { title: "Airtable Ververst", description: "De berichten zijn opnieuw opgehaald uit Airtable." },
  unreachable: SYNC_FAILED,
  failed: SYNC_FAILED,
  busyAfterEndMs: 500,
};

type QueueScreenProps<Row extends QueuedMessage | SentMessage> = {
  title: string;
  list: Omit<PagedList<Row>, "items"> & { items: readonly Row[] };
  /** The total with this status and without other filters. Only fetched while a filter is set. */
  totalOfStatus: number | undefined;
  filters: ComponentProps<typeof FilterBar>;
  columns: readonly VirtualColumn<Row>[];
  /** Of the skeletons, in a wide container. */
  rowHeight: string;
  rowClassName?: (row: Row) => string | undefined;
  /** `action` is the next step if the whole list is empty. */
  empty: { icon: LucideIcon; title: string; text: string; action: ReactNode };
  isFiltered: boolean;
  onClearFilters: () => void;
  dialogs: ReactNode;
  /** Before the button that syncs. */
  actions?: ReactNode;
  /** Between the filters and the table. */
  notice?: ReactNode;
};

/** The screen of queued or sent messages: filters and table. */
export const QueueScreen = <Row extends QueuedMessage | SentMessage>({
  title,
  list,
  totalOfStatus,
  filters,
  columns,
  rowHeight,
  rowClassName,
  empty,
  isFiltered,
  onClearFilters,
  dialogs,
  actions,
  notice,
}: QueueScreenProps<Row>) => (
  <ListPage
    header={{
      actionsBelow: Boolean(actions),
      title,
      description: (
        <span role="status">
          {list.query.data
            ? countText(list.total, isFiltered ? totalOfStatus : list.total)
            : list.query.error === null && "Berichten laden..."}
        </span>
      ),
      actions: (
        <>
          {actions}
          <SyncButton label="Refresh Airtable" sync={SYNC_OPTIONS} />
        </>
      ),
      filters: <FilterBar {...filters} />,
    }}
    notice={notice}
    label={title}
    list={list}
    rows={{ columns, ...(rowClassName ? { rowClassName } : {}) }}
    total={list.total}
    skeleton={<ColumnsSkeleton columns={columns} rowClassName={rowHeight} cardLines="four" />}
    empty={<EmptyQueue empty={empty} isFiltered={isFiltered} onClearFilters={onClearFilters} />}
    errorTitle="De berichten konden niet worden geladen"
    nextPageError="De volgende berichten konden niet worden geladen."
  >
    {dialogs}
  </ListPage>
);

const countText = (matching: number, total: number | undefined): string =>
  total === undefined ? "" : `${matching.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten`;

type EmptyQueueProps = Pick<QueueScreenProps<QueuedMessage>, "empty" | "isFiltered" | "onClearFilters">;

const EmptyQueue = ({ empty: { icon, title, text, action }, isFiltered, onClearFilters }: EmptyQueueProps) => (
  <Empty
    icon={icon}
    title={title}
    text={isFiltered ? "Met deze filters is er niets." : text}
    action={
      isFiltered ? (
        <Button variant="outline" size="sm" onClick={onClearFilters}>
          Wis Filters
        </Button>
      ) : (
        action
      )
    }
  />
);
