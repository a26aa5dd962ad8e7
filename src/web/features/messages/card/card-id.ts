/** By which the card of a message is found on the page. */
export const cardId = (messageId: string): string => `bericht-${messageId}`;
