import { type RefObject, useCallback } from "react";
import { useTypedFilter } from "#lib/typed-filter.ts";
import { AccountManagerSelect } from "#ui/account-manager-select.tsx";
import { Field } from "#ui/field.tsx";
import { FilterBar } from "#ui/filter-bar.tsx";
import { Input } from "#ui/input.tsx";
import type { MessageFilters } from "./message-filters.ts";

type SetFilters = (change: Partial<MessageFilters>, replace?: boolean) => void;

type MessageFilterBarProps = {
  filters: MessageFilters;
  onChange: SetFilters;
  /** The account managers to choose from; without them there is no such filter. */
  flows?: readonly string[] | undefined;
  search: RefObject<HTMLInputElement | null>;
};

export const MessageFilterBar = ({ filters, onChange, flows, search }: MessageFilterBarProps) => (
  <FilterBar>
    <TypedFilter name="voornaam" label="Voornaam" filters={filters} onChange={onChange} inputRef={search} />
    <TypedFilter name="achternaam" label="Achternaam" filters={filters} onChange={onChange} />
    <TypedFilter name="bedrijf" label="Bedrijf" filters={filters} onChange={onChange} />
    {flows && (
      <Field label="Account manager" className="sm:w-56!">
        <AccountManagerSelect
          names={flows}
          value={filters.accountmanager}
          onValueChange={(accountmanager) => onChange({ accountmanager })}
        />
      </Field>
    )}
  </FilterBar>
);

type TypedFilterProps = Pick<MessageFilterBarProps, "filters" | "onChange"> & {
  name: "voornaam" | "achternaam" | "bedrijf";
  label: string;
  inputRef?: RefObject<HTMLInputElement | null>;
};

function TypedFilter({ name, label, filters, onChange, inputRef }: TypedFilterProps) {
  const write = useCallback((text: string) => onChange({ [name]: text || undefined }, true), [onChange, name]);
  const [typed, setTyped] = useTypedFilter(filters[name] ?? "", write);
  return (
    <Field label={label}>
      <Input ref={inputRef} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
    </Field>
  );
}
