import { type FormEvent, useEffect, useState } from "react";
import { buildFeedback, inReadingOrder, OLDER_CONVERSATIONS, parseSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { Button } from "#ui/button/button.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";
import { DialogClose, DialogFooter } from "#ui/dialog/dialog.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import type { SingleMessageAction } from "../actions/message-action.ts";
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
  onSend: (action: SingleMessageAction) => Promise<boolean>;
};

export function FeedbackDialog({ open, message, onClose, onSend }: FeedbackDialogProps) {
  const { setDirty, requestClose } = useDiscardGuard(onClose);
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={`Herschrijf feedback voor ${message.contactName}`}
      description="Geef per bericht aan wat er anders moet. De AI herschrijft het met jouw feedback."
      size="lg"
      draggable
    >
      <FeedbackForm message={message} onSend={onSend} onDirty={setDirty} />
    </FormDialog>
  );
}

type FeedbackFormProps = Pick<FeedbackDialogProps, "message" | "onSend"> & { onDirty: (dirty: boolean) => void };

function FeedbackForm({ message, onSend, onDirty }: FeedbackFormProps) {
  // Feedback refers to the text on screen: when that changes, the user first has to look at the new text.
  const [shownMessage, setShownMessage] = useState(message);
  const [feedbackBySection, setFeedbackBySection] = useState<Readonly<Record<string, string>>>({});
  const { busy, submit } = useSubmit(onSend);
  const sections = feedbackSections(shownMessage.messageContent);
  const feedback = buildFeedback(sections.map(({ header }) => ({ header, feedback: feedbackBySection[header] ?? "" })));
  useEffect(() => onDirty(feedback !== ""), [feedback, onDirty]);

  const addToFirst = (preset: string) => {
    const [first] = sections;
    if (!first) return;
    const typed = feedbackBySection[first.header]?.trim() ?? "";
    setFeedbackBySection({ ...feedbackBySection, [first.header]: typed ? `${typed} ${preset}` : preset });
  };
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
      {sections.map(({ header, text }, index) => (
        <div key={header} className="flex flex-col gap-2">
          <Field label={index === 0 ? header : `${header} (optioneel)`} required={index === 0}>
            <Textarea
              rows={2}
              placeholder="Bijvoorbeeld: korter, en noem hun nieuwe vestiging."
              value={feedbackBySection[header] ?? ""}
              onChange={(event) => setFeedbackBySection({ ...feedbackBySection, [header]: event.target.value })}
            />
          </Field>
          {index === 0 && <Presets onChoose={addToFirst} />}
          <ClampedText lines={3} className="border-l-2 pl-3 text-muted-foreground text-xs leading-5">
            {text}
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
