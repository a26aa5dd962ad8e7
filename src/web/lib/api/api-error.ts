import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldProblem } from "#contract/errors.ts";

/** A failed call. `message` is the generic "status: body"; what people read is `text`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly text: string | undefined;
  readonly details: FieldProblem[];

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    const known = readBody(body);
    this.status = status;
    this.code = known?.code;
    this.text = known?.message;
    this.details = known?.details ?? [];
  }
}

const readBody = (body: string): ErrorBody | undefined => {
  try {
    const read: unknown = JSON.parse(body);
    return isErrorBody(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

/** What stands between us and the server may answer too, in words of its own. */
const isErrorBody = (read: unknown): read is ErrorBody => {
  const { code, message } = (read ?? {}) as Partial<ErrorBody>;
  return typeof message === "string" && code !== undefined && Object.hasOwn(ERROR_STATUS, code);
};

/** What to tell people: the server's own words, or the screen's when it had none. */
export const problemText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.text : undefined) ?? fallback;

/**
 * What to say of something that failed: why the server refused it, in its own words; or, when it broke or could not be
 * reached, what the screen knows of it.
 */
export const refusalText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status < 500 ? problemText(error, fallback) : fallback;
