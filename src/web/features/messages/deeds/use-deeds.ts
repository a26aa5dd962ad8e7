import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/toast.tsx";
import { patchLists } from "../messages.api.ts";
import { type Deed, expectedState } from "./deed.ts";
import { doneText, failureToast, undoOf } from "./deed-texts.ts";
import { type DeedAnswer, performDeed } from "./perform-deed.ts";

const DEED = ["message-deed"] as const;
const TOPICS = ["messages", "queue"];

const stateAfter =
  (deed: Deed, answer: DeedAnswer) =>
  (message: Message): Message => {
    if (answer.message?.id === message.id) return { ...message, ...answer.message };
    const refused = answer.refused?.some(({ id }) => id === message.id);
    return refused ? message : expectedState(message, deed);
  };

/**
 * Does what a reviewer asks, and says how it went. Resolves to whether it was done, and never fails. What is taken back
 * from a toast is handed to `onUndone` once it is in the lists again.
 */
export function useDeeds(onUndone: (deed: Deed) => void): (deed: Deed) => Promise<boolean> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: DEED,
    mutationFn: performDeed,
    onSuccess: async (answer, deed) => {
      const undo = undoOf(deed, answer);
      showToast({
        ...doneText(deed, answer),
        ...(undo && { action: { label: "Ongedaan maken", onClick: () => void takeBack(undo) } }),
      });
      // A read that began before the deed was done would bring the old state back.
      await client.cancelQueries({ queryKey: ["messages"] });
      patchLists(client, stateAfter(deed, answer));
    },
    onError: (error, deed) => showToast(failureToast(deed, error)),
    onSettled: () => {
      for (const topic of TOPICS) void client.invalidateQueries({ queryKey: [topic] });
    },
  });
  const perform = useCallback(
    (deed: Deed): Promise<boolean> =>
      mutateAsync(deed).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  );
  const takeBack = async (undo: Deed) => {
    if (!(await perform(undo))) return;
    await client.invalidateQueries({ queryKey: ["messages"] });
    onUndone(undo);
  };
  return perform;
}

/** What is under way. Shown over what was read, it needs no undoing when it fails. */
export const usePendingDeeds = (): Deed[] =>
  useMutationState({
    filters: { mutationKey: DEED, status: "pending" },
    select: ({ state }) => state.variables as Deed,
  });
