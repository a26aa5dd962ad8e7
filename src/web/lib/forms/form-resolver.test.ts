import { expect, test, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { showFieldErrors } from "./form-resolver.ts";

const refusal = (details: { path: string; message: string }[]) =>
  new ApiError(400, "Bad Request", JSON.stringify({ error: "Nee.", message: "Nee.", code: "invalid", details }));

const shown = (error: unknown) => {
  const setError = vi.fn();
  const values = { name: "", workflowUrls: { "allocate-leads": "" } };
  const any = showFieldErrors(error, { getValues: () => values, setError });
  return { any, calls: setError.mock.calls };
};

test("errors of the server are shown at their fields, and the first one is focused", () => {
  const details = [
    { path: "workflowUrls.allocate-leads", message: "Geen adres." },
    { path: "name", message: "Te lang." },
  ];
  expect(shown(refusal(details))).toEqual({
    any: true,
    calls: [
      ["workflowUrls.allocate-leads", { type: "server", message: "Geen adres." }, { shouldFocus: true }],
      ["name", { type: "server", message: "Te lang." }, { shouldFocus: false }],
    ],
  });
});

test.each([
  ["of no field", refusal([])],
  ["of a field that is not on the screen", refusal([{ path: "role", message: "Onbekend veld." }])],
  ["nothing at all", new TypeError("Failed to fetch")],
])("a failure that says something %s is left to the toast", (_, error) => {
  expect(shown(error)).toEqual({ any: false, calls: [] });
});
