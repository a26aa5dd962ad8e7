import { stoppedMessagesText } from "#contract/classification.ts";
import type { MessageStatus } from "#contract/message-status.ts";
import { type Message, messagesInFlightText, type SendPreview } from "#contract/messages.ts";
import { clientErrorMessage } from "#lib/api/api.ts";
import { formatDateTime, formatLongDate } from "#lib/dates/dates.ts";
import { formatMessageCount, refusedText } from "#lib/labels/refusals.ts";
import type { ToastMessage } from "#ui/feedback/toast.tsx";
import { type ActionResult, type MessageAction, type MessageActionKind, RefusedError } from "./message-action.ts";

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

/** After these the next message is shown without waiting for the server. */
const MOVING_ON: readonly MessageActionKind[] = ["approve", "cancel", "rerun", "send"];
/** Time to read whom it is about, and to go back. */
const NAMED_FAILURE_MS = 10_000;

/** A failed decision names its message: the buttons on the screen belong to the next one by now. */
export const failureToast = (
  action: MessageAction,
  error: unknown,
  onShow: (message: Message) => void,
): ToastMessage => {
  const { title, description } = FAILURE_TEXTS[action.kind];
  const text = error instanceof RefusedError ? error.message : clientErrorMessage(error, description);
  if (!("message" in action) || !MOVING_ON.includes(action.kind))
    return { title, description: text, tone: "destructive" };
  const { message } = action;
  return {
    title,
    description: `${text} Het gaat om het bericht aan ${message.contactName}.`,
    tone: "destructive",
    action: { label: "Naar dit bericht", onClick: () => onShow(message) },
    durationMs: NAMED_FAILURE_MS,
  };
};

const invitationText = (count: number): string => {
  if (count === 0) return "";
  const leads = count === 1 ? "1 lead is" : `${count} leads zijn`;
  return ` ${leads} nog geen connectie: eerst gaat er een uitnodiging, het bericht volgt na de acceptatie.`;
};

const bulkText = (outcome: string, { done: ids = [], refused = [], toInvite = 0 }: ActionResult): string => {
  const verb = ids.length === 1 ? "is" : "zijn";
  return `${formatMessageCount(ids.length)} ${verb} ${outcome}.${invitationText(toInvite)}${refusedText(refused)}`;
};

const SENT_TITLES = { now: "Ice Breaker Verstuurd", later: "Ice Breaker Ingepland", waiting: "Ice Breaker Klaargezet" };

/** `preview`: what the card has shown about sending. */
export const successText = (action: MessageAction, result: ActionResult, preview?: SendPreview): ToastText => {
  switch (action.kind) {
    case "approve": {
      const outcome = action.message.notQueued ? "staat in de wachtrij" : "is goedgekeurd";
      const approved = `Het bericht aan ${action.message.contactName} ${outcome}.`;
      const waitsFor = preview?.waitsFor;
      return {
        title: "Bericht Bijgewerkt",
        description: waitsFor?.code === "acceptance" ? `${approved} ${waitsFor.text}` : approved,
      };
    }
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
        title: action.until ? "Bericht uitgesteld" : "Niet meer uitgesteld",
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
        description: `De berichten aan ${action.message.contactName} zijn geannuleerd.${messagesInFlightText(result.messagesInFlight ?? 0)}`,
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
  if (action.kind === "assign") return `De toewijzing van het bericht aan ${contactName} is teruggezet.`;
  return action.kind === "classify"
    ? `De classificatie van ${contactName} is teruggezet.`
    : `Het bericht aan ${contactName} ${RESTORED[status] ?? "wacht weer op een besluit"}.`;
};
