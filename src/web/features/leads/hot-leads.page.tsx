import { Link } from "@tanstack/react-router";
import { Flame } from "lucide-react";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { formatLeadCount } from "#lib/labels/person.ts";
import { useListSelection } from "#lib/lists/row-selection.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { SelectionActions } from "./all-leads/selection-actions.tsx";
import { LeadCard, LeadList } from "./detail/lead-card.tsx";
import { useLeadDialogs } from "./detail/use-lead-dialogs.tsx";
import { canExport, ExportButton } from "./export-button.tsx";
import { useHotLeads } from "./leads.api.ts";
import { ListLayoutSwitch, useListLayout } from "./list-layout.tsx";

export function HotLeadsPage() {
  useDocumentTitle("Hot Leads");
  const list = useHotLeads();
  const [layout, setLayout] = useListLayout();
  const selection = useListSelection("hot", list);
  const { actions, dialogs } = useLeadDialogs(list.items, () => list.hasMore && list.loadMore());
  return (
    <>
      <PageHeader
        title="Hot Leads"
        count={list.query.data && `${formatLeadCount(list.items.length)} geladen`}
        actions={
          <>
            <ListLayoutSwitch layout={layout} onChange={setLayout} />
            {canExport(list) && <ExportButton url={urlOf(leadListsRoutes.exportHot, undefined)} />}
          </>
        }
      />
      <LeadList
        label="Hot Leads"
        list={list}
        layout={layout}
        actions={actions}
        selection={selection}
        empty={
          <Empty
            icon={Flame}
            title="Nog geen hot leads"
            text="Leads met de classificatie HOT verschijnen hier."
            action={
              <Button asChild variant="outline" size="sm">
                <Link to="/all-leads">Leads classificeren</Link>
              </Button>
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
