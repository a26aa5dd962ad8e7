import { FileText } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function PromptsPage() {
  useDocumentTitle("Prompts");
  return (
    <>
      <PageHeader title="Prompts Beheer" />
      <Empty
        icon={FileText}
        title="Geen prompts gevonden"
        text="Zodra Airtable is gekoppeld, verschijnen de prompts van elke accountmanager hier."
      />
    </>
  );
}
