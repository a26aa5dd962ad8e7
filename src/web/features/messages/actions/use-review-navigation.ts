import { type RefObject, useEffect, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { useToday } from "#lib/dates/dates.ts";
import { focusAfterPaint, hasLeftCard, useIsShown } from "#lib/lists/list-focus.ts";
import { cardId, focusCard } from "../card/card-focus.ts";
import { groupOf } from "../review-groups.ts";
import { useReviewShortcuts } from "./review-shortcuts.ts";
import { useReview } from "./use-review.ts";

type CurrentMessageOptions = {
  messages: readonly Message[];
  /** As loaded from the server. */
  loaded: readonly Message[];
  /** Shown without a choice. */
  first: Message | undefined;
  /** Another one for other filters or groups; undefined while their list is loaded, and without panes. */
  view: string | undefined;
  isDialogOpen: boolean;
};

/**
 * The message of the middle pane. One that leaves the list by a change of a colleague stays as it was last seen until the user moves:
 * the next key or word is meant for it. One that leaves by the user's own action does not, unless its dialog is still open.
 */
function useCurrentMessage({ messages, loaded, first, view, isDialogOpen }: CurrentMessageOptions) {
  const [seen, setSeen] = useState<{ id: string; place: number; message?: Message; view?: string }>();
  // After a decision without a next message, until this one has left the list.
  const [leavingId, setLeavingId] = useState<string>();
  const listed = messages.find(({ id }) => id === seen?.id);
  const isLoaded = loaded.some(({ id }) => id === seen?.id);
  const kept = seen?.view === view && (isDialogOpen || !isLoaded) ? seen?.message : undefined;
  const current = listed ?? kept ?? first;
  const place = current ? messages.indexOf(current) : -1;
  // As loaded: with an optimistic change it is another object at every render.
  const message = place < 0 ? undefined : loaded.find(({ id }) => id === current?.id);
  const isNew = seen?.message !== message || seen?.place !== place || seen.view !== view;
  if (leavingId !== undefined && current?.id !== leavingId) setLeavingId(undefined);
  // It leaves by the user's own action, and nothing else is shown.
  if (seen && !listed && isLoaded && !isDialogOpen && !current) setSeen(undefined);
  if (message && message.id !== leavingId && view && isNew) setSeen({ id: message.id, place, message, view });
  return {
    current,
    place: seen?.place ?? 0,
    // While its dialog is open, it may be leaving by what the user decides there.
    isGone: current !== undefined && place < 0 && !isDialogOpen,
    choose: (id: string | undefined) => {
      setSeen(id === undefined ? undefined : { id, place: 0 });
      setLeavingId(id === undefined ? current?.id : undefined);
    },
  };
}

type NavigationOptions = Omit<CurrentMessageOptions, "isDialogOpen"> & {
  isWide: boolean;
  search: RefObject<HTMLInputElement | null>;
  onSelect: (id: string, isRange: boolean) => void;
};

/** The current message, and the commands and shortcuts that act on it and move to another one. */
export function useReviewNavigation({ messages, loaded, first, view, isWide, search, onSelect }: NavigationOptions) {
  const isShown = useIsShown();
  const moveTo = (id: string | undefined) => {
    choose(id);
    if (id !== undefined) focusAfterPaint(() => !isShown.current || focusCard(id));
  };
  const latestCurrent = useRef<string>(undefined);
  const hasLeft = (id: string) =>
    (latestCurrent.current ?? id) !== id || hasLeftCard(cardId(id), "[data-message-card]");
  const review = useReview({ messages, loaded, onSelect, onMove: moveTo, hasLeft });
  const isDialogOpen = review.dialog?.open ?? false;
  const { current, place, isGone, choose } = useCurrentMessage({ messages, loaded, first, view, isDialogOpen });
  useEffect(() => {
    latestCurrent.current = isWide ? current?.id : undefined;
  });
  useReviewShortcuts({
    messages,
    current: isWide ? current : undefined,
    place,
    onMove: moveTo,
    onCommand: review.onCommand,
    search,
  });
  const today = useToday();
  /** From the message of the middle pane, if it is one of those that are decided together, to the next one that is not. */
  const performSelected: typeof review.perform = (action) => {
    const ids = "ids" in action ? action.ids : [];
    if (isWide && current && ids.includes(current.id)) {
      const group = groupOf(current, today);
      const left = messages.filter((message) => groupOf(message, today) === group && !ids.includes(message.id));
      const after = messages.slice(place).find((message) => left.includes(message));
      moveTo((after ?? left.at(-1))?.id);
    }
    return review.perform(action);
  };
  return { review, current, isGone, moveTo, performSelected };
}
