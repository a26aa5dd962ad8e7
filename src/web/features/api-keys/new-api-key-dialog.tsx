import { useState } from "react";
import { useForm } from "react-hook-form";
import { type NewApiKey, newApiKey } from "#contract/integration-forms.ts";
import { FormRow, SelectField, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { OneTimeSecret } from "#ui/dialog/one-time-secret.tsx";
import { useCreateApiKey } from "./api-keys.api.ts";

const SCOPES = [
  { value: "read", label: "Alleen lezen" },
  { value: "write", label: "Lezen en schrijven" },
] as const;

const LIFETIMES = [
  { value: "30", label: "30 dagen" },
  { value: "90", label: "90 dagen" },
  { value: "365", label: "1 jaar" },
] as const;

type NewApiKeyDialogProps = { open: boolean; onClose: () => void };

export const NewApiKeyDialog = ({ open, onClose }: NewApiKeyDialogProps) => (
  <FormDialog open={open} onClose={onClose} title="Nieuwe API-sleutel">
    <NewApiKeyForm />
  </FormDialog>
);

function NewApiKeyForm() {
  const create = useCreateApiKey();
  const [token, setToken] = useState<string | null>(null);
  const form = useForm<NewApiKey>({
    resolver: formResolver(newApiKey),
    defaultValues: { name: "", scope: "read", expiresInDays: "90" },
  });
  const { control, handleSubmit } = form;
  const save = (key: NewApiKey) =>
    create.mutate(key, {
      onSuccess: ({ token }) => setToken(token),
      onError: (error) => showFieldErrors(error, form),
    });
  if (token)
    return (
      <OneTimeSecret secret={token} copyLabel="Kopieer de sleutel">
        Kopieer de sleutel nu: hierna is hij niet meer te zien.
      </OneTimeSecret>
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <TextField control={control} name="name" label="Naam" required hint="Bijvoorbeeld het programma: n8n." />
      <FormRow>
        <SelectField control={control} name="scope" label="Rechten" options={SCOPES} />
        <SelectField control={control} name="expiresInDays" label="Geldig" options={LIFETIMES} />
      </FormRow>
      <p className="text-muted-foreground text-xs">
        Een sleutel kan wat een gebruiker kan, maar beheert het bedrijf en de gebruikers niet.
      </p>
      <FormDialogActions busy={create.isPending} />
    </form>
  );
}
