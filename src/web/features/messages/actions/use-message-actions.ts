import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { updateMessageLists } from "../messages.api.ts";
import { failureToast, successText, undoActionFor } from "./action-toasts.ts";
import { type ActionResult, applyAction, type MessageAction, performAction } from "./message-action.ts";

const MUTATION_KEY = ["message-deed"] as const;
const TOPICS = ["messages", "queue"];

const applyResult =
  (deed: MessageAction, answer: ActionResult) =>
  (message: Message): Message => {
    if (answer.message?.id === message.id) return { ...message, ...answer.message };
    const refused = answer.refused?.some(({ id }) => id === message.id);
    return refused ? message : applyAction(message, deed);
  };

/**
 * Does what a reviewer asks, and says how it went. Resolves to whether it was done, and never fails. What is taken back
 * from a toast is handed to `onUndone` once it is in the lists again.
 */
export function useMessageActions(onUndone: (deed: MessageAction) => void): (deed: MessageAction) => Promise<boolean> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: performAction,
    onSuccess: async (answer, deed) => {
      const undo = undoActionFor(deed, answer);
      showToast({
        ...successText(deed, answer),
        ...(undo && { action: { label: "Ongedaan maken", onClick: () => void takeBack(undo) } }),
      });
      // A read that began before the deed was done would bring the old state back.
      await client.cancelQueries({ queryKey: ["messages"] });
      updateMessageLists(client, applyResult(deed, answer));
    },
    onError: (error, deed) => showToast(failureToast(deed, error)),
    onSettled: () => {
      for (const topic of TOPICS) void client.invalidateQueries({ queryKey: [topic] });
    },
  });
  const perform = useCallback(
    (deed: MessageAction): Promise<boolean> =>
      mutateAsync(deed).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  );
  const takeBack = async (undo: MessageAction) => {
    if (!(await perform(undo))) return;
    await client.invalidateQueries({ queryKey: ["messages"] });
    onUndone(undo);
  };
  return perform;
}

/** What is under way. Shown over what was read, it needs no undoing when it fails. */
export const usePendingActions = (): MessageAction[] =>
  useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: "pending" },
    select: ({ state }) => state.variables as MessageAction,
  });
