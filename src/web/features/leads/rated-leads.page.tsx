import { Star } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function RatedLeadsPage() {
  useDocumentTitle("Rated Leads");
  return (
    <>
      <PageHeader title="Recentelijk Leads Rated" />
      <Empty icon={Star} title="Nog geen beoordeelde leads" text="Leads die een rating krijgen, verschijnen hier." />
    </>
  );
}
