import { Send } from "lucide-react";
import { queueRoutes, type SentMessage } from "#contract/queue.ts";
import { urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { Field } from "#ui/field/field.tsx";
import { useSent, useSentFlows, useSentTotal } from "./queue.api.ts";
import { useQueueDialogs } from "./queue-dialogs.tsx";
import { sentFilters } from "./queue-filters.ts";
import { QueueScreen } from "./queue-screen.tsx";
import { sentColumns } from "./queue-table.tsx";

const EMPTY = {
  icon: Send,
  title: "Geen verzonden berichten gevonden",
  text: "Wat is verstuurd, lees je hier terug.",
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
          <Field label="Account manager" className="sm:w-56!">
            <AccountManagerSelect
              names={flows.data ?? []}
              value={filters.accountmanager}
              onValueChange={(accountmanager) => setFilters({ accountmanager })}
            />
          </Field>
        ),
      }}
      rowHeight="@2xl:h-13"
      columns={sentColumns(dialogs)}
      empty={EMPTY}
      isFiltered={isFiltered}
      onClearFilters={clear}
      dialogs={dialogs.element}
    />
  );
}
