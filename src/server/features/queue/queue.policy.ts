import { DATE_HAS_PASSED, type Wait } from "#contract/queue.ts";
import { AppError } from "#platform/app-error.ts";
import { calendarDay, isDay, MINUTE_MS, parseDayOrTime } from "#platform/time.ts";
import type { ContactRefusal } from "#server/features/leads/lead-contact.service.ts";
import type { QueueStatus } from "./queue.queries.ts";

/** The text is the specification's: Messages Queued recognises it after DO NOT SEND, and says that the message was already removed. */
export const messageNotFound = (): AppError => new AppError("not_found", "Message not found");
const conflict = (text: string): AppError => new AppError("conflict", text);

/** An approval and SENT queue parts; their undo cancels those parts. */
export const cannotUndoSent = (): AppError =>
  conflict("Dit kan niet meer ongedaan worden gemaakt: een deel is al verstuurd of onderweg.");

/** For the undo of a cancellation or an edit. */
export const cannotUndoChanged = (): AppError =>
  conflict("Dit kan niet meer ongedaan worden gemaakt: het bericht of de lead is intussen gewijzigd.");

/** Of a message that is neither queued nor failed. */
const unchangeableText = (status: QueueStatus): string => {
  if (status === "SENDING") return "Dit bericht wordt op dit moment verstuurd";
  return status === "SENT" ? "Dit bericht is al verstuurd" : "Dit bericht is geannuleerd";
};

/** The error when a user changes the text or the date of a part that cannot be changed any more. */
export const cannotChange = (status: QueueStatus): AppError => conflict(`${unchangeableText(status)}.`);

/** Two users edited the same text: the second one sees the first's before it is replaced. */
export const textHasChanged = (): AppError =>
  conflict("Deze tekst is intussen gewijzigd. Kies welke tekst moet blijven.");

/** The English words are the specification's: Messages Queued recognises them like those of `messageNotFound`. */
export const cannotCancel = (status: QueueStatus): AppError =>
  conflict(`${unchangeableText(status)} (already removed).`);

/**
 * Why a part cannot get another date; undefined when it can. A part that is not in the queue can: its date is then only shown
 * at the message.
 */
export const reasonToRefuseMove = (status: QueueStatus | undefined): AppError | undefined => {
  if (status === "SENDING") return conflict("Dit deel wordt op dit moment verstuurd.");
  return status === "SENT" ? conflict("Dit deel is al verstuurd.") : undefined;
};

/** Only where the company's automation sends: it does so on the due date, whatever the maximum of the sender. */
export const senderMayNotSend = (name: string): AppError =>
  conflict(`${name} mag geen berichten versturen: het maximum staat op 0 per dag. Pas dat aan bij Afzenders.`);

/** A failed message is retried, after a decision about what went wrong. */
export const cannotSendFailedNow = (): AppError => conflict("Dit bericht is niet verstuurd. Kies “Opnieuw proberen”.");

/** For what also stops a message that a user sends now. */
export const cannotSendNow = ({ code, text }: Wait): AppError => {
  const reason = text.replace(/^Niet verstuurd: |\.$/g, "");
  return conflict(`Dit bericht kan ${code === "stopped" ? "niet" : "nog niet"} weg: ${reason}.`);
};

const dateHasPassed = (): AppError =>
  new AppError("invalid", DATE_HAS_PASSED, { details: [{ path: "dateDue", message: DATE_HAS_PASSED }] });

/** The new date of a message: a moment, or a day in Amsterdam. The current minute and the current day may still be chosen. */
export const requireDateNotPassed = (date: string, now: Date): Date => {
  const chosen = parseDayOrTime(date);
  const hasPassed = isDay(date) ? date < calendarDay(now) : chosen.getTime() + MINUTE_MS <= now.getTime();
  if (hasPassed) throw dateHasPassed();
  return chosen > now ? chosen : now;
};

/** Why a message cannot be retried; undefined when it can, because it has failed. */
export const reasonToRefuseRetry = (status: QueueStatus): AppError | undefined => {
  if (status === "ERROR") return undefined;
  return status === "QUEUED" ? conflict("Dit bericht staat al klaar om verstuurd te worden.") : cannotChange(status);
};

export const cannotChangeDuringCheck = (): AppError =>
  conflict("We kijken nog op LinkedIn of dit bericht is aangekomen. Probeer het over een kwartier opnieuw.");

/** All messages of the lead were cancelled while this one was being sent, and it is not known whether it arrived. */
export const cannotRetryStopped = (): AppError =>
  conflict(
    "De berichten van deze lead zijn geannuleerd terwijl dit bericht werd verstuurd. Keur het zo nodig opnieuw goed.",
  );

const AUTOMATION_DECIDES = "de automatisering van het bedrijf bepaalt of dit bericht nog weggaat.";

/**
 * Shown at a message that the company's automation queued for a lead who may not be contacted. We cancel only what was queued before;
 * without a lead, whatever the channel.
 */
export const automationDecidesText = (refusal: ContactRefusal): string => {
  switch (refusal.reason) {
    case "no_lead":
      return automaticCancellationText(refusal);
    case "deleted":
      return `De lead is verwijderd; ${AUTOMATION_DECIDES}`;
    case "classification":
      return `De lead staat op ${refusal.classification}; ${AUTOMATION_DECIDES}`;
  }
};

/** Shown at a queued message that the server cancels instead of sending it. */
export const automaticCancellationText = (
  refusal: ContactRefusal | { reason: "replied" | "merged" | "message_deleted" },
): string => {
  switch (refusal.reason) {
    case "message_deleted":
      return "Niet verstuurd: het bericht is in Airtable verwijderd.";
    case "merged":
      return "Niet verstuurd: de lead is samengevoegd met een andere, voor wie al berichten klaarstonden.";
    case "replied":
      return "Niet verstuurd: de lead heeft geantwoord.";
    case "no_lead":
      return "Niet verstuurd: dit bericht hoort bij geen lead.";
    case "deleted":
      return "Niet verstuurd: de lead is verwijderd.";
    case "classification":
      return `Niet verstuurd: de lead staat op ${refusal.classification}.`;
  }
};
