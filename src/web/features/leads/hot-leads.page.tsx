import { Flame } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
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
