import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/loading.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import type { VirtualItem } from "#ui/table/virtual-rows.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { ListPage } from "./list-page.tsx";
import type { TableView } from "./table-view.ts";

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
}: SearchedListPageProps<Item>) => (
  <ListPage
    header={{
      title,
      count: source.data && view.rows.length,
      actions,
      filters: (
        <SearchInput
          value={view.query}
          onValueChange={view.setQuery}
          aria-label={search.label}
          placeholder={search.placeholder}
          className="max-w-sm"
        />
      ),
    }}
    label={title}
    list={{ query: source, items: view.rows }}
    rows={{ columns, onOpen, rowHeight: estimateHeight() }}
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
