import { Users } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AdminUsersPage() {
  useDocumentTitle("Users");
  return (
    <>
      <PageHeader title="Users" />
      <Empty icon={Users} title="No users yet" text="The first user you add appears here." />
    </>
  );
}
