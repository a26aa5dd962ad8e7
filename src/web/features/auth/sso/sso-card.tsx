import { Pencil } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { SsoConnection } from "#contract/sso.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { EmptyNote } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useRemoveSso, useSsoConnection } from "./sso.api.ts";

const SsoDialog = lazyComponent(() => import("./sso-dialog.tsx"), "SsoDialog");

/** Single sign-on of the company. */
export function SsoCard() {
  const sso = useSsoConnection();
  const dialog = useDialogSubject<SsoConnection>();
  usePreload(SsoDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
        <div>
          <CardTitle>Inloggen via SSO</CardTitle>
          <CardDescription className="text-xs">
            Collega's loggen in met het account van je organisatie: Microsoft Entra, Google of een andere OpenID
            Connect-dienst.
          </CardDescription>
        </div>
        {sso.data && (
          <Button variant="outline" size="sm" onClick={() => dialog.show(sso.data)}>
            <Pencil />
            {sso.data.connection ? "Bewerken" : "Instellen"}
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates query={sso} errorTitle="SSO kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {({ connection, redirectUri }) => <Settings connection={connection} redirectUri={redirectUri} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.subject && <SsoDialog open={dialog.open} sso={dialog.subject} onClose={dialog.close} />}
      </Suspense>
    </Card>
  );
}

function Settings({ connection, redirectUri }: SsoConnection) {
  const confirm = useConfirm();
  const remove = useRemoveSso();
  const confirmAndRemove = async () => {
    const confirmed = await confirm({
      title: "SSO verwijderen?",
      text: "Collega's loggen daarna in met een wachtwoord. Wie er geen heeft, vraagt er een aan via 'Wachtwoord vergeten?'.",
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) remove.mutate();
  };
  if (!connection)
    return (
      <EmptyNote
        title="SSO is nog niet ingesteld"
        text={
          <>
            Registreer eerst een applicatie bij je inlogdienst met dit adres: <RedirectUri uri={redirectUri} />
          </>
        }
      />
    );
  const { issuer, domains, ssoOnly, createsUsers, lastSignInAt } = connection;
  return (
    <div className="flex flex-col items-start gap-4">
      <dl className="grid w-full gap-x-6 gap-y-3 sm:grid-cols-2">
        <Detail label="Inlogdienst (issuer)">{issuer}</Detail>
        <Detail label="E-maildomeinen">{domains.join(", ")}</Detail>
        <Detail label="Wachtwoorden">{ssoOnly ? "Alleen via SSO" : "Toegestaan naast SSO"}</Detail>
        <Detail label="Nieuwe collega's">
          {createsUsers ? "Krijgen een account bij de eerste keer inloggen" : "Worden door een beheerder toegevoegd"}
        </Detail>
        <Detail label="Laatst gebruikt">{lastSignInAt ? formatDateTime(lastSignInAt) : "Nog niet"}</Detail>
        <Detail label="Adres voor je inlogdienst (redirect URI)">
          <RedirectUri uri={redirectUri} />
        </Detail>
      </dl>
      <Button variant="outline" size="sm" busy={remove.isPending} onClick={confirmAndRemove} className="text-danger">
        SSO verwijderen
      </Button>
    </div>
  );
}

const RedirectUri = ({ uri }: { uri: string }) => (
  <span className="inline-flex items-center gap-1">
    <span className="break-all">{uri}</span>
    <CopyButton text={uri} label="Kopieer het adres voor je inlogdienst" />
  </span>
);

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
);
