import { refusalText } from "#lib/api/api-error.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
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
const NOT_UNDONE = { title: "Fout", description: "Kon de actie niet ongedaan maken. Probeer het opnieuw." };

const FAILURE_TEXTS: Record<MessageActionKind, ToastText> = {
  approve: NOT_UPDATED,
  rewrite: NOT_UPDATED,
  approveAll: NOT_UPDATED,
  edit: { title: "Fout", description: "Kon het bericht niet bewerken. Probeer het opnieuw." },
  send: { title: "Verstuur Fout", description: "Kon ice breaker niet versturen. Probeer opnieuw." },
  rerun: { title: "Rerun Fout", description: "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw." },
  cancel: NOT_CANCELLED,
  cancelAll: NOT_CANCELLED,
  reschedule: { title: "Datum Fout", description: "Kon de datum niet aanpassen. Probeer opnieuw." },
  classify: { title: "Fout", description: "Kon classificatie niet bijwerken. Probeer opnieuw." },
  undo: NOT_UNDONE,
  undoAll: NOT_UNDONE,
};

export const failureToast = (deed: MessageAction, error: unknown): ToastMessage => {
  const { title, description } = FAILURE_TEXTS[deed.kind];
  const text = error instanceof MissingProviderIdError ? error.message : refusalText(error, description);
  return { title, description: text, tone: "destructive" };
};

export const countMessages = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "bericht" : "berichten"}`;

const bulkText = (done: string, { done: ids = [], refused = [] }: ActionResult): string => {
  const verb = ids.length === 1 ? "is" : "zijn";
  const [first] = refused;
  const rest = first ? ` ${countMessages(refused.length)} niet: ${first.reason}` : "";
  return `${countMessages(ids.length)} ${verb} ${done}.${rest}`;
};

/** What happened, under the title it has everywhere. */
export const successText = (deed: MessageAction, answer: ActionResult): ToastText => {
  switch (deed.kind) {
    case "approve":
      return {
        title: "Bericht Bijgewerkt",
        description: `Het bericht aan ${deed.message.contactName} is goedgekeurd.`,
      };
    case "edit":
      return {
        title: "Wijzigingen Opgeslagen",
        description: `De wijzigingen voor ${deed.message.contactName} staan in de aanpassingstabel.`,
      };
    case "rewrite":
      return {
        title: "Feedback Verstuurd",
        description: `Het bericht aan ${deed.message.contactName} wordt herschreven.`,
      };
    case "reschedule":
      return { title: "Datum Aangepast", description: `${deed.header} gaat uit op ${formatDateTime(deed.at)}.` };
    case "classify":
      return {
        title: "Classificatie Bijgewerkt",
        description: `${deed.message.contactName} is nu ${deed.classification}.`,
      };
    case "send":
      return {
        title: "Ice Breaker Verstuurd",
        description: answer.text ?? `Het bericht aan ${deed.message.contactName} is verstuurd.`,
      };
    case "rerun":
      return {
        title: "Ice Breaker Rerun",
        description: answer.text ?? `Het bericht aan ${deed.message.contactName} wordt opnieuw gemaakt.`,
      };
    case "cancel":
      return {
        title: "Berichten Geannuleerd",
        description: answer.text ?? `De berichten aan ${deed.message.contactName} zijn geannuleerd.`,
      };
    case "approveAll":
      return { title: "Berichten Bijgewerkt", description: bulkText("goedgekeurd", answer) };
    case "cancelAll":
      return { title: "Berichten Geannuleerd", description: bulkText("geannuleerd", answer) };
    case "undo":
      return {
        title: "Actie ongedaan gemaakt",
        description: `Het bericht aan ${deed.message.contactName} wacht weer op een besluit.`,
      };
    case "undoAll":
      return { title: "Actie ongedaan gemaakt", description: bulkText("weer te beoordelen", answer) };
  }
};

/** What a toast offers to take back. */
export const undoActionFor = (deed: MessageAction, { done = [] }: ActionResult): MessageAction | undefined => {
  if (deed.kind === "approve" || deed.kind === "cancel") return { kind: "undo", message: deed.message };
  const several = deed.kind === "approveAll" || deed.kind === "cancelAll";
  return several && done.length > 0 ? { kind: "undoAll", ids: done } : undefined;
};
