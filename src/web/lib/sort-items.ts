export type SortValue = string | number | boolean | null;

const collator = new Intl.Collator("nl", { numeric: true, sensitivity: "base" });

const compare = (one: SortValue, other: SortValue): number =>
  typeof one === "string" && typeof other === "string" ? collator.compare(one, other) : Number(one) - Number(other);

const isNothing = (value: SortValue) => value === null || value === "";

/** As people look things up in Dutch. What has no value comes last in both directions: nobody sorts to see it. */
export const sortItems = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => SortValue,
  descending: boolean,
): Item[] => {
  const turn = descending ? -1 : 1;
  return items
    .map((item) => ({ item, value: keyOf(item) }))
    .sort((one, other) => {
      const nothing = Number(isNothing(one.value)) - Number(isNothing(other.value));
      return nothing || turn * compare(one.value, other.value);
    })
    .map(({ item }) => item);
};
