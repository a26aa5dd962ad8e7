import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { updateMessageLists } from "../messages.api.ts";
import { failureToast, successText, undoActionFor } from "./action-toasts.ts";
import { type ActionResult, applyAction, type MessageAction, performAction } from "./message-action.ts";

const MUTATION_KEY = ["message-action"] as const;
const TOPICS = ["messages", "queue"];

const applyResult =
  (action: MessageAction, result: ActionResult) =>
  (message: Message): Message => {
    if (result.message?.id === message.id) return { ...message, ...result.message };
    const isRefused = result.refused?.some(({ id }) => id === message.id);
    return isRefused ? message : applyAction(message, action);
  };

/**
 * Returns a function that performs an action and shows a toast with the result. It resolves to whether the action
 * succeeded and never rejects. `onUndone` is called when an undo from a toast is visible in the refetched lists.
 */
export function useMessageActions(
  onUndone: (action: MessageAction) => void,
): (action: MessageAction) => Promise<boolean> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: performAction,
    onSuccess: async (result, action) => {
      const undo = undoActionFor(action, result);
      showToast({
        ...successText(action, result),
        ...(undo && { action: { label: "Ongedaan maken", onClick: () => void performUndo(undo) } }),
      });
      // A refetch that started before the action would overwrite the new state.
      await client.cancelQueries({ queryKey: ["messages"] });
      updateMessageLists(client, applyResult(action, result));
    },
    onError: (error, action) => showToast(failureToast(action, error)),
    onSettled: () => {
      for (const topic of TOPICS) void client.invalidateQueries({ queryKey: [topic] });
    },
  });
  const perform = useCallback(
    (action: MessageAction): Promise<boolean> =>
      mutateAsync(action).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  );
  const performUndo = async (undo: MessageAction) => {
    if (!(await perform(undo))) return;
    await client.invalidateQueries({ queryKey: ["messages"] });
    onUndone(undo);
  };
  return perform;
}

/** Actions the server has not answered yet. They are applied on top of the cache, so a failed action needs no rollback. */
export const usePendingActions = (): MessageAction[] =>
  useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: "pending" },
    select: ({ state }) => state.variables as MessageAction,
  });
