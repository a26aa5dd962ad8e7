import { type FormEvent, useEffect } from "react";
import { inReadingOrder, OLDER_CONVERSATIONS, parseSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import type { Texts } from "#lib/merge-draft.ts";
import { useDraft } from "#lib/use-draft.ts";
import { Button } from "#ui/button.tsx";
import { DialogFooter } from "#ui/dialog.tsx";
import { DialogClose } from "#ui/dialog-state.tsx";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextConflict } from "#ui/text-conflict.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { useDiscardGuard } from "#ui/use-discard-guard.ts";
import type { CardDeed } from "../deeds/deed.ts";
import { refuseEmpty } from "./refuse-empty.ts";
import { useSubmit } from "./use-submit.ts";
import { whoChanged } from "./who-changed.ts";

type EditDialogProps = {
  open: boolean;
  /** As it is now, also while somebody types. */
  message: Message;
  onClose: () => void;
  onSave: (deed: CardDeed) => Promise<boolean>;
};

export function EditDialog({ open, message, onClose, onSave }: EditDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Berichten Bewerken - ${message.contactName}`}
      description="Wijzigingen worden opgeslagen in de aanpassingstabel; het origineel blijft bewaard."
      size="lg"
      draggable
    >
      <EditForm message={message} onSave={onSave} onDirty={setDirty} />
    </FormDialog>
  );
}

/** What a person wrote to us is not ours to change. */
const textsOf = (message: Message): Texts =>
  Object.fromEntries(
    inReadingOrder(parseSections(message.messageContent))
      .filter(({ header }) => header !== OLDER_CONVERSATIONS)
      .map(({ header, text }) => [header, text]),
  );

type EditFormProps = Pick<EditDialogProps, "message" | "onSave"> & { onDirty: (dirty: boolean) => void };

function EditForm({ message, onSave, onDirty }: EditFormProps) {
  const stored = textsOf(message);
  const draft = useDraft(stored, message.contentVersion);
  const { busy, submit } = useSubmit(onSave);
  const changed = Object.keys(draft.changes).length > 0;
  useEffect(() => onDirty(changed), [changed, onDirty]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || refuseEmpty(Object.values(draft.changes))) return;
    void submit({ kind: "edit", message, edits: draft.changes, contentVersion: draft.version });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-5">
      {Object.entries(draft.texts).map(([part, text]) => (
        <div key={part} className="flex flex-col gap-2">
          <Field label={part} hint={counts(draft.base[part] ?? "", text)}>
            <Textarea value={text} onChange={(event) => draft.type(part, event.target.value)} />
          </Field>
          {draft.conflicts.includes(part) && (
            <TextConflict
              who={whoChanged(message)}
              theirs={stored[part] ?? ""}
              onKeepMine={() => draft.keepMine(part)}
              onTakeTheirs={() => draft.takeTheirs(part)}
            />
          )}
        </div>
      ))}
      <DialogFooter>
        <p role="status" className="mr-auto text-muted-foreground text-xs">
          {changed ? "Er zijn wijzigingen gedetecteerd" : "Geen wijzigingen"}
        </p>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" disabled={!changed} busy={busy} busyLabel="Opslaan...">
          Wijzigingen Opslaan
        </Button>
      </DialogFooter>
    </form>
  );
}

const counts = (original: string, edited: string): string =>
  `Origineel: ${original.length} tekens · Bewerkt: ${edited.length} tekens`;
