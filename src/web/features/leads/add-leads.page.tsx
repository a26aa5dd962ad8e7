import { useDocumentTitle } from "../../lib/document-title.ts";
import { Loaded } from "../../lib/loaded.tsx";
import { LinesSkeleton } from "../../ui/lines-skeleton.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CompanyForm } from "./add/company-form.tsx";
import { OwnForm } from "./add/own-form.tsx";
import { useLeadSettings } from "./leads.api.ts";

export function AddLeadsPage() {
  useDocumentTitle("ADD Leads");
  const settings = useLeadSettings();
  return (
    <>
      <PageHeader title="ADD Leads" />
      <div className="mx-auto w-full max-w-4xl px-3 py-4 sm:px-6">
        <Loaded query={settings} problem="Het formulier kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {({ formUrl, formFrame }) => (formUrl ? <CompanyForm address={formUrl} frame={formFrame} /> : <OwnForm />)}
        </Loaded>
      </div>
    </>
  );
}
