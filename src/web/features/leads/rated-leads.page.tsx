import { CalendarDays, Star } from "lucide-react";
import { leadsRoutes } from "#contract/leads.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import { addressOf } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useToday } from "#lib/today.ts";
import { DatePicker } from "#ui/date-picker.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { FilterBar } from "#ui/filter-bar.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ExportButton } from "./export-button.tsx";
import { LeadCard } from "./lead-card.tsx";
import { LeadCardList } from "./lead-card-list.tsx";
import { useRatedLeads } from "./leads.api.ts";
import { NO_DATE, rangeOf, ratedDates } from "./rated-dates.ts";
import { useLeadDialogs } from "./use-lead-dialogs.tsx";

export function RatedLeadsPage() {
  useDocumentTitle("Rated Leads");
  const [dates, setDates] = useAddressFilters(ratedDates);
  const { start, end } = rangeOf(dates, useToday());
  return (
    <>
      <PageHeader
        title="Recentelijk Leads Rated"
        actions={
          start &&
          end && (
            <ExportButton address={addressOf(leadsRoutes.exportRated, undefined, { startDate: start, endDate: end })} />
          )
        }
        filters={
          <FilterBar>
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
                onValueChange={(day) => setDates({ tot: day ?? NO_DATE })}
              />
            </Field>
          </FilterBar>
        }
      />
      {start && end ? (
        <RatedList start={start} end={end} />
      ) : (
        <Empty icon={CalendarDays} title="Kies een begin- en een einddatum" text="Dan verschijnen de leads hier." />
      )}
    </>
  );
}

function RatedList({ start, end }: { start: string; end: string }) {
  const list = useRatedLeads(start, end);
  const { actions, dialogs } = useLeadDialogs(list.items);
  return (
    <>
      <LeadCardList
        label="Recentelijk Leads Rated"
        list={list}
        empty={
          <Empty
            icon={Star}
            title="Geen beoordeelde leads"
            text="In deze periode heeft geen lead een rating gekregen."
          />
        }
      >
        {(lead) => <LeadCard lead={lead} actions={actions} />}
      </LeadCardList>
      {dialogs}
    </>
  );
}
