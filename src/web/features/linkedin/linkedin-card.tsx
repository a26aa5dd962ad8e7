import { Link2, Pencil, Unlink } from "lucide-react";
import { Suspense, useEffect } from "react";
import type { LinkedInSettings } from "#contract/linkedin.ts";
import { NO_SENDER, type Sender, type SenderAccount } from "#contract/senders.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { EmptyNote } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ListRow } from "#ui/table/list-row.tsx";
import { useDisconnectAccount, useLinkedInSettings, useSenderAccounts } from "./linkedin.api.ts";

const LinkedInDialog = lazyComponent(() => import("./linkedin-dialog.tsx"), "LinkedInDialog");
const ConnectDialog = lazyComponent(() => import("./connect-dialog.tsx"), "ConnectDialog");

/** The gateway sends the browser back with the outcome in the address. */
const useOutcomeToast = () =>
  useEffect(() => {
    const url = new URL(window.location.href);
    const outcome = url.searchParams.get("linkedin");
    if (!outcome) return;
    url.searchParams.delete("linkedin");
    window.history.replaceState(window.history.state, "", url);
    if (outcome === "verbonden")
      showToast({
        title: "LinkedIn wordt verbonden",
        description: "Zodra Unipile het bevestigt, staat het account hier.",
      });
    else showToast({ title: "Niet verbonden", description: "Het verbinden is afgebroken.", tone: "destructive" });
  }, []);

/** The LinkedIn channel: its settings, and the account of each sender. */
export function LinkedInCard({ isAdmin }: { isAdmin: boolean }) {
  useOutcomeToast();
  const settings = useLinkedInSettings(isAdmin);
  const senders = useSenderAccounts();
  const edit = useDialogSubject<LinkedInSettings>();
  const connect = useDialogSubject<Sender>();
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
        <div>
          <CardTitle>LinkedIn</CardTitle>
          <CardDescription className="text-xs">{describe(settings.data)}</CardDescription>
        </div>
        {settings.data && (
          <Button variant="outline" size="sm" aria-label="Versturen instellen" onClick={() => edit.show(settings.data)}>
            <Pencil />
            Instellen
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates query={senders} errorTitle="De accounts konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) => (
            <AccountRows
              senders={loaded.filter(({ name }) => name !== NO_SENDER)}
              isAdmin={isAdmin}
              isSetUp={!settings.data || isGatewaySetUp(settings.data)}
              onConnect={connect.show}
            />
          )}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {edit.subject && <LinkedInDialog open={edit.open} settings={edit.subject} onClose={edit.close} />}
        {connect.subject && (
          <ConnectDialog open={connect.open} sender={connect.subject} isAdmin={isAdmin} onClose={connect.close} />
        )}
      </Suspense>
    </Card>
  );
}

const isGatewaySetUp = ({ unipileUrl, hasUnipileApiKey }: LinkedInSettings): boolean =>
  unipileUrl !== null && hasUnipileApiKey;

const NOT_SET_UP = "Vul eerst bij Instellen het adres en de sleutel van Unipile in.";

const describe = (settings: LinkedInSettings | undefined): string => {
  if (!settings) return "Het LinkedIn-account van elke afzender.";
  return settings.deliveryChannel === "linkedin"
    ? "Berichten en uitnodigingen gaan via de accounts hieronder, op de werktijden en binnen de limieten van elke afzender."
    : "Berichten gaan nu niet via LinkedIn. Met een account van Unipile kan Ultimate Sales Agent ze zelf versturen.";
};

type AccountRowsProps = {
  senders: readonly Sender[];
  isAdmin: boolean;
  isSetUp: boolean;
  onConnect: (sender: Sender) => void;
};

function AccountRows({ senders, isAdmin, isSetUp, onConnect }: AccountRowsProps) {
  const { id: userId } = useCurrentUser();
  if (senders.length === 0)
    return <EmptyNote title="Nog geen afzenders" text="Ze verschijnen vanzelf met de eerste berichten." />;
  return (
    <>
      {!isSetUp && <p className="mb-3 text-sm">{NOT_SET_UP} Daarna kun je de accounts verbinden.</p>}
      <ul className="divide-y">
        {senders.map((sender) => (
          <AccountRow
            key={sender.id}
            sender={sender}
            disabledReason={
              isAdmin || sender.userId === userId ? undefined : "Alleen deze collega zelf of een beheerder kan dit."
            }
            connectRefusal={isSetUp ? undefined : NOT_SET_UP}
            onConnect={() => onConnect(sender)}
          />
        ))}
      </ul>
    </>
  );
}

const STATUS_BADGES: Readonly<
  Record<SenderAccount["status"], { text: string; tone: "success" | "warning" | "danger" }>
> = {
  ok: { text: "Verbonden", tone: "success" },
  connecting: { text: "Wordt verbonden", tone: "warning" },
  credentials: { text: "Opnieuw verbinden", tone: "danger" },
  restricted: { text: "Beperkt door LinkedIn", tone: "danger" },
  stopped: { text: "Gestopt", tone: "danger" },
  error: { text: "Storing", tone: "warning" },
  deleted: { text: "Niet meer bij Unipile", tone: "danger" },
};

const TIERS: Readonly<Record<SenderAccount["tier"], string>> = {
  free: "gratis account",
  paid: "betaald account",
  unknown: "soort account onbekend",
};

type AccountRowProps = {
  sender: Sender;
  disabledReason: string | undefined;
  connectRefusal: string | undefined;
  onConnect: () => void;
};

function AccountRow({ sender, disabledReason, connectRefusal, onConnect }: AccountRowProps) {
  const { id, name, account } = sender;
  const confirm = useConfirm();
  const disconnect = useDisconnectAccount();
  const askDisconnect = async () => {
    const isSure = await confirm({
      title: `LinkedIn-account van ${name} loskoppelen?`,
      text: "Het account wordt ook bij Unipile verwijderd. Wat klaarstaat voor deze afzender blijft wachten.",
      confirmLabel: "Loskoppelen",
      tone: "destructive",
    });
    if (isSure) disconnect.mutate(id);
  };
  const badge = account && STATUS_BADGES[account.status];
  return (
    <ListRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{name}</span>
          {badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : <Badge>Geen account</Badge>}
        </p>
        {account && (
          <p className="text-muted-foreground text-xs">
            {account.name === name ? (
              <span className="inline-block first-letter:uppercase">{TIERS[account.tier]}</span>
            ) : (
              `${account.name}, ${TIERS[account.tier]}`
            )}
          </p>
        )}
        {account?.problem && <p className="text-warning text-xs">{account.problem}</p>}
      </div>
      <div className="flex items-center gap-1 max-sm:ml-auto">
        <TooltipButton
          variant="outline"
          size="sm"
          aria-label={account ? `LinkedIn van ${name} opnieuw verbinden` : `LinkedIn van ${name} verbinden`}
          hint={account ? "Opnieuw verbinden" : "Verbinden"}
          disabledReason={disabledReason ?? connectRefusal}
          onClick={onConnect}
        >
          <Link2 />
          {account ? "Opnieuw" : "Verbinden"}
        </TooltipButton>
        {account && (
          <TooltipButton
            variant="ghost"
            size="icon"
            data-key="delete"
            aria-label={`LinkedIn van ${name} loskoppelen`}
            hint="Loskoppelen"
            disabledReason={disabledReason}
            onClick={() => void askDisconnect()}
          >
            <Unlink />
          </TooltipButton>
        )}
      </div>
    </ListRow>
  );
}
