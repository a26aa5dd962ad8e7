import { Users } from "lucide-react";
import { LEAD_SORTS, leadsRoutes } from "#contract/leads.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { ListPage } from "#lib/lists/list-page.tsx";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { TableSkeleton } from "#ui/feedback/loading.tsx";
import { DeletedLeadsButton } from "./deleted-leads.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import { leadColumns } from "./lead-table.tsx";
import { useAllLeads } from "./leads.api.ts";

const tableFilters = { sort: oneOf(LEAD_SORTS) };

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  const [{ sort = "-dateAdded" }, setFilters] = useUrlFilters(tableFilters);
  const list = useAllLeads(sort);
  const { actions, dialogs } = useLeadDialogs(list.items, () => list.hasMore && list.loadMore());
  return (
    <ListPage
      header={{
        title: "All Leads",
        count: list.query.data && `${list.items.length.toLocaleString("nl-NL")} leads geladen`,
        actions: (
          <>
            <DeletedLeadsButton />
            {canExport(list) && <ExportButton url={urlOf(leadsRoutes.exportAll, undefined, { sort })} />}
          </>
        ),
      }}
      label="All Leads"
      list={list}
      rows={{
        columns: leadColumns({ sort, onSort: (next) => setFilters({ sort: next }), actions }),
        onOpen: actions.onOpen,
      }}
      skeleton={<TableSkeleton rows={10} />}
      empty={<Empty icon={Users} title="Nog geen leads" text="Voeg leads toe of koppel Airtable; dan staan ze hier." />}
      errorTitle="De leads konden niet worden geladen"
      nextPageError="De volgende leads konden niet worden geladen."
    >
      {dialogs}
    </ListPage>
  );
}
