import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/skeleton.tsx";
import type { VirtualItem } from "#ui/table/use-virtual-rows.ts";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { ListContent } from "./list-page.tsx";
import type { TableView } from "./table-view.ts";

type SearchedTableProps<Item> = {
  label: string;
  source: UseQueryResult<Item[]>;
  view: TableView<Item>;
  columns: readonly VirtualColumn<Item>[];
  problem: string;
  /** What is shown as long as there is nothing at all. */
  empty: ReactNode;
  onOpen: (item: Item) => void;
};

/** A whole list that is searched and sorted in the browser. */
export const SearchedTable = <Item extends VirtualItem>({
  label,
  source,
  view,
  columns,
  problem,
  empty,
  onOpen,
}: SearchedTableProps<Item>) => (
  // Eight columns need a wide window; in a smaller one the table is kept so narrow that its rows become cards.
  <div className="max-xl:max-w-[41rem]">
    {view.rows.length > 0 && (
      <p role="status" className="sr-only">
        {view.rows.length} van {source.data?.length}
      </p>
    )}
    <ListContent
      label={label}
      list={{ query: source, items: view.rows }}
      rows={{ columns, onOpen, rowHeight: rowHeight(columns.length) }}
      skeleton={<TableSkeleton />}
      empty={source.data?.length ? <NothingFound query={view.query} onClear={() => view.setQuery("")} /> : empty}
      errorTitle={problem}
    />
  </div>
);

const rowHeight = (columns: number) => (window.matchMedia("(min-width: 80rem)").matches ? 44 : columns * 28 + 17);

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
