import { Flame } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function HotLeadsPage() {
  useDocumentTitle("Hot Leads");
  return (
    <>
      <PageHeader title="Hot Leads" />
      <Empty icon={Flame} title="Nog geen hot leads" text="Leads met de classificatie HOT verschijnen hier." />
    </>
  );
}
