import { expect, test } from "vitest";
import {
  applyFeedChange,
  EMPTY_FIELD_STATE,
  type FieldState,
  hasUnsentValue,
  type MergeRules,
  markAsSent,
  mergeRemote,
  preferByPrecedence,
} from "./merge-field.ts";

const rules: MergeRules = { equals: (one, other) => one === other };
const agreedOn = (value: string): FieldState => ({ ...EMPTY_FIELD_STATE, agreed: value, local: value });
const edited = (from: string, to: string): FieldState => ({
  ...agreedOn(from),
  local: to,
  edits: [{ id: 1, basedOn: from }],
});

test("only theirs changed: it is taken", () => {
  expect(mergeRemote(agreedOn("A"), "B", rules)).toMatchObject({ local: "B", agreed: "B", conflict: null });
});

test("only ours changed: it waits to be sent", () => {
  const state = mergeRemote(edited("A", "B"), "A", rules);
  expect(state).toMatchObject({ local: "B", agreed: "A", conflict: null });
  expect(hasUnsentValue(state, rules)).toBe(true);
});

test("both changed it to the same: they agree, and nothing is sent", () => {
  const state = mergeRemote(edited("A", "B"), "B", rules);
  expect(state).toMatchObject({ local: "B", agreed: "B", edits: [], conflict: null });
  expect(hasUnsentValue(state, rules)).toBe(false);
});

test("both changed it to something else: a conflict with all three values, and nothing is sent", () => {
  const state = mergeRemote(edited("A", "B"), "C", rules);
  expect(state.conflict).toEqual({ kind: "changed", agreed: "A", ours: "B", theirs: "C" });
  expect(state.local).toBe("B");
  expect(hasUnsentValue(state, rules)).toBe(false);
});

test("an edit on an old screen is held against what the person saw, not against what came meanwhile", () => {
  const stale = { ...agreedOn("X"), local: "B", edits: [{ id: 1, basedOn: "A" }] };
  expect(mergeRemote(stale, "X", rules).conflict).toEqual({ kind: "changed", agreed: "A", ours: "B", theirs: "X" });
});

test("a lost answer: what is there is ours, so it counts as acknowledged, and a later edit follows", () => {
  const sent = markAsSent(mergeRemote(edited("A", "B"), "A", rules));
  const editedAgain = { ...sent, local: "C", edits: [...sent.edits, { id: 2, basedOn: "B" }] };
  const state = mergeRemote(editedAgain, "B", rules);
  expect(state).toMatchObject({ agreed: "B", local: "C", edits: [{ id: 2 }], conflict: null });
  expect(hasUnsentValue(state, rules)).toBe(true);
});

test("a lost request: what is there is the old value, so it is sent again", () => {
  const state = mergeRemote(markAsSent(mergeRemote(edited("A", "B"), "A", rules)), "A", rules);
  expect(hasUnsentValue(state, rules)).toBe(true);
});

test("Airtable stores it in another form: that form is what both have", () => {
  const state = mergeRemote(markAsSent(mergeRemote(edited("A", "B "), "A", rules)), "B", rules, true);
  expect(state).toMatchObject({ agreed: "B", local: "B", edits: [], sent: null });
  expect(hasUnsentValue(state, rules)).toBe(false);
});

test("the feed tells that our write replaced an edit nobody had seen: it becomes a conflict", () => {
  const written = mergeRemote(markAsSent(mergeRemote(edited("A", "B"), "A", rules)), "B", rules, true);
  const { state, isOurs } = applyFeedChange(written, { previous: "X", current: "B" }, rules);
  expect(isOurs).toBe(true);
  expect(state.overwritten).toEqual([{ kind: "overwritten", agreed: "A", ours: "B", theirs: "X" }]);
  expect(applyFeedChange(written, { previous: "A", current: "B" }, rules).state.overwritten).toEqual([]);
});

test("a harder fact wins without a conflict, on either side", () => {
  const ranked = { ...rules, prefer: preferByPrecedence([["pending"], ["edited"], ["sent"]]) };
  expect(mergeRemote(edited("pending", "edited"), "sent", ranked)).toMatchObject({ local: "sent", conflict: null });
  const ours = mergeRemote(edited("pending", "sent"), "edited", ranked);
  expect(ours).toMatchObject({ local: "sent", agreed: "edited", conflict: null });
  expect(hasUnsentValue(ours, ranked)).toBe(true);
});

test("what is newer here than it looks is not replaced", () => {
  const state = mergeRemote(agreedOn("B"), "N", { ...rules, oursIsNewer: true });
  expect(state.conflict).toEqual({ kind: "changed", agreed: "B", ours: "B", theirs: "N" });
});

test("a conflict ends by itself when both come to the same, or theirs goes back", () => {
  const conflict = mergeRemote(edited("A", "B"), "C", rules);
  expect(mergeRemote(conflict, "B", rules)).toMatchObject({ conflict: null, agreed: "B" });
  expect(hasUnsentValue(mergeRemote(conflict, "A", rules), rules)).toBe(true);
});
