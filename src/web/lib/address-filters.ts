import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { z } from "zod";

type Filters = Record<string, string | undefined>;
type Options = {
  /** For filters that stand halfway down a screen: it stays where it is. */
  keepScroll?: boolean;
};
type SetFilters<Values> = (change: Partial<Values>, replace?: boolean) => void;

/** Filters live in the address: a view can be shared, and the back button works. Of what the schema refuses, it makes no filter. */
export function useAddressFilters<Values extends Filters>(
  schema: z.ZodType<Values>,
  { keepScroll = false }: Options = {},
): [filters: Values, setFilters: SetFilters<Values>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = useMemo(() => schema.parse(search), [schema, search]);
  const setFilters = useCallback<SetFilters<Values>>(
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
