import { CalendarDays } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function MeetingsPage() {
  useDocumentTitle("Meetings");
  return (
    <>
      <PageHeader title="Meetings" description="Beheer de meetings die verwerkt moeten worden." />
      <Empty
        icon={CalendarDays}
        title="Geen meetings gevonden"
        text="Zodra Airtable is gekoppeld, verschijnen je gesprekken hier."
      />
    </>
  );
}
