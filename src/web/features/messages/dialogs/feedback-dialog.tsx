import { type FormEvent, useEffect, useState } from "react";
import { buildFeedback, inReadingOrder, OLDER_CONVERSATIONS, parseSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { KeptDraftNotice } from "#lib/forms/kept-draft-notice.tsx";
import { useDraft } from "#lib/forms/use-draft.ts";
import { type OnDirty, useDraftGuard } from "#lib/forms/use-draft-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";
import { lastChangedBy, useSubmit } from "./dialog-form.ts";

const MAX_FEEDBACK_SECTIONS = 3;

/** The sections that feedback can be given on: our own texts, up to what the rewrite accepts. */
export const feedbackSections = (content: string): { header: string; text: string }[] =>
  inReadingOrder(parseSections(content))
    .filter(({ header }) => header !== OLDER_CONVERSATIONS)
    .slice(0, MAX_FEEDBACK_SECTIONS)
    .map(({ header, text }) => ({ header, text }));

type FeedbackDialogProps = {
  open: boolean;
  /** The current server state; it may change while the user types. */
  message: Message;
  onClose: () => void;
  onSend: (action: SingleMessageAction) => Promise<ActionOutcome>;
};

export function FeedbackDialog({ open, message, onClose, onSend }: FeedbackDialogProps) {
  const { onDirty, requestClose } = useDraftGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Herschrijf feedback voor ${message.contactName}`}
      description="Geef per bericht aan wat er anders moet. De AI herschrijft het met jouw feedback."
      size="lg"
      draggable
    >
      <FeedbackForm message={message} onSend={onSend} onDirty={onDirty} />
    </FormDialog>
  );
}

type FeedbackFormProps = Pick<FeedbackDialogProps, "message" | "onSend"> & { onDirty: OnDirty };

function FeedbackForm({ message, onSend, onDirty }: FeedbackFormProps) {
  // Feedback refers to the text on screen: when that changes, the user first has to look at the new text.
  const [shownMessage, setShownMessage] = useState(message);
  const sections = feedbackSections(shownMessage.messageContent);
  const empty = Object.fromEntries(sections.map(({ header }) => [header, ""]));
  const draft = useDraft(empty, shownMessage.contentVersion, `feedback:${message.id}`);
  const { busy, submit } = useSubmit(onSend, draft.forget);
  const feedback = buildFeedback(sections.map(({ header }) => ({ header, feedback: draft.texts[header] ?? "" })));
  const isDirty = feedback !== "";
  useEffect(() => onDirty(isDirty ? draft.forget : undefined), [isDirty, draft.forget, onDirty]);

  const addToFirst = (added: string) => {
    const [first] = sections;
    if (!first) return;
    const typed = draft.texts[first.header]?.trim() ?? "";
    draft.setText(first.header, typed ? `${typed} ${added}` : added);
  };
  // Feedback on a section that the text no longer has would be neither shown nor sent.
  const orphans = Object.entries(draft.texts).filter(([header, text]) => text !== "" && !(header in empty));
  if (orphans.length > 0 && sections.length > 0) {
    for (const [header] of orphans) draft.setText(header, "");
    addToFirst(orphans.map(([, text]) => text).join(" "));
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (feedback === "") return;
    void submit({ kind: "rewrite", message, feedback, contentVersion: shownMessage.contentVersion });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-5">
      {message.contentVersion !== shownMessage.contentVersion && (
        <NewerTextNotice changedBy={lastChangedBy(message)} onShow={() => setShownMessage(message)} />
      )}
      <KeptDraftNotice kept={draft.kept} />
      {sections.map(({ header, text }, index) => (
        <div key={header} className="flex flex-col gap-2">
          <Field label={index === 0 ? header : `${header} (optioneel)`} required={index === 0}>
            <Textarea
              rows={2}
              placeholder="Bijvoorbeeld: korter, en noem hun nieuwe vestiging."
              value={draft.texts[header] ?? ""}
              onChange={(event) => draft.setText(header, event.target.value)}
            />
          </Field>
          {index === 0 && <Presets onChoose={addToFirst} />}
          <ClampedText lines={3} className="border-l-2 pl-3 text-muted-foreground text-xs leading-5">
            {/* Blank lines would take one of the three. */}
            {text.replace(/\n\s*\n/g, "\n")}
          </ClampedText>
        </div>
      ))}
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Annuleren</Button>
        </DialogClose>
        <Button type="submit" disabled={feedback === ""} busy={busy} busyLabel="Herschrijven...">
          Verstuur voor Herschrijven
        </Button>
      </DialogFooter>
    </form>
  );
}

const PRESETS = [
  { label: "Korter", feedback: "Maak het korter." },
  { label: "Informeler", feedback: "Maak het informeler." },
  { label: "Andere opening", feedback: "Begin met een andere opening." },
];

/** What reviewers ask for most often, in one click. */
const Presets = ({ onChoose }: { onChoose: (feedback: string) => void }) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">Veelgebruikte feedback</legend>
    {PRESETS.map(({ label, feedback }) => (
      <Button key={label} variant="outline" size="sm" onClick={() => onChoose(feedback)}>
        {label}
      </Button>
    ))}
  </fieldset>
);

const NewerTextNotice = ({ changedBy, onShow }: { changedBy: string; onShow: () => void }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center justify-between gap-2 rounded-sm border border-warning/40 bg-warning-soft px-3 py-2"
  >
    <p className="text-warning">{changedBy} heeft deze tekst intussen gewijzigd.</p>
    <Button variant="outline" size="sm" onClick={onShow}>
      Toon de nieuwe tekst
    </Button>
  </div>
);
