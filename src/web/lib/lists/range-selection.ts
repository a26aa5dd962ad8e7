/**
 * Toggles `to`; those between `from`, the one that was toggled last, and `to` become like it, in either direction. Without `from`,
 * or where it is not listed, only `to`.
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

/** Whether a click selects a range. The browser has selected the text in between too: that is undone. */
export const isRangeClick = ({ shiftKey }: { shiftKey: boolean }): boolean => {
  if (shiftKey) document.getSelection()?.removeAllRanges();
  return shiftKey;
};
