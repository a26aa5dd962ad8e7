import { Pencil, Plus, ScrollText, Trash2 } from "lucide-react";
import { Suspense } from "react";
import type { Webhook } from "#contract/webhooks.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Badge, StatusBadge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { EmptyNote } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ListRow } from "#ui/table/list-row.tsx";
import { EVENT_LABELS, useDeleteWebhook, useWebhooks } from "./webhooks.api.ts";

const WebhookDialog = lazyComponent(() => import("./webhook-dialog.tsx"), "WebhookDialog");
const DeliveryLogDialog = lazyComponent(() => import("./delivery-log-dialog.tsx"), "DeliveryLogDialog");

/** The addresses of other programs that are told what happens in the workspace. */
export function WebhooksCard() {
  const webhooks = useWebhooks();
  const form = useDialogSubject<Webhook | "new">();
  const log = useDialogSubject<Webhook>();
  usePreload(WebhookDialog.preload);
  usePreload(DeliveryLogDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-x-4 gap-y-3 max-sm:flex-wrap">
        <div>
          <CardTitle>Webhooks</CardTitle>
          <CardDescription className="text-xs">
            Een ander programma krijgt meteen bericht van wat er gebeurt, ondertekend met een geheim.
          </CardDescription>
        </div>
        <Button variant="outline" size="sm" onClick={() => form.show("new")}>
          <Plus />
          Nieuwe webhook
        </Button>
      </CardHeader>
      <CardContent>
        <QueryStates query={webhooks} errorTitle="De webhooks konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) => <WebhookRows webhooks={loaded} onEdit={form.show} onShowLog={log.show} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {form.subject && <WebhookDialog open={form.open} webhook={form.subject} onClose={form.close} />}
        {log.subject && <DeliveryLogDialog open={log.open} webhook={log.subject} onClose={log.close} />}
      </Suspense>
    </Card>
  );
}

type WebhookRowsProps = {
  webhooks: readonly Webhook[];
  onEdit: (webhook: Webhook) => void;
  onShowLog: (webhook: Webhook) => void;
};

const WebhookRows = ({ webhooks, onEdit, onShowLog }: WebhookRowsProps) => {
  if (webhooks.length === 0)
    return <EmptyNote title="Nog geen webhooks" text="Voeg het adres toe van het programma dat bericht wil krijgen." />;
  return (
    <ul className="divide-y">
      {webhooks.map((webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          onEdit={() => onEdit(webhook)}
          onShowLog={() => onShowLog(webhook)}
        />
      ))}
    </ul>
  );
};

type WebhookRowProps = { webhook: Webhook; onEdit: () => void; onShowLog: () => void };

function WebhookRow({ webhook: { id, url, events, isActive, problem }, onEdit, onShowLog }: WebhookRowProps) {
  const confirm = useConfirm();
  const remove = useDeleteWebhook();
  const confirmAndRemove = async () => {
    const confirmed = await confirm({
      title: "Webhook verwijderen?",
      text: `${url} krijgt geen gebeurtenissen meer, en het log ervan verdwijnt.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) remove.mutate(id);
  };
  return (
    <ListRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-all font-medium">{url}</p>
        <ul aria-label="Gebeurtenissen" className="mt-1 flex flex-wrap gap-1">
          {events.map((event) => (
            <li key={event}>
              <Badge outline>{EVENT_LABELS[event]}</Badge>
            </li>
          ))}
        </ul>
        {problem && <p className="mt-1 text-danger text-xs">{problem}</p>}
      </div>
      <div className="flex items-center gap-1">
        <StatusBadge active={isActive} />
        <TooltipButton variant="ghost" size="icon" aria-label={`Log van ${url}`} hint="Log" onClick={onShowLog}>
          <ScrollText />
        </TooltipButton>
        <TooltipButton
          variant="ghost"
          size="icon"
          data-key="enter"
          aria-label={`${url} bewerken`}
          hint="Bewerken"
          onClick={onEdit}
        >
          <Pencil />
        </TooltipButton>
        <TooltipButton
          variant="ghost"
          size="icon"
          data-key="delete"
          aria-label={`${url} verwijderen`}
          hint="Verwijderen"
          onClick={confirmAndRemove}
        >
          <Trash2 />
        </TooltipButton>
      </div>
    </ListRow>
  );
}
