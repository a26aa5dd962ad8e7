import type { FieldValue } from "../mapping/field-kinds.ts";

/** An edit by a user of the product that Airtable has not acknowledged. */
export interface PendingEdit {
  id: number;
  /** The value that the user saw before the edit. */
  basedOn: FieldValue;
}

/** A value that we wrote. */
export interface WrittenValue {
  value: FieldValue;
  /** The value that it was meant to replace. */
  over: FieldValue;
}

/** Both sides have changed the same field, each starting from `base`. */
export interface FieldConflict {
  /** overwritten: our write replaced a remote edit made between our read and our write. */
  kind: "changed" | "overwritten";
  base: FieldValue;
  ours: FieldValue;
  theirs: FieldValue;
}

/** All state needed to merge one field of one record. */
export interface FieldState {
  /** The merge base: the last value both sides had. Undefined before the first sync. */
  base: FieldValue | undefined;
  /** Our current value; undefined when the row does not exist yet. */
  local: FieldValue | undefined;
  /** Oldest first. */
  edits: readonly PendingEdit[];
  /** A write without a response yet; contains the edits up to id `upTo`. */
  unconfirmed: (WrittenValue & { upTo: number }) | null;
  /** Our writes, possibly lost ones included, that the change feed has not reported yet. */
  unreported: readonly WrittenValue[];
  /** Open until a user resolves it or both sides have the same value. */
  conflict: FieldConflict | null;
  /** Newly found conflicts of the kind "overwritten". */
  overwritten: readonly FieldConflict[];
}

export interface MergeRules {
  equals(one: FieldValue, other: FieldValue): boolean;
  /** The side that wins when both changed the field; undefined for a conflict. */
  prefer?: ((ours: FieldValue, theirs: FieldValue) => "ours" | "theirs" | undefined) | undefined;
  /** Our value counts as changed even though it equals the base value. */
  oursIsNewer?: boolean;
}

export const EMPTY_FIELD_STATE: FieldState = {
  base: undefined,
  local: undefined,
  edits: [],
  unconfirmed: null,
  unreported: [],
  conflict: null,
  overwritten: [],
};

// Far more than the writes between two reads of the change feed.
const MAX_UNREPORTED = 20;

const setOnBothSides = (state: FieldState, value: FieldValue): FieldState => ({
  ...state,
  base: value,
  local: value,
  edits: [],
  conflict: null,
});

const sameValue = (rules: MergeRules, one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : rules.equals(one, other);

const appendUnreported = ({ unconfirmed, unreported }: FieldState, value: FieldValue): readonly WrittenValue[] =>
  unconfirmed ? [...unreported, { value, over: unconfirmed.over }].slice(-MAX_UNREPORTED) : unreported;

/** The unconfirmed value has arrived. Edits made after the write stay pending, rebased on the stored value. */
const acknowledge = (state: FieldState, value: FieldValue, rules: MergeRules): FieldState => {
  const { unconfirmed } = state;
  if (!unconfirmed) return state;
  const edits = state.edits
    .filter(({ id }) => id > unconfirmed.upTo)
    .map((edit) => (rules.equals(edit.basedOn, unconfirmed.value) ? { ...edit, basedOn: value } : edit));
  return {
    ...state,
    base: value,
    // Airtable may store the value in another form; then both sides have that form.
    local: edits.length === 0 && sameValue(rules, state.local, unconfirmed.value) ? value : state.local,
    edits,
    unconfirmed: null,
    unreported: appendUnreported(state, value),
  };
};

/** The unconfirmed value is not in Airtable now. It may have been there briefly, so the change feed can still report it. */
const discardUnconfirmed = (state: FieldState): FieldState =>
  state.unconfirmed
    ? { ...state, unconfirmed: null, unreported: appendUnreported(state, state.unconfirmed.value) }
    : state;

/** The value from which our side diverged. */
const baseValueOf = ({ conflict, edits, base, local }: FieldState): FieldValue | undefined => {
  if (conflict) return conflict.base;
  return edits[0] ? edits[0].basedOn : (base ?? local);
};

/**
 * Three-way merge of a two-way field with its current remote value. With `isWriteResponse` the remote value acknowledges
 * our write in whatever form it came back. Afterwards both sides agree, or our value has to be pushed, or there is a conflict.
 */
export const mergeRemote = (
  before: FieldState,
  remote: FieldValue,
  rules: MergeRules,
  isWriteResponse = false,
): FieldState => {
  const hasArrived = before.unconfirmed !== null && (isWriteResponse || rules.equals(before.unconfirmed.value, remote));
  const state = hasArrived ? acknowledge(before, remote, rules) : discardUnconfirmed(before);
  if (state.local === undefined || sameValue(rules, state.local, remote)) return setOnBothSides(state, remote);
  const base = baseValueOf(state);
  const weChanged = rules.oursIsNewer || !sameValue(rules, state.local, base);
  if (!weChanged) return setOnBothSides(state, remote);
  if (sameValue(rules, remote, base)) return { ...state, base: remote, conflict: null };
  const preferred = rules.prefer?.(state.local, remote);
  if (preferred === "theirs") return setOnBothSides(state, remote);
  if (preferred === "ours") {
    const edits = state.edits.map((edit) => ({ ...edit, basedOn: remote }));
    return { ...state, base: remote, edits, conflict: null };
  }
  const conflict: FieldConflict = { kind: "changed", base: base ?? null, ours: state.local, theirs: remote };
  return { ...state, conflict };
};

/**
 * For a field that we could not fill when we created the record: it is still empty there, which is not an edit. Our value
 * counts as agreed on, and an edit made here since then stays pending.
 */
export const mergeLeftEmpty = (before: FieldState, rules: MergeRules): FieldState =>
  mergeRemote(before, before.base ?? before.local ?? null, rules);

/**
 * For a remote value that cannot be stored here, such as an unknown option of a select field: `remote` is its text. It is not
 * accepted, and it is only replaced after a user has chosen so: an edit made here is a conflict with it.
 */
export const mergeUnreadable = (before: FieldState, remote: string, rules: MergeRules): FieldState => {
  const state = discardUnconfirmed(before);
  const base = baseValueOf(state);
  if (state.local === undefined || sameValue(rules, state.local, base))
    // Without a base value, ours becomes the base: it would otherwise be pushed over theirs.
    return { ...state, base: state.base ?? state.local, conflict: null };
  if (sameValue(rules, remote, base)) return { ...state, base: remote, conflict: null };
  return { ...state, conflict: { kind: "changed", base: base ?? null, ours: state.local, theirs: remote } };
};

/** For a field that we only write: the remote value is never accepted, it only shows whether our write arrived. */
export const mergeOutgoing = (
  state: FieldState,
  remote: FieldValue,
  rules: MergeRules,
  isWriteResponse = false,
): FieldState => {
  const { unconfirmed } = state;
  if (!unconfirmed || !(isWriteResponse || rules.equals(unconfirmed.value, remote)))
    return { ...state, unconfirmed: null };
  return { ...state, base: remote, edits: state.edits.filter(({ id }) => id > unconfirmed.upTo), unconfirmed: null };
};

export const hasUnpushedValue = (state: FieldState, rules: MergeRules): boolean =>
  state.conflict === null && state.local !== undefined && !sameValue(rules, state.local, state.base);

/** To be stored before the request is sent, so that a lost response can be recognised. */
export const markUnconfirmed = (state: FieldState): FieldState => ({
  ...state,
  unconfirmed: { value: state.local ?? null, over: state.base ?? null, upTo: state.edits.at(-1)?.id ?? 0 },
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
  const isThisWrite = ({ value }: WrittenValue) => rules.equals(value, change.current);
  const known = state.unconfirmed && isThisWrite(state.unconfirmed) ? acknowledge(state, change.current, rules) : state;
  // A write that was lost and repeated over another value is there twice. The one that replaced the reported value is meant.
  const exact = known.unreported.findIndex((write) => isThisWrite(write) && rules.equals(write.over, change.previous));
  const index = exact === -1 ? known.unreported.findIndex(isThisWrite) : exact;
  const ours = known.unreported[index];
  if (!ours) return { state, isOurs: false };
  const rest = { ...known, unreported: known.unreported.slice(index + 1) };
  const replacedExpected = rules.equals(change.previous, ours.over) || rules.equals(change.previous, change.current);
  if (replacedExpected) return { state: rest, isOurs: true };
  const lost: FieldConflict = { kind: "overwritten", base: ours.over, ours: ours.value, theirs: change.previous };
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
  if (choice === "theirs") return setOnBothSides(discardUnconfirmed(state), conflict.theirs);
  return { ...state, base: conflict.theirs, edits: [{ id: editId, basedOn: conflict.theirs }], conflict: null };
};

/** The value in the later group wins; two values of the same group are a conflict. */
export const preferByPrecedence =
  (groups: readonly (readonly string[])[]) =>
  (ours: FieldValue, theirs: FieldValue): "ours" | "theirs" | undefined => {
    const rank = (value: FieldValue) => groups.findIndex((group) => typeof value === "string" && group.includes(value));
    if (rank(ours) === rank(theirs)) return undefined;
    return rank(ours) > rank(theirs) ? "ours" : "theirs";
  };
