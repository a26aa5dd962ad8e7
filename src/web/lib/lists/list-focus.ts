/** Where the eye goes after a card was dealt with: to the one below it, or at the end to the one above. */
export const nextFocusedId = (ids: readonly string[], id: string): string | undefined => {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : (ids[index + 1] ?? ids[index - 1]);
};

/** One card further or back; undefined at the end of the list, or from a card that is not in it. */
export const adjacentId = (ids: readonly string[], id: string, step: 1 | -1): string | undefined => {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : ids[index + step];
};
