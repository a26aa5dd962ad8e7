import { expect, test } from "vitest";
import { ApiError } from "#lib/api/api.ts";
import { isAlreadyRemoved } from "./queue.api.ts";

const apiError = (status: number, code: string, message: string) =>
  new ApiError(status, "", JSON.stringify({ error: message, message, code }));

test.each([
  apiError(404, "not_found", "Message not found"),
  apiError(409, "conflict", "Dit bericht is al weg (already removed)."),
  new ApiError(404, "Not Found", "Message not found"),
])("%o means that the message was already removed", (error) => {
  expect(isAlreadyRemoved(error)).toBe(true);
});

test.each([apiError(500, "internal", "Er is een onverwachte fout opgetreden."), new TypeError("Failed to fetch")])(
  "%o does not mean that the message was removed",
  (error) => {
    expect(isAlreadyRemoved(error)).toBe(false);
  },
);
