import { MessageSquare } from "lucide-react";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { MessageBoard } from "./message-board.tsx";
import { messageFilters } from "./message-filters.tsx";
import { useFlows } from "./messages.api.ts";

const NO_FLOWS: string[] = [];

export function IceBreakersPage() {
  useDocumentTitle("Ice Breakers");
  const flows = useFlows("icebreaker");
  return (
    <MessageBoard
      type="icebreaker"
      title="Berichten Overzicht"
      filterParsers={messageFilters}
      flows={flows.data ?? NO_FLOWS}
      emptyState={
        <Empty
          icon={MessageSquare}
          title="Geen berichten gevonden"
          text="Er wacht niets op een besluit. Nieuwe ice breakers verschijnen hier vanzelf."
        />
      }
    />
  );
}
