import type { ErrorCode, FieldProblem } from "#contract/errors.ts";

/** The only error whose message users see. Any other error is unexpected: its response is `internal`, without details. */
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

/** Used for unknown ids and for those of another company alike: the responses must not differ. */
export const notFound = (): AppError => new AppError("not_found", "Niet gevonden.");

export const notSignedIn = (): AppError => new AppError("unauthenticated", "Je bent niet (meer) ingelogd.");
