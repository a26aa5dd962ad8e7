import { LayoutDashboard } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AdminDashboardPage() {
  useDocumentTitle("Dashboard");
  return (
    <>
      <PageHeader title="Dashboard" description="Overzicht van het multi-tenant platform" />
      <Empty icon={LayoutDashboard} title="No figures yet" text="Companies and users are counted here." />
    </>
  );
}
