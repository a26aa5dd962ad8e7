import { isOpen, type MessageAction, type MessageStatus, nextStatus } from "#contract/message-status.ts";
import { AppError } from "#platform/app-error.ts";
import type { ContactRefusal } from "#server/features/leads/lead-contact.service.ts";

const conflict = (text: string): AppError => new AppError("conflict", text);

/** The English words are the specification's, for a refused cancellation. */
const ALREADY_REMOVED = " (already removed)";

export const TEXTS = {
  cancelled: "Dit bericht is geannuleerd.",
  cannotUndoSent: "Een deel van dit bericht is al verstuurd of onderweg.",
  cannotCancelSent: `Een deel van dit bericht is al verstuurd of onderweg${ALREADY_REMOVED}.`,
  sentByAirtable: "Dit bericht is al goedgekeurd in Airtable. De automatisering in Airtable verstuurt het.",
  nothingToSend: "Dit bericht heeft geen tekst om te versturen.",
  nothingToCancel: `Er staat niets meer klaar voor deze lead${ALREADY_REMOVED}.`,
  unknownSection: "Dit onderdeel staat niet in het bericht.",
  headerInText:
    "Een regel in de tekst begint met de naam van een onderdeel, zoals “Bericht 1:”. Daardoor zouden de onderdelen door elkaar raken.",
  otherKind: "Dit soort bericht heeft dat onderdeel niet.",
  changedSince: "Dit kan niet meer ongedaan worden gemaakt: het bericht is intussen gewijzigd of verstuurd.",
  noDate: "Geef de nieuwe datum van het onderdeel.",
} as const;

/** The error for an action that the status does not allow. */
const refuseAction = (status: MessageStatus, action: MessageAction): AppError => {
  const isUndo = action === "undo_approve" || action === "undo_cancel";
  const suffix = action === "cancel" ? ALREADY_REMOVED : "";
  switch (status) {
    case "pending":
    case "rewritten":
    case "edited":
    case "error":
      return conflict("Er is niets om ongedaan te maken.");
    case "approved":
      return conflict("Dit bericht is al goedgekeurd en staat in de wachtrij.");
    case "cancelled":
      return conflict(`Dit bericht is geannuleerd${suffix}.`);
    case "sent":
    case "connected":
    case "interested":
    case "not_interested":
    case "neutral":
      if (isUndo) return conflict("Dit bericht is al verstuurd en kan niet worden teruggehaald.");
      return conflict(`Dit bericht is al verstuurd${suffix}.`);
  }
};

/** Refuses to approve, send or retry a message whose lead may not be contacted. */
export const contactForbidden = (refusal: ContactRefusal): AppError => {
  switch (refusal.reason) {
    case "no_lead":
      return conflict("Dit bericht hoort bij geen lead en kan daarom niet worden verstuurd.");
    case "deleted":
      return conflict("Deze lead is verwijderd en mag geen berichten krijgen.");
    case "classification":
      return conflict(`Deze lead staat op ${refusal.classification} en mag geen berichten krijgen.`);
  }
};

/** A part that was queued earlier is sent or restored only while its message is approved or sent. */
export const requireApproval = (status: MessageStatus): void => {
  if (status === "cancelled") throw conflict(TEXTS.cancelled);
  if (isOpen(status))
    throw conflict("Dit bericht staat weer bij Te beoordelen. Keur het daar goed om het te versturen.");
};

/** The status after an action; throws where the action is not allowed. */
export const requireNextStatus = (status: MessageStatus, action: MessageAction): MessageStatus => {
  const next = nextStatus(status, action);
  if (!next) throw refuseAction(status, action);
  return next;
};

export const undoActionFor = (status: MessageStatus): "undo_approve" | "undo_cancel" =>
  status === "cancelled" ? "undo_cancel" : "undo_approve";

/** For an edit of a text that somebody else has replaced meanwhile. */
export const textChangedError = (changedBy: string | undefined): AppError =>
  conflict(`Dit bericht is intussen gewijzigd door ${changedBy ?? "iemand anders"}. Bekijk eerst de nieuwe tekst.`);
