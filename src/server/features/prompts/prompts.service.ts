import type { NewPrompt, PromptChange, PromptPurpose } from "#contract/prompts.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  findVersion,
  insertOriginalVersion,
  insertPrompt,
  type LockedPrompt,
  lockPrompt,
  replaceText,
  updatePurpose,
} from "./prompts.queries.ts";

type PromptDeps = Pick<Platform, "events" | "clock">;

/** Locks the row for a change. Refuses an edit of a text that somebody else has replaced meanwhile, and names them. */
const lockForChange = async (scope: Scope, id: string, seen: number | undefined): Promise<LockedPrompt> => {
  const prompt = await lockPrompt(scope, id);
  if (!prompt) throw notFound();
  if (seen === undefined || seen === prompt.version) return prompt;
  const changedBy = (await findVersion(scope, id, prompt.version))?.author ?? "iemand anders";
  throw new AppError("conflict", `Deze prompt is intussen gewijzigd door ${changedBy}. Bekijk eerst de nieuwe tekst.`);
};

const storeText = async (
  deps: PromptDeps,
  scope: Scope,
  actor: AuditActor,
  prompt: LockedPrompt,
  { text, source }: { text: string; source: "edit" | "restore" },
): Promise<void> => {
  if (text === prompt.prompt) return;
  const { id, promptName } = prompt;
  await insertOriginalVersion(scope, id);
  await replaceText(scope, prompt, text, source, deps.clock.now());
  await enqueueEdit(scope, "prompts", id, { prompt: { before: prompt.prompt, after: text } });
  const change = {
    companyId: scope.companyId,
    action: source === "edit" ? "prompt.updated" : "prompt.restored",
    subject: { type: "prompt", id, name: promptName },
    before: { prompt: prompt.prompt },
    after: { prompt: text },
  };
  await recordChange(deps, scope, actor, change, "prompts");
};

/** Returns its id. */
export const createPrompt = (deps: PromptDeps, scope: Scope, actor: AuditActor, form: NewPrompt): Promise<string> =>
  transaction(scope, async (scope) => {
    const id = await insertPrompt(scope, form, deps.clock.now());
    await enqueueNewRows(scope, "prompts", [id]);
    const { promptName: name, prompt, accountManager } = form;
    const change = {
      companyId: scope.companyId,
      action: "prompt.created",
      subject: { type: "prompt", id, name },
      after: filledFields({ accountManager, prompt }),
    };
    await recordChange(deps, scope, actor, change, "prompts", "senders");
    return id;
  });

export const changePrompt = (
  deps: PromptDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  { prompt: text, version }: PromptChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const prompt = await lockForChange(scope, id, version);
    await storeText(deps, scope, actor, prompt, { text, source: "edit" });
  });

/** Stores an earlier text as the newest version; the versions in between stay. */
export const restorePrompt = (
  deps: PromptDeps,
  scope: Scope,
  actor: AuditActor,
  { id, number }: { id: string; number: number },
  seen: number | undefined,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const prompt = await lockForChange(scope, id, seen);
    const version = await findVersion(scope, id, number);
    if (!version) throw notFound();
    await storeText(deps, scope, actor, prompt, { text: version.prompt, source: "restore" });
  });

/** What the built-in writer uses the prompt for. It is not in Airtable. */
export const setPurpose = (
  deps: PromptDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  purpose: PromptPurpose,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const changed = await updatePurpose(scope, id, purpose, deps.clock.now());
    if (!changed) throw notFound();
    if (changed.before === purpose) return;
    const change = {
      companyId: scope.companyId,
      action: "prompt.purpose_set",
      subject: { type: "prompt", id, name: changed.promptName },
      before: { doel: changed.before },
      after: { doel: purpose },
    };
    await recordChange(deps, scope, actor, change, "prompts");
  });
