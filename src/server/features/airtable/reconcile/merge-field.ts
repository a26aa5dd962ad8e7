import type { FieldValue } from "../mapping/field-kinds.ts";

/** An edit made here that Airtable has not acknowledged. */
export interface PendingEdit {
  id: number;
  /** What the person saw when they made it. */
  basedOn: FieldValue;
}

/** What went out to replace what. */
export interface SentValue {
  value: FieldValue;
  over: FieldValue;
}

/** Both sides have changed the same field, each from `agreed`. */
export interface FieldConflict {
  kind: "changed" | "overwritten";
  agreed: FieldValue;
  ours: FieldValue;
  theirs: FieldValue;
}

/** Everything that is known about one field of one record. */
export interface FieldState {
  /** The last value both sides had; undefined when they never met. */
  agreed: FieldValue | undefined;
  /** What is shown here; undefined when the row does not exist yet. */
  local: FieldValue | undefined;
  /** Oldest first. */
  edits: readonly PendingEdit[];
  /** Sent, and not answered: whether it arrived is not known. */
  sent: (SentValue & { upTo: number }) | null;
  /** Accepted, or perhaps accepted, and not yet told by the change feed. */
  written: readonly SentValue[];
  /** Open until somebody chooses or both sides come to agree. */
  conflict: FieldConflict | null;
  /** Edits that were overwritten within the moment between reading and writing. */
  overwritten: readonly FieldConflict[];
}

export interface MergeRules {
  same(one: FieldValue, other: FieldValue): boolean;
  /** The one that wins when both changed it, or undefined: then people choose. */
  prefer?: ((ours: FieldValue, theirs: FieldValue) => "ours" | "theirs" | undefined) | undefined;
  /** Ours is newer than it looks: it counts as changed although it is what was agreed. */
  isNewer?: boolean;
}

export const EMPTY_FIELD_STATE: FieldState = {
  agreed: undefined,
  local: undefined,
  edits: [],
  sent: null,
  written: [],
  conflict: null,
  overwritten: [],
};

// Many more than pushes can happen between two looks at the feed.
const MAX_WRITTEN = 20;

const agreeOn = (book: FieldState, value: FieldValue): FieldState => ({
  ...book,
  agreed: value,
  local: value,
  edits: [],
  conflict: null,
});

const sameValue = (rules: MergeRules, one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : rules.same(one, other);

const appendWritten = ({ sent, written }: FieldState, value: FieldValue): readonly SentValue[] =>
  sent ? [...written, { value, over: sent.over }].slice(-MAX_WRITTEN) : written;

/** What we sent is there, as `value`. Edits made since it was sent stay, now based on it. */
const acknowledge = (book: FieldState, value: FieldValue, rules: MergeRules): FieldState => {
  const { sent } = book;
  if (!sent) return book;
  const edits = book.edits
    .filter(({ id }) => id > sent.upTo)
    .map((edit) => (rules.same(edit.basedOn, sent.value) ? { ...edit, basedOn: value } : edit));
  return {
    ...book,
    agreed: value,
    // Airtable may store it in another form; that is then what both sides have.
    local: edits.length === 0 && sameValue(rules, book.local, sent.value) ? value : book.local,
    edits,
    sent: null,
    written: appendWritten(book, value),
  };
};

/** It is not there. It may have been, for a moment that only the feed knows of. */
const discardSent = (book: FieldState): FieldState =>
  book.sent ? { ...book, sent: null, written: appendWritten(book, book.sent.value) } : book;

/** From where our side went its own way. */
const baseValueOf = ({ conflict, edits, agreed, local }: FieldState): FieldValue | undefined => {
  if (conflict) return conflict.agreed;
  return edits[0] ? edits[0].basedOn : (agreed ?? local);
};

/**
 * Takes in what Airtable has now. `answered` says that it is the answer to what we sent: then it is acknowledged in
 * whatever form it came back. Afterwards the two sides agree, or ours waits to be sent, or there is a conflict.
 */
export const mergeRemote = (given: FieldState, remote: FieldValue, rules: MergeRules, answered = false): FieldState => {
  const arrived = given.sent !== null && (answered || rules.same(given.sent.value, remote));
  const book = arrived ? acknowledge(given, remote, rules) : discardSent(given);
  if (book.local === undefined || sameValue(rules, book.local, remote)) return agreeOn(book, remote);
  const base = baseValueOf(book);
  const weChanged = rules.isNewer || !sameValue(rules, book.local, base);
  if (!weChanged) return agreeOn(book, remote);
  if (sameValue(rules, remote, base)) return { ...book, agreed: remote, conflict: null };
  const preferred = rules.prefer?.(book.local, remote);
  if (preferred === "theirs") return agreeOn(book, remote);
  if (preferred === "ours") {
    const edits = book.edits.map((edit) => ({ ...edit, basedOn: remote }));
    return { ...book, agreed: remote, edits, conflict: null };
  }
  const conflict: FieldConflict = { kind: "changed", agreed: base ?? null, ours: book.local, theirs: remote };
  return { ...book, conflict };
};

/** The same for a field that is ours alone: theirs is never taken, it only tells whether ours has arrived. */
export const mergeOutgoing = (
  book: FieldState,
  remote: FieldValue,
  rules: MergeRules,
  answered = false,
): FieldState => {
  const { sent } = book;
  if (!sent || !(answered || rules.same(sent.value, remote))) return { ...book, sent: null };
  return { ...book, agreed: remote, edits: book.edits.filter(({ id }) => id > sent.upTo), sent: null };
};

/** Whether there is something to send. */
export const hasUnsentValue = (book: FieldState, rules: MergeRules): boolean =>
  book.conflict === null && book.local !== undefined && !sameValue(rules, book.local, book.agreed);

/** Notes what is about to be sent: kept before the request goes out, so that a lost answer can be recognised. */
export const markAsSent = (book: FieldState): FieldState => ({
  ...book,
  sent: { value: book.local ?? null, over: book.agreed ?? null, upTo: book.edits.at(-1)?.id ?? 0 },
});

/**
 * Takes in a line of the change feed. When it tells of a write of ours, it also tells what was there before: if that is
 * not what we had read, somebody's edit of that very moment was overwritten, and they must hear of it.
 */
export const applyFeedChange = (
  book: FieldState,
  change: { previous: FieldValue; current: FieldValue },
  rules: MergeRules,
): { book: FieldState; isOurs: boolean } => {
  const isIt = ({ value }: SentValue) => rules.same(value, change.current);
  const known = book.sent && isIt(book.sent) ? acknowledge(book, change.current, rules) : book;
  const at = known.written.findIndex(isIt);
  const ours = known.written[at];
  if (!ours) return { book, isOurs: false };
  const rest = { ...known, written: known.written.slice(at + 1) };
  const isClean = rules.same(change.previous, ours.over) || rules.same(change.previous, change.current);
  if (isClean) return { book: rest, isOurs: true };
  const lost: FieldConflict = { kind: "overwritten", agreed: ours.over, ours: ours.value, theirs: change.previous };
  return { book: { ...rest, overwritten: [...rest.overwritten, lost] }, isOurs: true };
};

/**
 * Ends a conflict. Ours then goes out as an edit based on theirs, so that a newer one of theirs is a conflict again.
 * Undefined when ours has changed since the conflict was shown: nobody can choose about what they have not seen.
 */
export const resolveWith = (
  book: FieldState,
  choice: "ours" | "theirs",
  editId: number,
  rules: MergeRules,
): FieldState | undefined => {
  const { conflict } = book;
  if (!conflict || !sameValue(rules, book.local, conflict.ours)) return undefined;
  if (choice === "theirs") return agreeOn(discardSent(book), conflict.theirs);
  return { ...book, agreed: conflict.theirs, edits: [{ id: editId, basedOn: conflict.theirs }], conflict: null };
};

/** The rank of a status decides: the later one in the list is the harder fact. */
export const preferByPrecedence =
  (ranks: readonly (readonly string[])[]) =>
  (ours: FieldValue, theirs: FieldValue): "ours" | "theirs" | undefined => {
    const rank = (value: FieldValue) =>
      ranks.findIndex((equals) => typeof value === "string" && equals.includes(value));
    if (rank(ours) === rank(theirs)) return undefined;
    return rank(ours) > rank(theirs) ? "ours" : "theirs";
  };
