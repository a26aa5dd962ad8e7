import type { Clock } from "#sandbox/clock.ts";
import { unprocessable } from "../airtable-error.ts";
import { newId } from "../model/ids.ts";

const LIFETIME_MS = 10 * 60_000;
const CAPACITY = 500;

type Iterator = { tableId: string; ids: readonly string[]; usedAt: number };

export type IteratorPosition = { ids: readonly string[]; position: number; iterator: () => string };

/** Open list iterators. Each is a fixed list of ids that expires when no further page is requested. */
export type Iterators = {
  open(tableId: string, ids: readonly string[]): string;
  /** The ids and the position that an offset refers to. */
  resume(tableId: string, offset: string): IteratorPosition;
  offsetAt(iterator: string, id: string): string;
  expireAll(): void;
};

export function createIterators(clock: Clock): Iterators {
  const iterators = new Map<string, Iterator>();
  const now = () => clock.now().getTime();

  return {
    open: (tableId, ids) => {
      const iterator = newId("itr");
      iterators.set(iterator, { tableId, ids, usedAt: now() });
      const [oldest] = iterators.keys();
      if (iterators.size > CAPACITY && oldest !== undefined) iterators.delete(oldest);
      return iterator;
    },
    resume: (tableId, offset) => {
      const [iterator = "", id = ""] = offset.split("/");
      const found = iterators.get(iterator);
      const position = found?.ids.indexOf(id) ?? -1;
      if (!found || found.tableId !== tableId || position === -1 || now() - found.usedAt > LIFETIME_MS)
        throw iteratorNotAvailable();
      found.usedAt = now();
      return { ids: found.ids, position, iterator: () => iterator };
    },
    offsetAt: (iterator, id) => `${iterator}/${id}`,
    expireAll: () => iterators.clear(),
  };
}

const iteratorNotAvailable = () =>
  unprocessable(
    "LIST_RECORDS_ITERATOR_NOT_AVAILABLE",
    "The list records iterator is no longer available. Restart the list from the beginning.",
  );
