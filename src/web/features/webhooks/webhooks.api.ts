import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewWebhook, WebhookChange } from "#contract/integration-forms.ts";
import { type WebhookDelivery, type WebhookEvent, webhooksRoutes } from "#contract/webhooks.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const webhooksKey = ["integrations", "webhooks"];

export const EVENT_LABELS: Record<WebhookEvent | WebhookDelivery["type"], string> = {
  "message.approved": "Bericht goedgekeurd",
  "message.sent": "Bericht verstuurd",
  "message.replied": "Reactie ontvangen",
  "lead.class_changed": "Classificatie van lead gewijzigd",
  "meeting.processed": "Meeting verwerkt",
  "webhook.test": "Testgebeurtenis",
};

export const useWebhooks = () =>
  useQuery({ queryKey: webhooksKey, queryFn: ({ signal }) => call(webhooksRoutes.list, { signal }) });

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => call(webhooksRoutes.deliveries, { params: { id }, signal }),
  });

/** Refetches the webhooks and their logs, and shows why it failed. */
function useWebhookMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  { done, failed }: { done?: (result: Result) => { title: string; description: string }; failed: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result) => {
      if (done) showToast(done(result));
      void client.invalidateQueries({ queryKey: webhooksKey });
    },
    onError: (error) => showError(error, failed),
  });
}

export const useCreateWebhook = () =>
  useWebhookMutation((body: NewWebhook) => call(webhooksRoutes.create, { body }), {
    failed: "Er ging iets mis bij het maken van de webhook.",
  });

export const useUpdateWebhook = () =>
  useWebhookMutation(
    ({ id, change }: { id: string; change: WebhookChange }) =>
      call(webhooksRoutes.update, { params: { id }, body: change }),
    {
      done: () => ({ title: "Webhook bijgewerkt", description: "De wijzigingen zijn opgeslagen." }),
      failed: "Er ging iets mis bij het bijwerken van de webhook.",
    },
  );

export const useDeleteWebhook = () =>
  useWebhookMutation((id: string) => call(webhooksRoutes.remove, { params: { id } }), {
    done: ({ message }) => ({ title: "Webhook verwijderd", description: message }),
    failed: "Er ging iets mis bij het verwijderen van de webhook.",
  });

export const useTestWebhook = () =>
  useWebhookMutation((id: string) => call(webhooksRoutes.test, { params: { id } }), {
    done: ({ message }) => ({ title: "Test gestart", description: message }),
    failed: "Er ging iets mis bij het testen van de webhook.",
  });

export const useResendDelivery = () =>
  useWebhookMutation((id: string) => call(webhooksRoutes.resend, { params: { id } }), {
    done: ({ message }) => ({ title: "Opnieuw verstuurd", description: message }),
    failed: "Er ging iets mis bij het opnieuw versturen.",
  });
