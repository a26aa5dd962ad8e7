import { Reply } from "lucide-react";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { MessageBoard } from "./message-board.tsx";

export function FollowUpPage() {
  useDocumentTitle("Follow-up Messages");
  return (
    <MessageBoard
      type="followup"
      title="Follow-up Messages"
      emptyState={
        <Empty
          icon={Reply}
          title="Geen follow-up leads gevonden"
          text="Een lead die op een vervolgbericht wacht, verschijnt hier."
        />
      }
    />
  );
}
