import { Link } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import { Suspense, useCallback, useMemo, useRef } from "react";
import { LEAD_SORTS, type LeadFilters, leadListsRoutes } from "#contract/lead-lists.ts";
import type { LeadView } from "#contract/lead-views.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { formatLeadCount } from "#lib/labels/person.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { useRowSelection } from "#lib/lists/row-selection.tsx";
import { idFilter, oneOf, useDebouncedFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { ColumnChooser, readColumns, useLeadColumns } from "./all-leads/column-chooser.tsx";
import { DeletedLeadsButton } from "./all-leads/deleted-leads.tsx";
import { LeadFilterBar, leadFilterParsers, NO_LEAD_FILTERS, type UrlLeadFilters } from "./all-leads/lead-filters.tsx";
import { leadBoxes } from "./all-leads/lead-selection.tsx";
import { LeadViews } from "./all-leads/lead-views.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import { leadColumns } from "./lead-table.tsx";
import { useAllLeads, useLeadTotal } from "./leads.api.ts";

const BulkActionBar = lazyComponent(() => import("./all-leads/bulk-actions.tsx"), "BulkActionBar");

const urlParsers = { ...leadFilterParsers, sort: oneOf(LEAD_SORTS), view: idFilter };

/** Only filters with a value, so that the unfiltered list always has the same query key. */
const activeFilters = (filters: UrlLeadFilters): LeadFilters =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value ? [[name, name === "minRating" ? Number(value) : value]] : [],
    ),
  );

const countText = (loaded: number, found: { total: number; isExact: boolean } | undefined): string => {
  const format = (count: number) => count.toLocaleString("nl-NL");
  const loadedText = `${formatLeadCount(loaded)} geladen`;
  if (!found || (found.isExact && found.total <= loaded)) return loadedText;
  return `${loadedText} · ${found.isExact ? "" : "meer dan "}${format(found.total)} in totaal`;
};

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  const [{ sort = "-dateAdded", view, ...urlFilters }, setUrl] = useUrlFilters(urlParsers);
  // As text, so that the memo returns the same object until a filter changes: the URL is parsed into a new one at each render.
  const filterText = JSON.stringify(activeFilters(urlFilters));
  const filters = useMemo(() => JSON.parse(filterText) as LeadFilters, [filterText]);
  const writeSearchToUrl = useCallback((q: string) => setUrl({ q: q || undefined }, true), [setUrl]);
  const [searchText, setSearchText] = useDebouncedFilter(urlFilters.q ?? "", writeSearchToUrl);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts([{ label: "Zoeken", group: "All Leads", keys: "/", run: () => searchBox.current?.focus() }]);
  const [columns, setColumns] = useLeadColumns();
  const list = useAllLeads(sort, filters);
  const found = useLeadTotal(filters).data;
  const selection = useRowSelection(`${sort} ${filterText}`, list.items);
  usePreload(BulkActionBar.preload);
  const { actions, dialogs } = useLeadDialogs(list.items, () => list.hasMore && list.loadMore());
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setUrl(NO_LEAD_FILTERS);
  const openView = (opened: LeadView | null) => {
    const { sort: viewSort, columns: viewColumns, minRating, ...viewFilters } = opened?.settings ?? {};
    const rating = minRating === undefined ? {} : { minRating: String(minRating) };
    setUrl({ ...NO_LEAD_FILTERS, ...viewFilters, ...rating, sort: viewSort, view: opened?.id });
    setColumns(readColumns(viewColumns));
  };
  return (
    <ListPage
      header={{
        actionsBelow: true,
        title: "All Leads",
        count: list.query.data && countText(list.items.length, found),
        actions: (
          <>
            <LeadViews openId={view} current={{ ...filters, sort, columns: [...columns] }} onOpen={openView} />
            <ColumnChooser columns={columns} onChange={setColumns} />
            <DeletedLeadsButton />
            {canExport(list) && (
              <ExportButton url={urlOf(leadListsRoutes.exportAll, undefined, { ...filters, sort })} />
            )}
          </>
        ),
        filters:
          selection.ids.size > 0 ? (
            <Suspense fallback={<div className="h-9" />}>
              <BulkActionBar selection={selection} total={found?.total} query={{ ...filters, sort }} />
            </Suspense>
          ) : (
            <LeadFilterBar
              search={searchText}
              searchRef={searchBox}
              onSearch={setSearchText}
              filters={urlFilters}
              onChange={(change) => setUrl(change as Partial<typeof urlFilters>)}
              onClear={isFiltered ? clear : undefined}
            />
          ),
      }}
      label="All Leads"
      list={list}
      total={found?.isExact ? found.total : undefined}
      rows={{
        columns: leadColumns(columns, {
          sorting: { sort, onSort: (next) => setUrl({ sort: next }) },
          selection: leadBoxes(selection, list.items),
          actions,
        }),
        onOpen: actions.onOpen,
        rowClassName: ({ id }) => (selection.ids.has(id) ? "bg-accent" : undefined),
      }}
      skeleton={<TableSkeleton rows={10} />}
      empty={isFiltered ? <NothingFound onClear={clear} /> : <NoLeads />}
      errorTitle="De leads konden niet worden geladen"
      nextPageError="De volgende leads konden niet worden geladen."
    >
      {dialogs}
    </ListPage>
  );
}

const NoLeads = () => (
  <Empty
    icon={Users}
    title="Nog geen leads"
    text="Voeg leads toe of koppel Airtable; dan staan ze hier."
    action={
      <Button asChild size="sm">
        <Link to="/add-leads">Leads toevoegen</Link>
      </Button>
    }
  />
);

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon={SearchX}
    title="Geen leads gevonden"
    text="Met deze filters is er niets."
    action={
      <Button variant="outline" size="sm" onClick={onClear}>
        Wis Filters
      </Button>
    }
  />
);
