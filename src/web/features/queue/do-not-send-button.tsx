import { useEffect, useRef } from "react";
import type { QueuedMessage } from "#contract/queue.ts";
import { Button } from "#ui/button/button.tsx";
import { useCancelQueued } from "./queue.api.ts";

const BUTTON_ATTRIBUTE = "data-do-not-send";

/** Takes one message out of the queue. Its row then goes, and the keyboard goes on in the row that takes its place. */
export function DoNotSendButton({ message }: { message: QueuedMessage }) {
  const { mutate, isPending } = useCancelQueued();
  const button = useRef<HTMLButtonElement>(null);
  const leavingRow = useRef<number | null>(null);
  useEffect(
    () => () => {
      const row = leavingRow.current;
      if (row !== null) requestAnimationFrame(() => focusRow(row));
    },
    [],
  );
  const cancel = () => {
    leavingRow.current = Number(button.current?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
    mutate(message.id, {
      onError: () => {
        leavingRow.current = null;
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

/** Only when nothing else has the focus: whoever went on meanwhile stays there. */
function focusRow(row: number) {
  if (document.activeElement !== document.body) return;
  const find = (index: number) =>
    document.querySelector<HTMLElement>(`[aria-rowindex="${index}"] [${BUTTON_ATTRIBUTE}]`);
  (find(row) ?? find(row - 1))?.focus();
}
