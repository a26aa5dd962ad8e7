import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from "react";
import { mayBeContacted, readClassification } from "#contract/classification.ts";
import type { LeadConversation } from "#contract/inbox.ts";
import { Button } from "#ui/button/button.tsx";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { Field } from "#ui/field/field.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { UNDO_KEY } from "../api/undo.tsx";
import { keysOf, useShortcuts } from "../browser/shortcuts.ts";
import { useStoredText } from "../forms/stored-text.ts";
import { CLASSIFICATION_CHOICES } from "../labels/classification.ts";
import { useAnswer, useClassifyPartner, useConversation, useDraftKey } from "./conversation.api.ts";

// Only companies that use the built-in writer need it.
const ReplyProposal = lazyComponent(() => import("./reply-proposal.tsx"), "ReplyProposal");

type AnswerFormProps = {
  conversation: Pick<LeadConversation, "leadId" | "senderName" | "fullName" | "leadClassification">;
  /** For a shortcut that focuses the field. */
  field?: RefObject<HTMLTextAreaElement | null>;
  /** Called when an answer is accepted and nothing more was typed meanwhile. */
  onAnswered?: () => void;
  /** The answer was undone: its text is in the field again. */
  onUndone?: () => void;
};

/**
 * The answer to a lead, through the account that the lead wrote to. While somebody types, the field stays, also when the lead may not
 * be answered any more: the rest of the sentence would be read as shortcuts.
 */
export function AnswerForm({ conversation, field, onAnswered, onUndone }: AnswerFormProps) {
  const { leadId, senderName, leadClassification } = conversation;
  const draft = useStoredText(useDraftKey(leadId), "");
  const [isFocused, setIsFocused] = useState(false);
  const isAllowed = mayBeContacted(leadClassification);
  const maySend = isAllowed && senderName !== null;
  return (
    <>
      {!isAllowed && <NoContactNotice conversation={conversation} />}
      {isAllowed && senderName === null && (
        <p className="text-muted-foreground text-[0.8125rem]">
          Er is geen verbonden LinkedIn-account om mee te antwoorden.
        </p>
      )}
      {(maySend || isFocused || draft[0] !== "") && (
        <AnswerFields {...{ conversation, field, draft, maySend, onAnswered, onUndone }} onFocusChange={setIsFocused} />
      )}
    </>
  );
}

type AnswerFieldsProps = {
  conversation: AnswerFormProps["conversation"];
  field: AnswerFormProps["field"];
  onAnswered: AnswerFormProps["onAnswered"];
  onUndone: AnswerFormProps["onUndone"];
  draft: ReturnType<typeof useStoredText>;
  maySend: boolean;
  onFocusChange: (isFocused: boolean) => void;
};

/** Moves the focus out of the field, which is empty after an answer: there the key of the undo would be typed. */
function useLeaveField(form: RefObject<HTMLFormElement | null>, field: RefObject<HTMLTextAreaElement | null>) {
  const leaveField = () => {
    if (form.current?.contains(document.activeElement)) form.current.focus({ preventScroll: true });
  };
  /** What is typed on is the next answer, and no shortcut. */
  const returnToField = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.target !== form.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyped = event.key.length === 1 || event.key === "Backspace" || event.key === "Delete";
    if (!isTyped || keysOf(event) === UNDO_KEY) return;
    event.stopPropagation();
    field.current?.focus();
  };
  return { leaveField, returnToField };
}

/** A proposal comes below the user's own text; another proposal is replaced. */
function useProposal(text: string, setText: (text: string) => void) {
  const [proposed, setProposed] = useState("");
  return (proposal: string) => {
    const isOwnText = text.trim() !== "" && text !== proposed;
    setText(isOwnText ? `${text.trimEnd()}\n\n${proposal}` : proposal);
    setProposed(proposal);
  };
}

type Send = (when: "now" | "next") => void;

/** A screen of cards has several forms: the keys are for the one that has the focus, and only the inbox lists them. */
function useSendKeys(form: RefObject<HTMLFormElement | null>, isListed: boolean, send: Send) {
  const keysOfForm = {
    group: "Inbox",
    isActive: () => form.current?.contains(document.activeElement) ?? false,
    isListed: () => isListed,
  };
  useShortcuts([
    { ...keysOfForm, label: "Antwoorden", keys: "mod+enter", run: () => send("next") },
    { ...keysOfForm, label: "Antwoord nu versturen", keys: "mod+shift+enter", run: () => send("now") },
  ]);
}

function AnswerFields(props: AnswerFieldsProps) {
  const { conversation, draft, maySend, onFocusChange, onAnswered, onUndone } = props;
  const { leadId, senderName, fullName } = conversation;
  const [text, setText, clear] = draft;
  const addProposal = useProposal(text, setText);
  const isSendable = maySend && text.trim() !== "";
  const answer = useAnswer(leadId, onUndone);
  const form = useRef<HTMLFormElement>(null);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? ownField;
  const { leaveField, returnToField } = useLeaveField(form, field);
  const send: Send = (when) => {
    if (!isSendable || answer.isPending) return;
    const onSuccess = () => {
      const hasTypedMore = field.current?.value !== text;
      clear(text);
      if (hasTypedMore) return;
      leaveField();
      onAnswered?.();
    };
    answer.mutate({ text, when }, { onSuccess });
  };
  useSendKeys(form, props.field !== undefined, send);
  return (
    <form
      ref={form}
      data-answer
      tabIndex={-1}
      aria-label={`Antwoorden aan ${fullName}`}
      className="flex flex-col gap-3 rounded-sm"
      onKeyDown={returnToField}
      onSubmit={(event) => {
        event.preventDefault();
        send("next");
      }}
    >
      <Suspense>
        <ReplyProposal leadId={leadId} onAnswer={addProposal} />
      </Suspense>
      <Field label={[`Antwoord aan ${fullName}`, senderName && `namens ${senderName}`].filter(Boolean).join(" ")}>
        <Textarea
          ref={field}
          value={text}
          rows={4}
          maxLength={8000}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {/* On the left: a toast is shown at the bottom right. */}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={!isSendable} busy={answer.isPending} busyLabel="Klaarzetten...">
          Antwoorden
        </Button>
        <Button variant="outline" disabled={!isSendable || answer.isPending} onClick={() => send("now")}>
          Nu versturen
        </Button>
        <span className="ml-auto text-muted-foreground text-xs max-sm:hidden">
          Ctrl+Enter verstuurt binnen de werktijden, Ctrl+Shift+Enter nu
        </span>
      </div>
    </form>
  );
}

/** Shown instead of the form when the class of the lead forbids contact. The class can be changed here. */
function NoContactNotice({
  conversation: { leadId, fullName, leadClassification },
}: Pick<AnswerFormProps, "conversation">) {
  const [isChoosing, setIsChoosing] = useState(false);
  const classify = useClassifyPartner(leadId);
  const current = readClassification(leadClassification ?? "");
  return (
    <div
      role="note"
      className="flex flex-wrap items-center justify-between gap-2 rounded-sm border border-warning/40 bg-warning-soft px-3 py-2"
    >
      <p className="text-warning">
        {fullName} staat op {leadClassification} en mag niet meer benaderd worden. Wijzig eerst de classificatie om te
        antwoorden.
      </p>
      <Button variant="outline" size="sm" busy={classify.isPending} onClick={() => setIsChoosing(true)}>
        Classificatie wijzigen
      </Button>
      <ChoiceDialog
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
        beside="button"
        title="Classificatie wijzigen"
        description={fullName}
        choices={CLASSIFICATION_CHOICES}
        value={current === undefined || current === "DELETED" ? null : current}
        onChoose={(classification) => {
          classify.mutate(classification);
          setIsChoosing(false);
        }}
      />
    </div>
  );
}

/** The form for a lead with whom somebody of the company talks on LinkedIn; nothing for other leads. */
export function AnswerToLead({ leadId }: { leadId: string }) {
  const conversation = useConversation(leadId).data;
  const hasSender = Boolean(conversation?.senderName);
  // The form stays when the account is disconnected while somebody types.
  const [isShown, setIsShown] = useState(hasSender);
  if (hasSender && !isShown) setIsShown(true);
  return conversation && isShown ? <AnswerForm conversation={conversation} /> : null;
}
