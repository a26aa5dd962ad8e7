import { AppError } from "#platform/app-error.ts";
import type { ContactRefusal } from "#server/features/leads/lead-contact.service.ts";
import type { QueueStatus } from "./queue.queries.ts";

/** Screens know these words: they take the card or row off and say that somebody was first. */
export const messageNotFound = (): AppError => new AppError("not_found", "Message not found");
const conflict = (text: string): AppError => new AppError("conflict", text);

/** Why a queued message cannot be cancelled, or nothing when it can. */
export const refuseCancel = (status: QueueStatus): AppError | undefined => {
  switch (status) {
    case "QUEUED":
    case "ERROR":
      return undefined;
    case "SENDING":
      return conflict("Dit bericht wordt op dit moment verzonden (already removed).");
    case "SENT":
      return conflict("Dit bericht is al verzonden (already removed).");
    case "CANCELLED":
      return conflict("Dit bericht was al geannuleerd (already removed).");
  }
};

/** Why a part can no longer be moved; one that is not in the queue can, since only its planned date changes. */
export const refuseMove = (status: QueueStatus | undefined): AppError | undefined => {
  if (status === "SENDING") return conflict("Dit deel wordt op dit moment verzonden.");
  return status === "SENT" ? conflict("Dit deel is al verzonden.") : undefined;
};

/** Why something cannot be tried again: only what did not go out can. */
export const refuseRetry = (status: QueueStatus): AppError | undefined => {
  if (status === "ERROR") return undefined;
  return refuseCancel(status) ?? conflict("Dit bericht staat al klaar om verzonden te worden.");
};

/** What people read at a queued message that was cancelled instead of sent. */
export const explainWithdrawal = (refusal: ContactRefusal): string => {
  switch (refusal.reason) {
    case "no_lead":
      return "Niet verstuurd: dit bericht hoort bij geen lead.";
    case "deleted":
      return "Niet verstuurd: de lead is verwijderd.";
    case "classification":
      return `Niet verstuurd: de lead staat op ${refusal.classification}.`;
  }
};
