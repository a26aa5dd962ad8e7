import { stoppedMessagesText } from "#contract/classification.ts";
import type { MessageStatus } from "#contract/message-status.ts";
import { clientErrorMessage } from "#lib/api/api.ts";
import { formatDateTime, formatLongDate } from "#lib/dates/dates.ts";
import { formatMessageCount, refusedText } from "#lib/labels/refusals.ts";
import type { ToastMessage } from "#ui/feedback/toast.tsx";
import {
  type ActionResult,
  type MessageAction,
  type MessageActionKind,
  MissingProviderIdError,
} from "./message-action.ts";

type ToastText = { title: string; description: string };

const NOT_UPDATED = { title: "Fout", description: "Kon het bericht niet bijwerken. Probeer het opnieuw." };
const NOT_CANCELLED = { title: "Annuleer Fout", description: "Kon berichten niet annuleren. Probeer opnieuw." };

const FAILURE_TEXTS: Record<MessageActionKind, ToastText> = {
  approve: NOT_UPDATED,
  rewrite: NOT_UPDATED,
  snooze: NOT_UPDATED,
  assign: NOT_UPDATED,
  approveSelected: NOT_UPDATED,
  edit: { title: "Fout", description: "Kon het bericht niet bewerken. Probeer het opnieuw." },
  send: { title: "Verstuur Fout", description: "Kon ice breaker niet versturen. Probeer opnieuw." },
  rerun: { title: "Rerun Fout", description: "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw." },
  cancel: NOT_CANCELLED,
  cancelSelected: NOT_CANCELLED,
  reschedule: { title: "Datum Fout", description: "Kon de datum niet aanpassen. Probeer opnieuw." },
  classify: { title: "Fout", description: "Kon classificatie niet bijwerken. Probeer opnieuw." },
  undo: { title: "Fout", description: "Kon de actie niet ongedaan maken. Probeer het opnieuw." },
};

export const failureToast = (action: MessageAction, error: unknown): ToastMessage => {
  const { title, description } = FAILURE_TEXTS[action.kind];
  const text = error instanceof MissingProviderIdError ? error.message : clientErrorMessage(error, description);
  return { title, description: text, tone: "destructive" };
};

const bulkText = (outcome: string, { done: ids = [], refused = [] }: ActionResult): string => {
  const verb = ids.length === 1 ? "is" : "zijn";
  return `${formatMessageCount(ids.length)} ${verb} ${outcome}.${refusedText(refused)}`;
};

const SENT_TITLES = { now: "Ice Breaker Verstuurd", later: "Ice Breaker Ingepland", waiting: "Ice Breaker Klaargezet" };

export const successText = (action: MessageAction, result: ActionResult): ToastText => {
  switch (action.kind) {
    case "approve":
      return {
        title: "Bericht Bijgewerkt",
        description: `Het bericht aan ${action.message.contactName} is goedgekeurd.`,
      };
    case "edit":
      return {
        title: "Wijzigingen Opgeslagen",
        description: `De wijzigingen voor ${action.message.contactName} staan in de tabel met aanpassingen.`,
      };
    case "rewrite":
      return {
        title: "Feedback Verstuurd",
        description: `Het bericht aan ${action.message.contactName} wordt herschreven.`,
      };
    case "snooze":
      return {
        title: "Bericht uitgesteld",
        description: action.until
          ? `Het bericht aan ${action.message.contactName} komt terug op ${formatLongDate(`${action.until}T12:00:00Z`)}.`
          : `Het bericht aan ${action.message.contactName} is weer te beoordelen.`,
      };
    case "assign":
      return {
        title: "Bericht toegewezen",
        description: action.colleague
          ? `Het bericht aan ${action.message.contactName} is voor ${action.colleague.name}.`
          : `Het bericht aan ${action.message.contactName} is van niemand in het bijzonder.`,
      };
    case "reschedule":
      return { title: "Datum Aangepast", description: `${action.header} gaat uit op ${formatDateTime(action.at)}.` };
    case "classify":
      return {
        title: "Classificatie Bijgewerkt",
        description: `${action.message.contactName} is nu ${action.classification}.${stoppedMessagesText(result.stoppedMessages ?? 0)}`,
      };
    case "send":
      return {
        title: SENT_TITLES[result.departure ?? "now"],
        description: result.text ?? `Het bericht aan ${action.message.contactName} is verstuurd.`,
      };
    case "rerun":
      return {
        title: "Ice Breaker Rerun",
        description: result.text ?? `Het bericht aan ${action.message.contactName} wordt opnieuw gemaakt.`,
      };
    case "cancel":
      return {
        title: "Berichten Geannuleerd",
        description: `De berichten aan ${action.message.contactName} zijn geannuleerd.`,
      };
    case "approveSelected":
      return { title: "Berichten Bijgewerkt", description: bulkText("goedgekeurd", result) };
    case "cancelSelected":
      return { title: "Berichten Geannuleerd", description: bulkText("geannuleerd", result) };
    case "undo":
      return {
        title: "Actie ongedaan gemaakt",
        description: `Het bericht aan ${action.message.contactName} wacht weer op een besluit.`,
      };
  }
};

/** Where a message is again after an undo. */
const RESTORED: Partial<Record<MessageStatus, string>> = {
  approved: "is weer goedgekeurd",
  error: "staat weer bij Fout",
};

/** What the undo of an action has restored. */
export const undoneText = (action: MessageAction, { done = [] }: ActionResult): string => {
  if (!("message" in action)) return bulkText("weer te beoordelen", { done });
  const { contactName, status } = action.message;
  return action.kind === "classify"
    ? `De classificatie van ${contactName} is teruggezet.`
    : `Het bericht aan ${contactName} ${RESTORED[status] ?? "wacht weer op een besluit"}.`;
};
