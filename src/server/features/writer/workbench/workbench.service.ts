import type { MessageType } from "#contract/messages.ts";
import type { DraftOutcome, Experiment, TestResult } from "#contract/workbench.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { findModelAccess, type LanguageModelAccess } from "#server/features/companies/connections.service.ts";
import {
  compareProportions,
  REPEATED_CRITICAL_Z,
  readPromptResults,
} from "#server/features/statistics/statistics.service.ts";
import { ModelError } from "../language-model.ts";
import { withStructuredOutput } from "../perform-request.ts";
import { createWritingTools, findUsedUpBudget } from "../spending.ts";
import { NoTextError, prepareTask, renderSections, writeDraft } from "../write-draft.ts";
import { findSubject, type WritingSubject } from "../writer.queries.ts";
import { RULES_VERSION } from "../writing-prompt.ts";
import { groupByTheme } from "./feedback-themes.ts";
import { TEST_LEADS } from "./test-leads.ts";
import {
  endExperiment,
  findFeedback,
  findLatestExperiment,
  findPrompt,
  findRunningExperiments,
  findTestResults,
  findWriterNames,
  insertExperiment,
  type StoredExperiment,
  upsertTest,
} from "./workbench.queries.ts";

const requirePrompt = async (scope: Scope, id: string) => {
  const prompt = await findPrompt(scope, id);
  if (!prompt) throw notFound();
  return prompt;
};

const noText = (problem: string): DraftOutcome => ({ draft: null, problem });

/** Writes a text while the user waits. It is not stored; only its tokens count for the budget. */
const writeUnstoredDraft = async (
  platform: Platform,
  scope: Scope,
  found: LanguageModelAccess | undefined,
  subject: WritingSubject,
  messageType: MessageType,
): Promise<DraftOutcome> => {
  if (!found) return noText("De ingebouwde schrijver staat uit. Een beheerder kan die bij Bedrijf Beheer aanzetten.");
  const usedUp = await findUsedUpBudget(platform, scope);
  if (usedUp) return noText(usedUp.problem);
  try {
    const access = await withStructuredOutput(platform, scope, found);
    const { recordCall, signal } = createWritingTools(platform, scope, access, new AbortController().signal);
    const prepared = prepareTask(subject, { kind: "draft", messageType });
    const { sections, warnings, model } = await writeDraft(platform, access, prepared, recordCall, signal);
    const texts = [...renderSections(sections, prepared.task)].map(([header, text]) => ({ header, text }));
    return { draft: { sections: texts, warnings, model }, problem: null };
  } catch (error) {
    if (error instanceof ModelError || error instanceof NoTextError) return noText(error.message);
    throw error;
  }
};

/** The same lead with the stored and with the changed prompt, so that they can be read side by side. */
export const tryPrompt = async (
  platform: Platform,
  scope: Scope,
  promptId: string,
  { prompt: text, leadId }: { prompt: string; leadId: string },
) => {
  const { id, version, text: storedText, messageType } = await requirePrompt(scope, promptId);
  const subject = await findSubject(scope, { leadId, purpose: messageType });
  if (!subject) throw notFound();
  const write = async (promptText: string) => {
    const access = await findModelAccess(platform, scope.companyId);
    return writeUnstoredDraft(
      platform,
      scope,
      access,
      { ...subject, prompt: { id, version, text: promptText } },
      messageType,
    );
  };
  return { leadName: subject.lead.fullName, current: await write(storedText), changed: await write(text) };
};

interface TestedPrompt {
  text: string;
  messageType: MessageType;
  senderName: string;
  companyName: string;
}

/** Writes for a test lead. Whether the text passes is stored, so that users see which versions were tested. */
const runTest = async (
  platform: Platform,
  scope: Scope,
  { text, messageType, senderName, companyName }: TestedPrompt,
  n: number,
): Promise<DraftOutcome> => {
  const testLead = TEST_LEADS.find((lead) => lead.n === n);
  if (!testLead) throw notFound();
  const subject: WritingSubject = {
    lead: testLead.profile,
    senderName,
    formOfAddress: "je",
    companyName,
    prompt: { id: "", version: 0, text },
    struck: [],
    message: null,
  };
  const access = await findModelAccess(platform, scope.companyId);
  const outcome = await writeUnstoredDraft(platform, scope, access, subject, messageType);
  if (outcome.draft && access) {
    const hasPassed = outcome.draft.warnings.length === 0;
    const test = { text, messageType, testLead: n, model: access.model, rulesVersion: RULES_VERSION, hasPassed };
    await upsertTest(scope, test, platform.clock.now());
  }
  return outcome;
};

export const testPrompt = async (
  platform: Platform,
  scope: Scope,
  promptId: string,
  { prompt: text, n }: { prompt: string; n: number },
): Promise<DraftOutcome> => {
  const { messageType, accountManager, statisticsPerson, companyName } = await requirePrompt(scope, promptId);
  return runTest(
    platform,
    scope,
    { text, messageType, senderName: accountManager || statisticsPerson, companyName },
    n,
  );
};

export const testNewPrompt = async (
  platform: Platform,
  scope: Scope,
  { prompt: text, purpose, accountManager, n }: NewTest,
): Promise<DraftOutcome> => {
  const names = await findWriterNames(scope);
  if (!names) throw notFound();
  const senderName = accountManager || names.statisticsPerson;
  return runTest(platform, scope, { text, messageType: purpose, senderName, companyName: names.companyName }, n);
};

interface NewTest {
  prompt: string;
  purpose: MessageType;
  accountManager: string | null;
  n: number;
}

export const readTestResults = async (
  platform: Platform,
  scope: Scope,
  promptId: string | undefined,
): Promise<TestResult[]> => {
  if (promptId) await requirePrompt(scope, promptId);
  const access = await findModelAccess(platform, scope.companyId);
  if (!access) return [];
  return findTestResults(scope, {
    promptId,
    model: access.model,
    rulesVersion: RULES_VERSION,
    testLeads: TEST_LEADS.length,
  });
};

export const readFeedback = async ({ clock }: Pick<Platform, "clock">, scope: Scope, promptId: string) => {
  await requirePrompt(scope, promptId);
  return groupByTheme(await findFeedback(scope, promptId, clock.now()));
};

const NOTHING = { written: 0, sent: 0, replied: 0 };

const CONCLUSIONS = {
  too_few: "Nog te weinig verstuurd om iets te zeggen: van beide versies zijn er minstens 20 nodig.",
  chance: "Het verschil kan nog toeval zijn.",
  higher: "De huidige versie krijgt duidelijk vaker antwoord.",
  lower: "De andere versie krijgt duidelijk vaker antwoord.",
} as const;

const evaluate = async (scope: Scope, stored: StoredExperiment) => {
  const { startedAt, endedAt } = stored;
  const results = await readPromptResults(scope, new Date(startedAt), endedAt ? new Date(endedAt) : undefined);
  const figuresOf = (version: number) => {
    const { written, sent, replied } =
      results.find((result) => result.promptId === stored.promptId && result.version === version) ?? NOTHING;
    return { version, written, sent, replied };
  };
  const [live, other] = [figuresOf(stored.liveVersion), figuresOf(stored.otherVersion)];
  const replyProportion = ({ replied, sent }: typeof live) => ({ successes: replied, total: sent });
  const outcome = compareProportions(replyProportion(live), replyProportion(other), REPEATED_CRITICAL_Z);
  return { live, other, outcome };
};

const describe = async (scope: Scope, stored: StoredExperiment): Promise<Experiment> => {
  const { live, other, outcome } = await evaluate(scope, stored);
  const { share, startedBy, startedAt, endedAt, winner } = stored;
  return { share, startedBy, startedAt, endedAt, winner, live, other, conclusion: CONCLUSIONS[outcome] };
};

export const readExperiment = async (scope: Scope, promptId: string): Promise<Experiment | null> => {
  await requirePrompt(scope, promptId);
  const stored = await findLatestExperiment(scope, promptId);
  return stored ? describe(scope, stored) : null;
};

type ExperimentDeps = Pick<Platform, "clock" | "events">;

const recordExperiment = (
  deps: ExperimentDeps,
  scope: Scope,
  actor: AuditActor,
  { id, name }: { id: string; name: string },
  change: { action: string; after?: Record<string, unknown> },
): Promise<void> => {
  const entry = { companyId: scope.companyId, subject: { type: "prompt", id, name }, ...change };
  return recordChange(deps, scope, actor, entry, "prompts");
};

export const startExperiment = (
  deps: ExperimentDeps,
  scope: Scope,
  actor: AuditActor,
  promptId: string,
  choice: { otherVersion: number; share: number },
): Promise<Experiment> =>
  transaction(scope, async (scope) => {
    const prompt = await requirePrompt(scope, promptId);
    const inserted = await insertExperiment(scope, promptId, choice, deps.clock.now());
    if (!inserted)
      throw new AppError("conflict", "Kies een andere versie dan de huidige, en stop eerst een test die nog loopt.");
    await recordExperiment(deps, scope, actor, prompt, { action: "prompt.experiment_started", after: choice });
    const stored = await findLatestExperiment(scope, promptId);
    if (!stored) throw notFound();
    return describe(scope, stored);
  });

export const stopExperiment = (
  deps: ExperimentDeps,
  scope: Scope,
  actor: AuditActor,
  promptId: string,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const prompt = await requirePrompt(scope, promptId);
    if ((await endExperiment(scope, promptId, null, deps.clock.now())) === 0) return;
    await recordExperiment(deps, scope, actor, prompt, { action: "prompt.experiment_stopped" });
  });

/** Ends the A/B tests of a company in which one version is clearly better, and those whose prompt was edited meanwhile. */
export const endDecidedExperiments = ({ clock, events }: ExperimentDeps, scope: Scope): Promise<void> =>
  transaction(scope, async (scope) => {
    for (const experiment of await findRunningExperiments(scope)) {
      const { promptId, liveVersion, otherVersion, isOutdated } = experiment;
      const { outcome } = await evaluate(scope, experiment);
      const winner = { higher: liveVersion, lower: otherVersion, chance: null, too_few: null }[outcome];
      if (winner === null && !isOutdated) continue;
      await endExperiment(scope, promptId, winner, clock.now());
      await events.publish(scope.db, scope.companyId, { topic: "prompts", id: promptId });
    }
  });
