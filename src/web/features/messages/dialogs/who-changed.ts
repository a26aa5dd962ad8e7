import type { Message } from "#contract/messages.ts";

/** Who changed the text last; nobody's name is the automation's. */
export const whoChanged = ({ changedBy }: Pick<Message, "changedBy">): string => changedBy ?? "De automatisering";
