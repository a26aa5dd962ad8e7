import { expect, test, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { showFieldErrors } from "./form-resolver.ts";

const validationError = (details: { path: string; message: string }[]) =>
  new ApiError(400, "Bad Request", JSON.stringify({ error: "Nee.", message: "Nee.", code: "invalid", details }));

const showErrors = (error: unknown) => {
  const setError = vi.fn();
  const values = { name: "", workflowUrls: { "allocate-leads": "" } };
  const hasShown = showFieldErrors(error, { getValues: () => values, setError });
  return { hasShown, calls: setError.mock.calls };
};

test("errors of the server are shown at their fields, and the first one is focused", () => {
  const details = [
    { path: "workflowUrls.allocate-leads", message: "Geen adres." },
    { path: "name", message: "Te lang." },
  ];
  expect(showErrors(validationError(details))).toEqual({
    hasShown: true,
    calls: [
      ["workflowUrls.allocate-leads", { type: "server", message: "Geen adres." }, { shouldFocus: true }],
      ["name", { type: "server", message: "Te lang." }, { shouldFocus: false }],
    ],
  });
});

test.each([
  ["without details", validationError([])],
  ["about a field that is not in the form", validationError([{ path: "role", message: "Onbekend veld." }])],
  ["of the network", new TypeError("Failed to fetch")],
])("an error %s is not shown at a field", (_, error) => {
  expect(showErrors(error)).toEqual({ hasShown: false, calls: [] });
});
