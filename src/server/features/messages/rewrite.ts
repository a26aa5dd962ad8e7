import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { changeMessage, holdMessage, keepCurrentText, type Needs } from "./message-change.ts";
import { requireNext } from "./messages.policy.ts";
import type { LockedMessage } from "./messages.queries.ts";

/** Somebody has asked about this very text, and the answer has not come. */
const isUnderWay = ({ regenerating, requestedVersion, contentVersion }: LockedMessage): boolean =>
  regenerating && requestedVersion === contentVersion;

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
    const isSameQuestion = message.status === status && message.feedback === feedback;
    if (isSameQuestion && isUnderWay(message)) return;
    await keepCurrentText(needs, scope, message, feedback);
    const question = { status, feedback, regenerating: true, requestedVersion: message.contentVersion };
    // The same words about another text would look at Airtable like nothing new; the moment tells them apart.
    const asked = isSameQuestion ? { ...question, rerunRequestedAt: needs.clock.now() } : question;
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
