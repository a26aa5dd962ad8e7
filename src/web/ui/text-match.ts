const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type Folded<Item> = { item: Item; text: string };

/** Prepared once for a list, so that every keypress only compares. */
export const foldAll = <Item>(items: readonly Item[], textOf: (item: Item) => string): Folded<Item>[] =>
  items.map((item) => ({ item, text: fold(textOf(item)) }));

/** Those in which every word of the query occurs, ignoring case and accents: "jose" finds "José". */
export const findMatches = <Item>(folded: readonly Folded<Item>[], query: string): Item[] => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return folded.flatMap(({ item, text }) => (words.every((word) => text.includes(word)) ? [item] : []));
};
