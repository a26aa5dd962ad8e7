import { ExternalLink as OpenIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { idFilter, oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import type { SyncOptions } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { Button } from "#ui/button/button.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Card } from "#ui/page/card.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { ImportPanel } from "./imports/import-panel.tsx";
import { useLeadSettings } from "./leads.api.ts";

const SYNC_OPTIONS: SyncOptions = {
  tables: ["leads"],
  done: { title: "Sync Voltooid", description: "Nieuwe leads staan in de lijst." },
  unreachable: {
    title: "Sync Fout",
    description: "Kon niet synchroniseren met Airtable. Controleer je verbinding.",
  },
  failed: { title: "Sync Fout", description: "Er is een fout opgetreden bij het synchroniseren met Airtable." },
};

type AirtableFormProps = { formUrl: string; embedUrl: string | null };

/** The company's own Airtable form. Its entries arrive with the next synchronisation. */
const AirtableForm = ({ formUrl, embedUrl }: AirtableFormProps) => (
  <div className="flex flex-col gap-3">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground text-[0.8125rem]">
        Een lead die je hier invult, staat na de volgende synchronisatie in de lijst.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild variant="ghost" className="max-sm:px-0">
          <ExternalLink href={formUrl} className="text-foreground hover:no-underline">
            <OpenIcon />
            Open in een nieuw tabblad
          </ExternalLink>
        </Button>
        <SyncButton label="Sync Airtable" sync={SYNC_OPTIONS} />
      </div>
    </div>
    <Card className="overflow-hidden">
      {embedUrl ? (
        <iframe
          title="Formulier om een lead toe te voegen"
          src={embedUrl}
          referrerPolicy="no-referrer"
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
          className="block h-[max(36rem,calc(100dvh-12rem))] w-full"
        />
      ) : (
        <Empty
          title="Dit formulier laat zich niet in dit scherm tonen"
          text="Open het in een nieuw tabblad; je leads komen met de synchronisatie mee."
        />
      )}
    </Card>
  </div>
);

const AddLeadForm = lazyComponent(() => import("./add-lead-form.tsx"), "AddLeadForm");

const FORM_TAB = "formulier";
const CSV_TAB = "csv";

/** The selected tab and import are in the URL, so that a long import can be left and found again. */
const tabFilters = { via: oneOf([CSV_TAB]), import: idFilter };

export function AddLeadsPage() {
  useDocumentTitle("ADD Leads");
  const [{ via, import: importId }, setFilters] = useUrlFilters(tabFilters);
  const tab = via ?? FORM_TAB;
  // An opened tab stays, hidden: what was typed or mapped there is not lost by a look at the other one.
  const [opened, setOpened] = useState<readonly string[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const contentProps = (value: string) => ({
    value,
    className: "data-[state=inactive]:hidden",
    ...(opened.includes(value) ? { forceMount: true as const } : {}),
  });
  return (
    <>
      <PageHeader title="ADD Leads" />
      <Tabs
        value={tab}
        onValueChange={(chosen) => setFilters({ via: chosen === CSV_TAB ? CSV_TAB : undefined })}
        className="mx-auto w-full max-w-5xl px-4 py-4 sm:px-6"
      >
        <TabsList aria-label="Manieren om leads toe te voegen">
          <TabsTrigger value={FORM_TAB}>Formulier</TabsTrigger>
          <TabsTrigger value={CSV_TAB}>CSV importeren</TabsTrigger>
        </TabsList>
        <TabsContent {...contentProps(FORM_TAB)}>
          <FormPanel />
        </TabsContent>
        <TabsContent {...contentProps(CSV_TAB)}>
          <ImportPanel id={importId} onOpen={(id) => setFilters({ import: id })} />
        </TabsContent>
      </Tabs>
    </>
  );
}

function FormPanel() {
  const settings = useLeadSettings();
  return (
    <QueryStates query={settings} errorTitle="Het formulier kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ formUrl, formFrame }) => (
        <Suspense fallback={<LinesSkeleton />}>
          {formUrl ? <AirtableForm formUrl={formUrl} embedUrl={formFrame} /> : <AddLeadForm />}
        </Suspense>
      )}
    </QueryStates>
  );
}
