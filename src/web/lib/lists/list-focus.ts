import { type RefObject, useEffect, useRef } from "react";
import { TYPING } from "../browser/shortcuts.ts";

/** Which item gets the focus when this one leaves the list: the next one, or the previous one at the end. */
export const nextFocusedId = (ids: readonly string[], id: string): string | undefined => {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : (ids[index + 1] ?? ids[index - 1]);
};

/** The next or previous id; undefined at the end of the list, or for an id that is not in it. */
export const adjacentId = (ids: readonly string[], id: string, step: 1 | -1): string | undefined => {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : ids[index + step];
};

// A slow render takes more than two frames.
const MAX_FRAMES = 60;

const isInDialog = (): boolean => Boolean(document.activeElement?.closest("[role=dialog], [role=alertdialog]"));

/** Whether the user is typing outside a dialog. Moving the focus away then would run the next letters as shortcuts. */
export const isTyping = (): boolean => !isInDialog() && Boolean(document.activeElement?.closest(TYPING));

/** Whether the user has gone on since an action on this card: into a text field, or to another of the cards. */
export const hasLeftCard = (cardId: string, cards: string): boolean => {
  const card = document.activeElement?.closest(cards);
  return isTyping() || Boolean(card && card.id !== cardId);
};

/**
 * Moves the focus once the list has been painted without the item that was removed: two frames later. `focus` returns false while
 * its item is not rendered yet, such as one that comes back after a failure. A dialog that is still closing would take the focus back.
 * Never out of a text field.
 */
export const focusAfterPaint = (focus: () => boolean): void => {
  const attempt = (framesLeft: number) => {
    const isDone = isTyping() || (!isInDialog() && focus());
    if (!isDone && framesLeft > 0) requestAnimationFrame(() => attempt(framesLeft - 1));
  };
  requestAnimationFrame(() => requestAnimationFrame(() => attempt(MAX_FRAMES)));
};

/** For a function that is called later, by an undo, a failure or a frame: by then another screen may be open. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
