import { Building2 } from "lucide-react";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

export function CompanyAdminPage() {
  useDocumentTitle("Bedrijf Beheer");
  return (
    <>
      <PageHeader title="Bedrijf Beheer" description="Overzicht van jouw bedrijf en gebruikers" />
      <Empty
        icon={Building2}
        title="Nog geen bedrijfsinformatie"
        text="De gegevens en gebruikers van je bedrijf verschijnen hier."
      />
    </>
  );
}
