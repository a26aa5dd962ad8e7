import { Reply } from "lucide-react";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Empty } from "#ui/empty.tsx";
import { MessageBoard } from "./message-board.tsx";
import { followUpFilters } from "./message-filters.ts";
import { SYNC } from "./sync-texts.ts";

export function FollowUpPage() {
  useDocumentTitle("Follow-up Messages");
  return (
    <MessageBoard
      type="followup"
      title="Follow-up Messages"
      readers={followUpFilters}
      sync={SYNC.followup}
      nothingYet={
        <Empty
          icon={Reply}
          title="Geen follow-up leads gevonden"
          text="Een lead die op een vervolgbericht wacht, verschijnt hier."
        />
      }
    />
  );
}
