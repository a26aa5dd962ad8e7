import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { showError, showRefusal } from "#lib/api/show-error.ts";
import { startAction } from "#lib/api/undo.tsx";
import { useToday } from "#lib/dates/dates.ts";
import { isTyping, nextFocusedId } from "#lib/lists/list-focus.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { OnCardCommand } from "../card/card-command.ts";
import { groupOf } from "../review-groups.ts";
import type { ActionOutcome, SingleMessageAction } from "./message-action.ts";
import { runCommand } from "./run-command.ts";
import { approveAction, hasWarning, useWarningQuestion } from "./unwelcome-message.ts";
import { usePerform } from "./use-perform.ts";
import { type DialogSubject, useReviewDialog } from "./use-review-dialog.ts";

type ReviewOptions = {
  /** Including the optimistic changes. */
  messages: readonly Message[];
  /** As loaded from the server, without optimistic changes. */
  loaded: readonly Message[];
  onSelect: (id: string, isRange: boolean) => void;
  /** Shows a message and focuses its card; without an id, no message is left. */
  onMove: (id: string | undefined) => void;
  /** Whether the user has gone on to another message or into a text field. */
  hasLeft: (id: string) => boolean;
};

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

/** A stable function: a new one on every render would re-render every memoised card. */
function useStableCommand(run: OnCardCommand): OnCardCommand {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback<OnCardCommand>((command) => latest.current(command), []);
}

const readPreview = (client: QueryClient, message: Message) =>
  import("../send-preview.tsx")
    .then(({ readSendPreview }) => readSendPreview(client, message))
    .catch((error: unknown) => showRefusal(error, "Kon het verzendmoment niet bepalen. Probeer het opnieuw."));

type SendOptions = {
  dialog: Pick<ReturnType<typeof useReviewDialog>, "opened" | "isOtherOpen" | "show">;
  mayPerform: (action: SingleMessageAction) => Promise<boolean>;
  performConfirmed: (action: SingleMessageAction, dialogAtStart: DialogSubject | undefined) => Promise<ActionOutcome>;
};

/** Sends a message. Outside the working hours of the sender it asks when, unless the message has to wait for something else anyway. */
const createSend =
  (client: QueryClient, { dialog, mayPerform, performConfirmed }: SendOptions) =>
  async (message: Message) => {
    const dialogAtStart = dialog.opened.current;
    if (!(await mayPerform({ kind: "send", message }))) return;
    const started = startAction(client);
    const preview = await readPreview(client, message);
    if (preview && started.isUndoAsked())
      return showToast({
        title: "Actie ongedaan gemaakt",
        description: `Het bericht aan ${message.contactName} wordt niet verstuurd.`,
      });
    if (preview?.isWithinHours) return void (await performConfirmed({ kind: "send", message, started }, dialogAtStart));
    if (preview?.waitsFor)
      return void (await performConfirmed({ kind: "send", message, when: "next", started }, dialogAtStart));
    started.end("failed");
    if (!preview) return;
    if (dialog.isOtherOpen(dialogAtStart) || isTyping())
      showError(undefined, `Het is buiten werktijd. Kies opnieuw SENT voor ${message.contactName}.`);
    else dialog.show({ dialog: "send", message, nextMoment: preview.nextMoment });
  };

/** Runs card commands: performs the action or opens its dialog, then moves the focus to the next card. */
export function useReview({ messages, loaded, onSelect, onMove, hasLeft }: ReviewOptions) {
  const today = useToday();
  const client = useQueryClient();
  const { open, subject, show, close, opened, isOtherOpen } = useReviewDialog();
  const { perform, decidedCount } = usePerform((undone) => {
    if ("message" in undone && !opened.current && !isTyping()) onMove(undone.message.id);
  });
  const mayPerform = useWarningQuestion();
  const guardNextCard = useDoubleClickGuard();

  /** Focuses the next message of the same group: one of another group is not the next piece of work. */
  const focusNext = (from: Message) => {
    const inGroup = messages.filter((message) => groupOf(message, today) === groupOf(from, today));
    const ids = inGroup.map(({ id }) => id);
    onMove(nextFocusedId(ids, from.id));
  };
  /** Moves on to the next card without waiting for the server. */
  const performAndMoveOn = (action: SingleMessageAction) => {
    guardNextCard();
    focusNext(action.message);
    void perform(action);
  };
  const confirmAndMoveOn = async (action: SingleMessageAction) => {
    if (await mayPerform(action)) performAndMoveOn(action);
  };
  const approve = (message: Message) => {
    const action = approveAction(message);
    // Without a question the focus moves in the same event, so that the next key acts on the next card.
    if (hasWarning(action)) void confirmAndMoveOn(action);
    else performAndMoveOn(action);
  };

  const performAndClose = async (action: SingleMessageAction): Promise<ActionOutcome> =>
    (await mayPerform(action)) ? performConfirmed(action) : "declined";
  const performConfirmed = async (
    action: SingleMessageAction,
    dialogAtStart = opened.current,
  ): Promise<ActionOutcome> => {
    const succeeded = await perform(action);
    if (!succeeded) return "failed";
    // The user has meanwhile opened another dialog, also of this message, and may be typing there.
    if (isOtherOpen(dialogAtStart)) return "done";
    close();
    if (hasLeft(action.message.id)) return "done";
    // An edited message still waits for a decision.
    if (action.kind === "edit") onMove(action.message.id);
    else focusNext(action.message);
    return "done";
  };
  const send = createSend(client, { dialog: { opened, isOtherOpen, show }, mayPerform, performConfirmed });
  const handlers = { perform, performAndMoveOn, approve, send, show, onSelect };
  const onCommand = useStableCommand((command) => runCommand(command, handlers));
  // Dialogs compare with the stored text: the user's own edit that is still being saved would look like a colleague's change.
  const stored = loaded.find(({ id }) => id === subject?.message.id);
  return {
    decidedCount,
    onCommand,
    perform,
    performAndClose,
    performConfirmed,
    // A message that left the list while its dialog is open stays as it was last seen, so that typed text is not lost.
    dialog: subject && { open, subject, message: stored ?? subject.message, close },
  };
}
