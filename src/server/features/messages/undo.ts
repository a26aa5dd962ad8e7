import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { cancelWaiting, findLeavingMessages } from "#server/features/queue/queue.service.ts";
import { changeMessage, holdMessage, type Needs } from "./message-change.ts";
import { requireNext, TEXTS, undoneBy } from "./messages.policy.ts";

/**
 * Takes an approval or a cancellation back while nothing has gone out. It becomes pending whatever it was: another
 * status would ask the automation once more for what it has done already.
 */
export const undoMessage = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await holdMessage(scope, id);
    const status = requireNext(message.status, undoneBy(message.status));
    await cancelWaiting(needs, scope, { messageIds: [id] });
    // Looked at behind the cancellation, which waits for whoever is claiming a part.
    if ((await findLeavingMessages(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.leaving);
    const after = { ...message, status, sendRequestedAt: null, cancelRequestedAt: null };
    await changeMessage(needs, scope, author, message, after, { action: "message.undone" });
  });
