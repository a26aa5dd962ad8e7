import type { WriterChange } from "#contract/company-forms.ts";
import { type ModelTest, type WriterSettings, type WriterUsage, writerUsage } from "#contract/writer.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { changeCompany, requireWriterConfirmation } from "#server/features/companies/companies.service.ts";
import { findAiKey } from "#server/features/companies/connections.service.ts";
import { detectStructuredOutput, ModelError, type StructuredOutput } from "./language-model.ts";
import { callRecorder, isLocalModel } from "./spending.ts";
import { findBudget, findCosts, findSettings, storeStructuredOutput } from "./writer.queries.ts";

export const readSettings = async (platform: Platform, scope: Scope): Promise<WriterSettings> => {
  const settings = await findSettings({ db: platform.database.platform }, scope.companyId);
  if (!settings) throw notFound();
  const now = platform.clock.now();
  const budget = await findBudget(scope, now);
  const isLocal = isLocalModel(settings.aiBaseUrl ?? "", platform.config.aiPrivateHosts);
  return {
    ...settings,
    isLocalModel: isLocal,
    tokensToday: budget?.used ?? 0,
    ...(await findCosts(scope, now)),
  };
};

/** For platform admins, who work outside any company. */
export const readUsage = async (platform: Platform, companyId: string, actor: AuditActor): Promise<WriterUsage> => {
  const { id, name, role } = actor;
  const settings = await readSettings(platform, {
    db: platform.database.tenant(companyId),
    companyId,
    actor: { id, name, role },
  });
  return writerUsage.parse(settings);
};

const ANSWERS: Readonly<Record<StructuredOutput, string>> = {
  schema: "volgens een vast schema",
  json_object: "als JSON",
  text: "als gewone tekst",
};

const fieldError = (path: string, message: string): AppError =>
  new AppError("invalid", message, { details: [{ path, message }] });

interface EnteredAccess {
  aiBaseUrl?: string | null | undefined;
  aiModel?: string | null | undefined;
  aiApiKey?: string | undefined;
}

/** Blank fields are taken from the stored settings. The stored key only goes to the stored address. */
const accessFor = async (platform: Platform, { companyId }: Scope, stored: WriterSettings, entered: EnteredAccess) => {
  const baseUrl = entered.aiBaseUrl || stored.aiBaseUrl;
  const model = entered.aiModel || stored.aiModel;
  if (!baseUrl) throw fieldError("aiBaseUrl", "Vul het adres van het taalmodel in.");
  if (!model) throw fieldError("aiModel", "Vul de naam van het model in.");
  const isStoredAddress = baseUrl === stored.aiBaseUrl;
  const apiKey = entered.aiApiKey || (isStoredAddress ? await findAiKey(platform, companyId) : undefined);
  return { baseUrl, model, apiKey };
};

/** Asks the model for a short answer and finds out what its server supports. */
export const testModel = async (
  platform: Platform,
  scope: Scope,
  form: ModelTest,
): Promise<{ ok: boolean; message: string }> => {
  try {
    const access = await accessFor(platform, scope, await readSettings(platform, scope), form);
    const { structuredOutput, model } = await detectStructuredOutput(
      platform,
      access,
      callRecorder(platform, scope, access),
    );
    return { ok: true, message: `Verbinding gelukt: ${model} antwoordt ${ANSWERS[structuredOutput]}.` };
  } catch (error) {
    if (error instanceof ModelError || error instanceof AppError) return { ok: false, message: error.message };
    throw error;
  }
};

/** The built-in writer is switched on only after a confirmation and a successful test. */
export const changeSettings = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  { confirmed, ...change }: WriterChange,
): Promise<WriterSettings> => {
  const { companyId } = scope;
  const db = platform.database.platform;
  const stored = await readSettings(platform, scope);
  const isOn = (change.writer ?? stored.writer) === "builtin";
  const after = { writer: change.writer ?? stored.writer, aiBaseUrl: change.aiBaseUrl ?? stored.aiBaseUrl };
  requireWriterConfirmation(stored, after, { isConfirmed: confirmed, path: "confirmed" });
  const access = isOn ? await accessFor(platform, scope, stored, change) : undefined;
  const detected = access
    ? await detectStructuredOutput(platform, access, callRecorder(platform, scope, access)).catch((error: unknown) => {
        throw error instanceof ModelError ? fieldError("aiBaseUrl", error.message) : error;
      })
    : undefined;
  await changeCompany(platform, actor, companyId, { ...change, writerConfirmed: confirmed ?? false });
  if (access && detected)
    await storeStructuredOutput({ db }, companyId, { ...access, structuredOutput: detected.structuredOutput });
  return readSettings(platform, scope);
};
