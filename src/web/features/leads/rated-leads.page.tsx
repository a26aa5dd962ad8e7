import { Link } from "@tanstack/react-router";
import { CalendarDays, Star } from "lucide-react";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { formatDate, useToday } from "#lib/dates/dates.ts";
import { useListSelection } from "#lib/lists/row-selection.tsx";
import { countFilters, dayFilter, type FilterParser, type FiltersOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { DatePicker } from "#ui/date/date-picker.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Field } from "#ui/field/field.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { SelectionActions } from "./all-leads/selection-actions.tsx";
import { LeadCard, LeadList } from "./detail/lead-card.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { ExportButton } from "./export-button.tsx";
import { useRatedLeads } from "./leads.api.ts";
import { type ListLayout, ListLayoutSwitch, useListLayout } from "./list-layout.tsx";

/** The URL value of a cleared date. Without a value the default date would apply. */
export const NO_DATE = "geen";

const parseDate: FilterParser = (value) => (value === NO_DATE ? value : dayFilter(value));

/** Filters in the URL, by their Dutch names. */
export const ratedFilters = { van: parseDate, tot: parseDate };
type RatedFilters = FiltersOf<typeof ratedFilters>;

const daysBefore = (day: string, count: number): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
};

const dateOrDefault = (value: string | undefined, defaultDate: string): string | null =>
  value === NO_DATE ? null : (value ?? defaultDate);

/** Defaults to yesterday and today; without a first day, the period is the last day and the one before it. */
export const dateRange = ({ van, tot }: RatedFilters, today: string): { start: string | null; end: string | null } => ({
  start: dateOrDefault(van, daysBefore(tot === undefined || tot === NO_DATE ? today : tot, 1)),
  end: dateOrDefault(tot, today),
});

const periodText = (start: string | null, end: string | null): string =>
  [start, end].map((day) => (day ? formatDate(day) : "…")).join(" – ");

export function RatedLeadsPage() {
  useDocumentTitle("Rated Leads");
  const [dates, setDates] = useUrlFilters(ratedFilters);
  const today = useToday();
  const { start, end } = dateRange(dates, today);
  const monthStart = daysBefore(today, 29);
  const [layout, setLayout] = useListLayout();
  return (
    <>
      <PageHeader
        title="Recentelijk Leads Rated"
        actions={
          <>
            <ListLayoutSwitch layout={layout} onChange={setLayout} />
            {start && end && (
              <ExportButton url={urlOf(leadListsRoutes.exportRated, undefined, { startDate: start, endDate: end })} />
            )}
          </>
        }
        filters={
          <FilterBar
            activeCount={countFilters(dates)}
            onClear={countFilters(dates) > 0 ? () => setDates({ van: undefined, tot: undefined }) : undefined}
            clearInSheetOnly
            after={
              <p data-keep-on-phone className="text-muted-foreground text-sm tabular-nums sm:hidden">
                {periodText(start, end)}
              </p>
            }
          >
            <Field label="Van" required>
              <DatePicker
                value={start}
                {...(end ? { max: end } : {})}
                onValueChange={(day) => setDates({ van: day ?? NO_DATE })}
              />
            </Field>
            <Field label="Tot" required>
              <DatePicker
                value={end}
                {...(start ? { min: start } : {})}
                // With the first day: its default follows the last one.
                onValueChange={(day) => setDates({ van: start ?? NO_DATE, tot: day ?? NO_DATE })}
              />
            </Field>
          </FilterBar>
        }
      />
      {start && end ? (
        <RatedList
          start={start}
          end={end}
          layout={layout}
          onShowMonth={start > monthStart || end < today ? () => setDates({ van: monthStart, tot: today }) : undefined}
        />
      ) : (
        <Empty icon={CalendarDays} title="Kies een begin- en een einddatum" text="Dan verschijnen de leads hier." />
      )}
    </>
  );
}

type RatedListProps = {
  start: string;
  end: string;
  layout: ListLayout;
  /** Shows the last 30 days; undefined if the period contains them. */
  onShowMonth: (() => void) | undefined;
};

function RatedList({ start, end, layout, onShowMonth }: RatedListProps) {
  const list = useRatedLeads(start, end);
  const selection = useListSelection(`${start} ${end}`, list);
  const { actions, dialogs } = useLeadDialogs(list.items, () => list.hasMore && list.loadMore());
  return (
    <>
      <LeadList
        label="Recentelijk Leads Rated"
        list={list}
        layout={layout}
        actions={actions}
        selection={selection}
        empty={
          <Empty
            icon={Star}
            title="Geen beoordeelde leads"
            text="In deze periode heeft geen lead een rating gekregen."
            action={
              onShowMonth ? (
                <Button variant="outline" size="sm" onClick={onShowMonth}>
                  Laatste 30 dagen tonen
                </Button>
              ) : (
                <Button asChild variant="outline" size="sm">
                  <Link to="/all-leads">Alle leads bekijken</Link>
                </Button>
              )
            }
          />
        }
      >
        {(lead, checkbox) => <LeadCard lead={lead} actions={actions} checkbox={checkbox} />}
      </LeadList>
      <SelectionActions selection={selection} />
      {dialogs}
    </>
  );
}
