import { Link2, Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { AirtableConnection } from "#contract/airtable-connection.ts";
import { MappingDialog } from "#lib/airtable/mapping-dialog.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { ExternalLink } from "#ui/content/external-link.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useConnection } from "./connection.api.ts";

const ConnectionDialog = lazyComponent(() => import("./connection-dialog.tsx"), "ConnectionDialog");

const isComplete = ({ airtableBaseId, hasAirtableApiKey }: AirtableConnection) =>
  airtableBaseId !== null && hasAirtableApiKey;

/** The connection with the company's Airtable base, and the mapping of its fields. */
export function ConnectionCard() {
  const connection = useConnection();
  const settings = useDialogSubject<AirtableConnection>();
  const mapping = useDialogSubject<true>();
  usePreload(ConnectionDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <CardTitle>Airtable</CardTitle>
          <CardDescription className="text-xs">
            De base waaruit leads, berichten en meetings komen, en welke velden daarin bij welk gegeven horen.
          </CardDescription>
        </div>
        {connection.data && (
          <div className="flex flex-wrap gap-2">
            {isComplete(connection.data) && (
              <Button variant="outline" size="sm" onClick={() => mapping.show(true)}>
                <Link2 />
                Velden koppelen
              </Button>
            )}
            <Button variant="outline" size="sm" onClick={() => settings.show(connection.data)}>
              <Pencil />
              Instellen
            </Button>
          </div>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates
          query={connection}
          errorTitle="De koppeling met Airtable kon niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(loaded) => <Details connection={loaded} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {settings.subject && (
          <ConnectionDialog
            open={settings.open}
            connection={settings.subject}
            onClose={settings.close}
            onConnected={() => mapping.show(true)}
          />
        )}
      </Suspense>
      {mapping.hasOpened && <MappingDialog open={mapping.open} onClose={mapping.close} />}
    </Card>
  );
}

function Details({ connection }: { connection: AirtableConnection }) {
  if (!isComplete(connection))
    return (
      <p className="text-muted-foreground">
        Nog niet gekoppeld. Kies Instellen, vul een toegangstoken van Airtable in en kies je base; daarna geef je met
        Velden koppelen aan welk veld waarbij hoort, en begint de eerste synchronisatie vanzelf.
      </p>
    );
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
      <Detail label="Base">
        <ExternalLink href={`https://airtable.com/${connection.airtableBaseId}`}>
          {connection.airtableBaseName ?? connection.airtableBaseId}
        </ExternalLink>
        {connection.airtableBaseName && (
          <span className="block text-muted-foreground text-xs">{connection.airtableBaseId}</span>
        )}
      </Detail>
      <Detail label="Toegangstoken">
        <Badge tone="success">Ingesteld</Badge>
      </Detail>
      <Detail label="Formulier voor ADD Leads">{connection.airtableFormUrl}</Detail>
    </dl>
  );
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words">{children || "–"}</dd>
  </div>
);
