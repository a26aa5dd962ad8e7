import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/skeleton.tsx";
import type { VirtualItem } from "#ui/table/use-virtual-rows.ts";
import { type VirtualColumn, VirtualTable } from "#ui/table/virtual-table.tsx";
import { QueryStates } from "./query-states.tsx";
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

/** A whole list under a search field, in each of its states. */
export const SearchedTable = <Item extends VirtualItem>({
  label,
  source,
  view,
  columns,
  problem,
  empty,
  onOpen,
}: SearchedTableProps<Item>) => (
  <QueryStates query={source} problem={problem} skeleton={<TableSkeleton />}>
    {(all) => {
      if (all.length === 0) return empty;
      if (view.rows.length === 0) return <NothingFound query={view.query} onClear={() => view.setQuery("")} />;
      return (
        // Eight columns need a wide window; in a smaller one the table is kept so narrow that its rows become cards.
        <div className="max-xl:max-w-[41rem]">
          <p role="status" className="sr-only">
            {view.rows.length} van {all.length}
          </p>
          <VirtualTable
            label={label}
            columns={columns}
            items={view.rows}
            estimate={rowHeight(columns.length)}
            onOpen={onOpen}
          />
        </div>
      );
    }}
  </QueryStates>
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
