import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { Message, SendPreview } from "#contract/messages.ts";
import {
  type OptimisticUpdate,
  useOptimisticUpdate,
  usePendingUpdates,
  usePredictedItems,
} from "#lib/lists/optimistic-update.ts";
import { MESSAGE_LISTS, patchGroupCounts, sendPreviewKey } from "../messages.api.ts";
import { type ActionResult, type MessageAction, predictAction } from "./message-action.ts";

const NOT_LOADED = "Geen verbinding met de server. Probeer het opnieuw.";

/** Loaded after the screen, and preloaded with its dialogs. */
const loadActions = () => import("./perform-action.ts");

const MESSAGE_ACTION_UPDATE: OptimisticUpdate<Message, MessageAction, ActionResult> = {
  mutationKey: ["message-action"],
  mutate: async (action) => (await loadActions()).performAction(action),
  startedOf: (action) => (action.kind === "send" ? action.started : undefined),
  predict: predictAction,
  applyResponse: (message, result, action) => {
    if (result.message?.id === message.id) return { ...message, ...result.message };
    const isRefused = result.refused?.some(({ id }) => id === message.id);
    return isRefused ? message : predictAction(message, action);
  },
  cached: [MESSAGE_LISTS],
  patchOthers: patchGroupCounts,
  refresh: [["messages"], ["queue"]],
};

/** The URL at which each action was performed: a failed one leads back to its message there. */
const actionUrls = new WeakMap<MessageAction, string>();

/**
 * Returns a function that performs an action and shows a toast with the result. It resolves to the result, or to undefined when the
 * action failed, and never rejects. `onUndone` is called when an undo of it is visible in the refetched lists.
 */
export function useMessageActions(
  onUndone: (action: MessageAction) => void,
): (action: MessageAction) => Promise<ActionResult | undefined> {
  const client = useQueryClient();
  const { history } = useRouter();
  const { mutateAsync } = useOptimisticUpdate(MESSAGE_ACTION_UPDATE, {
    done: async (result, action, offerUndo) => {
      const preview =
        "message" in action ? client.getQueryData<SendPreview>(sendPreviewKey(action.message.id)) : undefined;
      const { successText, undoneText } = await loadActions();
      const offered = offerUndo({
        undos: result.undos ?? [],
        undoneText: undoneText(action, result),
        refresh: MESSAGE_ACTION_UPDATE.refresh,
        onUndone: () => onUndone(action),
      });
      return { ...successText(action, result, preview), ...offered };
    },
    failed: (error, action) =>
      loadActions().then(
        ({ failureToast, openMessage }) =>
          failureToast(action, error, ({ id }) => openMessage(history, actionUrls.get(action), id)),
        () => ({ title: "Fout", description: NOT_LOADED, tone: "destructive" as const }),
      ),
  });
  return useCallback(
    (action: MessageAction): Promise<ActionResult | undefined> => {
      actionUrls.set(action, history.location.href);
      return mutateAsync(action).catch(() => undefined);
    },
    [mutateAsync, history],
  );
}

/** The loaded messages with the pending actions applied; cancelled messages are hidden. */
export const useVisibleMessages = (loaded: readonly Message[]): readonly Message[] => {
  const predicted = usePredictedItems(loaded, MESSAGE_ACTION_UPDATE);
  return useMemo(() => predicted.filter(({ status }) => status !== "cancelled"), [predicted]);
};

/** The ids of the messages that are being sent. */
export const useSendingIds = (): string[] =>
  usePendingUpdates<MessageAction>(MESSAGE_ACTION_UPDATE.mutationKey).flatMap((action) =>
    action.kind === "send" ? action.message.id : [],
  );
