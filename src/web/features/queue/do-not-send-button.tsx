import { useEffect, useRef } from "react";
import type { QueuedMessage } from "#contract/queue.ts";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { useCancelQueued } from "./cancel-queued.tsx";
import type { ShownRow } from "./cancelled-rows.ts";

const BUTTON_ATTRIBUTE = "data-do-not-send";

type DoNotSendButtonProps = {
  row: ShownRow;
  onCancelled: (row: QueuedMessage) => void;
  onUndone: (row: QueuedMessage) => void;
};

/**
 * Cancels a queued message. Afterwards it stays focused but does nothing, so that a second click or key press cancels no
 * other message. When its row disappears, the focus moves to the row that takes its place.
 */
export function DoNotSendButton({ row, onCancelled, onUndone }: DoNotSendButtonProps) {
  const { mutate, isPending } = useCancelQueued({ onCancelled, onUndone });
  const button = useRef<HTMLButtonElement>(null);
  const cancelledRow = useRef<number | null>(null);
  // A ref, because the second click of a double click arrives before `isPending` is rendered.
  const isClicked = useRef(false);
  const cancel = () => {
    if (isClicked.current) return;
    isClicked.current = true;
    mutate(row, {
      onSettled: () => {
        isClicked.current = false;
      },
    });
  };
  useEffect(
    () => () => {
      const index = cancelledRow.current;
      if (index !== null) requestAnimationFrame(() => focusRow(index));
    },
    [],
  );
  useEffect(() => {
    const index = Number(button.current?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
    cancelledRow.current = row.isCancelled ? index : null;
  }, [row.isCancelled]);
  return (
    <TooltipButton
      ref={button}
      {...{ [BUTTON_ATTRIBUTE]: "" }}
      variant="ghost"
      size="sm"
      className="text-danger hover:bg-destructive hover:text-destructive-foreground"
      busy={isPending && !row.isCancelled}
      busyLabel="Annuleren..."
      disabledReason={row.isCancelled ? "Dit bericht wordt niet verstuurd." : undefined}
      onClick={cancel}
    >
      DO NOT SEND
    </TooltipButton>
  );
}

/** Only when nothing has the focus: the user may have moved on meanwhile. */
function focusRow(row: number) {
  if (document.activeElement !== document.body) return;
  const findButton = (index: number) =>
    document.querySelector<HTMLElement>(`[aria-rowindex="${index}"] [${BUTTON_ATTRIBUTE}]`);
  (findButton(row) ?? findButton(row - 1))?.focus();
}
