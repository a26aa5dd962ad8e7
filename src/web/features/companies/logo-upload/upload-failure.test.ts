import { expect, test } from "vitest";
import { ApiError, errorMessage } from "#lib/api/api.ts";
import { failureOfUpload, failureOfUrlRequest } from "./upload-failure.ts";

const body = (code: string, message: string) => JSON.stringify({ error: message, message, code });

const failWith = (status: number, responseText = "") =>
  failureOfUpload(Object.assign(new Error("Non 2xx"), { source: { status, statusText: "", responseText } }));

test.each([
  [401, body("unauthenticated", "Je bent niet (meer) ingelogd."), "Authorization required", false],
  [403, body("expired", "Dit uploadadres is verlopen."), "Request has expired", true],
  [403, body("forbidden", "Je hebt geen rechten om dit te doen."), "Non 2xx", false],
  [409, body("conflict", "Naar dit uploadadres is al een bestand gestuurd."), "Non 2xx", true],
  [413, body("too_large", "Dit is te groot om te versturen."), "Non 2xx", false],
  [415, body("unsupported_media_type", "Dit bestand is geen bruikbare PNG."), "Non 2xx", false],
  [503, body("unavailable", "De opslag is even niet bereikbaar."), "Non 2xx", true],
  [502, "<html>Bad gateway</html>", "Non 2xx", true],
  [0, "", "Geen verbinding met de server.", true],
])(
  "a failed upload with response %i %s has a short message and is retried only if that can help",
  (status, text, message, retryable) => {
    const failure = failWith(status, text);
    expect([failure.message, failure.retryable]).toEqual([message, retryable]);
  },
);

test("the toast shows the server's message", () => {
  const { cause } = failWith(415, body("unsupported_media_type", "Dit bestand is geen bruikbare PNG."));
  expect(errorMessage(cause, "anders")).toBe("Dit bestand is geen bruikbare PNG.");
  expect(errorMessage(failWith(502, "<html/>").cause, "anders")).toBe("anders");
});

test("a failure without a request is not retried", () => {
  expect(failureOfUpload(new Error("iets anders"))).toMatchObject({ message: "Upload failed", retryable: false });
});

test("a failed request for an upload URL has its own message", () => {
  expect(failureOfUrlRequest(new ApiError(500, "", "oops")).message).toBe("Failed to get upload URL");
  expect(failureOfUrlRequest(new TypeError("Failed to fetch")).message).toBe("Failed to get upload URL");
  expect(failureOfUrlRequest(new ApiError(401, "", "")).message).toBe("Authorization required");
});
