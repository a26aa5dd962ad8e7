import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { queueRoutes, type SentMessage } from "#contract/queue.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { useSent, useSentFlows, useSentTotal } from "./queue.api.ts";
import { useQueueDialogs } from "./queue-dialogs.tsx";
import { sentFilters } from "./queue-filters.ts";
import { QueueScreen } from "./queue-screen.tsx";
import { sentColumns } from "./queue-table.tsx";

const EMPTY = {
  icon: Send,
  title: "Geen verzonden berichten gevonden",
  text: "Hier staat wat via de wachtrij is verstuurd. Wat in Airtable al verstuurd was, staat bij Ice Breakers en Follow-up Messages in de groep Verzonden.",
  action: (
    <Button asChild variant="outline" size="sm">
      <Link to="/messages-queued">Wachtrij bekijken</Link>
    </Button>
  ),
};

export function SentPage() {
  useDocumentTitle("Messages SENT");
  const [filters, setFilters] = useManagerFilters(sentFilters, "accountmanager");
  const isFiltered = filters.accountmanager !== undefined;
  const clear = () => setFilters({ accountmanager: undefined });
  const dialogs = useQueueDialogs<SentMessage>((id) => urlOf(queueRoutes.sentReport, { id }));
  const flows = useSentFlows();
  return (
    <QueueScreen
      title="Messages SENT"
      list={useSent(filters)}
      totalOfStatus={useSentTotal(isFiltered)}
      filters={{
        activeCount: isFiltered ? 1 : 0,
        onClear: isFiltered ? clear : undefined,
        clearInSheetOnly: true,
        children: (
          <Field label="Accountmanager" className="sm:w-56!">
            <AccountManagerSelect
              names={flows.data ?? []}
              value={filters.accountmanager}
              onValueChange={(accountmanager) => setFilters({ accountmanager })}
            />
          </Field>
        ),
      }}
      rowHeight="h-34 @2xl:h-13"
      columns={sentColumns(dialogs)}
      empty={EMPTY}
      isFiltered={isFiltered}
      onClearFilters={clear}
      dialogs={dialogs.element}
    />
  );
}
