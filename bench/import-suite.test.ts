import { expect, test } from "vitest";
import { isRunning } from "./import-suite.ts";

test("an import is waited for until it is done, and not after it has failed or was stopped", () => {
  for (const status of ["queued", "running"] as const) expect(isRunning({ status, problem: null })).toBe(true);
  expect(isRunning({ status: "done", problem: null })).toBe(false);
  for (const status of ["failed", "stopped"] as const)
    expect(() => isRunning({ status, problem: "Het bestand is leeg." })).toThrow("Het bestand is leeg.");
});
