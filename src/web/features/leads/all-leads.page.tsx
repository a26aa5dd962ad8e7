import { Users } from "lucide-react";
import { LEAD_SORTS, leadsRoutes } from "#contract/leads.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { NextPageStatus, QueryStates } from "#lib/lists/query-states.tsx";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/skeleton.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { ListChangedNotice } from "#ui/table/list-changed-notice.tsx";
import { VirtualTable } from "#ui/table/virtual-table.tsx";
import { DeletedLeadsButton } from "./deleted-leads.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import { leadColumns } from "./lead-columns.tsx";
import { useAllLeads } from "./leads.api.ts";

const tableFilters = { sort: oneOf(LEAD_SORTS) };

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  const [{ sort = "-dateAdded" }, setFilters] = useUrlFilters(tableFilters);
  const list = useAllLeads(sort);
  const { items, query } = list;
  const loadMore = () => !query.isFetching && query.hasNextPage && void query.fetchNextPage();
  const { actions, dialogs } = useLeadDialogs(items, loadMore);
  return (
    <>
      <PageHeader
        title="All Leads"
        count={query.data && `${items.length.toLocaleString("nl-NL")} leads geladen`}
        actions={
          <>
            <DeletedLeadsButton />
            {canExport(list) && <ExportButton address={urlOf(leadsRoutes.exportAll, undefined, { sort })} />}
          </>
        }
      />
      <div className="px-1 pb-6 sm:px-3">
        {list.hasUpdates && <ListChangedNotice onRefresh={list.refresh} />}
        <QueryStates query={query} problem="De leads konden niet worden geladen" skeleton={<TableSkeleton rows={10} />}>
          {() =>
            items.length === 0 ? (
              <Empty icon={Users} title="Nog geen leads" text="Voeg leads toe of koppel Airtable; dan staan ze hier." />
            ) : (
              <div className={cn("transition-opacity", query.isPlaceholderData && "opacity-60")}>
                <VirtualTable
                  label="All Leads"
                  items={items}
                  columns={leadColumns({ sort, onSort: (next) => setFilters({ sort: next }), actions })}
                  onOpen={actions.onOpen}
                  hasMore={query.hasNextPage && !query.isFetchNextPageError}
                  onEnd={loadMore}
                />
                <NextPageStatus query={query} problem="De volgende leads konden niet worden geladen." />
              </div>
            )
          }
        </QueryStates>
      </div>
      {dialogs}
    </>
  );
}
