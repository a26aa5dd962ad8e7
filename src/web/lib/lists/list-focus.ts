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

/** Runs the callback once the list has been painted without the item that was removed: two frames later. */
export const afterPaint = (callback: () => void): number =>
  requestAnimationFrame(() => requestAnimationFrame(callback));
