import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isOpen, nextStatus } from "#contract/message-status.ts";
import { findPlaceholder } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { showError, showRefusal } from "#lib/api/show-error.ts";
import { useToday } from "#lib/dates/dates.ts";
import { nextFocusedId } from "#lib/lists/list-focus.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import type { CardCommand, OnCardCommand } from "../card/card-command.ts";
import { groupOf } from "../review-groups.ts";
import type { MessageAction, SingleMessageAction } from "./message-action.ts";
import { useMessageActions } from "./use-message-actions.ts";

type DialogName = "reviseAndApprove" | "edit" | "rewrite" | "classify" | "report" | "snooze" | "assign" | "notes";
/** send: outside the working hours, with the next moment within them. */
type DialogSubject =
  | { dialog: DialogName; message: Message }
  | { dialog: "send"; message: Message; nextMoment: string };

type ReviewOptions = {
  /** Including the optimistic changes. */
  messages: readonly Message[];
  /** As loaded from the server, without optimistic changes. */
  loaded: readonly Message[];
  onSelect: (id: string, isRange: boolean) => void;
  /** Shows a message and focuses its card; without an id, no message is left. */
  onMove: (id: string | undefined) => void;
};

const DECISIONS: readonly MessageAction["kind"][] = ["approve", "cancel", "send", "approveSelected", "cancelSelected"];

/** The messages about which the user has decided since the screen was opened. */
function useDecided() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const idsOf = (action: MessageAction) => ("message" in action ? [action.message.id] : action.ids);
  const add = (action: MessageAction) => {
    if (DECISIONS.includes(action.kind)) setIds((known) => new Set([...known, ...idsOf(action)]));
  };
  const remove = (action: MessageAction) =>
    setIds((known) => new Set([...known].filter((id) => !idsOf(action).includes(id))));
  return { count: ids.size, add, remove };
}

/** After a decision the next card has its buttons in the same place: the second click of a double click must not decide on it. */
function useDoubleClickGuard() {
  const hasMovedOn = useRef(false);
  useEffect(() => {
    const ignoreSecondClick = (event: MouseEvent) => {
      if (event.detail < 2) hasMovedOn.current = false;
      else if (hasMovedOn.current) event.stopPropagation();
    };
    document.addEventListener("click", ignoreSecondClick, true);
    return () => document.removeEventListener("click", ignoreSecondClick, true);
  }, []);
  return () => {
    hasMovedOn.current = true;
  };
}

type SendingAction = Extract<SingleMessageAction, { kind: "approve" | "send" }>;

const approveAction = (message: Message): SendingAction => ({
  kind: "approve",
  message,
  content: message.messageContent,
  contentVersion: message.contentVersion,
});

const contentOf = (action: SendingAction): string =>
  action.kind === "approve" ? action.content : action.message.messageContent;

/** The lead seems to have refused, or a placeholder of a template is not filled in. */
const hasWarning = (action: SendingAction): boolean =>
  Boolean(unwelcomeReason(action.message) ?? findPlaceholder(contentOf(action)));

const readWarning = (action: SendingAction): Promise<string> =>
  import("./approval-warnings.ts").then(
    ({ approvalWarning }) => approvalWarning(action.message, contentOf(action)),
    () => "Lees de tekst nog eens na.",
  );

/** Runs card commands: performs the action or opens its dialog, then moves the focus to the next card. */
export function useReview({ messages, loaded, onSelect, onMove }: ReviewOptions) {
  const decided = useDecided();
  const today = useToday();
  const performAction = useMessageActions((undone) => {
    decided.remove(undone);
    if ("message" in undone) onMove(undone.message.id);
  });
  const perform = async (action: MessageAction): Promise<boolean> => {
    decided.add(action);
    const succeeded = await performAction(action);
    if (!succeeded) decided.remove(action);
    return succeeded;
  };
  const { open, subject, show, close } = useDialogSubject<DialogSubject>();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    opened.current = open ? subject?.message.id : undefined;
  });
  const isOtherOpen = ({ id }: Message) => opened.current !== undefined && opened.current !== id;
  const confirm = useConfirm();
  const client = useQueryClient();

  /** Asks before a message that the lead would not want to read. */
  const mayPerform = async (action: SingleMessageAction): Promise<boolean> => {
    if ((action.kind !== "approve" && action.kind !== "send") || !hasWarning(action)) return true;
    const label = action.kind === "approve" ? "Toch goedkeuren" : "Toch versturen";
    return confirm({
      title: `${label}?`,
      text: await readWarning(action),
      confirmLabel: label,
      tone: "destructive",
    });
  };

  /** From a message to review to the next one; a message of another group is not the next piece of work. */
  const focusNext = (from: Message) => {
    const inGroup = messages.filter((message) => groupOf(message, today) === groupOf(from, today));
    const ids = inGroup.map(({ id }) => id);
    onMove(nextFocusedId(ids, from.id));
  };
  const guardNextCard = useDoubleClickGuard();
  /** Moves on to the next card without waiting for the server. */
  const performAndMoveOn = (action: SingleMessageAction) => {
    guardNextCard();
    focusNext(action.message);
    void perform(action);
  };
  const confirmAndMoveOn = async (action: SingleMessageAction) => {
    if (await mayPerform(action)) performAndMoveOn(action);
  };
  const performAndClose = async (action: SingleMessageAction): Promise<boolean> =>
    (await mayPerform(action)) && performConfirmed(action);
  const performConfirmed = async (action: SingleMessageAction): Promise<boolean> => {
    const succeeded = await perform(action);
    if (!succeeded) return false;
    // The user has meanwhile opened another message, and may be typing there.
    if (isOtherOpen(action.message)) return true;
    close();
    // An edited message still waits for a decision.
    if (action.kind === "edit") onMove(action.message.id);
    else focusNext(action.message);
    return true;
  };

  /** Asks when, outside the working hours of the sender. Not if it has to wait for something else: then it is no use now. */
  const send = async (message: Message) => {
    if (!(await mayPerform({ kind: "send", message }))) return;
    const preview = await import("../send-preview.tsx")
      .then(({ readSendPreview }) => readSendPreview(client, message))
      .catch((error: unknown) => showRefusal(error, "Kon het verzendmoment niet bepalen. Probeer het opnieuw."));
    if (!preview) return;
    if (preview.isWithinHours) await performConfirmed({ kind: "send", message });
    else if (preview.waitsFor) await performConfirmed({ kind: "send", message, when: "next" });
    else if (isOtherOpen(message))
      showError(undefined, `Het is buiten werktijd. Kies opnieuw SENT voor ${message.contactName}.`);
    else show({ dialog: "send", message, nextMoment: preview.nextMoment });
  };

  const runCommand = (command: CardCommand) => {
    const { message } = command;
    switch (command.kind) {
      case "approve":
        if (!nextStatus(message.status, "approve")) break;
        // Without a question the focus moves in the same event, so that the next key acts on the next card.
        if (hasWarning(approveAction(message))) void confirmAndMoveOn(approveAction(message));
        else performAndMoveOn(approveAction(message));
        break;
      case "cancel":
        if (nextStatus(message.status, "cancel")) performAndMoveOn({ kind: "cancel", message });
        break;
      case "rerun":
        performAndMoveOn({ kind: "rerun", message });
        break;
      case "send":
        void send(message);
        break;
      case "undo":
        void perform({ kind: "undo", message });
        break;
      case "reschedule":
        void perform({ kind: "reschedule", message, dueKey: command.dueKey, header: command.header, at: command.at });
        break;
      case "edit":
      case "rewrite":
        if (nextStatus(message.status, command.kind)) show({ dialog: command.kind, message });
        break;
      case "reviseAndApprove":
        if (nextStatus(message.status, "approve")) show({ dialog: command.kind, message });
        break;
      case "resendFeedback": {
        const { feedback, contentVersion } = message;
        if (feedback) void perform({ kind: "rewrite", message, feedback, contentVersion });
        break;
      }
      case "markNotInterested":
        void perform({ kind: "classify", message, classification: "NOT INTERESTED" });
        break;
      case "classify":
      case "notes":
        show({ dialog: command.kind, message });
        break;
      case "snooze":
      case "assign":
        if (isOpen(message.status)) show({ dialog: command.kind, message });
        break;
      case "endSnooze":
        void perform({ kind: "snooze", message, until: null });
        break;
      case "report":
        if (message.hasReport) show({ dialog: command.kind, message });
        break;
      case "select":
      case "selectRange":
        onSelect(message.id, command.kind === "selectRange");
        break;
    }
  };

  const latestRunCommand = useRef(runCommand);
  useEffect(() => {
    latestRunCommand.current = runCommand;
  });
  // A stable function: a new one on every render would re-render every memoised card.
  const onCommand = useCallback<OnCardCommand>((command) => latestRunCommand.current(command), []);

  // Dialogs compare with the stored text: the user's own edit that is still being saved would look like a colleague's change.
  const stored = loaded.find(({ id }) => id === subject?.message.id);
  return {
    decidedCount: decided.count,
    onCommand,
    perform,
    performAndClose,
    performConfirmed,
    // A message that left the list while its dialog is open stays as it was last seen, so that typed text is not lost.
    dialog: subject && { open, subject, message: stored ?? subject.message, close },
  };
}
