import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** Parses the value of a filter in the URL; undefined for an invalid value, which is then ignored. */
export type FilterParser<Value extends string = string> = (text: string) => Value | undefined;

type FilterParsers = Readonly<Record<string, FilterParser>>;
export type FiltersOf<Of extends FilterParsers> = { [Name in keyof Of]?: ReturnType<Of[Name]> };

export const textFilter =
  (max: number): FilterParser =>
  (text) =>
    text.length <= max ? text : undefined;

export const oneOf =
  <const Value extends string>(values: readonly Value[]): FilterParser<Value> =>
  (text) =>
    values.find((value) => value === text);

export const matching =
  (pattern: RegExp): FilterParser =>
  (text) =>
    pattern.test(text) ? text : undefined;

export const idFilter = matching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i);

const ISO_DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;

/** An existing day, "2026-11-14". */
export const dayFilter: FilterParser = (text) => {
  if (!ISO_DAY.test(text)) return undefined;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
};

/** Without zod: every list has filters, and the first load would include the whole library. */
export const parseFilters = <Of extends FilterParsers>(parsers: Of, search: Record<string, unknown>): FiltersOf<Of> =>
  Object.fromEntries(
    Object.entries(parsers).map(([name, parse]) => {
      const value = search[name];
      return [name, typeof value === "string" ? parse(value) : undefined];
    }),
  ) as FiltersOf<Of>;

/** How many filters of the list are set. */
export const countFilters = (filters: Readonly<Record<string, string | undefined>>): number =>
  Object.values(filters).filter((value) => value?.trim()).length;

type Options = {
  /** For filters halfway down a page, which must not scroll to the top. */
  keepScroll?: boolean;
};
type SetFilters<Values> = (change: Partial<Values>, replace?: boolean) => void;

/** Filters in the URL: a view can be shared, and the back button works. `parsers` must be a constant. */
export function useUrlFilters<Of extends FilterParsers>(
  parsers: Of,
  { keepScroll = false }: Options = {},
): [filters: FiltersOf<Of>, setFilters: SetFilters<FiltersOf<Of>>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const filters = useMemo(() => parseFilters(parsers, search), [parsers, search]);
  const setFilters = useCallback<SetFilters<FiltersOf<Of>>>(
    (change, replace = false) => {
      // All filters chosen in the sheet of a phone are one entry of the history.
      const isInSheet = "filterSheet" in router.history.location.state;
      void navigate({
        to: ".",
        search: (current: Record<string, unknown>) => ({ ...current, ...change }),
        replace: replace || isInSheet,
        state: isInSheet || {},
        resetScroll: !keepScroll,
      });
    },
    [navigate, router, keepScroll],
  );
  return [filters, setFilters];
}

const DEBOUNCE_MS = 300;

/** A text filter that applies at once and is written to the URL when typing pauses: browsers rate-limit changes of the URL. */
export function useDebouncedFilter(
  urlText: string,
  write: (text: string) => void,
): [typed: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState(urlText);
  const lastWritten = useRef(urlText);
  useEffect(() => {
    // The URL was changed by navigation, not by typing.
    if (urlText === lastWritten.current) return;
    lastWritten.current = urlText;
    setTyped(urlText);
  }, [urlText]);
  useEffect(() => {
    if (typed === lastWritten.current) return;
    const timer = setTimeout(() => {
      lastWritten.current = typed;
      write(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, write]);
  return [typed, setTyped];
}

/** Query parameters stay strings: "?q=2024" is the text 2024. The router's default parser would read them as numbers and JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, string | number | boolean | null | undefined>): string => {
  const parameters = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  return parameters.length ? `?${new URLSearchParams(parameters)}` : "";
};
