import { Clock } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function QueuedPage() {
  useDocumentTitle("Messages Queued");
  return (
    <>
      <PageHeader title="Messages Queued" />
      <Empty
        icon={Clock}
        title="Geen berichten gevonden die klaar staan om verzonden te worden"
        text="Goedgekeurde berichten wachten hier op hun verzenddatum."
      />
    </>
  );
}
