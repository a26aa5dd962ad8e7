import { useQueryClient } from "@tanstack/react-query";
import { type QueuedMessage, queueRoutes } from "#contract/queue.ts";
import { call, clientErrorMessage } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { formatMessageCount, refusedText } from "#lib/labels/refusals.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { findQueued, isAlreadyRemoved, QUEUE } from "./queue.api.ts";

const NOT_CANCELLED = "Kon bericht niet annuleren. Probeer het opnieuw.";

type RemainingPartsProps = { text: string; count: number; fullName: string; onCancel: () => void };

/** The text of the toast after a cancellation: how many other messages of the lead stay queued, and a button to cancel those. */
const RemainingParts = ({ text, count, fullName, onCancel }: RemainingPartsProps) => (
  <>
    {`${text} ${count === 1 ? "Er staat" : "Er staan"} nog ${formatMessageCount(count)} klaar voor ${fullName}. `}
    <button type="button" onClick={onCancel} className="cursor-pointer font-medium text-foreground underline">
      Die ook niet versturen
    </button>
  </>
);

/** `pending`: the number that Airtable could not be asked about yet; its automation may still send those. */
const cancelledText = (cancelled: number, pending: number, fullName: string): string =>
  [
    cancelled > 0 && `${formatMessageCount(cancelled)} aan ${fullName} ${cancelled === 1 ? "gaat" : "gaan"} niet uit.`,
    pending > 0 &&
      `${formatMessageCount(pending)} aan ${fullName} ${pending === 1 ? "wordt" : "worden"} geannuleerd zodra Airtable bereikbaar is.`,
  ]
    .filter(Boolean)
    .join(" ");

type CancelOptions = {
  onCancelled: (row: QueuedMessage) => void;
  /** Called when the refetched list has the row again. */
  onUndone: (row: QueuedMessage) => void;
};

/** Cancels what is still queued for the lead of a cancelled message, one by one: a part that was sent meanwhile stays sent. */
function useCancelRest({ onCancelled, onUndone }: CancelOptions) {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: async ({ ids }: { row: QueuedMessage; ids: readonly string[] }) => {
      const results = await Promise.allSettled(ids.map((id) => call(queueRoutes.cancel, { params: { id } })));
      const done = results.flatMap((result, nth) =>
        result.status === "fulfilled" ? { ...result.value, id: ids[nth] ?? "" } : [],
      );
      const failed = results.filter((result) => result.status === "rejected");
      if (done.length === 0 && failed[0]) throw failed[0].reason;
      const refused = failed.map(({ reason }) => ({ reason: clientErrorMessage(reason, NOT_CANCELLED) }));
      return { done, refused };
    },
    onSuccess: ({ done, refused }, { row: { fullName } }, offerUndo) => {
      const pending = done.filter(({ isPending }) => isPending).length;
      // A long list is not refetched.
      const rows = findQueued(
        client,
        done.flatMap(({ id, isPending }) => (isPending ? [] : id)),
      );
      for (const row of rows) onCancelled(row);
      showToast({
        title: pending > 0 ? "Nog niet alles geannuleerd" : "Berichten Geannuleerd",
        description: `${cancelledText(done.length - pending, pending, fullName)}${refusedText(refused)}`,
        ...(pending > 0 ? { tone: "info" as const } : {}),
        ...offerUndo({
          undos: done.map(({ undo }) => undo),
          undoneText: `De berichten aan ${fullName} staan weer klaar.`,
          refresh: [[QUEUE]],
          onUndone: () => rows.forEach(onUndone),
        }),
      });
    },
    onError: (error) => showRefusal(error, NOT_CANCELLED),
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}

export function useCancelQueued({ onCancelled, onUndone }: CancelOptions) {
  const client = useQueryClient();
  const cancelRest = useCancelRest({ onCancelled, onUndone });
  return useUndoableMutation({
    mutationFn: ({ id }: QueuedMessage) => call(queueRoutes.cancel, { params: { id } }),
    onSuccess: ({ message, isPending, remaining, undo }, row, offerUndo) => {
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
      // The toast stays until the result: a second click would be refused, and that would hide the result.
      let isRestCancelled = false;
      const cancelOthers = () => {
        if (isRestCancelled) return;
        isRestCancelled = true;
        cancelRest.mutate({ row, ids: remaining });
      };
      showToast({
        title: "Bericht Geannuleerd",
        description:
          remaining.length === 0 ? (
            message
          ) : (
            <RemainingParts text={message} count={remaining.length} fullName={row.fullName} onCancel={cancelOthers} />
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
      showRefusal(error, NOT_CANCELLED);
    },
    onSettled: () => refreshQueries(client, [[QUEUE]]),
  });
}
