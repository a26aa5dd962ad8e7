import { Flame } from "lucide-react";
import { leadsRoutes } from "#contract/leads.ts";
import { addressOf } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Empty } from "#ui/empty.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ExportButton, hasExport } from "./export-button.tsx";
import { LeadCard } from "./lead-card.tsx";
import { LeadCardList } from "./lead-card-list.tsx";
import { useHotLeads } from "./leads.api.ts";
import { useLeadDialogs } from "./use-lead-dialogs.tsx";

export function HotLeadsPage() {
  useDocumentTitle("Hot Leads");
  const list = useHotLeads();
  const { actions, dialogs } = useLeadDialogs(list.items);
  return (
    <>
      <PageHeader
        title="Hot Leads"
        count={list.query.data && `${list.items.length.toLocaleString("nl-NL")} leads geladen`}
        actions={hasExport(list) && <ExportButton address={addressOf(leadsRoutes.exportHot, undefined)} />}
      />
      <LeadCardList
        label="Hot Leads"
        list={list}
        empty={
          <Empty icon={Flame} title="Nog geen hot leads" text="Leads met de classificatie HOT verschijnen hier." />
        }
      >
        {(lead) => <LeadCard lead={lead} actions={actions} />}
      </LeadCardList>
      {dialogs}
    </>
  );
}
