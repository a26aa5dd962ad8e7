import { findPlaceholder } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";

// Loaded when there is something to ask: the texts would take the first load over its budget.

const NAMED = 5;

/** Names the placeholders of templates that are not filled in, with who would read them; empty when there are none. */
export const placeholderWarning = (messages: readonly Pick<Message, "contactName" | "messageContent">[]): string => {
  const found = messages.flatMap(({ contactName, messageContent }) => {
    const placeholder = findPlaceholder(messageContent);
    return placeholder ? { contactName, placeholder } : [];
  });
  const [first] = found;
  if (!first) return "";
  if (found.length === 1)
    return `“${first.placeholder}” is niet ingevuld. ${first.contactName} krijgt dat zo te lezen.`;
  const named = found.slice(0, NAMED).map(({ contactName, placeholder }) => `“${placeholder}” bij ${contactName}`);
  const others = found.length > NAMED ? [`nog ${found.length - NAMED}`] : [];
  return `In ${found.length} berichten is iets niet ingevuld: ${new Intl.ListFormat("nl").format([...named, ...others])}. Zij krijgen dat zo te lezen.`;
};

type Warned = { kind: "approve" | "send"; message: Message };

const labelOf = ({ kind, message }: Warned): string => {
  if (kind === "send") return "Toch versturen";
  return message.notQueued === null ? "Toch goedkeuren" : "Toch in de wachtrij zetten";
};

/** Why a user should think twice before this text goes to its lead, and what the button does that sends it anyway. */
export const approvalWarning = (action: Warned, messageContent: string): { label: string; text: string } => {
  const { message } = action;
  const reason = unwelcomeReason(message);
  const text = reason
    ? `${reason} ${message.contactName} krijgt dan toch weer een bericht.`
    : placeholderWarning([{ ...message, messageContent }]);
  return { label: labelOf(action), text };
};
