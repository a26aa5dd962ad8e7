import { type FormEvent, useState } from "react";
import { syncPauseRequest, syncSettings } from "#contract/integration-forms.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useChangeSyncSettings, usePauseSync } from "./airtable.api.ts";

type DialogProps = { open: boolean; onClose: () => void };

export const PauseDialog = ({ open, onClose }: DialogProps) => (
  <FormDialog
    open={open}
    onClose={onClose}
    title="Synchronisatie pauzeren"
    description="Tot iemand hervat, wachten wijzigingen van hier en komt er niets binnen uit Airtable. DO NOT SEND gaat nog wel naar Airtable, zodat een bericht daar niet toch weggaat; ook Velden koppelen werkt nog."
  >
    <PauseForm onClose={onClose} />
  </FormDialog>
);

function PauseForm({ onClose }: Pick<DialogProps, "onClose">) {
  const [reason, setReason] = useState("");
  const pause = usePauseSync();
  const { data, error } = syncPauseRequest.safeParse({ reason });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (data && !pause.isPending) pause.mutate(data, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save}>
      <Field
        label="Reden"
        required
        error={error && reason.trim() !== "" ? error.issues[0]?.message : undefined}
        hint="Je collega's zien deze reden."
      >
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Actions label="Pauzeren" disabled={!data} busy={pause.isPending} />
    </form>
  );
}

export const BudgetDialog = ({ open, onClose, budget }: DialogProps & { budget: number }) => (
  <FormDialog
    open={open}
    onClose={onClose}
    title="Verzoeken per maand"
    description="Het aantal verzoeken aan Airtable dat de synchronisatie per maand mag gebruiken. Is het op, dan gaat alleen nog mee wat een collega zelf start of wijzigt."
  >
    <BudgetForm onClose={onClose} budget={budget} />
  </FormDialog>
);

function BudgetForm({ onClose, budget }: Pick<DialogProps, "onClose"> & { budget: number }) {
  const [typed, setTyped] = useState(String(budget));
  const change = useChangeSyncSettings();
  const { data, error } = syncSettings.safeParse({ monthlyBudget: typed });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (data && !change.isPending) change.mutate(data, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save}>
      <Field label="Verzoeken per maand" error={error?.issues[0]?.message}>
        <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Actions label="Opslaan" disabled={!data} busy={change.isPending} />
    </form>
  );
}

const Actions = ({ label, disabled, busy }: { label: string; disabled: boolean; busy: boolean }) => (
  <DialogFooter>
    <DialogClose>
      <Button variant="outline">Annuleren</Button>
    </DialogClose>
    <Button type="submit" disabled={disabled} busy={busy}>
      {label}
    </Button>
  </DialogFooter>
);
