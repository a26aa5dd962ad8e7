import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { approveMessage } from "./approve.ts";
import { cancelMessage } from "./cancel.ts";
import type { Needs } from "./message-change.ts";

interface BatchResult {
  done: string[];
  refused: { id: string; reason: string }[];
}

/** Several messages, each by itself: one that cannot be does not hold back the others. */
export const runBatch = async (
  needs: Needs,
  scope: Scope,
  author: Author,
  { action, ids }: { action: "approve" | "cancel"; ids: readonly string[] },
): Promise<BatchResult> => {
  const act = action === "approve" ? approveMessage : cancelMessage;
  const result: BatchResult = { done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await act(needs, scope, author, id);
      result.done.push(id);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code !== "unavailable";
      if (!isRefusal) throw error;
      result.refused.push({ id, reason: error.message });
    }
  }
  return result;
};
