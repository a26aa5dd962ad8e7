import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { UNDO_SECONDS, type Undo, undoRoutes } from "#contract/undo.ts";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { useShortcuts } from "../browser/shortcuts.ts";
import { ApiError, call } from "./api.ts";
import { refreshQueries } from "./company-events.ts";
import { showRefusal } from "./show-error.ts";

export const UNDO_MS = UNDO_SECONDS * 1000;
const UNDO_KEY = "z";

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
  /** Called when the refetched data is on the screen. */
  onUndone?: () => void;
};

/**
 * The actions that the key undoes, the latest first: also after their toast was replaced or another screen was opened. The
 * next press undoes the action before it.
 */
let undoable: { perform: () => void }[] = [];

/** Removes what is undone, so that a second attempt begins with the rest. */
const performAll = async (undos: Undo[]): Promise<string> => {
  const warnings = new Set<string>();
  while (undos[0]) {
    const { warning } = await call(undoRoutes.perform, { params: { token: undos[0].token } });
    undos.shift();
    if (warning) warnings.add(` ${warning}`);
  }
  return [...warnings].join("");
};

/**
 * Returns a function that makes an action undoable, by the key and by the button of its toast; it returns the fields of
 * the toast. The server decides whether an undo is still in time.
 */
export function useUndo(): (offer: UndoOffer) => Pick<ToastMessage, "action" | "durationMs"> {
  const client = useQueryClient();
  return useCallback(
    ({ undos, label = "Ongedaan maken", undoneTitle = "Actie ongedaan gemaakt", undoneText, refresh, onUndone }) => {
      const known = undos.filter((undo) => undo !== undefined);
      if (known.length === 0) return {};
      const perform = async () => {
        forget();
        try {
          const warning = await performAll(known);
          showToast({ title: undoneTitle, description: `${undoneText}${warning}` });
        } catch (error) {
          // Not refused, but not answered: the next press tries this one again.
          if (!(error instanceof ApiError && error.status < 500) && Date.now() < until) undoable.unshift(own);
          return showRefusal(error, "Kon de actie niet ongedaan maken. Probeer het opnieuw.");
        } finally {
          await refreshQueries(client, refresh);
        }
        onUndone?.();
      };
      const own = { perform: () => void perform() };
      const forget = () => {
        undoable = undoable.filter((each) => each !== own);
      };
      undoable.unshift(own);
      const until = Date.now() + UNDO_MS;
      setTimeout(forget, UNDO_MS);
      const action = { label, keyHint: UNDO_KEY.toUpperCase(), onClick: own.perform };
      return { durationMs: UNDO_MS, action };
    },
    [client],
  );
}

/** The key that undoes the latest action, for as long as this is rendered. */
export function UndoShortcut() {
  useEffect(
    () => () => {
      undoable = [];
    },
    [],
  );
  useShortcuts([
    { label: "Laatste actie ongedaan maken", group: "Algemeen", keys: UNDO_KEY, run: () => undoable[0]?.perform() },
  ]);
  return null;
}
