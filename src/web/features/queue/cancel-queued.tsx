import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type QueuedMessage, queueRoutes } from "#contract/queue.ts";
import { call } from "#lib/api/api.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndo } from "#lib/api/undo.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { countText, isAlreadyRemoved, QUEUE } from "./queue.api.ts";

type RemainingPartsProps = { text: string; count: number; fullName: string; onCancel: () => void };

/** The text of the toast after a cancellation: how many other messages of the lead stay queued, and a button to cancel those. */
const RemainingParts = ({ text, count, fullName, onCancel }: RemainingPartsProps) => (
  <>
    {`${text} ${count === 1 ? "Er staat" : "Er staan"} nog ${countText(count)} klaar voor ${fullName}. `}
    <button type="button" onClick={onCancel} className="cursor-pointer font-medium text-foreground underline">
      Die ook niet versturen
    </button>
  </>
);

/** Cancels what is still queued for the lead of a cancelled message, one by one: a part that was sent meanwhile stays sent. */
function useCancelRest() {
  const client = useQueryClient();
  const offerUndo = useUndo();
  return useMutation({
    mutationFn: async ({ ids }: { row: QueuedMessage; ids: readonly string[] }) => {
      const results = await Promise.allSettled(ids.map((id) => call(queueRoutes.cancel, { params: { id } })));
      const done = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
      const failed = results.find((result) => result.status === "rejected");
      if (done.length === 0 && failed) throw failed.reason;
      return done;
    },
    onSuccess: (done, { row: { fullName }, ids }) => {
      const rest = ids.length - done.length;
      showToast({
        title: "Berichten Geannuleerd",
        description: `${countText(done.length)} aan ${fullName} ${done.length === 1 ? "gaat" : "gaan"} niet uit.${rest > 0 ? ` ${countText(rest)} niet geannuleerd.` : ""}`,
        ...offerUndo({
          undos: done.map(({ undo }) => undo),
          undoneText: `De berichten aan ${fullName} staan weer klaar.`,
          refresh: [[QUEUE]],
        }),
      });
    },
    onError: (error) => showRefusal(error, "Kon bericht niet annuleren. Probeer het opnieuw."),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}

type CancelOptions = {
  onCancelled: (row: QueuedMessage) => void;
  /** Called when the refetched list has the row again. */
  onUndone: (row: QueuedMessage) => void;
};

export function useCancelQueued({ onCancelled, onUndone }: CancelOptions) {
  const client = useQueryClient();
  const offerUndo = useUndo();
  const cancelRest = useCancelRest();
  return useMutation({
    mutationFn: ({ id }: QueuedMessage) => call(queueRoutes.cancel, { params: { id } }),
    onSuccess: ({ message, isPending, remaining, undo }, row) => {
      if (isPending) {
        return showToast({
          title: "Nog niet geannuleerd",
          description: `${message}.`,
          tone: "info",
          ...offerUndo({
            undos: [undo],
            undoneText: `Het bericht aan ${row.fullName} wordt niet geannuleerd.`,
            refresh: [[QUEUE]],
          }),
        });
      }
      onCancelled(row);
      showToast({
        title: "Bericht Geannuleerd",
        description:
          remaining.length === 0 ? (
            message
          ) : (
            <RemainingParts
              text={message}
              count={remaining.length}
              fullName={row.fullName}
              onCancel={() => cancelRest.mutate({ row, ids: remaining })}
            />
          ),
        ...offerUndo({
          undos: [undo],
          undoneText: `Het bericht aan ${row.fullName} staat weer klaar.`,
          refresh: [[QUEUE]],
          onUndone: () => onUndone(row),
        }),
      });
    },
    onError: (error) => {
      if (isAlreadyRemoved(error)) {
        return showToast({ title: "Bericht al verwijderd", description: "De lijst is ververst.", tone: "info" });
      }
      showRefusal(error, "Kon bericht niet annuleren. Probeer het opnieuw.");
    },
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  });
}
