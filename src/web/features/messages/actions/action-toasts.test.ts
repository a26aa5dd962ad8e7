import { describe, expect, test } from "vitest";
import { ApiError } from "#lib/api/api-error.ts";
import { aMessage } from "../message.fixture.ts";
import { failureToast, successText, undoActionFor } from "./action-toasts.ts";
import { type MessageAction, MissingProviderIdError } from "./message-action.ts";

const message = aMessage();
const DEEDS: Record<string, MessageAction> = {
  approve: { kind: "approve", message, content: "hoi", contentVersion: 1 },
  edit: { kind: "edit", message, edits: {}, contentVersion: 1 },
  rewrite: { kind: "rewrite", message, feedback: "korter", contentVersion: 1 },
  reschedule: { kind: "reschedule", message, dueKey: "message_1", header: "Bericht 1", at: "2026-11-16T08:00:00Z" },
  classify: { kind: "classify", message, classification: "HOT" },
  send: { kind: "send", message },
  rerun: { kind: "rerun", message },
  cancel: { kind: "cancel", message },
};

const deedOf = (name: string): MessageAction => {
  const deed = DEEDS[name];
  if (!deed) throw new Error(name);
  return deed;
};

describe("a failure", () => {
  test.each([
    ["approve", "Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw."],
    ["rewrite", "Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw."],
    ["edit", "Fout", "Kon het bericht niet bewerken. Probeer het opnieuw."],
    ["send", "Verstuur Fout", "Kon ice breaker niet versturen. Probeer opnieuw."],
    ["rerun", "Rerun Fout", "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw."],
    ["cancel", "Annuleer Fout", "Kon berichten niet annuleren. Probeer opnieuw."],
    ["reschedule", "Datum Fout", "Kon de datum niet aanpassen. Probeer opnieuw."],
    ["classify", "Fout", "Kon classificatie niet bijwerken. Probeer opnieuw."],
  ])("of %s is titled %s", (name, title, description) => {
    const toast = failureToast(deedOf(name), new TypeError("Failed to fetch"));
    expect(toast).toEqual({ title, description, tone: "destructive" });
  });

  test("that the server explains is told in its words", () => {
    const text = "Dit bericht is intussen gewijzigd door Anna. Bekijk eerst de nieuwe tekst.";
    const refusal = new ApiError(409, "", JSON.stringify({ error: text, message: text, code: "conflict" }));
    expect(failureToast(deedOf("edit"), refusal).description).toBe(text);
  });

  test("inside the server is told in ours", () => {
    const text = "Er is een onverwachte fout opgetreden.";
    const broken = new ApiError(500, "", JSON.stringify({ error: text, message: text, code: "internal" }));
    expect(failureToast(deedOf("send"), broken).description).toBe("Kon ice breaker niet versturen. Probeer opnieuw.");
  });

  test("to classify somebody without a provider id says what is missing", () => {
    expect(failureToast(deedOf("classify"), new MissingProviderIdError()).description).toBe("Provider ID is required");
  });
});

describe("a deed that was done", () => {
  test.each([
    ["approve", "Bericht Bijgewerkt"],
    ["edit", "Wijzigingen Opgeslagen"],
    ["rewrite", "Feedback Verstuurd"],
    ["reschedule", "Datum Aangepast"],
    ["classify", "Classificatie Bijgewerkt"],
    ["send", "Ice Breaker Verstuurd"],
    ["rerun", "Ice Breaker Rerun"],
    ["cancel", "Berichten Geannuleerd"],
  ])("%s is titled %s", (name, title) => {
    expect(successText(deedOf(name), {}).title).toBe(title);
  });

  test("is told in the server's words where it has any", () => {
    expect(successText(deedOf("send"), { text: "Het bericht wordt verstuurd." }).description).toBe(
      "Het bericht wordt verstuurd.",
    );
  });

  test("names the new date on the Dutch clock", () => {
    expect(successText(deedOf("reschedule"), {}).description).toBe("Bericht 1 gaat uit op 16 november 2026 09:00.");
  });

  test("to several counts them, and says why some were refused", () => {
    const answer = { done: ["een", "twee"], refused: [{ id: "drie", reason: "Dit bericht is al verzonden." }] };
    expect(successText({ kind: "approveAll", ids: [] }, answer).description).toBe(
      "2 berichten zijn goedgekeurd. 1 bericht niet: Dit bericht is al verzonden.",
    );
    expect(successText({ kind: "cancelAll", ids: [] }, { done: ["een"] }).description).toBe(
      "1 bericht is geannuleerd.",
    );
  });
});

describe("taking back", () => {
  test("is offered for an approval and a cancellation", () => {
    expect(undoActionFor(deedOf("approve"), {})).toEqual({ kind: "undo", message });
    expect(undoActionFor(deedOf("cancel"), {})).toEqual({ kind: "undo", message });
    expect(undoActionFor(deedOf("send"), {})).toBeUndefined();
  });

  test("of several is offered for those that were done", () => {
    const done = ["een", "twee"];
    expect(undoActionFor({ kind: "cancelAll", ids: [...done, "drie"] }, { done })).toEqual({
      kind: "undoAll",
      ids: done,
    });
    expect(undoActionFor({ kind: "cancelAll", ids: ["drie"] }, { done: [] })).toBeUndefined();
  });
});
