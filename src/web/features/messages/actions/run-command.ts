import { isOpen, nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import type { CardCommand } from "../card/card-command.ts";
import type { MessageAction, SingleMessageAction } from "./message-action.ts";
import type { DialogSubject } from "./use-review-dialog.ts";

type CommandHandlers = {
  perform: (action: MessageAction) => Promise<boolean>;
  performAndMoveOn: (action: SingleMessageAction) => void;
  approve: (message: Message) => void;
  send: (message: Message) => Promise<void>;
  show: (subject: DialogSubject) => void;
  onSelect: (id: string, isRange: boolean) => void;
};

export const runCommand = (
  command: CardCommand,
  { perform, performAndMoveOn, approve, send, show, onSelect }: CommandHandlers,
): void => {
  const { message } = command;
  switch (command.kind) {
    case "approve":
      if (nextStatus(message.status, "approve")) approve(message);
      break;
    case "queue":
      approve(message);
      break;
    case "cancel":
      if (nextStatus(message.status, "cancel")) performAndMoveOn({ kind: "cancel", message });
      break;
    case "rerun":
      performAndMoveOn({ kind: "rerun", message });
      break;
    case "send":
      void send(message);
      break;
    case "undo":
      void perform({ kind: "undo", message });
      break;
    case "reschedule":
      void perform(command);
      break;
    case "edit":
    case "rewrite":
      if (nextStatus(message.status, command.kind)) show({ dialog: command.kind, message });
      break;
    case "reviseAndApprove":
      if (nextStatus(message.status, "approve")) show({ dialog: command.kind, message });
      break;
    case "resendFeedback": {
      const { feedback, contentVersion } = message;
      if (feedback) void perform({ kind: "rewrite", message, feedback, contentVersion });
      break;
    }
    case "markNotInterested":
      void perform({ kind: "classify", message, classification: "NOT INTERESTED" });
      break;
    case "classify":
    case "notes":
    case "airtable":
      show({ dialog: command.kind, message });
      break;
    case "snooze":
    case "assign":
      if (isOpen(message.status)) show({ dialog: command.kind, message });
      break;
    case "endSnooze":
      void perform({ kind: "snooze", message, until: null });
      break;
    case "report":
      if (message.hasReport) show({ dialog: command.kind, message });
      break;
    case "select":
    case "selectRange":
      onSelect(message.id, command.kind === "selectRange");
      break;
  }
};
