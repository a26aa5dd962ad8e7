import { UserCheck } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function AcceptedInvitationsPage() {
  useDocumentTitle("Accepted Invitations");
  return (
    <>
      <PageHeader title="Accepted Invitations" />
      <Empty
        icon={UserCheck}
        title="Nog geen geaccepteerde uitnodigingen"
        text="Zodra iemand een uitnodiging accepteert, zie je dat hier."
      />
    </>
  );
}
