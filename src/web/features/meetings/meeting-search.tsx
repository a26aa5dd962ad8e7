import { useCallback } from "react";
import { useTypedFilter } from "#lib/typed-filter.ts";
import { Field } from "#ui/field.tsx";
import { FilterBar } from "#ui/filter-bar.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { Select } from "#ui/select.tsx";
import { hasSearch, type MeetingFilters, NO_SEARCH } from "./meeting-filters.ts";
import { useOwners } from "./meetings.api.ts";

const ALL = "all";
const SEARCH = "Zoek in verwerkte meetings...";

type MeetingSearchProps = {
  filters: MeetingFilters;
  onChange: (change: Partial<MeetingFilters>, replace?: boolean) => void;
};

/** For the processed meetings only, which are the many. */
export function MeetingSearch({ filters, onChange }: MeetingSearchProps) {
  const owners = useOwners(true).data ?? [];
  const write = useCallback((text: string) => onChange({ zoek: text || undefined }, true), [onChange]);
  const [typed, setTyped] = useTypedFilter(filters.zoek ?? "", write);
  // One that an address still names is shown, also when nothing is left of theirs.
  const names = [...new Set(filters.owner ? [...owners, filters.owner] : owners)];
  return (
    <FilterBar
      className="max-sm:w-full max-sm:grid-cols-1"
      onClear={
        hasSearch(filters)
          ? () => {
              setTyped("");
              onChange(NO_SEARCH);
            }
          : undefined
      }
    >
      <Field label={SEARCH} labelHidden className="sm:w-80!">
        <SearchInput placeholder={SEARCH} value={typed} onValueChange={setTyped} />
      </Field>
      <Field label="Owner" labelHidden>
        <Select
          options={[{ value: ALL, label: "Alle owners" }, ...names.map((name) => ({ value: name, label: name }))]}
          value={filters.owner ?? ALL}
          onValueChange={(owner) => onChange({ owner: owner === ALL ? undefined : owner })}
        />
      </Field>
    </FilterBar>
  );
}
