import { MessageSquare } from "lucide-react";
import { useOverviewCounts } from "#lib/api/overview.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { MessageBoard, type ReviewPageProps } from "./message-board.tsx";

export function IceBreakersPage({ renderLead }: ReviewPageProps) {
  useDocumentTitle("Ice Breakers");
  const isFirstSync = useOverviewCounts()?.isFirstSync;
  return (
    <MessageBoard
      type="icebreaker"
      title="Berichten Overzicht"
      renderLead={renderLead}
      emptyState={
        <Empty
          icon={MessageSquare}
          title="Geen berichten gevonden"
          text={
            isFirstSync
              ? "De eerste synchronisatie met Airtable loopt. Je berichten verschijnen hier vanzelf."
              : "Er wacht niets op een besluit. Nieuwe ice breakers verschijnen hier vanzelf."
          }
        />
      }
    />
  );
}
