import { type FormEvent, useEffect, useRef, useState } from "react";
import { inReadingOrder, OLDER_CONVERSATIONS, parseSections, replaceSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { type Texts, useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextConflict } from "#ui/feedback/text-conflict.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";
import { lastChangedBy, useSubmit, validateTexts } from "./dialog-form.ts";

type EditDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  message: Message;
  onClose: () => void;
  onSave: (action: SingleMessageAction) => Promise<ActionOutcome>;
};

export function EditDialog({ open, message, onClose, onSave }: EditDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Berichten Bewerken - ${message.contactName}`}
      description="Je wijzigingen komen in de tabel met aanpassingen. Het origineel blijft bewaard."
      size="lg"
      draggable
    >
      <EditForm message={message} onSave={onSave} onDirty={onDirty} />
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

type EditFormProps = Pick<EditDialogProps, "message" | "onSave"> & { onDirty: OnDirty };

function EditForm({ message, onSave, onDirty }: EditFormProps) {
  const stored = editableSections(message);
  const draft = useDraft(stored, message.contentVersion, `edit:${message.id}`);
  const { busy, failed, submit } = useSubmit(onSave, draft.forget);
  const [emptyHeader, setEmptyHeader] = useState<string>();
  const fields = useRef<Record<string, HTMLTextAreaElement | null>>({});
  const hasChanges = Object.keys(draft.changes).length > 0;
  useEffect(() => onDirty(hasChanges ? draft.forget : undefined), [hasChanges, draft.forget, onDirty]);

  /** Marks and focuses the first empty part. */
  const validate = (texts: Texts): boolean => {
    const empty = Object.entries(texts).find(([, text]) => text.trim() === "")?.[0];
    setEmptyHeader(empty);
    if (empty !== undefined) fields.current[empty]?.focus();
    return validateTexts(Object.values(texts));
  };
  const save = () => {
    if (!hasChanges || !validate(draft.changes)) return;
    void submit({ kind: "edit", message, edits: draft.changes, contentVersion: draft.version });
  };
  const approve = (event: FormEvent) => {
    event.preventDefault();
    if (!validate(draft.texts)) return;
    const { changes: edits, version: contentVersion } = draft;
    const content = replaceSections(message.messageContent, edits) ?? message.messageContent;
    void submit({ kind: "approve", message, content, contentVersion, ...(hasChanges ? { edits } : {}) });
  };
  return (
    <form onSubmit={approve} className="flex flex-col gap-5">
      <KeptDraftNotice kept={draft.kept} />
      {Object.entries(draft.texts).map(([header, text]) => (
        <div key={header} className="flex flex-col gap-2">
          <Field
            label={header}
            hint={lengthHint(draft.base[header] ?? "", text)}
            error={header === emptyHeader && text.trim() === "" && `${header} is leeg.`}
          >
            <Textarea
              ref={(field) => {
                fields.current[header] = field;
              }}
              value={text}
              onChange={(event) => draft.setText(header, event.target.value)}
            />
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
      {failed && hasChanges && <NotSaved message={message} changes={draft.changes} />}
      {/* Two lines on a phone: the keyboard leaves little room for the text. */}
      <DialogFooter className="max-sm:grid max-sm:grid-cols-2 max-sm:py-2">
        {/* The longer text wraps here, and leaves the buttons where they are. */}
        <p role="status" className="text-muted-foreground text-xs max-sm:sr-only sm:w-0 sm:grow">
          {hasChanges ? "Er zijn wijzigingen gedetecteerd" : "Geen wijzigingen"}
        </p>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button variant="outline" disabled={!hasChanges} busy={busy} busyLabel="Opslaan..." onClick={save}>
          Wijzigingen Opslaan
        </Button>
        <Button type="submit" busy={busy} className="max-sm:col-span-2">
          Opslaan & Goedkeuren
        </Button>
      </DialogFooter>
    </form>
  );
}

/** A colleague may have approved the message meanwhile: its parts are then changed in the queue. */
const NotSaved = ({ message, changes }: { message: Message; changes: Texts }) => (
  <div
    role="note"
    className="flex flex-wrap items-center gap-2 rounded-sm border border-warning/40 bg-warning-soft px-3 py-2"
  >
    <p className="min-w-48 flex-1 text-warning">
      Niet opgeslagen; je tekst staat hier nog. Is het bericht al goedgekeurd, wijzig het dan in de wachtrij.
    </p>
    <CopyButton
      label="Tekst kopiëren"
      text={Object.entries(changes)
        .map(([header, text]) => `${header}:\n${text}`)
        .join("\n\n")}
    />
    <Button asChild variant="outline" size="sm">
      <a
        href={`/messages-queued?${new URLSearchParams({ zoek: message.contactName })}`}
        target="_blank"
        rel="noreferrer"
      >
        Open in de wachtrij
      </a>
    </Button>
  </div>
);

const lengthHint = (original: string, edited: string): string =>
  `Origineel: ${original.length} tekens · Bewerkt: ${edited.length} tekens`;
