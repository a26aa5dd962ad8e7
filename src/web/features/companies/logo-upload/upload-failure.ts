import { ApiError } from "#lib/api/api-error.ts";

/** Short, as the widget says it. What people read about it is in its cause: the server's own words, if it had any. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  /** Worth another try, to another address. */
  readonly passing: boolean;

  constructor(message: string, cause: unknown, passing: boolean) {
    super(message, { cause });
    this.passing = passing;
  }
}

const RETRYABLE_STATUSES = new Set([0, 408, 409, 429]);

const shortMessage = ({ status, code }: ApiError, otherwise: string): string => {
  if (status === 0) return "Geen verbinding met de server.";
  if (status === 401) return "Authorization required";
  return code === "expired" ? "Request has expired" : otherwise;
};

const failureOfResponse = (answer: ApiError, otherwise: string): UploadFailure => {
  const { status, code } = answer;
  const passing = RETRYABLE_STATUSES.has(status) || status >= 500 || code === "expired";
  return new UploadFailure(shortMessage(answer, otherwise), answer, passing);
};

type FailedRequest = Pick<XMLHttpRequest, "status" | "statusText" | "responseText">;

/** The widget's errors carry the request they come from. */
const findRequest = (error: unknown): FailedRequest | undefined =>
  error instanceof Error && "source" in error ? (error.source as FailedRequest) : undefined;

/** Of a file that did not arrive. */
export const failureOfUpload = (error: unknown): UploadFailure => {
  const request = findRequest(error);
  if (!request) return new UploadFailure("Upload failed", error, false);
  return failureOfResponse(new ApiError(request.status, request.statusText, request.responseText), "Non 2xx");
};

/** Of an address that was not given. */
export const failureOfUrlRequest = (error: unknown): UploadFailure =>
  error instanceof ApiError
    ? failureOfResponse(error, "Failed to get upload URL")
    : new UploadFailure("Failed to get upload URL", error, false);
