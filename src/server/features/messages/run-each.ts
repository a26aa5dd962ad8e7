import { AppError } from "#platform/app-error.ts";

export interface BatchResult {
  done: string[];
  refused: { id: string; reason: string }[];
}

/** Each row in a transaction of its own: a refused one does not affect the others. */
export const runEach = async (ids: readonly string[], act: (id: string) => Promise<void>): Promise<BatchResult> => {
  const result: BatchResult = { done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await act(id);
      result.done.push(id);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code !== "unavailable";
      if (!isRefusal) throw error;
      // The specification's message for a single one is English; these reasons are shown as they are.
      const reason = error.code === "not_found" ? "Dit bericht bestaat niet meer." : error.message;
      result.refused.push({ id, reason });
    }
  }
  return result;
};
