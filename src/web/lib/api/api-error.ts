import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldProblem } from "#contract/errors.ts";

/** A failed call. `message` is "status: body" for the log; `text` is the server's message for the user. */
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

/** A proxy in front of the server may answer with a body of its own. */
const isErrorBody = (read: unknown): read is ErrorBody => {
  const { code, message } = (read ?? {}) as Partial<ErrorBody>;
  return typeof message === "string" && code !== undefined && Object.hasOwn(ERROR_STATUS, code);
};

/** The server's message for the user, or the fallback of the screen. */
export const problemText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.text : undefined) ?? fallback;

/** The server's message when it refused a request (4xx); the fallback when it failed or could not be reached. */
export const refusalText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status < 500 ? problemText(error, fallback) : fallback;
