import { UNDO_SECONDS } from "#contract/undo.ts";
import { AppError, notFound } from "#platform/app-error.ts";

/** Why an action cannot be undone any more. */
export const refuseUndo = (found: { isUndone: boolean } | undefined): AppError => {
  if (!found) return notFound();
  return found.isUndone
    ? new AppError("already_undone", "Deze actie is al ongedaan gemaakt.")
    : new AppError("conflict", `Te laat: ongedaan maken kan tot ${UNDO_SECONDS} seconden na de actie.`);
};
