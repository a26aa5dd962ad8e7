import { RotateCw, ScrollText, Send } from "lucide-react";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { EVENT_LABELS, useDeliveries, useResendDelivery, useTestWebhook } from "./webhooks.api.ts";

type DeliveryLogDialogProps = { open: boolean; webhook: Webhook; onClose: () => void };

export const DeliveryLogDialog = ({ open, webhook, onClose }: DeliveryLogDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title="Log van de webhook" description={webhook.url} size="lg">
      <DeliveryLog webhook={webhook} />
    </DialogContent>
  </Dialog>
);

function DeliveryLog({ webhook: { id, isActive } }: { webhook: Webhook }) {
  const deliveries = useDeliveries(id);
  const test = useTestWebhook();
  return (
    <div className="flex flex-col gap-4">
      {isActive && (
        <Button
          variant="outline"
          size="sm"
          busy={test.isPending}
          busyLabel="Versturen..."
          onClick={() => test.mutate(id)}
          className="self-start"
        >
          <Send />
          Testgebeurtenis versturen
        </Button>
      )}
      <QueryStates query={deliveries} errorTitle="Het log kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {(loaded) => <DeliveryRows deliveries={loaded} canResend={isActive} />}
      </QueryStates>
    </div>
  );
}

type DeliveryRowsProps = { deliveries: readonly WebhookDelivery[]; canResend: boolean };

const DeliveryRows = ({ deliveries, canResend }: DeliveryRowsProps) => {
  if (deliveries.length === 0)
    return (
      <Empty
        icon={ScrollText}
        title="Nog niets verstuurd"
        text="Hier staan de laatste honderd gebeurtenissen van de afgelopen 30 dagen."
        className="py-8"
      />
    );
  return (
    <ul className="divide-y rounded-md border">
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} canResend={canResend} />
      ))}
    </ul>
  );
};

const STATUS: Record<WebhookDelivery["status"], { text: string; tone: BadgeTone }> = {
  waiting: { text: "Wacht", tone: "warning" },
  delivered: { text: "Afgeleverd", tone: "success" },
  failed: { text: "Mislukt", tone: "danger" },
};

const attemptText = ({ attempts, attemptedAt, nextAttemptAt }: WebhookDelivery): string =>
  [
    attempts === 1 ? "1 poging" : `${attempts} pogingen`,
    attemptedAt && `laatste op ${formatDateTime(attemptedAt)}`,
    nextAttemptAt && `volgende op ${formatDateTime(nextAttemptAt)}`,
  ]
    .filter(Boolean)
    .join(" · ");

function DeliveryRow({ delivery, canResend }: { delivery: WebhookDelivery; canResend: boolean }) {
  const { id, type, occurredAt, status, problem } = delivery;
  const resend = useResendDelivery();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{EVENT_LABELS[type]}</span>
          <Badge tone={STATUS[status].tone}>{STATUS[status].text}</Badge>
        </p>
        <p className="text-muted-foreground text-xs">
          <time dateTime={occurredAt}>{formatDateTime(occurredAt)}</time> · {attemptText(delivery)}
        </p>
        {problem && <p className="text-danger text-xs">{problem}</p>}
      </div>
      {canResend && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`${EVENT_LABELS[type]} opnieuw versturen`}
          busy={resend.isPending}
          onClick={() => resend.mutate(id)}
        >
          <RotateCw />
          Opnieuw versturen
        </Button>
      )}
    </li>
  );
}
