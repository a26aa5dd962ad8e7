import { findPlaceholder } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import type { SingleMessageAction } from "./message-action.ts";

type SendingAction = Extract<SingleMessageAction, { kind: "approve" | "send" }>;

export const approveAction = (message: Message): SendingAction => ({
  kind: "approve",
  message,
  content: message.messageContent,
  contentVersion: message.contentVersion,
});

const contentOf = (action: SendingAction): string =>
  action.kind === "approve" ? action.content : action.message.messageContent;

/** The lead seems to have refused, or a placeholder of a template is not filled in. */
export const hasWarning = (action: SendingAction): boolean =>
  Boolean(unwelcomeReason(action.message) ?? findPlaceholder(contentOf(action)));

const readWarning = (action: SendingAction) =>
  import("./approval-warnings.ts").then(
    ({ approvalWarning }) => approvalWarning(action, contentOf(action)),
    () => ({ label: "Toch doorgaan", text: "Lees de tekst nog eens na." }),
  );

/** Asks before a message that the lead would not want to read; true for every other action. */
export function useWarningQuestion() {
  const confirm = useConfirm();
  return async (action: SingleMessageAction): Promise<boolean> => {
    if ((action.kind !== "approve" && action.kind !== "send") || !hasWarning(action)) return true;
    const { label, text } = await readWarning(action);
    return confirm({
      title: `${label}?`,
      text,
      confirmLabel: label,
      tone: "destructive",
    });
  };
}
