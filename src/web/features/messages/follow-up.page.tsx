import { Link } from "@tanstack/react-router";
import { Reply } from "lucide-react";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { Button } from "#ui/button/button.tsx";
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
          action={
            <Button asChild variant="outline" size="sm">
              <Link to="/">Ice Breakers beoordelen</Link>
            </Button>
          }
        />
      }
    />
  );
}
