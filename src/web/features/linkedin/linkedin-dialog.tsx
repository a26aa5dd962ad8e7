import { type Control, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type DeliveryChange, deliveryChange } from "#contract/company-forms.ts";
import type { LinkedInSettings } from "#contract/linkedin.ts";
import { ConnectionTest } from "#lib/forms/connection-test.tsx";
import { showFormError } from "#lib/forms/form-error.ts";
import { SelectField, SwitchField, TextField, useWasInvalid } from "#lib/forms/form-fields.tsx";
import { changedValues, formResolver } from "#lib/forms/form-resolver.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { RiskNotice } from "./connect-dialog.tsx";
import { useChangeLinkedIn, useTestGateway } from "./linkedin.api.ts";

type LinkedInDialogProps = { open: boolean; settings: LinkedInSettings; onClose: () => void };

export const LinkedInDialog = ({ open, settings, onClose }: LinkedInDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title="Versturen instellen">
    <LinkedInForm settings={settings} onDone={onClose} />
  </FormDialog>
);

const CHANNELS = [
  { value: "airtable", label: "Eigen automatisering (Airtable)" },
  { value: "webhook", label: "Webhook" },
  { value: "linkedin", label: "LinkedIn, via Unipile" },
] as const;

const KEEPS_SECRET = "Blijft dit leeg, dan blijft de huidige in gebruik.";

function LinkedInForm({ settings, onDone }: { settings: LinkedInSettings; onDone: () => void }) {
  const change = useChangeLinkedIn();
  const test = useTestGateway();
  const form = useForm<z.input<typeof deliveryChange>, unknown, DeliveryChange>({
    resolver: formResolver(deliveryChange),
    defaultValues: {
      deliveryChannel: settings.deliveryChannel,
      deliveryWebhookUrl: settings.deliveryWebhookUrl ?? "",
      deliverySecret: "",
      unipileUrl: settings.unipileUrl ?? "",
      unipileApiKey: "",
      withdrawInvitationsAfter: settings.withdrawInvitationsAfter,
      confirmed: false,
    },
  });
  const {
    control,
    handleSubmit,
    formState: { dirtyFields },
  } = form;
  const [channel, unipileUrl, unipileApiKey] = useWatch({
    control,
    name: ["deliveryChannel", "unipileUrl", "unipileApiKey"],
  });
  const isSwitchedOn = channel === "linkedin" && settings.deliveryChannel !== "linkedin";
  const wasWebhookInvalid = useWasInvalid(control, ["deliveryWebhookUrl", "deliverySecret"]);
  const wasLinkedInInvalid = useWasInvalid(control, ["unipileUrl", "unipileApiKey", "withdrawInvitationsAfter"]);
  const save = (values: DeliveryChange) =>
    change.mutate(changedValues(values, dirtyFields), {
      onSuccess: onDone,
      onError: (error) => showFormError(error, form, "Er ging iets mis bij het opslaan van de instellingen."),
    });
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <SelectField control={control} name="deliveryChannel" label="Hoe berichten naar buiten gaan" options={CHANNELS} />
      {(channel === "webhook" || wasWebhookInvalid) && (
        <WebhookFields control={control} hasSecret={settings.hasDeliverySecret} />
      )}
      {(channel !== "webhook" || wasLinkedInInvalid) && (
        <>
          <TextField
            control={control}
            name="unipileUrl"
            label="Adres van Unipile"
            type="url"
            placeholder="https://api1.unipile.com:13111"
            hint="Het DSN-adres uit je Unipile-omgeving, met het poortnummer."
            spellCheck={false}
          />
          <TextField
            control={control}
            name="unipileApiKey"
            label="Sleutel van Unipile"
            type="password"
            autoComplete="off"
            hint={settings.hasUnipileApiKey ? KEEPS_SECRET : undefined}
          />
          <ConnectionTest test={test} values={{ unipileUrl, unipileApiKey }} />
          <TextField
            control={control}
            name="withdrawInvitationsAfter"
            label="Uitnodigingen intrekken na (dagen)"
            inputMode="numeric"
            hint="Zonder reactie. Veel openstaande uitnodigingen maken een beperking door LinkedIn waarschijnlijker."
          />
        </>
      )}
      {isSwitchedOn && (
        <>
          <RiskNotice />
          <SwitchField control={control} name="confirmed" label="Ik ken de risico's en wil via LinkedIn versturen." />
        </>
      )}
      <FormDialogActions busy={change.isPending} />
    </form>
  );
}

type WebhookFieldsProps = {
  control: Control<z.input<typeof deliveryChange>, unknown, DeliveryChange>;
  hasSecret: boolean;
};

const WebhookFields = ({ control, hasSecret }: WebhookFieldsProps) => (
  <>
    <TextField
      control={control}
      name="deliveryWebhookUrl"
      label="Adres van de webhook"
      type="url"
      hint="Elk bericht gaat op zijn tijd naar dit adres, bijvoorbeeld van n8n of Make."
      spellCheck={false}
    />
    <TextField
      control={control}
      name="deliverySecret"
      label="Geheim van de webhook"
      type="password"
      autoComplete="off"
      hint={
        hasSecret
          ? KEEPS_SECRET
          : "Ondertekent elk bericht, zodat de ontvanger weet van wie het komt. Minimaal 16 tekens."
      }
    />
  </>
);
