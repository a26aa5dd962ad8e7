import { useCallback, useMemo } from "react";
import type { Message } from "#contract/messages.ts";
import { useUndo } from "#lib/api/undo.tsx";
import {
  type OptimisticUpdate,
  useOptimisticUpdate,
  usePendingUpdates,
  usePredictedItems,
} from "#lib/lists/optimistic-update.ts";
import { MESSAGE_LISTS } from "../messages.api.ts";
import { type ActionResult, type MessageAction, predictAction } from "./message-action.ts";

const NOT_LOADED = "Geen verbinding met de server. Probeer het opnieuw.";

/** Loaded after the screen, and preloaded with its dialogs. */
const loadActions = () => import("./perform-action.ts");

const MESSAGE_ACTION_UPDATE: OptimisticUpdate<Message, MessageAction, ActionResult> = {
  mutationKey: ["message-action"],
  mutate: async (action) => (await loadActions()).performAction(action),
  predict: predictAction,
  applyResponse: (message, result, action) => {
    if (result.message?.id === message.id) return { ...message, ...result.message };
    const isRefused = result.refused?.some(({ id }) => id === message.id);
    return isRefused ? message : predictAction(message, action);
  },
  cached: [MESSAGE_LISTS],
  refresh: [["messages"], ["queue"]],
};

/**
 * Returns a function that performs an action and shows a toast with the result. It resolves to whether the action
 * succeeded and never rejects. `onUndone` is called when an undo of it is visible in the refetched lists.
 */
export function useMessageActions(
  onUndone: (action: MessageAction) => void,
): (action: MessageAction) => Promise<boolean> {
  const offerUndo = useUndo();
  const { mutateAsync } = useOptimisticUpdate(MESSAGE_ACTION_UPDATE, {
    done: async (result, action) => {
      const { successText, undoneText } = await loadActions();
      const offered = offerUndo({
        undos: result.undos ?? [],
        undoneText: undoneText(action, result),
        refresh: MESSAGE_ACTION_UPDATE.refresh,
        onUndone: () => onUndone(action),
      });
      return { ...successText(action, result), ...offered };
    },
    failed: (error, action) =>
      loadActions().then(
        ({ failureToast }) => failureToast(action, error),
        () => ({ title: "Fout", description: NOT_LOADED, tone: "destructive" as const }),
      ),
  });
  return useCallback(
    (action: MessageAction): Promise<boolean> =>
      mutateAsync(action).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
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
