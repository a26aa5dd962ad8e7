import { Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { WriterSettings } from "#contract/writer.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { describeWriterCosts } from "#lib/labels/writer.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useWriterSettings } from "./writer.api.ts";

const WriterDialog = lazyComponent(() => import("./writer-dialog.tsx"), "WriterDialog");

/** Who writes the messages of the company, and with which language model. */
export function WriterCard() {
  const settings = useWriterSettings();
  const dialog = useDialogSubject<WriterSettings>();
  usePreload(WriterDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
        <div>
          <CardTitle>Schrijver</CardTitle>
          <CardDescription className="text-xs">
            Wie de berichten schrijft: je eigen automatisering of de ingebouwde schrijver. Elke tekst is een concept; er
            wordt niets verstuurd zonder goedkeuring.
          </CardDescription>
        </div>
        {settings.data && (
          <Button
            variant="outline"
            size="sm"
            aria-label="Schrijver instellen"
            onClick={() => dialog.show(settings.data)}
          >
            <Pencil />
            Instellen
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates
          query={settings}
          errorTitle="De instellingen van de schrijver konden niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(loaded) => <Details settings={loaded} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.subject && <WriterDialog open={dialog.open} settings={dialog.subject} onClose={dialog.close} />}
      </Suspense>
    </Card>
  );
}

const count = (value: number): string => value.toLocaleString("nl-NL");

function Details({ settings }: { settings: WriterSettings }) {
  if (settings.writer === "airtable")
    return <p className="text-muted-foreground">Je eigen automatisering schrijft de berichten, via Airtable.</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Detail label="Schrijver">
        <Badge tone="success">Ingebouwd</Badge>
      </Detail>
      <Detail label="Taalmodel">{settings.aiModel}</Detail>
      <Detail label="Adres">{settings.aiBaseUrl}</Detail>
      <Detail label="Concepten per dag zonder opdracht">{count(settings.aiDailyDrafts)}</Detail>
      <Detail label="Tokens vandaag">
        {count(settings.tokensToday)} van {count(settings.aiDailyTokens)}
      </Detail>
      <Detail label="Kosten">{describeWriterCosts(settings)}</Detail>
      <Detail label="Bevestigd">
        {settings.confirmedAt && `${settings.confirmedBy}, ${formatDateTime(settings.confirmedAt)}`}
      </Detail>
    </dl>
  );
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words">{children || "–"}</dd>
  </div>
);
