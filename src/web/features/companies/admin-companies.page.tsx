import { Building2 } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AdminCompaniesPage() {
  useDocumentTitle("Companies");
  return (
    <>
      <PageHeader title="Companies" />
      <Empty icon={Building2} title="No companies yet" text="The first company you add appears here." />
    </>
  );
}
