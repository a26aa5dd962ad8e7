/**
 * Toggles `to`, and gives all items between `from` (the last toggled one, above or below it) and `to` the same state. Only `to` is
 * toggled when there is no `from` in the list.
 */
export const toggleRange = (
  selected: ReadonlySet<string>,
  listed: readonly string[],
  from: string | undefined,
  to: string,
): Set<string> => {
  const [start, end] = [listed.indexOf(from ?? to), listed.indexOf(to)];
  const range = start === -1 || end === -1 ? [to] : listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  return new Set(selected.has(to) ? [...selected].filter((id) => !range.includes(id)) : [...selected, ...range]);
};

/** Whether a click selects a range of rows. Also clears the selection of text that the browser makes on a click with Shift. */
export const isRangeClick = ({ shiftKey }: { shiftKey: boolean }): boolean => {
  if (shiftKey) document.getSelection()?.removeAllRanges();
  return shiftKey;
};
