import { useCallback, useMemo } from "react";
import { findMatches, indexTexts } from "#ui/select/text-match.ts";
import type { SortDirection } from "#ui/table/table.tsx";
import { textFilter, useDebouncedFilter, useUrlFilters } from "./url-filters.ts";

export type SortValue = string | number | boolean | null;

const collator = new Intl.Collator("nl", { numeric: true, sensitivity: "base" });

const compare = (left: SortValue, right: SortValue): number =>
  typeof left === "string" && typeof right === "string" ? collator.compare(left, right) : Number(left) - Number(right);

const isEmptyValue = (value: SortValue) => value === null || value === "";

/** Sorts by the Dutch collation. Empty values come last in both directions. */
export const sortItems = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => SortValue,
  descending: boolean,
): Item[] => {
  const direction = descending ? -1 : 1;
  return items
    .map((item) => ({ item, value: keyOf(item) }))
    .sort((left, right) => {
      const empty = Number(isEmptyValue(left.value)) - Number(isEmptyValue(right.value));
      return empty || direction * compare(left.value, right.value);
    })
    .map(({ item }) => item);
};

/** A longer text in the URL is ignored. */
export const MAX_QUERY_LENGTH = 200;

/** `sort` is a key of `sortKeys`; with a leading minus it sorts descending: "name", "-name". */
const tableFilters = { q: textFilter(MAX_QUERY_LENGTH), sort: textFilter(50) };

type TableRules<Item> = {
  /** The text that is searched. */
  textOf: (item: Item) => string;
  sortKeys: Readonly<Record<string, (item: Item) => SortValue>>;
  defaultSort: string;
};

export type TableView<Item> = {
  rows: Item[];
  query: string;
  setQuery: (query: string) => void;
  sortBy: (id: string) => { sort: SortDirection; onSort: () => void };
};

/** Searches and sorts a whole list in the browser, as the URL says. `rules` must be a constant. */
export function useTableView<Item>(items: readonly Item[], rules: TableRules<Item>): TableView<Item> {
  const { textOf, sortKeys, defaultSort } = rules;
  const [{ q = "", sort = defaultSort }, setFilters] = useUrlFilters(tableFilters);
  const writeQuery = useCallback((q: string) => setFilters({ q }, true), [setFilters]);
  const [query, setQuery] = useDebouncedFilter(q, writeQuery);

  const descending = sort.startsWith("-");
  const column = descending ? sort.slice(1) : sort;
  const keyOf = Object.hasOwn(sortKeys, column) ? sortKeys[column] : undefined;
  const sorted = useMemo(() => (keyOf ? sortItems(items, keyOf, descending) : [...items]), [items, keyOf, descending]);
  const indexed = useMemo(() => indexTexts(sorted, textOf), [sorted, textOf]);
  const rows = useMemo(() => findMatches(indexed, query), [indexed, query]);

  const sortBy: TableView<Item>["sortBy"] = (id) => {
    const isCurrent = id === column;
    return {
      sort: isCurrent ? (descending ? "descending" : "ascending") : "none",
      onSort: () => setFilters({ sort: isCurrent && !descending ? `-${id}` : id }),
    };
  };
  return { rows, query, setQuery, sortBy };
}
