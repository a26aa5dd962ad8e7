import { Suspense, useCallback, useMemo, useState } from "react";
import { MINE } from "#contract/senders.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Select } from "#ui/select/select.tsx";
import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";
import { useCurrentUser } from "../session/session.ts";
import { type FilterParser, type FiltersOf, useUrlFilters } from "./url-filters.ts";

type FilterParsers = Readonly<Record<string, FilterParser>>;

/**
 * Filters in the URL, one of which is the account manager. Choosing "Mijn" is remembered: it holds on every screen until the
 * user chooses something else.
 */
export function useManagerFilters<Of extends FilterParsers, Name extends keyof Of & string>(parsers: Of, name: Name) {
  const [urlFilters, setUrlFilters] = useUrlFilters(parsers);
  const storageKey = `manager-filter:${useCurrentUser().id}`;
  const [isMine, setIsMine] = useState(() => readStored(storageKey) === MINE);
  const filters = useMemo(
    (): FiltersOf<Of> => (isMine && urlFilters[name] === undefined ? { ...urlFilters, [name]: MINE } : urlFilters),
    [urlFilters, name, isMine],
  );
  const setFilters = useCallback(
    (change: Partial<FiltersOf<Of>>, replace?: boolean) => {
      if (name in change) {
        const isMineChosen = change[name] === MINE;
        setIsMine(isMineChosen);
        if (isMineChosen) writeStored(storageKey, MINE);
        else removeStored(storageKey);
      }
      setUrlFilters(change, replace);
    },
    [name, setUrlFilters, storageKey],
  );
  return [filters, setFilters] as const;
}

/** The selected name stays an option, even when nothing has it any more. */
export const managerOptions = (
  names: readonly string[],
  selected: string | undefined,
  all: { value: string; label: string },
) => {
  const allNames = new Set(selected ? [...names, selected] : names);
  const others = [...allNames].filter((name) => name.trim() !== "" && name !== MINE && name !== all.value);
  return [all, { value: MINE, label: "Mijn" }, ...others.map((name) => ({ value: name, label: name }))];
};

const UnlinkedHint = lazyComponent(() => import("./unlinked-hint.tsx"), "UnlinkedHint");

const ALL = { value: "all", label: "Alle accountmanagers" };

type AccountManagerSelectProps = {
  names: readonly string[];
  /** Undefined: all account managers. */
  value: string | undefined;
  onValueChange: (name: string | undefined) => void;
  all?: { value: string; label: string };
};

export const AccountManagerSelect = ({ names, value, onValueChange, all = ALL }: AccountManagerSelectProps) => (
  <>
    <Select
      options={managerOptions(names, value, all)}
      value={value ?? all.value}
      onValueChange={(chosen) => onValueChange(chosen === all.value ? undefined : chosen)}
    />
    <Suspense>{value === MINE && <UnlinkedHint />}</Suspense>
  </>
);
