import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect } from "react";
import type { Message } from "#contract/messages.ts";
import { type MessageNote, reviewRoutes } from "#contract/review.ts";
import { call, clientErrorMessage } from "#lib/api/api.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { formatDateTime } from "#lib/dates/dates.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";

type NotesDialogProps = { open: boolean; message: Message; onClose: () => void };

/** What colleagues tell each other about a message; the lead never sees it. */
export function NotesDialog({ open, message, onClose }: NotesDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Notities bij ${message.contactName}`}
      description="Alleen collega's zien deze notities."
    >
      <Notes message={message} onDirty={onDirty} />
    </FormDialog>
  );
}

const NEW_NOTE = { text: "" };

function Notes({ message: { id }, onDirty }: { message: Message; onDirty: OnDirty }) {
  const client = useQueryClient();
  const queryKey = ["messages", "notes", id];
  const notes = useQuery({ queryKey, queryFn: ({ signal }) => call(reviewRoutes.notes, { params: { id }, signal }) });
  const draft = useDraft(NEW_NOTE, "", `notes:${id}`);
  const { text = "" } = draft.texts;
  const isDirty = text.trim() !== "";
  useEffect(() => onDirty(isDirty ? draft.forget : undefined), [isDirty, draft.forget, onDirty]);
  const add = useUndoableMutation({
    mutationFn: () => call(reviewRoutes.addNote, { params: { id }, body: { text } }),
    onSuccess: () => {
      draft.forget();
      draft.setText("text", "");
    },
    onError: (error) =>
      showToast({
        title: "Fout",
        description: clientErrorMessage(error, "Kon de notitie niet opslaan. Probeer het opnieuw."),
        tone: "destructive",
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["messages"] }),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty && !add.isPending) add.mutate();
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <QueryStates query={notes} errorTitle="De notities konden niet worden geladen" skeleton={<LinesSkeleton />}>
        {(found) => <NoteList notes={found} />}
      </QueryStates>
      <KeptDraftNotice kept={draft.kept} />
      <Field label="Nieuwe notitie">
        <Textarea
          rows={3}
          value={text}
          readOnly={add.isPending}
          onChange={(event) => draft.setText("text", event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Sluiten</Button>
        </DialogClose>
        <Button type="submit" disabled={!isDirty} busy={add.isPending} busyLabel="Opslaan...">
          Notitie opslaan
        </Button>
      </DialogFooter>
    </form>
  );
}

const NoteList = ({ notes }: { notes: readonly MessageNote[] }) =>
  notes.length === 0 ? (
    <p className="text-muted-foreground">Nog geen notities.</p>
  ) : (
    <ul aria-label="Notities" className="flex flex-col gap-3">
      {notes.map(({ id, author, text, madeAt }) => (
        <li key={id} className="rounded-sm bg-muted px-3 py-2">
          <p className="text-muted-foreground text-xs">
            {author} · <time dateTime={madeAt}>{formatDateTime(madeAt)}</time>
          </p>
          <p className="whitespace-pre-line break-words">{text}</p>
        </li>
      ))}
    </ul>
  );
