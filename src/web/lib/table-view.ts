import { useCallback, useMemo } from "react";
import type { SortDirection } from "#ui/sort-button.tsx";
import { findMatches, foldAll } from "#ui/text-match.ts";
import { useAddressFilters } from "./address-filters.ts";
import { text } from "./address-readers.ts";
import { type SortValue, sortItems } from "./sort-items.ts";
import { useTypedFilter } from "./typed-filter.ts";

/** Ascending by "name", descending by "-name". */
const tableFilters = { q: text(200), sort: text(50) };

type TableRules<Item> = {
  /** What the search looks in. */
  textOf: (item: Item) => string;
  sorts: Readonly<Record<string, (item: Item) => SortValue>>;
  /** How the list is sorted until somebody chooses otherwise. */
  defaultSort: string;
};

export type TableView<Item> = {
  rows: Item[];
  query: string;
  setQuery: (query: string) => void;
  sortBy: (id: string) => { sort: SortDirection; onSort: () => void };
};

/** A whole list as somebody wants to see it: searched and sorted here, by what the address says. The rules are a constant. */
export function useTableView<Item>(items: readonly Item[], rules: TableRules<Item>): TableView<Item> {
  const { textOf, sorts, defaultSort } = rules;
  const [{ q = "", sort = defaultSort }, setFilters] = useAddressFilters(tableFilters);
  const writeQuery = useCallback((q: string) => setFilters({ q }, true), [setFilters]);
  const [query, setQuery] = useTypedFilter(q, writeQuery);

  const descending = sort.startsWith("-");
  const column = descending ? sort.slice(1) : sort;
  const keyOf = sorts[column];
  const sorted = useMemo(() => (keyOf ? sortItems(items, keyOf, descending) : [...items]), [items, keyOf, descending]);
  const folded = useMemo(() => foldAll(sorted, textOf), [sorted, textOf]);
  const rows = useMemo(() => findMatches(folded, query), [folded, query]);

  const sortBy: TableView<Item>["sortBy"] = (id) => {
    const current = id === column;
    return {
      sort: current ? (descending ? "descending" : "ascending") : "none",
      onSort: () => setFilters({ sort: current && !descending ? `-${id}` : id }),
    };
  };
  return { rows, query, setQuery, sortBy };
}
