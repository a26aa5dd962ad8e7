import type { Value } from "../mapping/kinds.ts";

/** An edit made here that Airtable has not acknowledged. */
export interface Edit {
  id: number;
  /** What the person saw when they made it. */
  basedOn: Value;
}

/** What went out to replace what. */
export interface Sending {
  value: Value;
  over: Value;
}

/** Both sides have changed the same field, each from `agreed`. */
export interface Conflict {
  kind: "changed" | "overwritten";
  agreed: Value;
  ours: Value;
  theirs: Value;
}

/** Everything that is known about one field of one record. */
export interface FieldBook {
  /** The last value both sides had; undefined when they never met. */
  agreed: Value | undefined;
  /** What is shown here; undefined when the row does not exist yet. */
  local: Value | undefined;
  /** Oldest first. */
  edits: readonly Edit[];
  /** Sent, and not answered: whether it arrived is not known. */
  sent: (Sending & { upTo: number }) | null;
  /** Accepted, or perhaps accepted, and not yet told by the change feed. */
  written: readonly Sending[];
  /** Open until somebody chooses or both sides come to agree. */
  conflict: Conflict | null;
  /** Edits that were overwritten within the moment between reading and writing. */
  overwritten: readonly Conflict[];
}

export interface FieldRules {
  same(one: Value, other: Value): boolean;
  /** The one that wins when both changed it, or undefined: then people choose. */
  prefer?: ((ours: Value, theirs: Value) => "ours" | "theirs" | undefined) | undefined;
  /** Ours is newer than it looks: it counts as changed although it is what was agreed. */
  isNewer?: boolean;
}

export const EMPTY_BOOK: FieldBook = {
  agreed: undefined,
  local: undefined,
  edits: [],
  sent: null,
  written: [],
  conflict: null,
  overwritten: [],
};

// Many more than pushes can happen between two looks at the feed.
const MOST_WRITTEN = 20;

const agree = (book: FieldBook, value: Value): FieldBook => ({
  ...book,
  agreed: value,
  local: value,
  edits: [],
  conflict: null,
});

const same = (rules: FieldRules, one: Value | undefined, other: Value | undefined): boolean =>
  one === undefined || other === undefined ? one === other : rules.same(one, other);

const noteWritten = ({ sent, written }: FieldBook, value: Value): readonly Sending[] =>
  sent ? [...written, { value, over: sent.over }].slice(-MOST_WRITTEN) : written;

/** What we sent is there, as `value`. Edits made since it was sent stay, now based on it. */
const acknowledge = (book: FieldBook, value: Value, rules: FieldRules): FieldBook => {
  const { sent } = book;
  if (!sent) return book;
  const edits = book.edits
    .filter(({ id }) => id > sent.upTo)
    .map((edit) => (rules.same(edit.basedOn, sent.value) ? { ...edit, basedOn: value } : edit));
  return {
    ...book,
    agreed: value,
    // Airtable may store it in another form; that is then what both sides have.
    local: edits.length === 0 && same(rules, book.local, sent.value) ? value : book.local,
    edits,
    sent: null,
    written: noteWritten(book, value),
  };
};

/** It is not there. It may have been, for a moment that only the feed knows of. */
const giveUp = (book: FieldBook): FieldBook =>
  book.sent ? { ...book, sent: null, written: noteWritten(book, book.sent.value) } : book;

/** From where our side went its own way. */
const baseOf = ({ conflict, edits, agreed, local }: FieldBook): Value | undefined => {
  if (conflict) return conflict.agreed;
  return edits[0] ? edits[0].basedOn : (agreed ?? local);
};

/**
 * Takes in what Airtable has now. `answered` says that it is the answer to what we sent: then it is acknowledged in
 * whatever form it came back. Afterwards the two sides agree, or ours waits to be sent, or there is a conflict.
 */
export const meet = (given: FieldBook, remote: Value, rules: FieldRules, answered = false): FieldBook => {
  const arrived = given.sent !== null && (answered || rules.same(given.sent.value, remote));
  const book = arrived ? acknowledge(given, remote, rules) : giveUp(given);
  if (book.local === undefined || same(rules, book.local, remote)) return agree(book, remote);
  const base = baseOf(book);
  const weChanged = rules.isNewer || !same(rules, book.local, base);
  if (!weChanged) return agree(book, remote);
  if (same(rules, remote, base)) return { ...book, agreed: remote, conflict: null };
  const preferred = rules.prefer?.(book.local, remote);
  if (preferred === "theirs") return agree(book, remote);
  if (preferred === "ours") {
    const edits = book.edits.map((edit) => ({ ...edit, basedOn: remote }));
    return { ...book, agreed: remote, edits, conflict: null };
  }
  const conflict: Conflict = { kind: "changed", agreed: base ?? null, ours: book.local, theirs: remote };
  return { ...book, conflict };
};

/** The same for a field that is ours alone: theirs is never taken, it only tells whether ours has arrived. */
export const meetOwn = (book: FieldBook, remote: Value, rules: FieldRules, answered = false): FieldBook => {
  const { sent } = book;
  if (!sent || !(answered || rules.same(sent.value, remote))) return { ...book, sent: null };
  return { ...book, agreed: remote, edits: book.edits.filter(({ id }) => id > sent.upTo), sent: null };
};

/** Whether there is something to send. */
export const isDue = (book: FieldBook, rules: FieldRules): boolean =>
  book.conflict === null && book.local !== undefined && !same(rules, book.local, book.agreed);

/** Notes what is about to be sent: kept before the request goes out, so that a lost answer can be recognised. */
export const send = (book: FieldBook): FieldBook => ({
  ...book,
  sent: { value: book.local ?? null, over: book.agreed ?? null, upTo: book.edits.at(-1)?.id ?? 0 },
});

/**
 * Takes in a line of the change feed. When it tells of a write of ours, it also tells what was there before: if that is
 * not what we had read, somebody's edit of that very moment was overwritten, and they must hear of it.
 */
export const hear = (
  book: FieldBook,
  change: { previous: Value; current: Value },
  rules: FieldRules,
): { book: FieldBook; isOurs: boolean } => {
  const isIt = ({ value }: Sending) => rules.same(value, change.current);
  const known = book.sent && isIt(book.sent) ? acknowledge(book, change.current, rules) : book;
  const at = known.written.findIndex(isIt);
  const ours = known.written[at];
  if (!ours) return { book, isOurs: false };
  const rest = { ...known, written: known.written.slice(at + 1) };
  const isClean = rules.same(change.previous, ours.over) || rules.same(change.previous, change.current);
  if (isClean) return { book: rest, isOurs: true };
  const lost: Conflict = { kind: "overwritten", agreed: ours.over, ours: ours.value, theirs: change.previous };
  return { book: { ...rest, overwritten: [...rest.overwritten, lost] }, isOurs: true };
};

/**
 * Ends a conflict. Ours then goes out as an edit based on theirs, so that a newer one of theirs is a conflict again.
 * Undefined when ours has changed since the conflict was shown: nobody can choose about what they have not seen.
 */
export const choose = (
  book: FieldBook,
  choice: "ours" | "theirs",
  editId: number,
  rules: FieldRules,
): FieldBook | undefined => {
  const { conflict } = book;
  if (!conflict || !same(rules, book.local, conflict.ours)) return undefined;
  if (choice === "theirs") return agree(giveUp(book), conflict.theirs);
  return { ...book, agreed: conflict.theirs, edits: [{ id: editId, basedOn: conflict.theirs }], conflict: null };
};

/** The rank of a status decides: the later one in the list is the harder fact. */
export const preferByRank =
  (ranks: readonly (readonly string[])[]) =>
  (ours: Value, theirs: Value): "ours" | "theirs" | undefined => {
    const rank = (value: Value) => ranks.findIndex((equals) => typeof value === "string" && equals.includes(value));
    if (rank(ours) === rank(theirs)) return undefined;
    return rank(ours) > rank(theirs) ? "ours" : "theirs";
  };
