import { ApiError } from "#lib/api/api.ts";

/** Its message is the short text in the upload widget. The toast shows the message of the server, which is in `cause`. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  /** Whether a retry with a new upload URL can succeed. */
  readonly retryable: boolean;

  constructor(message: string, cause: unknown, retryable: boolean) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

const RETRYABLE_STATUSES = new Set([0, 408, 409, 429]);

const shortMessage = ({ status, code }: ApiError, fallback: string): string => {
  if (status === 0) return "Geen verbinding met de server.";
  if (status === 401) return "Authorization required";
  return code === "expired" ? "Request has expired" : fallback;
};

const failureOfResponse = (response: ApiError, fallback: string): UploadFailure => {
  const { status, code } = response;
  const retryable = RETRYABLE_STATUSES.has(status) || status >= 500 || code === "expired";
  return new UploadFailure(shortMessage(response, fallback), response, retryable);
};

type FailedRequest = Pick<XMLHttpRequest, "status" | "statusText" | "responseText">;

/** Uppy's errors carry the failed request in `source`. */
const findRequest = (error: unknown): FailedRequest | undefined =>
  error instanceof Error && "source" in error ? (error.source as FailedRequest) : undefined;

/** The upload of the file failed. */
export const failureOfUpload = (error: unknown): UploadFailure => {
  const request = findRequest(error);
  if (!request) return new UploadFailure("Upload failed", error, false);
  return failureOfResponse(new ApiError(request.status, request.statusText, request.responseText), "Non 2xx");
};

/** The request for an upload URL failed. */
export const failureOfUrlRequest = (error: unknown): UploadFailure =>
  error instanceof ApiError
    ? failureOfResponse(error, "Failed to get upload URL")
    : new UploadFailure("Failed to get upload URL", error, false);
