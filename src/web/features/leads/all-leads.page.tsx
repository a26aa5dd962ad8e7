import { Users } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AllLeadsPage() {
  useDocumentTitle("All Leads");
  return (
    <>
      <PageHeader title="All Leads" />
      <Empty icon={Users} title="Nog geen leads" text="Voeg leads toe of koppel Airtable; dan staan ze hier." />
    </>
  );
}
