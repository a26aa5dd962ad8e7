import { useController, useForm } from "react-hook-form";
import { type SsoSettings, ssoSettings } from "#contract/integration-forms.ts";
import type { SsoConnection } from "#contract/sso.ts";
import { showFormError } from "#lib/forms/form-error.ts";
import { SwitchField, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver } from "#lib/forms/form-resolver.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useSaveSso } from "./sso.api.ts";

type SsoDialogProps = { open: boolean; sso: SsoConnection; onClose: () => void };

export const SsoDialog = ({ open, sso, onClose }: SsoDialogProps) => (
  <FormDialog open={open} onClose={onClose} title="Inloggen via SSO">
    <SsoForm sso={sso} onDone={onClose} />
  </FormDialog>
);

function SsoForm({ sso: { connection }, onDone }: { sso: SsoConnection; onDone: () => void }) {
  const save = useSaveSso();
  const form = useForm<SsoSettings>({
    resolver: formResolver(ssoSettings),
    defaultValues: {
      issuer: connection?.issuer ?? "",
      clientId: connection?.clientId ?? "",
      clientSecret: "",
      domains: connection?.domains ?? [],
      ssoOnly: connection?.ssoOnly ?? false,
      createsUsers: connection?.createsUsers ?? false,
    },
  });
  const { control, handleSubmit } = form;
  const { field: domains, fieldState } = useController({ control, name: "domains" });
  const submit = (settings: SsoSettings) =>
    save.mutate(settings, {
      onSuccess: onDone,
      onError: (error) => showFormError(error, form, "Er ging iets mis bij het opslaan van SSO."),
    });
  // Errors of a list are at its items: "domains.0".
  const domainErrors = [fieldState.error?.message, ...Object.values(fieldState.error ?? {})]
    .map((problem) => (typeof problem === "object" && problem && "message" in problem ? problem.message : problem))
    .filter((text): text is string => typeof text === "string" && text.includes(" "));
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-4">
      <TextField
        control={control}
        name="issuer"
        type="url"
        label="Inlogdienst (issuer)"
        required
        hint="Bijvoorbeeld https://login.microsoftonline.com/…/v2.0 of https://accounts.google.com."
      />
      <TextField control={control} name="clientId" label="Client-id" required />
      <TextField
        control={control}
        name="clientSecret"
        type="password"
        label="Geheim van de client"
        required={!connection}
        autoComplete="off"
        hint={connection ? "Laat leeg om het geheim te houden." : undefined}
      />
      <Field
        label="E-maildomeinen"
        required
        error={domainErrors[0]}
        hint="Gescheiden door komma's. Wie een adres in een van deze domeinen heeft, logt hier in. Iemand in je bedrijf moet er een bevestigd adres hebben."
      >
        <Input
          defaultValue={domains.value.join(", ")}
          onChange={(event) => domains.onChange(event.target.value.split(/[\s,;]+/).filter(Boolean))}
          onBlur={domains.onBlur}
        />
      </Field>
      <SwitchField
        control={control}
        name="createsUsers"
        label="Maak een gebruiker bij de eerste keer inloggen"
        hint="Met de rol gebruiker."
      />
      <SwitchField
        control={control}
        name="ssoOnly"
        label="Alleen via SSO"
        hint="Wachtwoorden werken dan niet meer, en je collega's loggen opnieuw in. Log eerst zelf een keer via SSO in."
      />
      <FormDialogActions busy={save.isPending} />
    </form>
  );
}
