import type { FieldValue } from "../mapping/field-kinds.ts";

/** An edit by a user of the product that Airtable has not acknowledged. */
export interface PendingEdit {
  id: number;
  /** The value that the user saw before the edit. */
  basedOn: FieldValue;
}

/** A value that we wrote. */
export interface SentValue {
  value: FieldValue;
  /** The value that it was meant to replace. */
  over: FieldValue;
}

/** Both sides have changed the same field, each starting from `agreed`. */
export interface FieldConflict {
  /** overwritten: our write replaced a remote edit made between our read and our write. */
  kind: "changed" | "overwritten";
  agreed: FieldValue;
  ours: FieldValue;
  theirs: FieldValue;
}

/** All state needed to merge one field of one record. */
export interface FieldState {
  /** The merge base: the last value both sides had. Undefined before the first sync. */
  agreed: FieldValue | undefined;
  /** Our current value; undefined when the row does not exist yet. */
  local: FieldValue | undefined;
  /** Oldest first. */
  edits: readonly PendingEdit[];
  /** Sent without a response yet; contains the edits up to id `upTo`. */
  sent: (SentValue & { upTo: number }) | null;
  /** Our writes, possibly lost ones included, that the change feed has not reported yet. */
  written: readonly SentValue[];
  /** Open until a user resolves it or both sides have the same value. */
  conflict: FieldConflict | null;
  /** Newly found conflicts of the kind "overwritten". */
  overwritten: readonly FieldConflict[];
}

export interface MergeRules {
  equals(one: FieldValue, other: FieldValue): boolean;
  /** The side that wins when both changed the field; undefined for a conflict. */
  prefer?: ((ours: FieldValue, theirs: FieldValue) => "ours" | "theirs" | undefined) | undefined;
  /** Our value counts as changed even though it equals the agreed value. */
  oursIsNewer?: boolean;
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

// Far more than the writes between two reads of the feed.
const MAX_WRITTEN = 20;

const agreeOn = (state: FieldState, value: FieldValue): FieldState => ({
  ...state,
  agreed: value,
  local: value,
  edits: [],
  conflict: null,
});

const sameValue = (rules: MergeRules, one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : rules.equals(one, other);

const appendWritten = ({ sent, written }: FieldState, value: FieldValue): readonly SentValue[] =>
  sent ? [...written, { value, over: sent.over }].slice(-MAX_WRITTEN) : written;

/** The sent value has arrived. Edits made after sending stay pending, rebased on the stored value. */
const acknowledge = (state: FieldState, value: FieldValue, rules: MergeRules): FieldState => {
  const { sent } = state;
  if (!sent) return state;
  const edits = state.edits
    .filter(({ id }) => id > sent.upTo)
    .map((edit) => (rules.equals(edit.basedOn, sent.value) ? { ...edit, basedOn: value } : edit));
  return {
    ...state,
    agreed: value,
    // Airtable may store the value in another form; then both sides have that form.
    local: edits.length === 0 && sameValue(rules, state.local, sent.value) ? value : state.local,
    edits,
    sent: null,
    written: appendWritten(state, value),
  };
};

/** The sent value is not in Airtable now. It may have been there briefly, so the feed can still report it. */
const discardSent = (state: FieldState): FieldState =>
  state.sent ? { ...state, sent: null, written: appendWritten(state, state.sent.value) } : state;

/** The value from which our side diverged. */
const baseValueOf = ({ conflict, edits, agreed, local }: FieldState): FieldValue | undefined => {
  if (conflict) return conflict.agreed;
  return edits[0] ? edits[0].basedOn : (agreed ?? local);
};

/**
 * Three-way merge of a two-way field with its current remote value. With `isWriteResponse` the remote value acknowledges
 * our write in whatever form it came back. Afterwards both sides agree, or our value is unsent, or there is a conflict.
 */
export const mergeRemote = (
  before: FieldState,
  remote: FieldValue,
  rules: MergeRules,
  isWriteResponse = false,
): FieldState => {
  const arrived = before.sent !== null && (isWriteResponse || rules.equals(before.sent.value, remote));
  const state = arrived ? acknowledge(before, remote, rules) : discardSent(before);
  if (state.local === undefined || sameValue(rules, state.local, remote)) return agreeOn(state, remote);
  const base = baseValueOf(state);
  const weChanged = rules.oursIsNewer || !sameValue(rules, state.local, base);
  if (!weChanged) return agreeOn(state, remote);
  if (sameValue(rules, remote, base)) return { ...state, agreed: remote, conflict: null };
  const preferred = rules.prefer?.(state.local, remote);
  if (preferred === "theirs") return agreeOn(state, remote);
  if (preferred === "ours") {
    const edits = state.edits.map((edit) => ({ ...edit, basedOn: remote }));
    return { ...state, agreed: remote, edits, conflict: null };
  }
  const conflict: FieldConflict = { kind: "changed", agreed: base ?? null, ours: state.local, theirs: remote };
  return { ...state, conflict };
};

/** For a field that we only write: the remote value is never accepted, it only shows whether our write arrived. */
export const mergeOutgoing = (
  state: FieldState,
  remote: FieldValue,
  rules: MergeRules,
  isWriteResponse = false,
): FieldState => {
  const { sent } = state;
  if (!sent || !(isWriteResponse || rules.equals(sent.value, remote))) return { ...state, sent: null };
  return { ...state, agreed: remote, edits: state.edits.filter(({ id }) => id > sent.upTo), sent: null };
};

export const hasUnsentValue = (state: FieldState, rules: MergeRules): boolean =>
  state.conflict === null && state.local !== undefined && !sameValue(rules, state.local, state.agreed);

/** To be stored before the request is sent, so that a lost response can be recognised. */
export const markAsSent = (state: FieldState): FieldState => ({
  ...state,
  sent: { value: state.local ?? null, over: state.agreed ?? null, upTo: state.edits.at(-1)?.id ?? 0 },
});

/**
 * Applies an entry of the change feed. For a write of ours it contains the replaced value: if that is not the value we had
 * read, our write has overwritten somebody's edit, and a conflict is created.
 */
export const applyFeedChange = (
  state: FieldState,
  change: { previous: FieldValue; current: FieldValue },
  rules: MergeRules,
): { state: FieldState; isOurs: boolean } => {
  const isThisWrite = ({ value }: SentValue) => rules.equals(value, change.current);
  const known = state.sent && isThisWrite(state.sent) ? acknowledge(state, change.current, rules) : state;
  const index = known.written.findIndex(isThisWrite);
  const ours = known.written[index];
  if (!ours) return { state, isOurs: false };
  const rest = { ...known, written: known.written.slice(index + 1) };
  const replacedExpected = rules.equals(change.previous, ours.over) || rules.equals(change.previous, change.current);
  if (replacedExpected) return { state: rest, isOurs: true };
  const lost: FieldConflict = { kind: "overwritten", agreed: ours.over, ours: ours.value, theirs: change.previous };
  return { state: { ...rest, overwritten: [...rest.overwritten, lost] }, isOurs: true };
};

/**
 * Resolves a conflict. Our value then becomes an edit based on theirs, so that a newer remote edit is a conflict again.
 * Undefined when our value has changed since the conflict was shown: the user chose between other values.
 */
export const resolveWith = (
  state: FieldState,
  choice: "ours" | "theirs",
  editId: number,
  rules: MergeRules,
): FieldState | undefined => {
  const { conflict } = state;
  if (!conflict || !sameValue(rules, state.local, conflict.ours)) return undefined;
  if (choice === "theirs") return agreeOn(discardSent(state), conflict.theirs);
  return { ...state, agreed: conflict.theirs, edits: [{ id: editId, basedOn: conflict.theirs }], conflict: null };
};

/** The value in the later group wins; two values of the same group are a conflict. */
export const preferByPrecedence =
  (groups: readonly (readonly string[])[]) =>
  (ours: FieldValue, theirs: FieldValue): "ours" | "theirs" | undefined => {
    const rank = (value: FieldValue) => groups.findIndex((group) => typeof value === "string" && group.includes(value));
    if (rank(ours) === rank(theirs)) return undefined;
    return rank(ours) > rank(theirs) ? "ours" : "theirs";
  };
