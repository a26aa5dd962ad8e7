/** By which the card of a message is found on the page. */
export const cardId = (messageId: string): string => `bericht-${messageId}`;

const cardElement = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.getElementById(cardId(id));

/** The card that has the focus, in itself or in one of its buttons. */
export const focusedCardId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-message-card]")?.dataset["messageCard"];

/** The first card of which something can be read below the header. */
export const topVisibleCardId = (ids: readonly string[]): string | undefined => {
  const header = document.querySelector("main > header");
  const edge = Math.max(0, header?.getBoundingClientRect().bottom ?? 0) + 40;
  return ids.find((id) => (cardElement(id)?.getBoundingClientRect().bottom ?? 0) > edge);
};

/** Brings a card to the top and gives it the focus; false when it is not on the page now. */
export const focusCard = (id: string | undefined): boolean => {
  const card = cardElement(id);
  if (!card) return false;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "start" });
  return true;
};
