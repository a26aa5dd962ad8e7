/** The DOM id of a message's card. */
export const cardId = (messageId: string): string => `message-${messageId}`;

const cardElement = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.getElementById(cardId(id));

/** The card that contains the focused element. */
export const focusedCardId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-message-card]")?.dataset["messageCard"];

/** The first card that is visible below the page header. */
export const topVisibleCardId = (ids: readonly string[]): string | undefined => {
  const header = document.querySelector("main > header");
  const edge = Math.max(0, header?.getBoundingClientRect().bottom ?? 0) + 40;
  return ids.find((id) => (cardElement(id)?.getBoundingClientRect().bottom ?? 0) > edge);
};

/** Focuses a card and scrolls it to the top. Returns false when the card is not rendered. */
export const focusCard = (id: string | undefined): boolean => {
  const card = cardElement(id);
  if (!card) return false;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "start" });
  return true;
};
