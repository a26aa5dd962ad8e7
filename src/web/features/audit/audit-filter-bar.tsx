import { countFilters, dayFilter, type FiltersOf, idFilter, textFilter } from "#lib/lists/url-filters.ts";
import { DatePicker } from "#ui/date/date-picker.tsx";
import { Field } from "#ui/field/field.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import type { ComboboxOption } from "#ui/select/combobox-list.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { actionLabel, usernameBehind } from "./audit-texts.ts";

/** The filters in the URL. */
export const companyAuditFilters = { actorId: idFilter, action: textFilter(100), from: dayFilter, until: dayFilter };
export type CompanyAuditFilters = FiltersOf<typeof companyAuditFilters>;

export const auditFilters = { ...companyAuditFilters, companyId: idFilter };
export type AuditFilters = FiltersOf<typeof auditFilters>;

export const NO_FILTERS: AuditFilters = {
  companyId: undefined,
  actorId: undefined,
  action: undefined,
  from: undefined,
  until: undefined,
};

export const hasFilters = (filters: AuditFilters): boolean => countFilters(filters) > 0;

type AuditFilterOptions = { actions: string[]; actors: { id: string; name: string; username: string | null }[] };

type AuditFilterBarProps = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  filterOptions: AuditFilterOptions | undefined;
  /** Only in the admin panel. */
  companies?: readonly ComboboxOption[];
};

const NO_OPTIONS: AuditFilterOptions = { actions: [], actors: [] };

export function AuditFilterBar({ filters, onChange, filterOptions = NO_OPTIONS, companies }: AuditFilterBarProps) {
  const clear = () => onChange(NO_FILTERS);
  return (
    <FilterBar activeCount={countFilters(filters)} onClear={hasFilters(filters) ? clear : undefined}>
      {companies && (
        <Field label="Bedrijf">
          <Combobox
            options={companies}
            value={filters.companyId ?? null}
            onValueChange={(id) => onChange({ companyId: id ?? undefined })}
            noneLabel="Alle bedrijven"
            searchLabel="Zoek een bedrijf"
          />
        </Field>
      )}
      <Field label="Persoon">
        <Combobox
          options={filterOptions.actors.map(({ id, name, username }) => ({
            value: id,
            label: name + usernameBehind(name, username),
          }))}
          value={filters.actorId ?? null}
          onValueChange={(id) => onChange({ actorId: id ?? undefined })}
          noneLabel="Iedereen"
          searchLabel="Zoek een persoon"
        />
      </Field>
      <Field label="Soort">
        <Combobox
          options={filterOptions.actions.map((action) => ({ value: action, label: actionLabel(action) }))}
          value={filters.action ?? null}
          onValueChange={(action) => onChange({ action: action ?? undefined })}
          noneLabel="Alle soorten"
          searchLabel="Zoek een soort"
        />
      </Field>
      <Field label="Van">
        <DatePicker
          value={filters.from ?? null}
          {...(filters.until ? { max: filters.until } : {})}
          onValueChange={(day) => onChange({ from: day ?? undefined })}
        />
      </Field>
      <Field label="Tot en met">
        <DatePicker
          value={filters.until ?? null}
          {...(filters.from ? { min: filters.from } : {})}
          onValueChange={(day) => onChange({ until: day ?? undefined })}
        />
      </Field>
    </FilterBar>
  );
}
