import { CalendarDays } from "lucide-react";
import { type ReactNode, type RefObject, Suspense } from "react";
import { classificationLabel } from "#contract/classification.ts";
import { CLASS_FILTERS, type LeadFilters, NO_CLASS } from "#contract/lead-lists.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { AccountManagerSelect } from "#lib/lists/manager-filter.tsx";
import { countFilters, dayFilter, matching, oneOf, textFilter } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#ui/overlay/popover.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import { Select } from "#ui/select/select.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { useLeadFilterOptions } from "../leads.api.ts";

/** The filters in the URL, by the names of the API. */
export const leadFilterParsers = {
  q: textFilter(500),
  classification: oneOf(CLASS_FILTERS),
  minRating: matching(/^([1-9]|10)$/),
  owner: textFilter(200),
  industry: textFilter(200),
  tag: textFilter(40),
  addedFrom: dayFilter,
  addedTo: dayFilter,
};

export type UrlLeadFilters = { [Name in keyof LeadFilters]?: string };

export const NO_LEAD_FILTERS: { [Name in keyof typeof leadFilterParsers]: undefined } = {
  q: undefined,
  classification: undefined,
  minRating: undefined,
  owner: undefined,
  industry: undefined,
  tag: undefined,
  addedFrom: undefined,
  addedTo: undefined,
};

const ALL = "all";

const CLASS_OPTIONS = [
  { value: ALL, label: "Alle classificaties" },
  ...CLASS_FILTERS.map((value) => ({
    value,
    label: value === NO_CLASS ? "Geen classificatie" : classificationLabel(value),
  })),
];

const RATING_OPTIONS = [
  { value: ALL, label: "Elke rating" },
  ...[9, 8, 7, 6, 5].map((value) => ({ value: String(value), label: `${value} ★ of hoger` })),
  { value: "1", label: "Met een rating" },
];

type FilterProps = {
  filters: UrlLeadFilters;
  onChange: (change: UrlLeadFilters) => void;
};

const undefinedIfAll = (value: string) => (value === ALL ? undefined : value);

// In a popover, on a phone in the sheet.
const AddedFields = lazyComponent(() => import("./added-fields.tsx"), "AddedFields");

/** Every filter but the search. */
function FilterFields({ filters, onChange, dates }: FilterProps & { dates: ReactNode }) {
  const { owners = [], industries = [], tags = [] } = useLeadFilterOptions().data ?? {};
  return (
    <>
      <Field label="Classificatie" labelHidden className="sm:shrink-0">
        <Select
          options={CLASS_OPTIONS}
          value={filters.classification ?? ALL}
          onValueChange={(value) => onChange({ classification: undefinedIfAll(value) })}
        />
      </Field>
      <Field label="Rating" labelHidden className="sm:w-32!">
        <Select
          options={RATING_OPTIONS}
          value={filters.minRating ?? ALL}
          onValueChange={(value) => onChange({ minRating: undefinedIfAll(value) })}
        />
      </Field>
      <Field label="Contact Owner" labelHidden className="sm:w-50! sm:shrink-0">
        <AccountManagerSelect
          names={owners}
          value={filters.owner}
          onValueChange={(owner) => onChange({ owner })}
          all={{ value: ALL, label: "Alle accountmanagers" }}
        />
      </Field>
      <Field label="Branche" labelHidden className="sm:w-36!">
        <Combobox
          options={industries.map((industry) => ({ value: industry, label: industry }))}
          value={filters.industry ?? null}
          onValueChange={(industry) => onChange({ industry: industry ?? undefined })}
          noneLabel="Alle branches"
          searchLabel="Zoek een branche"
        />
      </Field>
      {tags.length > 0 && (
        <Field label="Label" labelHidden className="sm:w-32!">
          <Combobox
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            value={filters.tag ?? null}
            onValueChange={(tag) => onChange({ tag: tag ?? undefined })}
            noneLabel="Alle labels"
            searchLabel="Zoek een label"
          />
        </Field>
      )}
      {dates}
    </>
  );
}

export const periodText = ({ addedFrom, addedTo }: UrlLeadFilters): string => {
  if (addedFrom && addedTo) return `${formatDate(addedFrom)} – ${formatDate(addedTo)}`;
  if (addedFrom) return `Vanaf ${formatDate(addedFrom)}`;
  return addedTo ? `Tot en met ${formatDate(addedTo)}` : "Elke datum";
};

const DatePopover = (props: FilterProps) => (
  <Popover>
    <PopoverTrigger asChild>
      <Button
        variant="outline"
        aria-label={`Toegevoegd: ${periodText(props.filters)}`}
        className="w-auto! justify-start border-input font-normal"
      >
        <CalendarDays className="text-muted-foreground" />
        {periodText(props.filters)}
      </Button>
    </PopoverTrigger>
    <PopoverContent aria-label="Toegevoegd" className="w-[26rem] p-4">
      <Suspense>
        <AddedFields {...props} />
      </Suspense>
    </PopoverContent>
  </Popover>
);

type LeadFilterBarProps = FilterProps & {
  search: string;
  searchRef: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
  onClear: (() => void) | undefined;
};

export const LeadFilterBar = ({ search, searchRef, onSearch, onClear, ...props }: LeadFilterBarProps) => (
  <FilterBar
    activeCount={countFilters({ ...props.filters, q: undefined })}
    onClear={onClear}
    // In one row: the filter by label comes later, and would move the list when it begins a second row.
    className="sm:*:w-40 xl:flex-nowrap"
    search={
      <SearchInput
        inputRef={searchRef}
        value={search}
        onValueChange={onSearch}
        aria-label="Zoek in alle leads"
        placeholder="Naam, e-mailadres of bedrijf"
        maxLength={500}
        className="sm:w-72 xl:w-62"
      />
    }
    sheetFields={
      <Suspense>
        <FilterFields {...props} dates={<AddedFields {...props} />} />
      </Suspense>
    }
  >
    <FilterFields {...props} dates={<DatePopover {...props} />} />
  </FilterBar>
);
