import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { Select } from "#ui/select/select.tsx";
import { TableSkeleton } from "#ui/table/table-skeleton.tsx";
import type { VirtualItem } from "#ui/table/virtual-rows.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { ListPage } from "./list-page.tsx";
import { MAX_QUERY_LENGTH, type TableView } from "./table-view.ts";

type SearchedListPageProps<Item> = {
  title: string;
  actions: ReactNode;
  search: { label: string; placeholder: string };
  source: UseQueryResult<Item[]>;
  /** The result of `useTableView`: the rows that match the search, sorted. */
  view: TableView<Item>;
  columns: readonly VirtualColumn<Item>[];
  onOpen: (item: Item) => void;
  errorTitle: string;
  /** Shown when there are no items at all, as opposed to none that match the search. */
  empty: ReactNode;
  /** Dialogs of the page. */
  children: ReactNode;
};

/** A `ListPage` of a whole list that is searched and sorted in the browser. */
export const SearchedListPage = <Item extends VirtualItem>({
  title,
  actions,
  search,
  source,
  view,
  columns,
  onOpen,
  errorTitle,
  empty,
  children,
}: SearchedListPageProps<Item>) => {
  const isPhone = useIsPhone();
  return (
    <ListPage
      header={{
        title,
        count: source.data && view.rows.length,
        actions,
        filters: (
          <div className="flex flex-col gap-2">
            <SearchInput
              value={view.query}
              onValueChange={view.setQuery}
              aria-label={search.label}
              placeholder={search.placeholder}
              maxLength={MAX_QUERY_LENGTH}
              className="max-w-sm"
            />
            {isPhone && <SortChoice columns={columns} />}
          </div>
        ),
      }}
      label={title}
      list={{ query: source, items: view.rows }}
      rows={{ columns: isPhone ? columns.map(withoutSorting) : columns, onOpen, rowHeight: estimateHeight() }}
      skeleton={<TableSkeleton />}
      empty={source.data?.length ? <NothingFound query={view.query} onClear={() => view.setQuery("")} /> : empty}
      errorTitle={errorTitle}
      // Eight columns need a wide window; in a smaller one the table is kept so narrow that its rows become cards.
      // Their many sort buttons are then one line that scrolls.
      className="max-xl:max-w-[42.5rem] max-xl:[&_th]:shrink-0 max-xl:[&_thead>tr]:flex-nowrap max-xl:[&_thead>tr]:overflow-x-auto max-xl:[&_thead>tr]:[scrollbar-width:none]"
    >
      {view.rows.length > 0 && (
        <p role="status" className="sr-only">
          {view.rows.length} van {source.data?.length}
        </p>
      )}
      {children}
    </ListPage>
  );
};

const withoutSorting = <Item,>(column: VirtualColumn<Item>): VirtualColumn<Item> => ({ ...column, onSort: undefined });

/** On a phone instead of the sort buttons of the columns, which would not fit. */
function SortChoice<Item>({ columns }: { columns: readonly VirtualColumn<Item>[] }) {
  const sortable = columns.filter(({ onSort }) => onSort);
  const current = sortable.find(({ sort = "none" }) => sort !== "none");
  const isDescending = current?.sort === "descending";
  return (
    <div className="flex items-center gap-2 text-[0.8125rem]">
      <span aria-hidden className="text-muted-foreground">
        Sorteer
      </span>
      <Select
        aria-label="Sorteer"
        options={sortable.map(({ id, label }) => ({ value: id, label }))}
        value={current?.id ?? ""}
        onValueChange={(id) => sortable.find((column) => column.id === id)?.onSort?.()}
        className="min-w-0 flex-1"
      />
      <Button
        variant="outline"
        className="w-9 px-0"
        aria-label={isDescending ? "Sorteer oplopend" : "Sorteer aflopend"}
        onClick={current?.onSort}
      >
        {isDescending ? <ArrowDown /> : <ArrowUp />}
      </Button>
    </div>
  );
}

/** The height of a row in a wide window, and of a card in a narrow one. */
const estimateHeight = () => (window.matchMedia("(min-width: 80rem)").matches ? 44 : 108);

const NothingFound = ({ query, onClear }: { query: string; onClear: () => void }) => (
  <Empty
    icon={SearchX}
    title={`Niets gevonden voor "${query}"`}
    text="Controleer de spelling of zoek op een ander woord."
    action={
      <Button variant="outline" size="sm" onClick={onClear}>
        Wis zoekterm
      </Button>
    }
  />
);
