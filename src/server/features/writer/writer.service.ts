import type { MessageType } from "#contract/messages.ts";
import type { RequestedTexts } from "#contract/writer.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { writeTextsJob } from "./job-definitions.ts";
import {
  countSkipReasons,
  endWaiting,
  findWriter,
  insertDraftRequests,
  insertDraftRequestsForBestRated,
  replaceRequest,
} from "./writing-requests.queries.ts";

type RequestDeps = Pick<Platform, "clock" | "jobs">;

/** airtable: the company's own automation writes its texts. builtin: we do. */
export const writerOf = (scope: Scope): Promise<"airtable" | "builtin"> => findWriter(scope);

/** Refuses a request to our writer where the company's own automation writes. */
export const requireBuiltInWriter = async (scope: Scope): Promise<void> => {
  if ((await findWriter(scope)) === "builtin") return;
  throw new AppError(
    "conflict",
    "De ingebouwde schrijver staat uit. Een beheerder kan die bij Bedrijf Beheer aanzetten.",
  );
};

export const wakeWriter = (
  { jobs }: Pick<Platform, "jobs">,
  { db, companyId }: Pick<Scope, "db" | "companyId">,
): Promise<void> => jobs.enqueue(db, writeTextsJob, { companyId });

/** Lets waiting requests be tried at once. Call it when the settings of the writer have changed, for example its daily budget. */
export const resumeWriter = async (deps: RequestDeps, scope: Pick<Scope, "db" | "companyId">): Promise<void> => {
  if ((await endWaiting(scope, deps.clock.now())) > 0) await wakeWriter(deps, scope);
};

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
  kind: "rewrite" | "rerun",
): Promise<void> => {
  if ((await findWriter(scope)) !== "builtin") return;
  if (leadId === null)
    throw new AppError(
      "conflict",
      "Dit bericht hoort bij geen lead. De schrijver kan er geen nieuwe tekst voor maken.",
    );
  const request = { kind, messageType, leadId, messageId: id, baseVersion: contentVersion };
  await replaceRequest(scope, request, deps.clock.now());
  await wakeWriter(deps, scope);
};

type DraftSelection = { messageType: MessageType } & (
  | { leadIds: readonly string[] }
  | { minRating: number; limit: number }
);

/** How many of these leads get a text, and why the others do not. */
export const toRequestedTexts = async (
  scope: Scope,
  leadIds: readonly string[],
  requested: readonly string[],
  kind: MessageType | "rating",
): Promise<RequestedTexts> => {
  const others = [...new Set(leadIds)].filter((id) => !requested.includes(id));
  return {
    requested: requested.length,
    skipped: others.length > 0 ? await countSkipReasons(scope, others, kind) : [],
  };
};

/** Requests drafts for leads without a message of this type. */
export const requestDrafts = (deps: RequestDeps, scope: Scope, drafts: DraftSelection): Promise<RequestedTexts> =>
  transaction(scope, async (scope) => {
    const at = deps.clock.now();
    const requested =
      "leadIds" in drafts
        ? await insertDraftRequests(scope, [...new Set(drafts.leadIds)], drafts.messageType, at)
        : await insertDraftRequestsForBestRated(scope, drafts, at);
    if (requested.length > 0) await wakeWriter(deps, scope);
    return toRequestedTexts(scope, "leadIds" in drafts ? drafts.leadIds : [], requested, drafts.messageType);
  });
