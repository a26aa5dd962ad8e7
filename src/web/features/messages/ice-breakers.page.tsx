import { MessageSquare } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function IceBreakersPage() {
  useDocumentTitle("Ice Breakers");
  return (
    <>
      <PageHeader title="Berichten Overzicht" />
      <Empty icon={MessageSquare} title="Nog geen berichten" text="Zodra Airtable is gekoppeld, verschijnen ze hier." />
    </>
  );
}
