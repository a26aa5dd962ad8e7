import { Search } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function SearchLeadsPage() {
  useDocumentTitle("Search Leads");
  return (
    <>
      <PageHeader title="Search Leads" />
      <Empty icon={Search} title="Zoek op naam, email of bedrijf om leads te vinden." />
    </>
  );
}
