import { useEffect, useEffectEvent, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { TYPING } from "#lib/browser/shortcuts.ts";
import { useToday } from "#lib/dates/dates.ts";
import { groupOf, isGroupRow, type ReviewRow } from "../review-groups.ts";

/** As it was last seen at its place in the list. */
type KeptCard = { message: Message; index: number; view: string };

type KeptCardOptions = {
  rows: readonly ReviewRow[];
  /** As loaded from the server, without optimistic changes. */
  loaded: readonly Message[];
  /** Another one for other filters or groups. */
  view: string;
};

/**
 * The card in whose text field the user is typing stays at its place when a colleague's decision moves it to another group or out of
 * the list: without the field, the rest of the sentence would be executed as shortcuts. It goes when the focus leaves it.
 */
export function useKeptCard({ rows, loaded, view }: KeptCardOptions) {
  const today = useToday();
  const [kept, setKept] = useState<KeptCard>();
  const id = kept?.message.id;
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  const found = loaded.find((message) => message.id === id);
  const isIn = (message: ReviewRow | undefined) =>
    kept && message && !isGroupRow(message) && groupOf(message, today) === groupOf(kept.message, today);
  const isAtPlace = Boolean(isIn(row) && isIn(found));
  // The user's own decision has moved it, and the server has not confirmed that yet.
  const isDecidedHere = Boolean(isIn(found) && !isIn(row));
  const isMoved = kept !== undefined && kept.view === view && !isAtPlace && !isDecidedHere;
  if (kept && (kept.view !== view || isDecidedHere)) setKept(undefined);
  else if (kept && isAtPlace && found && (found !== kept.message || index !== kept.index))
    setKept({ message: found, index, view });

  const onFocus = useEffectEvent((target: Element) => {
    const focused = target.closest<HTMLElement>("[data-message-card]")?.dataset["messageCard"];
    if (isMoved && focused === id) return;
    const message = target.closest(TYPING) ? loaded.find((other) => other.id === focused) : undefined;
    setKept(message && { message, index: rows.findIndex((other) => other.id === focused), view });
  });
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => target instanceof Element && onFocus(target);
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, []);

  const others = rows.filter((other) => other.id !== id);
  return {
    rows: isMoved ? others.toSpliced(kept.index, 0, row ?? kept.message) : rows,
    /** Of the card that has left its place in the list. */
    movedId: isMoved ? id : undefined,
  };
}
