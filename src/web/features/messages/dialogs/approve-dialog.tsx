import { type FormEvent, useEffect } from "react";
import type { Message } from "#contract/messages.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextConflict } from "#ui/feedback/text-conflict.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input, Textarea } from "#ui/field/input.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";
import { lastChangedBy, useSubmit, validateTexts } from "./dialog-form.ts";

type ApproveDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  message: Message;
  onClose: () => void;
  onApprove: (action: SingleMessageAction) => Promise<ActionOutcome>;
};

export function ApproveDialog({ open, message, onClose, onApprove }: ApproveDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog open={open} onClose={requestClose} title="Bericht Bewerken" size="lg">
      <ApproveForm message={message} onApprove={onApprove} onDirty={onDirty} />
    </FormDialog>
  );
}

const CONTENT_KEY = "content";

type ApproveFormProps = Pick<ApproveDialogProps, "message" | "onApprove"> & { onDirty: OnDirty };

function ApproveForm({ message, onApprove, onDirty }: ApproveFormProps) {
  const draft = useDraft({ [CONTENT_KEY]: message.messageContent }, message.contentVersion, `approve:${message.id}`);
  const { busy, submit } = useSubmit(onApprove, draft.forget);
  const content = draft.texts[CONTENT_KEY] ?? "";
  const changed = CONTENT_KEY in draft.changes;
  useEffect(() => onDirty(changed ? draft.forget : undefined), [changed, draft.forget, onDirty]);

  const approve = (event: FormEvent) => {
    event.preventDefault();
    if (!validateTexts([content])) return;
    void submit({ kind: "approve", message, content, contentVersion: draft.version });
  };
  return (
    <form onSubmit={approve} className="flex flex-col gap-4">
      <Field label="Ontvanger">
        <Input readOnly value={message.contactName} />
      </Field>
      <KeptDraftNotice kept={draft.kept} />
      <Field label="Bericht" required>
        <Textarea
          autoFocus
          rows={10}
          value={content}
          onChange={(event) => draft.setText(CONTENT_KEY, event.target.value)}
        />
      </Field>
      {draft.conflicts.length > 0 && (
        <TextConflict
          who={lastChangedBy(message)}
          theirs={message.messageContent}
          onKeepMine={() => draft.keepMine(CONTENT_KEY)}
          onTakeTheirs={() => draft.takeTheirs(CONTENT_KEY)}
        />
      )}
      <Tips />
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" busy={busy} busyLabel="Opslaan...">
          Opslaan & Goedkeuren
        </Button>
      </DialogFooter>
    </form>
  );
}

const TIPS = [
  "Schrijf zoals je praat: kort, persoonlijk en zonder verkooptaal.",
  "Verwijs naar iets wat alleen voor deze persoon geldt.",
  "Sluit af met één duidelijke vraag.",
  "Laat de kopjes staan (zoals ‘Ice Breaker:’); elk kopje wordt een los bericht.",
];

const Tips = () => (
  <section aria-labelledby="tips" className="rounded-sm bg-muted px-4 py-3">
    <h3 id="tips" className="font-medium text-[0.8125rem]">
      Tips
    </h3>
    <ul className="mt-1 list-disc pl-4 text-muted-foreground text-xs leading-5">
      {TIPS.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  </section>
);
