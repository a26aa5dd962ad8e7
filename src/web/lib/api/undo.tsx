import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { UNDO_SECONDS, type Undo, undoRoutes } from "#contract/undo.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { useShortcuts } from "../browser/shortcuts.ts";
import { ApiError, call } from "./api.ts";
import { refreshQueries } from "./company-events.ts";
import { showRefusal } from "./show-error.ts";

export const UNDO_MS = UNDO_SECONDS * 1000;
export const UNDO_KEY = "z";

type UndoOffer = {
  /** From the responses of an action: none when it changed nothing, several when it took several calls. */
  undos: readonly (Undo | undefined)[];
  /** The button of the toast; another text where the screen has its own "Ongedaan maken" with another effect. */
  label?: string;
  /** The toast after the undo: what it has restored. */
  undoneTitle?: string;
  undoneText: string;
  /** Refetched after the undo. */
  refresh: readonly QueryKey[];
  /** Called as soon as the action is undone. */
  onAccepted?: () => void;
  /** Called when the refetched data is on the screen. */
  onUndone?: () => void;
};

/**
 * The actions that the key undoes, the latest first: also while the server has not answered, after their toast was replaced or
 * another screen was opened. The next press undoes the action before it.
 */
let actions: { undo: () => void }[] = [];

/** By an earlier attempt, of which the response was lost. */
const acceptUndone = (error: Partial<ApiError>): void => {
  if (error.code !== "already_undone") throw error;
};

/** Removes what is undone, so that a second attempt begins with the rest. */
const performAll = async (undos: Undo[]): Promise<string> => {
  const warnings = new Set<string>();
  while (undos[0]) {
    const answer = await call(undoRoutes.perform, { params: { token: undos[0].token } }).catch(acceptUndone);
    undos.shift();
    if (answer?.warning) warnings.add(` ${answer.warning}`);
  }
  return [...warnings].join("");
};

export type OfferUndo = (offer: UndoOffer) => Pick<ToastMessage, "action" | "durationMs">;

export type StartedAction = {
  /**
   * Makes the action undoable, by the key and by the button of its toast; returns the fields of the toast. The server decides
   * whether an undo is still in time.
   */
  offerUndo: OfferUndo;
  /** Call it after the server's answer; failed: nothing has changed. */
  end: (outcome: "done" | "failed") => void;
  /** True when the user pressed undo while the request was still running. */
  isUndoAsked: () => boolean;
};

const CANNOT_BE_UNDONE = {
  title: "Niet ongedaan te maken",
  description: "De laatste actie kan niet ongedaan worden gemaakt.",
};

/** Call it when the user acts: the key must never undo an earlier action because the answer to this one is slow. */
export const startAction = (client: QueryClient): StartedAction => {
  let perform: (() => void) | undefined;
  let isAsked = false;
  const own = {
    undo: () => {
      forget();
      if (perform) return perform();
      isAsked = true;
      showToast({
        title: "Even geduld",
        description: "De server verwerkt de actie nog.",
        durationMs: UNDO_MS,
      });
    },
  };
  let expiry: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(expiry);
    actions = actions.filter((each) => each !== own);
  };
  const performWhenAsked = (undo: () => void) => {
    perform = undo;
    expiry = setTimeout(forget, UNDO_MS);
    if (isAsked) undo();
  };
  actions.unshift(own);

  const offerUndo: OfferUndo = ({
    undos,
    label = "Ongedaan maken",
    undoneTitle = "Actie ongedaan gemaakt",
    undoneText,
    refresh,
    onAccepted,
    onUndone,
  }) => {
    const known = undos.filter((undo) => undo !== undefined);
    if (known.length === 0) return {};
    let isRunning = false;
    const run = async () => {
      try {
        const warning = await performAll(known);
        onAccepted?.();
        showToast({ title: undoneTitle, description: `${undoneText}${warning}` });
      } catch (error) {
        // Without a decision of the server (no connection or a 5xx) the action may be undone: the next press of Z asks again.
        if (!(error instanceof ApiError && error.status < 500)) {
          forget();
          actions.unshift(own);
          expiry = setTimeout(forget, UNDO_MS);
        }
        return showRefusal(error, "Kon de actie niet ongedaan maken. Probeer het opnieuw.");
      } finally {
        isRunning = false;
        await refreshQueries(client, refresh);
      }
      onUndone?.();
    };
    performWhenAsked(() => {
      if (isRunning || known.length === 0) return;
      isRunning = true;
      void run();
    });
    return { durationMs: UNDO_MS, action: { label, keyHint: UNDO_KEY.toUpperCase(), onClick: own.undo } };
  };

  return {
    offerUndo,
    end: (outcome) => {
      if (outcome === "failed") forget();
      else if (!perform) performWhenAsked(() => showToast(CANNOT_BE_UNDONE));
    },
    isUndoAsked: () => isAsked,
  };
};

type UndoableMutation<Answer, Input> = {
  mutationKey?: QueryKey;
  mutationFn: (input: Input) => Promise<Answer>;
  onSuccess?: (answer: Answer, input: Input, offerUndo: OfferUndo) => unknown;
  onError?: (error: Error, input: Input) => unknown;
  onSettled?: () => unknown;
  /** The action of which this is the continuation: it keeps its place in the order in which the key undoes. */
  startedOf?: (input: Input) => StartedAction | undefined;
};

/**
 * A mutation that Z can undo. `onSuccess` shows the undo button, with the undo tokens from the response. An action without an undo uses
 * it too: otherwise Z would undo the action before it.
 */
export function useUndoableMutation<Answer, Input>({
  onSuccess,
  onError,
  startedOf,
  ...options
}: UndoableMutation<Answer, Input>): UseMutationResult<Answer, Error, Input, StartedAction> {
  const client = useQueryClient();
  return useMutation({
    ...options,
    onMutate: (input) => startedOf?.(input) ?? startAction(client),
    onSuccess: async (answer, input, action) => {
      await onSuccess?.(answer, input, action.offerUndo);
      action.end("done");
    },
    onError: (error, input, action) => {
      action?.end("failed");
      return onError?.(error, input);
    },
  });
}

/** The key that undoes the latest action, for as long as this is rendered. */
export function UndoShortcut() {
  useEffect(
    () => () => {
      actions = [];
    },
    [],
  );
  useShortcuts([
    { label: "Laatste actie ongedaan maken", group: "Algemeen", keys: UNDO_KEY, run: () => actions[0]?.undo() },
  ]);
  return null;
}
