import type { Clock } from "#sandbox/clock.ts";
import { unprocessable } from "../airtable-error.ts";
import { newId } from "../model/ids.ts";

const LIFETIME_MS = 10 * 60_000;
const CAPACITY = 500;

type OpenIterator = { tableId: string; ids: readonly string[]; usedAt: number };

export type IteratorPosition = {
  ids: readonly string[];
  position: number;
  /** Returns the id of the iterator, which is opened if it is not open yet. */
  openIterator: () => string;
};

/** Open list iterators. Each is a fixed list of ids that expires when no further page is requested. */
export type Iterators = {
  /** Returns the id of the new iterator. */
  open(tableId: string, ids: readonly string[]): string;
  /** The ids and the position that an offset refers to. */
  resume(tableId: string, offset: string): IteratorPosition;
  offsetAt(iteratorId: string, recordId: string): string;
  expireAll(): void;
};

export function createIterators(clock: Clock): Iterators {
  const iterators = new Map<string, OpenIterator>();
  const now = () => clock.now().getTime();

  return {
    open: (tableId, ids) => {
      const iteratorId = newId("itr");
      iterators.set(iteratorId, { tableId, ids, usedAt: now() });
      const [oldest] = iterators.keys();
      if (iterators.size > CAPACITY && oldest !== undefined) iterators.delete(oldest);
      return iteratorId;
    },
    resume: (tableId, offset) => {
      const [iteratorId = "", recordId = ""] = offset.split("/");
      const found = iterators.get(iteratorId);
      const position = found?.ids.indexOf(recordId) ?? -1;
      if (!found || found.tableId !== tableId || position === -1 || now() - found.usedAt > LIFETIME_MS)
        throw iteratorNotAvailable();
      found.usedAt = now();
      return { ids: found.ids, position, openIterator: () => iteratorId };
    },
    offsetAt: (iteratorId, recordId) => `${iteratorId}/${recordId}`,
    expireAll: () => iterators.clear(),
  };
}

const iteratorNotAvailable = () =>
  unprocessable(
    "LIST_RECORDS_ITERATOR_NOT_AVAILABLE",
    "The list records iterator is no longer available. Restart the list from the beginning.",
  );
