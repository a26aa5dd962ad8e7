import { expect, test } from "vitest";
import { isOverdue } from "./queue-table.tsx";

test.each([
  ["2026-11-13T22:59:00Z", true],
  ["2026-11-13T23:00:00Z", false],
  ["2026-11-14T08:00:00Z", false],
  ["2026-11-15T08:00:00Z", false],
  ["2025-12-31T08:00:00Z", true],
])("on 14 November, a message due at %s is overdue: %s", (due, overdue) => {
  expect(isOverdue(due, "2026-11-14")).toBe(overdue);
});
