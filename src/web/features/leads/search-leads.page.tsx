import { Link } from "@tanstack/react-router";
import { Search, SearchX } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { leadListsRoutes, SEARCH_COUNT_LIMIT } from "#contract/lead-lists.ts";
import type { Lead } from "#contract/leads.ts";
import { type ItemPage, urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { textFilter, useUrlFilters } from "#lib/lists/url-filters.ts";

import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { VirtualTable } from "#ui/table/virtual-table.tsx";
import { LeadCard } from "./detail/lead-card.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { ExportButton } from "./export-button.tsx";
import { isSearchable, useLeadSearch, usePredictedLeads } from "./leads.api.ts";
import { denseColumns, ListLayoutSwitch, useListLayout } from "./list-layout.tsx";

const searchFilters = { q: textFilter(500) };

export function SearchLeadsPage() {
  useDocumentTitle("Search Leads");
  const [{ q = "" }, setFilters] = useUrlFilters(searchFilters);
  const [typed, setTyped] = useTypedQuery(q);
  const box = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilters({ q: typed || undefined });
  };
  useShortcuts([{ label: "Zoeken", group: "Leads zoeken", keys: "/", run: () => box.current?.focus() }]);
  useEffect(() => {
    // On a touch screen the keyboard would cover the results.
    if (matchMedia("(pointer: fine)").matches) box.current?.focus();
  }, []);
  return (
    <>
      <PageHeader
        title="Search Leads"
        filters={
          <search>
            <form onSubmit={submit} className="flex max-w-2xl gap-2">
              <SearchInput
                inputRef={box}
                value={typed}
                onValueChange={setTyped}
                aria-label="Zoek leads"
                placeholder="Zoek op naam, email of bedrijf..."
                maxLength={500}
                className="flex-1"
              />
              {/* On a phone its text would take the room of the placeholder. */}
              <Button type="submit" className="max-sm:w-9 max-sm:gap-0 max-sm:px-0">
                <Search />
                <span className="max-sm:sr-only">Zoeken</span>
              </Button>
            </form>
          </search>
        }
      />
      {isSearchable(q) ? (
        <Results query={q.trim()} />
      ) : (
        <Empty
          icon={Search}
          title="Zoek op naam, email of bedrijf om leads te vinden."
          text="Een deel van een woord is genoeg."
          action={<AllLeadsLink />}
        />
      )}
    </>
  );
}

/** The text of the box: what is typed, until another query is opened by navigation. */
function useTypedQuery(query: string) {
  const [shown, setShown] = useState({ query, typed: query });
  if (shown.query !== query) setShown({ query, typed: query });
  return [shown.typed, (typed: string) => setShown({ query, typed })] as const;
}

function Results({ query }: { query: string }) {
  const results = useLeadSearch(query);
  const leads = usePredictedLeads(results.data?.items ?? NO_LEADS);
  const { actions, dialogs } = useLeadDialogs(leads);
  const [layout, setLayout] = useListLayout();
  return (
    <>
      <ListKeys />
      <QueryStates query={results} errorTitle="Het zoeken is niet gelukt" skeleton={<SearchingNotice />}>
        {(resultPage) =>
          leads.length === 0 ? (
            <Empty
              icon={SearchX}
              title={`Geen leads gevonden voor "${query}".`}
              text="Controleer de spelling, of zoek op een deel van de naam of het bedrijf."
              action={
                <>
                  <AllLeadsLink />
                  <Button asChild variant="outline" size="sm">
                    <Link to="/add-leads">Lead toevoegen</Link>
                  </Button>
                </>
              }
            />
          ) : (
            <div className="px-4 py-4 sm:px-6">
              <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
                <p role="status" className="text-muted-foreground text-[0.8125rem]">
                  {countText(resultPage)}
                </p>
                <div className="flex flex-wrap items-center gap-2">
                  <ListLayoutSwitch layout={layout} onChange={setLayout} />
                  <ExportButton url={urlOf(leadListsRoutes.exportSearch, undefined, { q: query })} />
                </div>
              </div>
              {layout === "rows" ? (
                // The text of its cells is in line with the title.
                <div className="-mx-3">
                  <VirtualTable
                    label="Gevonden leads"
                    columns={denseColumns(actions)}
                    items={leads}
                    onOpen={actions.onOpen}
                  />
                </div>
              ) : (
                <ul aria-label="Gevonden leads" className="grid gap-3 lg:grid-cols-2">
                  {leads.map((lead) => (
                    <li key={lead.id} data-list-item tabIndex={-1} className="min-w-0 rounded-md">
                      <LeadCard lead={lead} actions={actions} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )
        }
      </QueryStates>
      {dialogs}
    </>
  );
}

const AllLeadsLink = () => (
  <Button asChild variant="outline" size="sm">
    <Link to="/all-leads">Alle leads bekijken</Link>
  </Button>
);

const NO_LEADS: Lead[] = [];

const formatNumber = (count: number): string => count.toLocaleString("nl-NL");

const totalText = (total: number): string =>
  total > SEARCH_COUNT_LIMIT ? `meer dan ${formatNumber(SEARCH_COUNT_LIMIT)}` : formatNumber(total);

const countText = ({ items, total }: ItemPage<Lead>): string =>
  total > items.length
    ? `${items.length} van ${totalText(total)} leads. Typ meer letters om te verfijnen.`
    : `${formatNumber(total)} ${total === 1 ? "lead" : "leads"} gevonden`;

const SearchingNotice = () => (
  <p role="status" className="flex items-center justify-center gap-2 py-14 text-muted-foreground">
    <SpinnerIcon />
    SEARCHING one moment...
  </p>
);
