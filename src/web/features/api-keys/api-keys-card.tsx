import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import type { ApiKey } from "#contract/api-keys.ts";
import { formatDateTime, formatLongDate } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { EmptyNote } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ListRow } from "#ui/table/list-row.tsx";
import { useApiKeys, useRevokeApiKey } from "./api-keys.api.ts";

const NewApiKeyDialog = lazyComponent(() => import("./new-api-key-dialog.tsx"), "NewApiKeyDialog");

/** The keys with which other programs call the API for the company. */
export function ApiKeysCard() {
  const keys = useApiKeys();
  const [dialog, setDialog] = useState<"unopened" | "open" | "closed">("unopened");
  usePreload(NewApiKeyDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
        <div>
          <CardTitle>API-sleutels</CardTitle>
          <CardDescription className="text-xs">
            Hiermee werken andere programma's, zoals n8n of Make, met de gegevens van je bedrijf.{" "}
            <a href="/api/docs" target="_blank" rel="noreferrer" className="underline">
              Documentatie van de API
            </a>
          </CardDescription>
        </div>
        <Button variant="outline" size="sm" onClick={() => setDialog("open")}>
          <Plus />
          Nieuwe sleutel
        </Button>
      </CardHeader>
      <CardContent>
        <QueryStates query={keys} errorTitle="De API-sleutels konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) => <ApiKeyRows keys={loaded} />}
        </QueryStates>
      </CardContent>
      {dialog !== "unopened" && (
        <Suspense fallback={<ShortcutBlocker />}>
          <NewApiKeyDialog open={dialog === "open"} onClose={() => setDialog("closed")} />
        </Suspense>
      )}
    </Card>
  );
}

const ApiKeyRows = ({ keys }: { keys: readonly ApiKey[] }) => {
  if (keys.length === 0)
    return <EmptyNote title="Nog geen API-sleutels" text="Maak een sleutel voor elk programma dat je koppelt." />;
  return (
    <ul className="divide-y">
      {keys.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  );
};

const STATUS_TEXTS = { expired: "Verlopen", revoked: "Ingetrokken" } as const;

function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, scope, tokenEnding, createdBy, creatorHasLeft, createdAt, expiresAt, lastUsedAt, status } = apiKey;
  const confirm = useConfirm();
  const revoke = useRevokeApiKey();
  const confirmAndRevoke = async () => {
    const confirmed = await confirm({
      title: `Sleutel ${name} intrekken?`,
      text: "Programma's die deze sleutel gebruiken, kunnen daarna niets meer lezen of wijzigen. Dit is niet terug te draaien.",
      confirmLabel: "Intrekken",
      tone: "destructive",
    });
    if (confirmed) revoke.mutate(id);
  };
  return (
    <ListRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <code className="text-muted-foreground text-xs">usa_…{tokenEnding}</code>
        </p>
        <p className="text-muted-foreground text-xs">
          Gemaakt door {createdBy} op {formatLongDate(createdAt)} · geldig tot {formatLongDate(expiresAt)} ·{" "}
          {lastUsedAt ? `laatst gebruikt op ${formatDateTime(lastUsedAt)}` : "nog niet gebruikt"}
        </p>
        {creatorHasLeft && status === "active" && (
          <p className="text-warning text-xs">
            {createdBy} is geen gebruiker meer en kan de sleutel nog kennen. Maak een nieuwe en trek deze in.
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <Badge tone={scope === "write" ? "warning" : "info"}>
          {scope === "write" ? "Lezen en schrijven" : "Alleen lezen"}
        </Badge>
        {status === "active" ? (
          <Button
            variant="outline"
            size="sm"
            data-key="delete"
            aria-label={`Sleutel ${name} intrekken`}
            busy={revoke.isPending}
            busyLabel="Intrekken..."
            onClick={confirmAndRevoke}
          >
            Intrekken
          </Button>
        ) : (
          <Badge>{STATUS_TEXTS[status]}</Badge>
        )}
      </div>
    </ListRow>
  );
}
