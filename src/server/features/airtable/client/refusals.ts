import { z } from "zod";
import { AirtableProblem } from "./problems.ts";

/** What was asked for: the same refusal means another thing for each. */
export type Purpose = "schema" | "read" | "write" | "feed";

const SCOPES: Record<Purpose, string> = {
  schema: "schema.bases:read",
  read: "data.records:read",
  write: "data.records:write",
  feed: "webhook:manage",
};

const LONGEST_REASON = 300;
const LONGEST_WAIT_MS = 300_000;

// Refusals come in three shapes.
const refusal = z.union([
  z.object({ error: z.string() }).transform(({ error }) => ({ type: error, message: "" })),
  z.object({ error: z.object({ type: z.string(), message: z.string().default("") }) }).transform(({ error }) => error),
  z
    .object({ errors: z.tuple([z.object({ error: z.string(), message: z.string().default("") })]).rest(z.unknown()) })
    .transform(({ errors: [{ error, message }] }) => ({ type: error, message })),
]);

const readRefusal = (text: string): { type: string; message: string } => {
  try {
    return refusal.parse(JSON.parse(text));
  } catch {
    return { type: "", message: "" };
  }
};

const sentence = (text: string): string => text.slice(0, LONGEST_REASON).replace(/(?<![.!?])$/, ".");

const readUnprocessable = ({ type, message }: { type: string; message: string }): AirtableProblem => {
  switch (type) {
    case "LIST_RECORDS_ITERATOR_NOT_AVAILABLE":
      return new AirtableProblem("list_expired");
    case "ROW_DOES_NOT_EXIST":
      return new AirtableProblem("record_gone");
    case "UNKNOWN_FIELD_NAME":
      return new AirtableProblem("field_missing", { field: message.match(/"(.*)"/)?.[1] ?? "?", table: "?" });
    default:
      return new AirtableProblem("rejected", { reason: sentence(message || type || "zonder reden") });
  }
};

const readWait = (header: string | undefined): number | undefined => {
  const seconds = Number(header);
  return header && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : undefined;
};

/** An answer that is no success, as the problem it tells of. */
export const problemOf = (
  purpose: Purpose,
  answer: { status: number; text: string; headers: { "retry-after"?: string | undefined } },
): AirtableProblem => {
  const { status, text, headers } = answer;
  const refused = readRefusal(text);
  switch (status) {
    case 401:
      return new AirtableProblem("wrong_token");
    case 403:
      return purpose === "schema"
        ? new AirtableProblem("base_gone")
        : new AirtableProblem("no_permission", { scope: SCOPES[purpose] });
    case 404:
      if (purpose === "feed") return new AirtableProblem("feed_gone");
      return new AirtableProblem(purpose === "write" ? "record_gone" : "base_gone");
    case 413:
      return new AirtableProblem("rejected", { reason: "de tekst is te lang." });
    case 422:
      return readUnprocessable(refused);
    case 429:
      return new AirtableProblem(refused.type === "PUBLIC_API_BILLING_LIMIT_EXCEEDED" ? "quota_spent" : "rate_limited");
    default:
      return new AirtableProblem("unexpected", { retryAfterMs: readWait(headers["retry-after"]) });
  }
};
