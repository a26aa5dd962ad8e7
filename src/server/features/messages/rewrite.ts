import { type Scope, transaction } from "../../platform/database/scope.ts";
import type { Author } from "../audit/audit.service.ts";
import { changeMessage, holdMessage, keepCurrentText, type Needs } from "./message-change.ts";
import { requireNext } from "./messages.policy.ts";

/** Asks for a new text, with what is wrong with this one. The version it was said about is what a new one may replace. */
export const rewriteMessage = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  { feedback, contentVersion }: { feedback: string; contentVersion?: number | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await holdMessage(scope, id, contentVersion);
    const status = requireNext(message.status, "rewrite");
    await keepCurrentText(needs, scope, message, feedback);
    const asked = { status, feedback, regenerating: true, requestedVersion: message.contentVersion };
    await changeMessage(
      needs,
      scope,
      author,
      message,
      { ...message, ...asked },
      { action: "message.rewritten", before: { feedback: message.feedback }, after: { feedback } },
    );
  });

/** Asks for a new text from scratch. */
export const rerunMessage = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await holdMessage(scope, id);
    const status = requireNext(message.status, "rerun");
    await keepCurrentText(needs, scope, message);
    const rerunRequestedAt = needs.clock.now();
    const asked = { status, rerunRequestedAt, regenerating: true, requestedVersion: message.contentVersion };
    await changeMessage(needs, scope, author, message, { ...message, ...asked }, { action: "message.rerun" });
  });
