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
export const askWithRepair = async <T>(
  deps: ModelDeps,
  access: ModelAccess,
  { question, check }: CheckedQuestion<T>,
  recordCall: RecordCall,
  signal?: AbortSignal,
): Promise<CheckedAnswer<T>> => {
  /** Every answer is paid for, also one that cannot be used. */
  const ask = async (asked: ModelQuestion<T>): Promise<CheckedAnswer<T> | ModelError> => {
    try {
      const { value, model, usage } = await askModel(deps, access, asked, signal);
      await recordCall(model, usage);
      return { value, model, warnings: check(value) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.usage.promptTokens > 0) await recordCall(access.model, error.usage);
      return error;
    }
  };
  const first = await ask(question);
  if (first instanceof ModelError) {
    if (first.problem !== "unusable") throw first;
    const second = await ask(buildRepair(question, first.answer ?? "", []));
    if (second instanceof ModelError) throw second;
    return second;
  }
  if (first.warnings.length === 0) return first;
  const second = await ask(buildRepair(question, JSON.stringify(first.value), first.warnings));
  // Whatever went wrong with the repair, the first answer can be used.
  if (second instanceof ModelError) return first;
  // The second wins a tie: the model wrote it knowing what was wrong.
  return second.warnings.length <= first.warnings.length ? second : first;
};
