import { DATE_HAS_PASSED, type Wait } from "#contract/queue.ts";
import { AppError } from "#platform/app-error.ts";
import type { ContactRefusal } from "#server/features/leads/lead-contact.service.ts";
import type { QueueStatus } from "./queue.queries.ts";

/** The screens recognise this text: they remove the card or row, and show that the message was already removed. */
export const messageNotFound = (): AppError => new AppError("not_found", "Message not found");
const conflict = (text: string): AppError => new AppError("conflict", text);

/** For the undo of an approval or of SENT. */
export const partSent = (): AppError =>
  conflict("Dit kan niet meer ongedaan worden gemaakt: een deel is al verzonden of onderweg.");

/** For the undo of a cancellation or an edit. */
export const changedSince = (): AppError =>
  conflict("Dit kan niet meer ongedaan worden gemaakt: het bericht of de lead is intussen gewijzigd.");

/** Why a message cannot be cancelled: only a queued or a failed one can. */
export const refuseCancel = (status: Exclude<QueueStatus, "QUEUED" | "ERROR">): AppError => {
  switch (status) {
    case "SENDING":
      return conflict("Dit bericht wordt op dit moment verzonden (already removed).");
    case "SENT":
      return conflict("Dit bericht is al verzonden (already removed).");
    case "CANCELLED":
      return conflict("Dit bericht was al geannuleerd (already removed).");
  }
};

/** Why a part can no longer be moved. A part that is not queued can: only its planned date changes. */
export const refuseMove = (status: QueueStatus | undefined): AppError | undefined => {
  if (status === "SENDING") return conflict("Dit deel wordt op dit moment verzonden.");
  return status === "SENT" ? conflict("Dit deel is al verzonden.") : undefined;
};

/** Where the company's automation sends on the due date, a part without an allowed date would be sent all the same. */
export const senderMayNotSend = (name: string): AppError =>
  conflict(`${name} mag geen berichten versturen: het maximum staat op 0 per dag. Pas dat aan bij Afzenders.`);

/** A failed message is retried, after a decision about what went wrong. */
export const refuseSendNow = (): AppError => conflict("Dit bericht is niet verstuurd. Kies “Opnieuw proberen”.");

/** Why a message cannot be sent now, whatever the time. */
export const refuseSendNowFor = ({ code, text }: Wait): AppError => {
  const reason = text.replace(/^Niet verstuurd: |\.$/g, "");
  return conflict(`Dit bericht kan ${code === "stopped" ? "niet" : "nog niet"} weg: ${reason}.`);
};

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The new date of a message. A minute, and a day without a time, may be chosen until they are over. */
export const requireFuture = (date: string, now: Date): Date => {
  const chosen = new Date(date);
  const isDay = !date.includes("T");
  if (chosen.getTime() + (isDay ? DAY : MINUTE) <= now.getTime())
    throw new AppError("invalid", DATE_HAS_PASSED, { details: [{ path: "dateDue", message: DATE_HAS_PASSED }] });
  return chosen > now ? chosen : now;
};

/** Why the text or the date of a message cannot change any more. */
export const refuseEdit = (status: QueueStatus): AppError => {
  if (status === "SENDING") return conflict("Dit bericht wordt op dit moment verzonden.");
  return conflict(status === "SENT" ? "Dit bericht is al verzonden." : "Dit bericht is geannuleerd.");
};

/** Why a message cannot be retried: only a failed one can. */
export const refuseRetry = (status: QueueStatus): AppError | undefined => {
  if (status === "ERROR") return undefined;
  return status === "QUEUED" ? conflict("Dit bericht staat al klaar om verzonden te worden.") : refuseCancel(status);
};

export const refuseRetryDuringCheck = (): AppError =>
  conflict("We kijken nog op LinkedIn of dit bericht is aangekomen. Probeer het over een kwartier opnieuw.");

/** The text at a queued message that was cancelled instead of sent. */
export const explainWithdrawal = (refusal: ContactRefusal | { reason: "replied" }): string => {
  switch (refusal.reason) {
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
