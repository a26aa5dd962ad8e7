import { UserPlus } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AddLeadsPage() {
  useDocumentTitle("ADD Leads");
  return (
    <>
      <PageHeader title="ADD Leads" />
      <Empty
        icon={UserPlus}
        title="Nog geen formulier"
        text="Zodra het formulier van je bedrijf is ingesteld, kun je hier leads toevoegen."
      />
    </>
  );
}
