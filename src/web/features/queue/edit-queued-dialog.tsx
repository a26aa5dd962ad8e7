import { type FormEvent, useEffect, useState } from "react";
import { DATE_HAS_PASSED, type QueuedMessage } from "#contract/queue.ts";
import { fromWallClock, isPastMoment, toWallClock, useToday } from "#lib/dates/dates.ts";
import { DateTimePicker } from "#ui/date/date-picker.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { useChangeQueued } from "./queue.api.ts";

type EditQueuedDialogProps = { open: boolean; row: QueuedMessage; onClose: () => void };

export function EditQueuedDialog({ open, row, onClose }: EditQueuedDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`${row.messageName} wijzigen`}
      description={row.fullName}
      size="lg"
    >
      <EditQueuedForm row={row} onSaved={onClose} onDirty={setDirty} />
    </FormDialog>
  );
}

type EditQueuedFormProps = { row: QueuedMessage; onSaved: () => void; onDirty: (dirty: boolean) => void };

/** Mounted only while the dialog is open, so that a refetch does not overwrite what is being typed. */
function EditQueuedForm({ row, onSaved, onDirty }: EditQueuedFormProps) {
  const [text, setText] = useState(row.message);
  const [dateTime, setDateTime] = useState(() => toWallClock(row.dateDue));
  const [dateProblem, setDateProblem] = useState<string | undefined>();
  const { mutate, isPending } = useChangeQueued();
  const today = useToday();
  const changes = {
    ...(text === row.message ? {} : { text }),
    ...(dateTime && dateTime !== toWallClock(row.dateDue) ? { dateDue: fromWallClock(dateTime) } : {}),
  };
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const chooseDate = (chosen: string | null) => {
    setDateTime(chosen);
    setDateProblem(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return onSaved();
    if (text.trim() === "") {
      return showToast({ title: "Fout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
    }
    if (changes.dateDue && isPastMoment(changes.dateDue)) return setDateProblem(DATE_HAS_PASSED);
    mutate({ row, changes }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <Field label="Tekst">
        <Textarea rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field label="Versturen op" error={dateProblem && <span role="alert">{dateProblem}</span>}>
        <DateTimePicker value={dateTime} onValueChange={chooseDate} min={today} required={row.dateDue !== null} />
      </Field>
      <FormDialogActions busy={isPending} />
    </form>
  );
}
