/** Ignores case and accents. */
export const normalizeText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type IndexedText<Item> = { item: Item; text: string };

/** Normalizes the texts of a list once, so that a search only compares. */
export const indexTexts = <Item>(items: readonly Item[], textOf: (item: Item) => string): IndexedText<Item>[] =>
  items.map((item) => ({ item, text: normalizeText(textOf(item)) }));

/** The items whose text contains every word of the query, ignoring case and accents: "jose" finds "José". */
export const findMatches = <Item>(indexed: readonly IndexedText<Item>[], query: string): Item[] => {
  const words = normalizeText(query).split(/\s+/).filter(Boolean);
  return indexed.flatMap(({ item, text }) => (words.every((word) => text.includes(word)) ? [item] : []));
};
