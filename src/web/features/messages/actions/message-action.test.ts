import { describe, expect, test } from "vitest";
import { aMessage } from "../message.fixture.ts";
import { applyAction } from "./message-action.ts";

const message = aMessage();
const other = aMessage({ id: "twee", providerId: "ACoAAB2" });
const sameLead = aMessage({ id: "drie" });

describe("while the server is still at it", () => {
  test("an approved message shows its text and that it is approved", () => {
    const deed = { kind: "approve", message, content: "Ice Breaker: hallo", contentVersion: 1 } as const;
    expect(applyAction(message, deed)).toMatchObject({ status: "approved", messageContent: "Ice Breaker: hallo" });
    expect(applyAction(sameLead, deed)).toBe(sameLead);
  });

  test("an edit shows in its own part", () => {
    const deed = { kind: "edit", message, edits: { "Bericht 1": "goedendag" }, contentVersion: 1 } as const;
    expect(applyAction(message, deed)).toMatchObject({
      status: "edited",
      messageContent: "Ice Breaker: hoi\n\nBericht 1: goedendag",
    });
  });

  test("a rewrite and a rerun show that a new text is on its way", () => {
    const rewrite = { kind: "rewrite", message, feedback: "Ice Breaker: korter", contentVersion: 1 } as const;
    expect(applyAction(message, rewrite)).toMatchObject({ status: "rewritten", regenerating: true });
    expect(applyAction(message, { kind: "rerun", message })).toMatchObject({ status: "pending", regenerating: true });
  });

  test("a moved date leaves the other dates", () => {
    const at = "2026-11-20T08:00:00.000Z";
    const deed = { kind: "reschedule", message, dueKey: "message_1", header: "Bericht 1", at } as const;
    expect(applyAction(message, deed).dateDueBySection).toEqual({ ...message.dateDueBySection, message_1: at });
  });

  test("a class counts for every message of that person, and of nobody else", () => {
    const deed = { kind: "classify", message, classification: "HOT" } as const;
    expect(applyAction(sameLead, deed).leadClassification).toBe("HOT");
    expect(applyAction(other, deed)).toBe(other);
  });

  test("a cancellation takes every open message of that person, and leaves what went out", () => {
    const sent = aMessage({ id: "vier", status: "sent" });
    const deed = { kind: "cancel", message } as const;
    expect(applyAction(message, deed).status).toBe("cancelled");
    expect(applyAction(sameLead, deed).status).toBe("cancelled");
    expect(applyAction(sent, deed)).toBe(sent);
    expect(applyAction(other, deed)).toBe(other);
  });

  test("two people without a provider id are not the same person", () => {
    const [one, another] = [aMessage({ providerId: null }), aMessage({ id: "twee", providerId: null })];
    expect(applyAction(another, { kind: "cancel", message: one })).toBe(another);
  });

  test("several at once are those that were ticked", () => {
    expect(applyAction(message, { kind: "approveAll", ids: ["een"] }).status).toBe("approved");
    expect(applyAction(message, { kind: "cancelAll", ids: ["een"] }).status).toBe("cancelled");
    expect(applyAction(message, { kind: "cancelAll", ids: ["twee"] })).toBe(message);
  });

  test("what goes out, and what is taken back, is not shown before it has happened", () => {
    for (const kind of ["send", "undo"] as const) expect(applyAction(message, { kind, message })).toBe(message);
  });
});
