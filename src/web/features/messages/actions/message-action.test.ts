import { describe, expect, test } from "vitest";
import { buildMessage } from "../message.fixture.ts";
import { predictAction } from "./message-action.ts";

const message = buildMessage();
const other = buildMessage({ id: "twee", providerId: "ACoAAB2" });
const sameLead = buildMessage({ id: "drie" });

describe("the optimistic state", () => {
  test("an approval shows the new text and status", () => {
    const action = { kind: "approve", message, content: "Ice Breaker: hallo", contentVersion: 1 } as const;
    expect(predictAction(message, action)).toMatchObject({ status: "approved", messageContent: "Ice Breaker: hallo" });
    expect(predictAction(sameLead, action)).toBe(sameLead);
  });

  test("an edit changes only its own section", () => {
    const action = { kind: "edit", message, edits: { "Bericht 1": "goedendag" }, contentVersion: 1 } as const;
    expect(predictAction(message, action)).toMatchObject({
      status: "edited",
      messageContent: "Ice Breaker: hoi\n\nBericht 1: goedendag",
    });
  });

  test("a rewrite and a rerun show that a new text is being generated", () => {
    const rewrite = { kind: "rewrite", message, feedback: "Ice Breaker: korter", contentVersion: 1 } as const;
    expect(predictAction(message, rewrite)).toMatchObject({ status: "rewritten", regenerating: true });
    const rerun = { kind: "rerun", message } as const;
    const rewritten = buildMessage({ feedback: "Ice Breaker: korter" });
    expect(predictAction(rewritten, rerun)).toMatchObject({ status: "pending", regenerating: true, feedback: null });
  });

  test("rescheduling a section keeps the other dates", () => {
    const at = "2026-11-20T08:00:00.000Z";
    const action = { kind: "reschedule", message, dueKey: "message_1", header: "Bericht 1", at } as const;
    expect(predictAction(message, action).dateDueBySection).toEqual({ ...message.dateDueBySection, message_1: at });
  });

  test("a classification applies to every message of that lead and of no other lead", () => {
    const action = { kind: "classify", message, classification: "HOT" } as const;
    expect(predictAction(sameLead, action).leadClassification).toBe("HOT");
    expect(predictAction(other, action)).toBe(other);
  });

  test("a cancellation cancels every open message of that lead, not the sent ones", () => {
    const sent = buildMessage({ id: "vier", status: "sent" });
    const action = { kind: "cancel", message } as const;
    expect(predictAction(message, action).status).toBe("cancelled");
    expect(predictAction(sameLead, action).status).toBe("cancelled");
    expect(predictAction(sent, action)).toBe(sent);
    expect(predictAction(other, action)).toBe(other);
  });

  test("two leads without a provider id are different leads", () => {
    const [one, another] = [buildMessage({ providerId: null }), buildMessage({ id: "twee", providerId: null })];
    expect(predictAction(another, { kind: "cancel", message: one })).toBe(another);
  });

  test("a bulk action applies to the selected messages only", () => {
    expect(predictAction(message, { kind: "approveSelected", ids: ["een"] }).status).toBe("approved");
    expect(predictAction(message, { kind: "cancelSelected", ids: ["een"] }).status).toBe("cancelled");
    expect(predictAction(message, { kind: "cancelSelected", ids: ["twee"] })).toBe(message);
  });

  test("sending and undoing have no optimistic state", () => {
    for (const kind of ["send", "undo"] as const) expect(predictAction(message, { kind, message })).toBe(message);
  });
});
