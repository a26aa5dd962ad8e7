import { MessageSquare } from "lucide-react";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Empty } from "#ui/empty.tsx";
import { MessageBoard } from "./message-board.tsx";
import { messageFilters } from "./message-filters.ts";
import { useFlows } from "./messages.api.ts";
import { SYNC } from "./sync-texts.ts";

const NO_FLOWS: string[] = [];

export function IceBreakersPage() {
  useDocumentTitle("Ice Breakers");
  const flows = useFlows("icebreaker");
  return (
    <MessageBoard
      type="icebreaker"
      title="Berichten Overzicht"
      readers={messageFilters}
      flows={flows.data ?? NO_FLOWS}
      sync={SYNC.icebreaker}
      nothingYet={
        <Empty
          icon={MessageSquare}
          title="Geen berichten gevonden"
          text="Er wacht niets op een besluit. Nieuwe ice breakers verschijnen hier vanzelf."
        />
      }
    />
  );
}
