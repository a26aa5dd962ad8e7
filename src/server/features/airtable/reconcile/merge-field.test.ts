import { expect, test } from "vitest";
import {
  applyFeedChange,
  EMPTY_FIELD_STATE,
  type FieldState,
  hasUnpushedValue,
  type MergeRules,
  markUnconfirmed,
  mergeRemote,
  preferByPrecedence,
  resolveWith,
} from "./merge-field.ts";

const rules: MergeRules = { equals: (one, other) => one === other };
const equalOnBothSides = (value: string): FieldState => ({ ...EMPTY_FIELD_STATE, base: value, local: value });
const editedField = (from: string, to: string): FieldState => ({
  ...equalOnBothSides(from),
  local: to,
  edits: [{ id: 1, basedOn: from }],
});

test("only the remote value changed: it is accepted", () => {
  expect(mergeRemote(equalOnBothSides("A"), "B", rules)).toMatchObject({ local: "B", base: "B", conflict: null });
});

test("only our value changed: it is unsent", () => {
  const state = mergeRemote(editedField("A", "B"), "A", rules);
  expect(state).toMatchObject({ local: "B", base: "A", conflict: null });
  expect(hasUnpushedValue(state, rules)).toBe(true);
});

test("both changed to the same value: they agree and nothing is sent", () => {
  const state = mergeRemote(editedField("A", "B"), "B", rules);
  expect(state).toMatchObject({ local: "B", base: "B", edits: [], conflict: null });
  expect(hasUnpushedValue(state, rules)).toBe(false);
});

test("both changed to different values: a conflict with all three values, and nothing is sent", () => {
  const state = mergeRemote(editedField("A", "B"), "C", rules);
  expect(state.conflict).toEqual({ kind: "changed", base: "A", ours: "B", theirs: "C" });
  expect(state.local).toBe("B");
  expect(hasUnpushedValue(state, rules)).toBe(false);
});

test("an edit on an outdated screen is compared with the value that the user saw", () => {
  const stale = { ...equalOnBothSides("X"), local: "B", edits: [{ id: 1, basedOn: "A" }] };
  expect(mergeRemote(stale, "X", rules).conflict).toEqual({ kind: "changed", base: "A", ours: "B", theirs: "X" });
});

test("after a lost response an equal remote value acknowledges the write, and a later edit is still sent", () => {
  const sent = markUnconfirmed(mergeRemote(editedField("A", "B"), "A", rules));
  const editedAgain = { ...sent, local: "C", edits: [...sent.edits, { id: 2, basedOn: "B" }] };
  const state = mergeRemote(editedAgain, "B", rules);
  expect(state).toMatchObject({ base: "B", local: "C", edits: [{ id: 2 }], conflict: null });
  expect(hasUnpushedValue(state, rules)).toBe(true);
});

test("after a lost request the remote value is the old one, so the value is sent again", () => {
  const state = mergeRemote(markUnconfirmed(mergeRemote(editedField("A", "B"), "A", rules)), "A", rules);
  expect(hasUnpushedValue(state, rules)).toBe(true);
});

test("if Airtable stores the value in another form, both sides have that form", () => {
  const state = mergeRemote(markUnconfirmed(mergeRemote(editedField("A", "B "), "A", rules)), "B", rules, true);
  expect(state).toMatchObject({ base: "B", local: "B", edits: [], unconfirmed: null });
  expect(hasUnpushedValue(state, rules)).toBe(false);
});

test("if the change feed shows that our write replaced an unread edit, it becomes a conflict", () => {
  const written = mergeRemote(markUnconfirmed(mergeRemote(editedField("A", "B"), "A", rules)), "B", rules, true);
  const { state, isOurs } = applyFeedChange(written, { previous: "X", current: "B" }, rules);
  expect(isOurs).toBe(true);
  expect(state.overwritten).toEqual([{ kind: "overwritten", base: "A", ours: "B", theirs: "X" }]);
  expect(applyFeedChange(written, { previous: "A", current: "B" }, rules).state.overwritten).toEqual([]);
});

test("a lost write that is repeated after the choice 'ours' is no conflict with the value that it was meant to replace", () => {
  const lost = markUnconfirmed(mergeRemote(editedField("A", "B"), "A", rules));
  const chosen = resolveWith(mergeRemote(lost, "C", rules), "ours", 2, rules) ?? EMPTY_FIELD_STATE;
  const repeated = mergeRemote(markUnconfirmed(chosen), "B", rules, true);
  const { state, isOurs } = applyFeedChange(repeated, { previous: "C", current: "B" }, rules);
  expect(isOurs).toBe(true);
  expect(state).toMatchObject({ overwritten: [], unreported: [] });
});

test("the status with the higher precedence wins on either side without a conflict", () => {
  const ranked = { ...rules, prefer: preferByPrecedence([["pending"], ["edited"], ["sent"]]) };
  expect(mergeRemote(editedField("pending", "edited"), "sent", ranked)).toMatchObject({
    local: "sent",
    conflict: null,
  });
  const ours = mergeRemote(editedField("pending", "sent"), "edited", ranked);
  expect(ours).toMatchObject({ local: "sent", base: "edited", conflict: null });
  expect(hasUnpushedValue(ours, ranked)).toBe(true);
});

test("a value that counts as newer is not replaced", () => {
  const state = mergeRemote(equalOnBothSides("B"), "N", { ...rules, oursIsNewer: true });
  expect(state.conflict).toEqual({ kind: "changed", base: "B", ours: "B", theirs: "N" });
});

test("a conflict is closed when both sides get the same value or the remote change is reverted", () => {
  const conflict = mergeRemote(editedField("A", "B"), "C", rules);
  expect(mergeRemote(conflict, "B", rules)).toMatchObject({ conflict: null, base: "B" });
  expect(hasUnpushedValue(mergeRemote(conflict, "A", rules), rules)).toBe(true);
});
