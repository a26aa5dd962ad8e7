import { Users } from "lucide-react";
import { LEAD_SORTS, leadsRoutes } from "#contract/leads.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import { oneOf } from "#lib/address-readers.ts";
import { addressOf } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Loaded } from "#lib/loaded.tsx";
import { MoreState } from "#lib/more-state.tsx";
import { BehindNotice } from "#ui/behind-notice.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/empty.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TableSkeleton } from "#ui/table-skeleton.tsx";
import { VirtualTable } from "#ui/virtual-table.tsx";
import { DeletedLeadsButton } from "./deleted-leads.tsx";
import { ExportButton, hasExport } from "./export-button.tsx";
import { leadColumns } from "./lead-columns.tsx";
import { useAllLeads } from "./leads.api.ts";
import { useLeadDialogs } from "./use-lead-dialogs.tsx";

const tableFilters = { sort: oneOf(LEAD_SORTS) };

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  const [{ sort = "-dateAdded" }, setFilters] = useAddressFilters(tableFilters);
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
            {hasExport(list) && <ExportButton address={addressOf(leadsRoutes.exportAll, undefined, { sort })} />}
          </>
        }
      />
      <div className="px-1 pb-6 sm:px-3">
        {list.behind && <BehindNotice onRefresh={list.refresh} />}
        <Loaded query={query} problem="De leads konden niet worden geladen" skeleton={<TableSkeleton rows={10} />}>
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
                <MoreState query={query} problem="De volgende leads konden niet worden geladen." />
              </div>
            )
          }
        </Loaded>
      </div>
      {dialogs}
    </>
  );
}
