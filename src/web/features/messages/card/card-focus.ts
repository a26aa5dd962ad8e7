/** The DOM id of a message's card. */
export const cardId = (messageId: string): string => `message-${messageId}`;

const cardElement = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.getElementById(cardId(id));

/** The card that contains the focused element. */
export const focusedCardId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-message-card]")?.dataset["messageCard"];

/** The first card that is visible below the page header. */
export const topVisibleCardId = (ids: readonly string[]): string | undefined => {
  const edge = headerBottom() + 40;
  return ids.find((id) => (cardElement(id)?.getBoundingClientRect().bottom ?? 0) > edge);
};

/** Cards above a focused one may be measured again for some frames, such as one that has just lost its buttons. */
const SETTLE_FRAMES = 12;

const USER_INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Keeps the card at the top for some frames, until the user does something: they may be scrolling already. */
const keepAtTop = (card: HTMLElement): void => {
  const settling = new AbortController();
  const stop = () => settling.abort();
  for (const event of USER_INPUT_EVENTS) addEventListener(event, stop, { signal: settling.signal, capture: true });
  const scroll = (framesLeft: number): void => {
    if (settling.signal.aborted || !card.contains(document.activeElement)) return;
    card.scrollIntoView({ block: "start" });
    if (framesLeft === 0) stop();
    else requestAnimationFrame(() => scroll(framesLeft - 1));
  };
  scroll(SETTLE_FRAMES);
};

const headerBottom = (): number =>
  Math.max(0, document.querySelector("main > header")?.getBoundingClientRect().bottom ?? 0);

/** Beside a list of names there is one card: with its top in sight, scrolling would only push the page header up. */
const isOnlyAndAtTop = (card: HTMLElement): boolean =>
  document.querySelectorAll("[data-message-card]").length === 1 && card.getBoundingClientRect().top >= headerBottom();

/** Focuses a card and scrolls it to the top. Returns false when the card is not rendered. */
export const focusCard = (id: string | undefined): boolean => {
  const card = cardElement(id);
  if (!card) return false;
  card.focus({ preventScroll: true });
  if (!isOnlyAndAtTop(card)) keepAtTop(card);
  return true;
};

/** Sentences are focused by a shortcut and are no tab stops: a card has about fifteen. */
export const CLAIM_PROPS = { "data-claim": "", tabIndex: -1 };

/** A sentence of a draft that rests on no fact. */
export const WITHOUT_FACT_STYLE = "underline decoration-dotted decoration-warning underline-offset-4";

/** Focuses the next or the previous sentence of a draft, so that its tooltip shows the fact that it rests on. */
export const focusClaim = (id: string | undefined, by: 1 | -1): void => {
  const claims = [...(cardElement(id)?.querySelectorAll<HTMLElement>("[data-claim]") ?? [])];
  const current = claims.findIndex((claim) => claim.matches(":focus"));
  const next = claims.at(current < 0 && by < 0 ? -1 : (current + by) % claims.length);
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  // Scrolling closes a tooltip: focus after its event.
  requestAnimationFrame(() => next.focus({ preventScroll: true }));
};

/** The last focused card, for the moment in which a closed dialog has left the focus nowhere. */
let lastCardId: string | undefined;

const rememberCard = (): void => {
  lastCardId = focusedCardId() ?? lastCardId;
};

/** Remembers the focused card for as long as a review screen is open. */
export const watchFocusedCard = (): (() => void) => {
  document.addEventListener("focusin", rememberCard);
  return () => {
    document.removeEventListener("focusin", rememberCard);
    lastCardId = undefined;
  };
};

const isOnScreen = (id: string): boolean => {
  const card = cardElement(id)?.getBoundingClientRect();
  return card !== undefined && card.bottom > 0 && card.top < innerHeight;
};

/** The card that a shortcut acts on. */
export const currentCardId = (): string | undefined => {
  const focused = focusedCardId();
  if (focused !== undefined || document.activeElement !== document.body) return focused;
  return lastCardId !== undefined && isOnScreen(lastCardId) ? lastCardId : undefined;
};
