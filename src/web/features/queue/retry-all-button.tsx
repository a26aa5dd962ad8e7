import { RotateCw } from "lucide-react";
import type { QueuedMessage } from "#contract/queue.ts";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useRetryAll } from "./queue.api.ts";

/** Queues all loaded failed messages again, after a question. */
export function RetryAllButton({ rows, total }: { rows: readonly QueuedMessage[]; total: number }) {
  const { mutate, isPending } = useRetryAll();
  const confirm = useConfirm();
  const retry = async () => {
    const ids = rows.map(({ id }) => id);
    const question =
      ids.length === 1
        ? { title: "1 bericht opnieuw proberen?", text: "Het staat daarna weer klaar en gaat weg zodra het mag." }
        : {
            title: `${ids.length} berichten opnieuw proberen?`,
            text: "Ze staan daarna weer klaar en gaan weg zodra het mag.",
          };
    if (await confirm({ ...question, confirmLabel: "Opnieuw proberen" })) mutate(ids);
  };
  return (
    <Button
      data-keep-on-phone
      variant="outline"
      className="w-full sm:w-auto!"
      busy={isPending}
      onClick={() => void retry()}
    >
      <RotateCw />
      {rows.length < total ? `De eerste ${rows.length} opnieuw proberen` : `Alles opnieuw proberen (${rows.length})`}
    </Button>
  );
}
