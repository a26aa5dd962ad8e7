import type { Warning } from "./guardrails.ts";
import {
  askModel,
  type ModelAccess,
  type ModelDeps,
  ModelError,
  type ModelQuestion,
  type Usage,
} from "./language-model.ts";
import { buildRepair } from "./writing-prompt.ts";

export type RecordCall = (model: string, usage: Usage) => Promise<unknown>;

interface CheckedAnswer<T> {
  value: T;
  warnings: Warning[];
  model: string;
}

interface CheckedQuestion<T> {
  question: ModelQuestion<T>;
  /** The rules that an answer breaks. */
  check: (value: T) => Warning[];
}

/**
 * Asks the model, checks the answer, and asks once for a better one. What is still wrong then becomes a visible warning: a
 * person decides. Rejects with a ModelError when no answer can be used at all.
 */
export const askChecked = async <T>(
  deps: ModelDeps,
  access: ModelAccess,
  { question, check }: CheckedQuestion<T>,
  recordCall: RecordCall,
  signal?: AbortSignal,
): Promise<CheckedAnswer<T>> => {
  const ask = async (asked: ModelQuestion<T>) => {
    try {
      const { value, model, usage } = await askModel(deps, access, asked, signal);
      await recordCall(model, usage);
      return { value, model, warnings: check(value), answer: JSON.stringify(value) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.usage.promptTokens > 0) await recordCall(access.model, error.usage);
      if (error.problem !== "unusable") throw error;
      return { error, warnings: [], answer: error.answer ?? "" };
    }
  };
  const first = await ask(question);
  if (!("error" in first) && first.warnings.length === 0) return first;
  const second = await ask(buildRepair(question, first.answer, first.warnings));
  if ("error" in second) {
    if ("error" in first) throw second.error;
    return first;
  }
  const isBetter = "error" in first || second.warnings.length <= first.warnings.length;
  return isBetter ? second : first;
};
