import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type FiltersOf, type Readers, readFilters } from "./address-readers.ts";

type Options = {
  /** For filters that stand halfway down a screen: it stays where it is. */
  keepScroll?: boolean;
};
type SetFilters<Values> = (change: Partial<Values>, replace?: boolean) => void;

/** Filters live in the address: a view can be shared, and the back button works. The readers are a constant. */
export function useAddressFilters<Of extends Readers>(
  readers: Of,
  { keepScroll = false }: Options = {},
): [filters: FiltersOf<Of>, setFilters: SetFilters<FiltersOf<Of>>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(readers, search), [readers, search]);
  const setFilters = useCallback<SetFilters<FiltersOf<Of>>>(
    (change, replace = false) =>
      void navigate({
        to: ".",
        search: (current: Record<string, unknown>) => ({ ...current, ...change }),
        replace,
        resetScroll: !keepScroll,
      }),
    [navigate, keepScroll],
  );
  return [filters, setFilters];
}
