import type { SyncedTable } from "#contract/airtable.ts";
import { type FieldBook, hear } from "../merge/merge.ts";

import { fieldRules, openBooks, type RecordBook } from "../store/books.ts";
import { closeBooks } from "../store/close-books.ts";
import { count, keep, type Turn } from "../turn/turn.ts";
import type { FeedLine } from "./feed-lines.ts";
import { findAwaitingFeed } from "./pull.queries.ts";

type Fields = Record<string, FieldBook>;

/** Lets a record hear its lines in order. Says whether all of them were ours and have left things as we know them. */
const hearRecord = (table: SyncedTable, { fields, row }: RecordBook, lines: readonly FeedLine[]) => {
  const after: Fields = { ...fields };
  let isForeign = false;
  for (const { field, previous, current } of lines) {
    const book = after[field];
    if (!book || previous === undefined || current === undefined) {
      isForeign = true;
      continue;
    }
    const rules = fieldRules(table, field, row);
    const heard = hear(book, { previous, current }, rules);
    after[field] = heard.book;
    const { agreed } = heard.book;
    if (!heard.isOurs || agreed === undefined || !rules.same(agreed, current)) isForeign = true;
  }
  return { after, isForeign };
};

/** Finds our own writes in the feed. Gives back the records that somebody else has changed. */
export const hearLines = async (turn: Turn, table: SyncedTable, lines: readonly FeedLine[]): Promise<Set<string>> => {
  const byRecord = Map.groupBy(lines, ({ recordId }) => recordId);
  const foreign = new Set(byRecord.keys());
  const awaiting = await findAwaitingFeed(turn.scope, table, [...foreign]);
  if (awaiting.length === 0) return foreign;
  const confirm = await keep(turn, async (scope) => {
    const books = await openBooks(
      scope,
      table,
      awaiting.map(({ localId }) => localId),
    );
    const changes = awaiting.flatMap(({ recordId, localId }) => {
      const book = books.get(localId);
      if (!book?.stored) return [];
      const heard = hearRecord(table, book, byRecord.get(recordId) ?? []);
      if (!heard.isForeign) foreign.delete(recordId);
      return [{ book, fields: heard.after, recordId, problem: book.stored.problem }];
    });
    const { newConflicts } = await closeBooks(scope, table, changes, turn.platform.clock.now());
    return count(turn, scope, table, { conflicts: newConflicts });
  });
  confirm();
  return foreign;
};
