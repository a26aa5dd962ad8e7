import { type RefObject, useCallback } from "react";
import { REVIEW_GROUPS, type ReviewGroup } from "#contract/message-status.ts";
import { AccountManagerSelect } from "#lib/lists/manager-filter.tsx";
import { countFilters, type FiltersOf, idFilter, textFilter, useDebouncedFilter } from "#lib/lists/url-filters.ts";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { GROUP_LABELS } from "./review-groups.ts";

/** Not trimmed: a trailing space is the start of the next word. */
const MAX_NAME_LENGTH = 100;
const nameFilter = textFilter(MAX_NAME_LENGTH);

/** Filters in the URL, by their Dutch names. */
export const messageFilters = {
  voornaam: nameFilter,
  achternaam: nameFilter,
  bedrijf: nameFilter,
  accountmanager: textFilter(200),
};
/** The message to go to, once. */
export const requestFilter = { bericht: idFilter };
export type MessageFilters = FiltersOf<typeof messageFilters>;

const NO_NAME_FILTERS = { voornaam: undefined, achternaam: undefined, bedrijf: undefined };
export const NO_FILTERS: MessageFilters = { ...NO_NAME_FILTERS, accountmanager: undefined };

export const hasFilters = (filters: Partial<MessageFilters>): boolean => countFilters(filters) > 0;

/** What "Wis Filters" clears: the text filters, or the account manager when no text filter is set. */
export const clearedFilters = ({ accountmanager, ...names }: MessageFilters): Partial<MessageFilters> =>
  hasFilters(names) || !accountmanager ? NO_NAME_FILTERS : { accountmanager: undefined };

/** The query of the API call; blank filters are left out. */
export const messageQuery = ({ voornaam, achternaam, bedrijf, accountmanager }: MessageFilters) => ({
  firstName: voornaam?.trim() || undefined,
  lastName: achternaam?.trim() || undefined,
  company: bedrijf?.trim() || undefined,
  flow: accountmanager || undefined,
});

type SetFilters = (change: Partial<MessageFilters>, replace?: boolean) => void;

type MessageFilterBarProps = {
  filters: MessageFilters;
  onChange: SetFilters;
  /** Names of the account managers. */
  flows: readonly string[];
  search: RefObject<HTMLInputElement | null>;
  /** Undefined: all groups. */
  group: ReviewGroup | undefined;
  onGroupChange: (group: ReviewGroup | undefined) => void;
  /** Clears all of them; undefined while none is set. */
  onClear: (() => void) | undefined;
  /** Undefined until the numbers are loaded. */
  countOf: ((group: ReviewGroup) => number) | undefined;
};

const ALL_GROUPS = "all";

const groupOptions = (countOf: MessageFilterBarProps["countOf"]) => [
  { value: ALL_GROUPS, label: "Alle groepen" },
  ...REVIEW_GROUPS.map((value) => ({
    value,
    label: countOf ? `${GROUP_LABELS[value]} (${countOf(value).toLocaleString("nl-NL")})` : GROUP_LABELS[value],
  })),
];

export const MessageFilterBar = ({
  filters,
  onChange,
  flows,
  search,
  group,
  onGroupChange,
  onClear,
  countOf,
}: MessageFilterBarProps) => (
  <FilterBar activeCount={countFilters(filters) + (group ? 1 : 0)} onClear={onClear} clearInSheetOnly isIconButton>
    <TextFilter name="voornaam" label="Voornaam" filters={filters} onChange={onChange} inputRef={search} />
    <TextFilter name="achternaam" label="Achternaam" filters={filters} onChange={onChange} />
    <TextFilter name="bedrijf" label="Bedrijf" filters={filters} onChange={onChange} />
    <Field label="Accountmanager" className="sm:w-56!">
      <AccountManagerSelect
        names={flows}
        value={filters.accountmanager}
        onValueChange={(accountmanager) => onChange({ accountmanager })}
      />
    </Field>
    <Field label="Groep" className="sm:w-48!">
      <Select
        options={groupOptions(countOf)}
        value={group ?? ALL_GROUPS}
        onValueChange={(chosen) => onGroupChange(REVIEW_GROUPS.find((name) => name === chosen))}
      />
    </Field>
  </FilterBar>
);

type TextFilterProps = Pick<MessageFilterBarProps, "filters" | "onChange"> & {
  name: "voornaam" | "achternaam" | "bedrijf";
  label: string;
  inputRef?: RefObject<HTMLInputElement | null>;
};

function TextFilter({ name, label, filters, onChange, inputRef }: TextFilterProps) {
  const applyFilter = useCallback((text: string) => onChange({ [name]: text || undefined }, true), [onChange, name]);
  const [inputText, setInputText] = useDebouncedFilter(filters[name] ?? "", applyFilter);
  return (
    <Field label={label}>
      <Input
        ref={inputRef}
        type="search"
        maxLength={MAX_NAME_LENGTH}
        value={inputText}
        onChange={(event) => setInputText(event.target.value)}
        // Typing applies the filter after a delay; closing the filter sheet of a phone earlier would lose the text.
        onBlur={() => inputText !== (filters[name] ?? "") && applyFilter(inputText)}
      />
    </Field>
  );
}
