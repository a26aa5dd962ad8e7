import { useEffect, useRef } from "react";
import type { QueuedMessage } from "#contract/queue.ts";
import { Button } from "#ui/button/button.tsx";
import { useCancelQueued } from "./queue.api.ts";

const BUTTON_ATTRIBUTE = "data-do-not-send";

/** Cancels a queued message. When its row disappears, the focus moves to the row that takes its place. */
export function DoNotSendButton({ message }: { message: QueuedMessage }) {
  const { mutate, isPending } = useCancelQueued();
  const button = useRef<HTMLButtonElement>(null);
  const cancelledRow = useRef<number | null>(null);
  useEffect(
    () => () => {
      const row = cancelledRow.current;
      if (row !== null) requestAnimationFrame(() => focusRow(row));
    },
    [],
  );
  const cancel = () => {
    cancelledRow.current = Number(button.current?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
    mutate(message.id, {
      onError: () => {
        cancelledRow.current = null;
      },
    });
  };
  return (
    <Button
      ref={button}
      {...{ [BUTTON_ATTRIBUTE]: "" }}
      variant="destructive"
      size="sm"
      busy={isPending}
      busyLabel="Annuleren..."
      onClick={cancel}
    >
      DO NOT SEND
    </Button>
  );
}

/** Only when nothing has the focus: the user may have moved on meanwhile. */
function focusRow(row: number) {
  if (document.activeElement !== document.body) return;
  const findButton = (index: number) =>
    document.querySelector<HTMLElement>(`[aria-rowindex="${index}"] [${BUTTON_ATTRIBUTE}]`);
  (findButton(row) ?? findButton(row - 1))?.focus();
}
