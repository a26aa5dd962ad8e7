import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import type { AirtableConnection } from "#contract/airtable-connection.ts";
import { type AirtableChange, airtableChange } from "#contract/company-forms.ts";
import { BasePicker } from "#lib/airtable/base-picker.tsx";
import { ConnectionTest } from "#lib/forms/connection-test.tsx";
import { TextField } from "#lib/forms/form-fields.tsx";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { useChangeConnection, useTestOwnConnection } from "./connection.api.ts";

type ConnectionDialogProps = {
  open: boolean;
  connection: AirtableConnection;
  onClose: () => void;
  /** After another base was chosen, or one whose fields still have to be mapped. */
  onConnected: () => void;
};

export const ConnectionDialog = ({ open, connection, onClose, onConnected }: ConnectionDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title="Airtable instellen">
    <ConnectionForm connection={connection} onDone={onClose} onConnected={onConnected} />
  </FormDialog>
);

type ConnectionValues = z.input<typeof airtableChange>;
type ConnectionFormProps = { connection: AirtableConnection; onDone: () => void; onConnected: () => void };

const TOKEN_HINT =
  "Maak in Airtable bij Builder hub › Personal access tokens een token met de rechten data.records:read, data.records:write, schema.bases:read, schema.bases:write en webhook:manage, en geef het toegang tot je base.";

const SWITCH_QUESTION = {
  title: "Met een andere base verder?",
  text: "De synchronisatie gaat na het opslaan verder met de nieuwe base: wat daar staat, komt hierheen. De leads van dit bedrijf blijven hier; een lead die niet in de nieuwe base staat, wordt daar aangemaakt zodra iemand hem wijzigt. Controleer daarna Velden koppelen.",
  confirmLabel: "Andere base gebruiken",
};

function ConnectionForm({ connection, onDone, onConnected }: ConnectionFormProps) {
  const change = useChangeConnection();
  const test = useTestOwnConnection();
  const form = useForm<ConnectionValues, unknown, AirtableChange>({
    resolver: formResolver(airtableChange),
    defaultValues: {
      airtableApiKey: "",
      airtableBaseId: connection.airtableBaseId ?? "",
      airtableFormUrl: connection.airtableFormUrl ?? "",
    },
  });
  const { control, handleSubmit, setValue, setError, formState } = form;
  const { isDirty } = formState;
  const confirm = useConfirm();
  const [airtableApiKey, airtableBaseId] = useWatch({ control, name: ["airtableApiKey", "airtableBaseId"] });
  const save = async (values: AirtableChange) => {
    if (!isDirty && !connection.hasAirtableApiKey)
      return setError("airtableApiKey", { message: "Vul een toegangstoken in." }, { shouldFocus: true });
    const isSwitched = connection.airtableBaseId !== null && values.airtableBaseId !== connection.airtableBaseId;
    if (isSwitched && values.airtableBaseId && !(await confirm(SWITCH_QUESTION))) return;
    change.mutate(values, {
      onSuccess: (saved) => {
        onDone();
        const isOtherBase = saved.airtableBaseId !== connection.airtableBaseId;
        if ((isOtherBase || test.data?.needsMapping) && saved.airtableBaseId && saved.hasAirtableApiKey) onConnected();
      },
      onError: (error) => showFieldErrors(error, form),
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <TextField
        control={control}
        name="airtableApiKey"
        label="Toegangstoken"
        type="password"
        autoComplete="off"
        hint={connection.hasAirtableApiKey ? "Blijft dit leeg, dan blijft het huidige in gebruik." : TOKEN_HINT}
      />
      <BasePicker
        isAdmin={false}
        token={airtableApiKey}
        baseId={airtableBaseId}
        onChoose={(id) => setValue("airtableBaseId", id, { shouldDirty: true, shouldValidate: true })}
      />
      <TextField control={control} name="airtableBaseId" label="Base-id" placeholder="app…" spellCheck={false} />
      <ConnectionTest test={test} values={{ airtableBaseId, airtableApiKey }} />
      <TextField
        control={control}
        name="airtableFormUrl"
        label="Adres van het formulier voor ADD Leads"
        type="url"
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        hint="Zonder adres toont ADD Leads een eigen formulier."
      />
      <FormDialogActions busy={change.isPending} />
    </form>
  );
}
