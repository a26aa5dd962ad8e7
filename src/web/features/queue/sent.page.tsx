import { Send } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function SentPage() {
  useDocumentTitle("Messages SENT");
  return (
    <>
      <PageHeader title="Messages SENT" />
      <Empty icon={Send} title="Geen verzonden berichten gevonden" text="Wat is verstuurd, lees je hier terug." />
    </>
  );
}
