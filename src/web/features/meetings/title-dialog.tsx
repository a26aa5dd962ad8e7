import { type FormEvent, useEffect, useState } from "react";
import { meetingNameSchema } from "#contract/forms.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button/button.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useEditMeeting } from "./meetings.api.ts";

type TitleDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  meeting: Meeting;
  onClose: () => void;
};

export function TitleDialog({ open, meeting, onClose }: TitleDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog open={open} onClose={requestClose} title="Meeting Titel Bewerken">
      <TitleForm meeting={meeting} onDirty={setDirty} onSaved={onClose} />
    </FormDialog>
  );
}

type TitleFormProps = { meeting: Meeting; onDirty: (dirty: boolean) => void; onSaved: () => void };

function TitleForm({ meeting, onDirty, onSaved }: TitleFormProps) {
  const [originalTitle] = useState(meeting.meetingName);
  const [typedTitle, setTypedTitle] = useState(meeting.meetingName);
  const edit = useEditMeeting("title");
  const { data: title, error } = meetingNameSchema.safeParse(typedTitle);
  const isEmpty = typedTitle.trim() === "";
  const changedMeanwhile = meeting.meetingName !== originalTitle && meeting.meetingName !== typedTitle.trim();

  const isDirty = typedTitle !== originalTitle;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title && !edit.isPending) edit.mutate({ id: meeting.id, meetingName: title }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={save}>
      <Field
        label="Titel"
        error={error && !isEmpty ? error.issues[0]?.message : undefined}
        hint={
          changedMeanwhile &&
          `De titel is intussen gewijzigd in “${meeting.meetingName}”. Wat je opslaat, komt daarvoor in de plaats.`
        }
      >
        <Input value={typedTitle} onChange={(event) => setTypedTitle(event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" disabled={!title} busy={edit.isPending} busyLabel="Opslaan...">
          Opslaan
        </Button>
      </DialogFooter>
    </form>
  );
}
