import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api-error.ts";
import { showFieldProblems } from "./field-problems.ts";

const WRONG = "Je huidige wachtwoord klopt niet.";
const refusal = (details: { path: string; message: string }[]) =>
  new ApiError(400, "Bad Request", JSON.stringify({ error: WRONG, message: WRONG, code: "invalid", details }));

const shown = (error: unknown) => {
  const setError = vi.fn();
  const any = showFieldProblems<{ email: string; currentPassword: string }>(
    error,
    ["email", "currentPassword"],
    setError,
  );
  return { any, calls: setError.mock.calls };
};

test("what the server says of a field stands beside it, and the first one gets the focus", () => {
  const details = [
    { path: "currentPassword", message: WRONG },
    { path: "email", message: "Vul een geldig e-mailadres in." },
  ];
  expect(shown(refusal(details))).toEqual({
    any: true,
    calls: [
      ["email", { type: "server", message: "Vul een geldig e-mailadres in." }, { shouldFocus: true }],
      ["currentPassword", { type: "server", message: WRONG }, { shouldFocus: false }],
    ],
  });
});

test.each([
  ["of no field", refusal([])],
  ["of a field that is not on the screen", refusal([{ path: "role", message: "Onbekend veld." }])],
  ["nothing at all", new TypeError("Failed to fetch")],
])("a failure that says something %s is left to a toast", (_, error) => {
  expect(shown(error)).toEqual({ any: false, calls: [] });
});
