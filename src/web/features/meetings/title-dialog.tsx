import { type FormEvent, useState } from "react";
import { meetingNameSchema } from "#contract/forms.ts";
import type { Meeting } from "#contract/meetings.ts";
import { Button } from "#ui/button/button.tsx";
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

export const TitleDialog = ({ open, meeting, onClose }: TitleDialogProps) => (
  <FormDialog open={open} onClose={onClose} title="Meeting Titel Bewerken">
    <TitleForm meeting={meeting} onClose={onClose} />
  </FormDialog>
);

function TitleForm({ meeting, onClose }: Omit<TitleDialogProps, "open">) {
  const [originalTitle] = useState(meeting.meetingName);
  const [typedTitle, setTypedTitle] = useState(meeting.meetingName);
  const edit = useEditMeeting("title");
  const { data: title, error } = meetingNameSchema.safeParse(typedTitle);
  const isEmpty = typedTitle.trim() === "";
  const changedMeanwhile = meeting.meetingName !== originalTitle && meeting.meetingName !== typedTitle.trim();

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title && !edit.isPending) edit.mutate({ id: meeting.id, meetingName: title }, { onSuccess: onClose });
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
