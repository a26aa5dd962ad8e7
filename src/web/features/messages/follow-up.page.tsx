import { Reply } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function FollowUpPage() {
  useDocumentTitle("Follow-up Messages");
  return (
    <>
      <PageHeader title="Follow-up Messages" />
      <Empty icon={Reply} title="Nog geen follow-ups" text="Een lead die op een bericht wacht, verschijnt hier." />
    </>
  );
}
