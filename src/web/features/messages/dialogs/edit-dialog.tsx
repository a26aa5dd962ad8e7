import { type FormEvent, useEffect } from "react";
import { inReadingOrder, OLDER_CONVERSATIONS, parseSections, replaceSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { type Texts, useDraft } from "#lib/forms/use-draft.ts";

import { Button } from "#ui/button/button.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextConflict } from "#ui/feedback/text-conflict.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import type { SingleMessageAction } from "../actions/message-action.ts";
import { lastChangedBy, useSubmit, validateTexts } from "./dialog-form.ts";

type EditDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  message: Message;
  onClose: () => void;
  onSave: (action: SingleMessageAction) => Promise<boolean>;
};

export function EditDialog({ open, message, onClose, onSave }: EditDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Berichten Bewerken - ${message.contactName}`}
      description="Je wijzigingen komen in de tabel met aanpassingen. Het origineel blijft bewaard."
      size="lg"
      draggable
    >
      <EditForm message={message} onSave={onSave} onDirty={setDirty} />
    </FormDialog>
  );
}

/** The older conversation holds what the contact wrote, so it is not editable. */
const editableSections = (message: Message): Texts =>
  Object.fromEntries(
    inReadingOrder(parseSections(message.messageContent))
      .filter(({ header }) => header !== OLDER_CONVERSATIONS)
      .map(({ header, text }) => [header, text]),
  );

type EditFormProps = Pick<EditDialogProps, "message" | "onSave"> & { onDirty: (dirty: boolean) => void };

function EditForm({ message, onSave, onDirty }: EditFormProps) {
  const stored = editableSections(message);
  const draft = useDraft(stored, message.contentVersion);
  const { busy, submit } = useSubmit(onSave);
  const hasChanges = Object.keys(draft.changes).length > 0;
  useEffect(() => onDirty(hasChanges), [hasChanges, onDirty]);

  const save = () => {
    if (!hasChanges || !validateTexts(Object.values(draft.changes))) return;
    void submit({ kind: "edit", message, edits: draft.changes, contentVersion: draft.version });
  };
  const approve = (event: FormEvent) => {
    event.preventDefault();
    if (!validateTexts(Object.values(draft.texts))) return;
    const { changes: edits, version: contentVersion } = draft;
    const content = replaceSections(message.messageContent, edits) ?? message.messageContent;
    void submit({ kind: "approve", message, content, contentVersion, ...(hasChanges ? { edits } : {}) });
  };
  return (
    <form onSubmit={approve} className="flex flex-col gap-5">
      {Object.entries(draft.texts).map(([header, text]) => (
        <div key={header} className="flex flex-col gap-2">
          <Field label={header} hint={lengthHint(draft.base[header] ?? "", text)}>
            <Textarea value={text} onChange={(event) => draft.setText(header, event.target.value)} />
          </Field>
          {draft.conflicts.includes(header) && (
            <TextConflict
              who={lastChangedBy(message)}
              theirs={stored[header] ?? ""}
              onKeepMine={() => draft.keepMine(header)}
              onTakeTheirs={() => draft.takeTheirs(header)}
            />
          )}
        </div>
      ))}
      <DialogFooter>
        {/* The longer text wraps here, and leaves the buttons where they are. */}
        <p role="status" className="text-muted-foreground text-xs sm:w-0 sm:grow">
          {hasChanges ? "Er zijn wijzigingen gedetecteerd" : "Geen wijzigingen"}
        </p>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button variant="outline" disabled={!hasChanges} busy={busy} busyLabel="Opslaan..." onClick={save}>
          Wijzigingen Opslaan
        </Button>
        <Button type="submit" busy={busy}>
          Opslaan & Goedkeuren
        </Button>
      </DialogFooter>
    </form>
  );
}

const lengthHint = (original: string, edited: string): string =>
  `Origineel: ${original.length} tekens · Bewerkt: ${edited.length} tekens`;
