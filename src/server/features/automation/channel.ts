import type { ClaimedPart, Delivery } from "#server/features/queue/queue.service.ts";

/** A way for messages to leave. It says what became of one, and never tries twice by itself. */
export interface Channel {
  name: string;
  send(part: ClaimedPart): Promise<Delivery>;
}
