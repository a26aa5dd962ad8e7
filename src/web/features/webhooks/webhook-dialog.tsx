import { useState } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import {
  type NewWebhook,
  newWebhook,
  WEBHOOK_EVENTS,
  type WebhookChange,
  webhookChange,
} from "#contract/integration-forms.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { OneTimeSecret } from "#ui/dialog/one-time-secret.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { Field } from "#ui/field/field.tsx";
import { EVENT_LABELS, useCreateWebhook, useUpdateWebhook } from "./webhooks.api.ts";

type WebhookDialogProps = { open: boolean; webhook: Webhook | "new"; onClose: () => void };

export const WebhookDialog = ({ open, webhook, onClose }: WebhookDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={webhook === "new" ? "Nieuwe webhook" : "Webhook bewerken"}>
    {webhook === "new" ? <NewWebhookForm /> : <WebhookForm webhook={webhook} onDone={onClose} />}
  </FormDialog>
);

const URL_HINT = "Een https-adres. Elke gebeurtenis wordt hierheen gestuurd met POST.";

function NewWebhookForm() {
  const create = useCreateWebhook();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<NewWebhook>({ resolver: formResolver(newWebhook), defaultValues: { url: "", events: [] } });
  const save = (webhook: NewWebhook) =>
    create.mutate(webhook, {
      onSuccess: ({ secret }) => setSecret(secret),
      onError: (error) => showFieldErrors(error, form),
    });
  if (secret)
    return (
      <OneTimeSecret secret={secret} copyLabel="Kopieer het geheim">
        Met dit geheim controleert het andere programma de handtekening. Kopieer het nu: hierna is het niet meer te
        zien.
      </OneTimeSecret>
    );
  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="flex flex-col gap-4">
      <TextField control={form.control} name="url" type="url" label="Adres" required hint={URL_HINT} />
      <EventChoices control={form.control} />
      <FormDialogActions busy={create.isPending} />
    </form>
  );
}

type WebhookFormProps = { webhook: Webhook; onDone: () => void };

function WebhookForm({ webhook: { id, url, events, isActive }, onDone }: WebhookFormProps) {
  const update = useUpdateWebhook();
  const form = useForm<WebhookChange>({
    resolver: formResolver(webhookChange),
    defaultValues: { url, events, isActive },
  });
  const { control, handleSubmit, formState } = form;
  const { dirtyFields } = formState;
  const save = (change: WebhookChange) =>
    update.mutate(
      { id, change: changedValues(change, dirtyFields) },
      { onSuccess: onDone, onError: (error) => showFieldErrors(error, form) },
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <TextField control={control} name="url" type="url" label="Adres" required hint={URL_HINT} />
      <EventChoices control={control as unknown as Control<NewWebhook>} />
      <SwitchField control={control} name="isActive" label="Actief" />
      <FormDialogActions busy={update.isPending} />
    </form>
  );
}

function EventChoices({ control }: { control: Control<NewWebhook> }) {
  const { field, fieldState } = useController({ control, name: "events" });
  const choose = (event: NewWebhook["events"][number], chosen: boolean) =>
    field.onChange(chosen ? [...field.value, event] : field.value.filter((other) => other !== event));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-[0.8125rem]">Gebeurtenissen</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Field key={event} label={EVENT_LABELS[event]} inline>
          <Checkbox
            checked={field.value.includes(event)}
            onCheckedChange={(checked) => choose(event, checked === true)}
          />
        </Field>
      ))}
      {fieldState.error && (
        <p role="alert" className="text-danger text-xs">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
