import type { MessageType } from "#contract/messages.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { writeJob } from "./job-definitions.ts";
import { findWriter, insertDraftRequests, replaceRequest, type WritingKind } from "./writer.queries.ts";

type RequestDeps = Pick<Platform, "clock" | "jobs">;

/** airtable: the company's own automation writes its texts. builtin: we do. */
export const writerOf = (scope: Scope): Promise<"airtable" | "builtin"> => findWriter(scope);

const wakeWriter = ({ jobs }: Pick<Platform, "jobs">, { db, companyId }: Scope): Promise<void> =>
  jobs.enqueue(db, writeJob, { companyId });

interface TextRequest {
  id: string;
  leadId: string | null;
  messageType: MessageType;
  contentVersion: number;
}

/**
 * Requests a new text for a message where the company uses our writer. Call it in the transaction that marks the message
 * as regenerating.
 */
export const requestText = async (
  deps: RequestDeps,
  scope: Scope,
  { id, leadId, messageType, contentVersion }: TextRequest,
  kind: Exclude<WritingKind, "draft">,
): Promise<void> => {
  if (leadId === null || (await findWriter(scope)) !== "builtin") return;
  const request = { kind, messageType, leadId, messageId: id, baseVersion: contentVersion };
  await replaceRequest(scope, request, deps.clock.now());
  await wakeWriter(deps, scope);
};

/** Requests drafts for leads without a message of this type; returns the leads that get one. */
export const requestDrafts = (
  deps: RequestDeps,
  scope: Scope,
  leadIds: readonly string[],
  messageType: MessageType,
): Promise<string[]> =>
  transaction(scope, async (scope) => {
    const requested = await insertDraftRequests(scope, leadIds, messageType, deps.clock.now());
    if (requested.length > 0) await wakeWriter(deps, scope);
    return requested;
  });
