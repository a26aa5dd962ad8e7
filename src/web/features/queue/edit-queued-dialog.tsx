import { type FormEvent, useEffect, useState } from "react";
import { DATE_HAS_PASSED, type QueuedMessage } from "#contract/queue.ts";
import { fromWallClock, isPastMoment, toWallClock, useToday } from "#lib/dates/dates.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { DateTimePicker } from "#ui/date/date-picker.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { TextConflict } from "#ui/feedback/text-conflict.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { useChangeQueued } from "./queue.api.ts";

type EditQueuedDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  row: QueuedMessage;
  onClose: () => void;
};

export function EditQueuedDialog({ open, row, onClose }: EditQueuedDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`${row.messageName} wijzigen`}
      description={row.fullName}
      size="lg"
    >
      <EditQueuedForm row={row} onSaved={onClose} onDirty={onDirty} />
    </FormDialog>
  );
}

type EditQueuedFormProps = { row: QueuedMessage; onSaved: () => void; onDirty: OnDirty };

/** What the user has not changed follows the row. */
function EditQueuedForm({ row, onSaved, onDirty }: EditQueuedFormProps) {
  const draft = useDraft({ text: row.message }, row.message, `queued:${row.id}`);
  const text = draft.texts["text"] ?? "";
  const [chosenTime, setChosenTime] = useState<string | null>();
  const dateTime = chosenTime === undefined ? toWallClock(row.dateDue) : chosenTime;
  const [dateProblem, setDateProblem] = useState<string | undefined>();
  const { mutate, isPending } = useChangeQueued();
  const today = useToday();
  const changes = {
    ...(text === draft.version ? {} : { text, originalText: draft.version }),
    ...(dateTime && dateTime !== toWallClock(row.dateDue) ? { dateDue: fromWallClock(dateTime) } : {}),
  };
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => onDirty(isChanged ? draft.forget : undefined), [isChanged, draft.forget, onDirty]);

  const chooseDate = (chosen: string | null) => {
    setChosenTime(chosen);
    setDateProblem(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return onSaved();
    if (text.trim() === "") {
      return showToast({ title: "Fout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
    }
    if (changes.dateDue && isPastMoment(changes.dateDue)) return setDateProblem(DATE_HAS_PASSED);
    const onSuccess = () => {
      draft.forget();
      onSaved();
    };
    mutate({ row, changes }, { onSuccess });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <KeptDraftNotice kept={draft.kept} />
      <Field label="Tekst">
        <Textarea rows={6} value={text} onChange={(event) => draft.setText("text", event.target.value)} />
      </Field>
      {draft.conflicts.length > 0 && (
        <TextConflict
          who="Iemand anders"
          theirs={row.message}
          onKeepMine={() => draft.keepMine("text")}
          onTakeTheirs={() => draft.takeTheirs("text")}
        />
      )}
      <Field label="Versturen op" error={dateProblem && <span role="alert">{dateProblem}</span>}>
        <DateTimePicker value={dateTime} onValueChange={chooseDate} min={today} required={row.dateDue !== null} />
      </Field>
      <FormDialogActions busy={isPending} />
    </form>
  );
}
