import { lazy, Suspense } from "react";
import { useAddressFilters } from "#lib/address-filters.ts";
import { oneOf, recordId } from "#lib/address-readers.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { Loaded } from "#lib/loaded.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/tabs.tsx";
import { CompanyForm } from "./add/company-form.tsx";
import { ImportPanel } from "./imports/import-panel.tsx";
import { useLeadSettings } from "./leads.api.ts";

const OwnForm = lazy(async () => ({ default: (await import("./add/own-form.tsx")).OwnForm }));

const FORM = "formulier";
const CSV = "csv";

/** Which way of adding, and which file: long work can be left and found back by its address. */
const place = { via: oneOf([CSV]), import: recordId };

export function AddLeadsPage() {
  useDocumentTitle("ADD Leads");
  const [{ via, import: importId }, setPlace] = useAddressFilters(place);
  return (
    <>
      <PageHeader title="ADD Leads" />
      <Tabs
        value={via ?? FORM}
        onValueChange={(chosen) => setPlace({ via: chosen === CSV ? CSV : undefined, import: undefined })}
        className="mx-auto w-full max-w-5xl px-3 py-4 sm:px-6"
      >
        <TabsList aria-label="Manieren om leads toe te voegen">
          <TabsTrigger value={FORM}>Formulier</TabsTrigger>
          <TabsTrigger value={CSV}>CSV importeren</TabsTrigger>
        </TabsList>
        <TabsContent value={FORM}>
          <FormPanel />
        </TabsContent>
        <TabsContent value={CSV}>
          <ImportPanel id={importId} onOpen={(id) => setPlace({ import: id })} />
        </TabsContent>
      </Tabs>
    </>
  );
}

function FormPanel() {
  const settings = useLeadSettings();
  return (
    <Loaded query={settings} problem="Het formulier kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ formUrl, formFrame }) => (
        <Suspense fallback={<LinesSkeleton />}>
          {formUrl ? <CompanyForm address={formUrl} frame={formFrame} /> : <OwnForm />}
        </Suspense>
      )}
    </Loaded>
  );
}
