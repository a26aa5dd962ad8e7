import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { LEAD_SORTS, type LeadFilters, leadListsRoutes } from "#contract/lead-lists.ts";
import type { LeadView } from "#contract/lead-views.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { formatLeadCount } from "#lib/labels/person.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { useListSelection } from "#lib/lists/row-selection.tsx";
import { idFilter, oneOf, useDebouncedFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { NoMatches } from "#ui/feedback/no-matches.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { ColumnsSkeleton } from "#ui/table/columns-skeleton.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { ColumnChooser, readColumns, useLeadColumns } from "./all-leads/column-chooser.tsx";
import { DeletedLeadsButton } from "./all-leads/deleted-leads.tsx";
import { LeadFilterBar, leadFilterParsers, NO_LEAD_FILTERS, type UrlLeadFilters } from "./all-leads/lead-filters.tsx";
import { leadBoxes } from "./all-leads/lead-selection.tsx";
import { useLeadViews } from "./all-leads/lead-views.api.ts";
import { LeadViews } from "./all-leads/lead-views.tsx";
import { SelectionActions } from "./all-leads/selection-actions.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import { LEAD_ROW_HEIGHT, leadColumns } from "./lead-table.tsx";
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

/** The columns of the open view, with the changes since it was opened; without a view, those that the user has chosen. */
function useShownColumns(viewId: string | undefined) {
  const [ownColumns, setOwnColumns] = useLeadColumns();
  const [changed, setChanged] = useState<{ viewId: string; columns: typeof ownColumns }>();
  const view = useLeadViews().data?.find(({ id }) => id === viewId);
  const forgetChange = () => setChanged(undefined);
  if (!view) return [ownColumns, setOwnColumns, forgetChange] as const;
  const columns = changed?.viewId === view.id ? changed.columns : readColumns(view.settings.columns);
  const setColumns = (next: typeof ownColumns) => setChanged({ viewId: view.id, columns: next });
  return [columns, setColumns, forgetChange] as const;
}

/** Filters, sorting, view and search text, all in the URL, and the key "/" that goes to the search field. */
function useLeadUrl() {
  const [{ sort = "-dateAdded", view, ...urlFilters }, setUrl] = useUrlFilters(urlParsers);
  // As text, so that the memo returns the same object until a filter changes: the URL is parsed into a new one at each render.
  const filterText = JSON.stringify(activeFilters(urlFilters));
  const filters = useMemo(() => JSON.parse(filterText) as LeadFilters, [filterText]);
  const writeSearchToUrl = useCallback((q: string) => setUrl({ q: q || undefined }, true), [setUrl]);
  const [text, setText] = useDebouncedFilter(urlFilters.q ?? "", writeSearchToUrl);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts([{ label: "Zoeken", group: "All Leads", keys: "/", run: () => searchBox.current?.focus() }]);
  return { sort, view, urlFilters, filters, setUrl, search: { text, setText, box: searchBox } };
}

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  const { sort, view, urlFilters, filters, setUrl, search } = useLeadUrl();
  const [columns, setColumns, forgetChange] = useShownColumns(view);
  const list = useAllLeads(sort, filters);
  const found = useLeadTotal(filters).data;
  const selection = useListSelection(`${sort} ${JSON.stringify(filters)}`, list);
  const selectable = { total: found?.total, query: { ...filters, sort } };
  const isPhone = useIsPhone();
  usePreload(BulkActionBar.preload);
  const { actions, dialogs } = useLeadDialogs(list.items, () => list.hasMore && list.loadMore());
  const tableColumns = leadColumns(columns, {
    sorting: { sort, onSort: (next) => setUrl({ sort: next }) },
    selection: leadBoxes(selection, list.items),
    actions,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setUrl(NO_LEAD_FILTERS);
  const openView = (opened: LeadView | null) => {
    const { sort: viewSort, columns: _columns, minRating, ...viewFilters } = opened?.settings ?? {};
    const rating = minRating === undefined ? {} : { minRating: String(minRating) };
    setUrl({ ...NO_LEAD_FILTERS, ...viewFilters, ...rating, sort: viewSort, view: opened?.id });
    forgetChange();
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
          selection.ids.size > 0 && !isPhone ? (
            <Suspense fallback={<div className="h-9" />}>
              <BulkActionBar selection={selection} {...selectable} />
            </Suspense>
          ) : (
            <LeadFilterBar
              search={search.text}
              searchRef={search.box}
              onSearch={search.setText}
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
        columns: tableColumns,
        // The default columns make a card of two lines. With a wrong estimate, the first cards are rendered twice.
        rowHeight: isPhone ? 72 : 44,
        onOpen: actions.onOpen,
        rowClassName: ({ id }) => (selection.ids.has(id) ? "bg-accent" : undefined),
      }}
      skeleton={<ColumnsSkeleton columns={tableColumns} rowClassName={LEAD_ROW_HEIGHT} cardLines="two" rows={18} />}
      empty={isFiltered ? <NoMatches title="Geen leads gevonden" onClearFilters={clear} /> : <NoLeads />}
      errorTitle="De leads konden niet worden geladen"
      nextPageError="De volgende leads konden niet worden geladen."
    >
      {isPhone && <SelectionActions selection={selection} {...selectable} />}
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
