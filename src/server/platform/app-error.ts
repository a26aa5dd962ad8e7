import type { ErrorCode, FieldProblem } from "#contract/errors.ts";

/** The one error that reaches people. Anything else that is thrown is a defect and answers as `internal`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, more: { details?: FieldProblem[]; retryAfterSeconds?: number } = {}) {
    super(message);
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Unknown and another tenant's are the same answer, to the letter. */
export const notFound = (): AppError => new AppError("not_found", "Niet gevonden.");

export const notSignedIn = (): AppError => new AppError("unauthenticated", "Je bent niet (meer) ingelogd.");
