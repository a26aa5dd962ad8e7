import { expect, test } from "vitest";
import { isOpen, MESSAGE_ACTIONS, MESSAGE_STATUSES, nextStatus } from "./message-status.ts";

const DECIDE = ["approved", "edited", "rewritten", "pending", "approved", "cancelled", undefined, undefined];
const NOTHING = MESSAGE_ACTIONS.map(() => undefined);

test.each([
  ["pending", DECIDE],
  ["rewritten", DECIDE],
  ["edited", DECIDE],
  ["error", DECIDE],
  ["approved", [undefined, undefined, undefined, undefined, undefined, "cancelled", "pending", undefined]],
  ["cancelled", [undefined, undefined, undefined, undefined, undefined, undefined, undefined, "pending"]],
  ["sent", NOTHING],
  ["connected", NOTHING],
  ["interested", NOTHING],
  ["not_interested", NOTHING],
  ["neutral", NOTHING],
] as const)("from %s each action leads where it should, or nowhere", (status, results) => {
  expect(MESSAGE_ACTIONS.map((action) => nextStatus(status, action))).toEqual(results);
});

test("three statuses are open", () => {
  expect(MESSAGE_STATUSES.filter(isOpen)).toEqual(["pending", "rewritten", "edited"]);
});
