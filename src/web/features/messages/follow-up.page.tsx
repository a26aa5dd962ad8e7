import { Reply } from "lucide-react";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { MessageBoard, type ReviewPageProps } from "./message-board.tsx";

export function FollowUpPage({ renderLead }: ReviewPageProps) {
  useDocumentTitle("Follow-up Messages");
  return (
    <MessageBoard
      type="followup"
      title="Follow-up Messages"
      renderLead={renderLead}
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
