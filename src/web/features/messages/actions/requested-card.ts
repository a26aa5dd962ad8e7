import type { RouterHistory } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { focusAfterPaint } from "#lib/lists/list-focus.ts";
import type { ListSource } from "#lib/lists/list-page.tsx";
import { idFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { cardId } from "../card/card-focus.ts";
import type { ReviewRow } from "../review-groups.ts";

/** Opens the review screen at this URL with a request for a message, also when the screen is open already. */
export const openMessage = (history: RouterHistory, href: string | undefined, id: string): void => {
  const url = new URL(href ?? history.location.href, location.origin);
  url.searchParams.set("bericht", id);
  const requested = `${url.pathname}${url.search}`;
  // When the URL changes only by the request, the Back button must not need an extra press.
  if (history.location.href === href) history.replace(requested);
  else history.push(requested);
};

// Importing that of the screen would put its file into a chunk of its own, and make the first load larger.
const REQUEST = { bericht: idFilter };

type RequestedCardProps = {
  id: string;
  list: ListSource<ReviewRow>;
  onMove: (id: string) => void;
};

/** Goes to the message that the URL asks for as soon as the list has it, and removes the request when the list is up to date. */
export function RequestedCard({ id, list: { query, items, scroller }, onMove }: RequestedCardProps) {
  const [, setRequest] = useUrlFilters(REQUEST, { keepScroll: true });
  const isLoaded = query.data !== undefined && !query.isPlaceholderData;
  const isListed = isLoaded && items.some((row) => row.id === id);
  const isUpToDate = isLoaded && !query.isFetching;
  const show = useEffectEvent((listedId: string) => {
    scroller?.current?.(listedId);
    onMove(listedId);
    // Scrolls again until the card is rendered: the list is virtual, and may not have its full height yet.
    focusAfterPaint(() => {
      if (document.getElementById(cardId(listedId))) return true;
      scroller?.current?.(listedId);
      return false;
    });
  });
  const finish = useEffectEvent(() => {
    setRequest({ bericht: undefined }, true);
    if (!isListed)
      showToast({
        title: "Bericht niet gevonden",
        description: "Dit bericht staat niet (meer) in de geladen lijst. Kijk ook in de groepen die zijn ingeklapt.",
        tone: "info",
      });
  });
  useEffect(() => {
    if (isListed) show(id);
  }, [isListed, id]);
  useEffect(() => {
    if (!isUpToDate) return;
    // The router sets the scroll position after the effects of a navigation, and must not do so again for this one.
    const timer = setTimeout(finish);
    return () => clearTimeout(timer);
  }, [isUpToDate]);
  return null;
}
