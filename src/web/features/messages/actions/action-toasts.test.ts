import { describe, expect, test } from "vitest";
import type { Message } from "#contract/messages.ts";
import { ApiError } from "#lib/api/api.ts";
import { buildMessage } from "../message.fixture.ts";
import { failureToast, successText, undoneText } from "./action-toasts.ts";
import { type MessageAction, MissingProviderIdError } from "./message-action.ts";

const message = buildMessage();
const ignore = () => {};
const ACTIONS: Record<string, MessageAction> = {
  approve: { kind: "approve", message, content: "hoi", contentVersion: 1 },
  edit: { kind: "edit", message, edits: {}, contentVersion: 1 },
  rewrite: { kind: "rewrite", message, feedback: "korter", contentVersion: 1 },
  reschedule: { kind: "reschedule", message, dueKey: "message_1", header: "Bericht 1", at: "2026-11-16T08:00:00Z" },
  classify: { kind: "classify", message, classification: "HOT" },
  send: { kind: "send", message },
  rerun: { kind: "rerun", message },
  cancel: { kind: "cancel", message },
};

const actionNamed = (name: string): MessageAction => {
  const action = ACTIONS[name];
  if (!action) throw new Error(name);
  return action;
};

describe("the toast of a failed action", () => {
  test.each([
    ["approve", "Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw."],
    ["rewrite", "Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw."],
    ["edit", "Fout", "Kon het bericht niet bewerken. Probeer het opnieuw."],
    ["send", "Verstuur Fout", "Kon ice breaker niet versturen. Probeer opnieuw."],
    ["rerun", "Rerun Fout", "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw."],
    ["cancel", "Annuleer Fout", "Kon berichten niet annuleren. Probeer opnieuw."],
    ["reschedule", "Datum Fout", "Kon de datum niet aanpassen. Probeer opnieuw."],
    ["classify", "Fout", "Kon classificatie niet bijwerken. Probeer opnieuw."],
  ])("%s has the title %s", (name, title, description) => {
    const toast = failureToast(actionNamed(name), new TypeError("Failed to fetch"), ignore);
    expect(toast).toMatchObject({ title, description: expect.stringContaining(description), tone: "destructive" });
  });

  test.each(["approve", "send", "rerun", "cancel"])("%s names the contact and leads back to the message", (name) => {
    const shown: Message[] = [];
    const toast = failureToast(actionNamed(name), new TypeError("Failed to fetch"), (subject) => shown.push(subject));
    expect(toast.description).toContain(`Het gaat om het bericht aan ${message.contactName}.`);
    toast.action?.onClick();
    expect(shown).toEqual([message]);
  });

  test("shows the server's explanation", () => {
    const text = "Dit bericht is intussen gewijzigd door Anna. Bekijk eerst de nieuwe tekst.";
    const conflictError = new ApiError(409, "", JSON.stringify({ error: text, message: text, code: "conflict" }));
    expect(failureToast(actionNamed("edit"), conflictError, ignore).description).toBe(text);
  });

  test("shows our own text for an internal server error", () => {
    const text = "Er is een onverwachte fout opgetreden.";
    const internalError = new ApiError(500, "", JSON.stringify({ error: text, message: text, code: "internal" }));
    expect(failureToast(actionNamed("send"), internalError, ignore).description).toContain(
      "Kon ice breaker niet versturen. Probeer opnieuw.",
    );
  });

  test("says that the provider id is missing when classifying", () => {
    expect(failureToast(actionNamed("classify"), new MissingProviderIdError(), ignore).description).toBe(
      "Provider ID is required",
    );
  });
});

describe("the toast of a successful action", () => {
  test.each([
    ["approve", "Bericht Bijgewerkt"],
    ["edit", "Wijzigingen Opgeslagen"],
    ["rewrite", "Feedback Verstuurd"],
    ["reschedule", "Datum Aangepast"],
    ["classify", "Classificatie Bijgewerkt"],
    ["send", "Ice Breaker Verstuurd"],
    ["rerun", "Ice Breaker Rerun"],
    ["cancel", "Berichten Geannuleerd"],
  ])("%s has the title %s", (name, title) => {
    expect(successText(actionNamed(name), {}).title).toBe(title);
  });

  test("shows the server's text if there is one", () => {
    expect(successText(actionNamed("send"), { text: "Het bericht wordt verstuurd." }).description).toBe(
      "Het bericht wordt verstuurd.",
    );
  });

  test("says that a message was sent only if it leaves now", () => {
    const title = (departure: "now" | "later" | "waiting") => successText(actionNamed("send"), { departure }).title;
    expect([title("now"), title("later"), title("waiting")]).toEqual([
      "Ice Breaker Verstuurd",
      "Ice Breaker Ingepland",
      "Ice Breaker Klaargezet",
    ]);
  });

  test("names the lead whose messages were cancelled", () => {
    expect(successText(actionNamed("cancel"), { messagesInFlight: 0 }).description).toBe(
      "De berichten aan José de Vries zijn geannuleerd.",
    );
    expect(successText(actionNamed("cancel"), { messagesInFlight: 1 }).description).toMatch(
      "zijn geannuleerd. Let op: 1 bericht was al onderweg en kan nog aankomen.",
    );
  });

  test("shows the new date in the Dutch time zone", () => {
    expect(successText(actionNamed("reschedule"), {}).description).toBe(
      "Bericht 1 gaat uit op 16 november 2026 09:00.",
    );
  });

  test("of a snooze that ends does not say that the message was put off", () => {
    const titleOf = (until: string | null) => successText({ kind: "snooze", message, until }, {}).title;
    expect([titleOf("2026-11-18"), titleOf(null)]).toEqual(["Bericht uitgesteld", "Niet meer uitgesteld"]);
  });

  test("of a bulk action has the number for each reason of a refusal", () => {
    const refused = [
      { id: "drie", reason: "De tekst is intussen gewijzigd." },
      { id: "vier", reason: "Dit bericht is al verstuurd." },
      { id: "vijf", reason: "Dit bericht is al verstuurd." },
    ];
    expect(successText({ kind: "approveSelected", ids: [] }, { done: ["een", "twee"], refused }).description).toBe(
      "2 berichten zijn goedgekeurd. 2 berichten niet: Dit bericht is al verstuurd. 1 bericht niet: De tekst is intussen gewijzigd.",
    );
    expect(successText({ kind: "cancelSelected", ids: [] }, { done: ["een"] }).description).toBe(
      "1 bericht is geannuleerd.",
    );
  });

  test.each([
    [1, "1 lead is"],
    [2, "2 leads zijn"],
  ])("of a bulk approval says that an invitation goes first: %i", (toInvite, leads) => {
    expect(successText({ kind: "approveSelected", ids: [] }, { done: ["een", "twee"], toInvite }).description).toBe(
      `2 berichten zijn goedgekeurd. ${leads} nog geen connectie: eerst gaat er een uitnodiging, het bericht volgt na de acceptatie.`,
    );
  });
});

test("a change of class says how many messages it stopped", () => {
  const text = (stoppedMessages: number) => successText(actionNamed("classify"), { stoppedMessages }).description;
  expect(text(0)).toBe("José de Vries is nu HOT.");
  expect(text(1)).toBe("José de Vries is nu HOT. 1 klaarstaand bericht is gestopt.");
  expect(text(3)).toBe("José de Vries is nu HOT. 3 klaarstaande berichten zijn gestopt.");
});

test("an undo says what it restored", () => {
  expect(undoneText(actionNamed("approve"), {})).toBe("Het bericht aan José de Vries wacht weer op een besluit.");
  const cancel = (status: Message["status"]) =>
    undoneText({ kind: "cancel", message: buildMessage({ status, contactName: "Anna" }) }, {});
  expect(cancel("pending")).toBe("Het bericht aan Anna wacht weer op een besluit.");
  expect(cancel("approved")).toBe("Het bericht aan Anna is weer goedgekeurd.");
  expect(cancel("error")).toBe("Het bericht aan Anna staat weer bij Fout.");
  expect(undoneText(actionNamed("classify"), {})).toBe("De classificatie van José de Vries is teruggezet.");
  expect(undoneText({ kind: "cancelSelected", ids: ["een", "twee", "drie"] }, { done: ["een", "twee"] })).toBe(
    "2 berichten zijn weer te beoordelen.",
  );
});
