import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { ERROR_STATUS, type ErrorBody } from "#contract/errors.ts";
import { AppError, notFound } from "../app-error.ts";
import { DEADLOCK_DETECTED, hasErrorCode } from "../database/db.ts";

const clientErrorBody = (error: Error & { code?: string }): ErrorBody => {
  if (error.code === "HPE_HEADER_OVERFLOW") {
    const text = "Dit is te groot om te versturen.";
    return { error: text, message: text, code: "too_large" };
  }
  const text = "Dit verzoek is niet te lezen.";
  return { error: text, message: text, code: "invalid" };
};

/** Malformed HTTP never becomes a request, so the response is written to the socket, in the same form as every error. */
export const createClientErrorHandler =
  (headers: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const body = clientErrorBody(error);
    const text = JSON.stringify(body);
    const status = ERROR_STATUS[body.code];
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Cache-Control: no-store",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
  };

/** Two transactions waited for each other, and this one was rolled back. */
const DEADLOCK_MESSAGE = "Iemand anders wijzigde dit op hetzelfde moment. Probeer het opnieuw.";
const INTERNAL_ERROR_MESSAGE = "Er is een onverwachte fout opgetreden.";

export const validationError = (error: z.ZodError): AppError => {
  const details = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return new AppError("invalid", details[0]?.message ?? "Controleer de invoer.", { details });
};

export const unsupportedMediaType = (): AppError =>
  new AppError("unsupported_media_type", "Dit soort inhoud wordt hier niet aangenomen.");

// Errors of the framework before a handler runs.
const FRAMEWORK_ERRORS: Record<number, () => AppError> = {
  404: notFound,
  413: () => new AppError("too_large", "Dit is te groot om te versturen."),
  415: unsupportedMediaType,
};

const fromFramework = (error: Error): AppError | undefined => {
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return undefined;
  return FRAMEWORK_ERRORS[status]?.() ?? new AppError("invalid", "Dit verzoek is niet te lezen.");
};

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (hasErrorCode(error, DEADLOCK_DETECTED)) return new AppError("conflict", DEADLOCK_MESSAGE);
  return (error instanceof Error && fromFramework(error)) || new AppError("internal", INTERNAL_ERROR_MESSAGE);
};

const toErrorBody = ({ code, message, details }: AppError): ErrorBody => ({
  error: message,
  message,
  code,
  ...(details ? { details } : {}),
});

const MAX_DISCARDED_BYTES = 1024 * 1024;

/** Reads and discards the rest of the body, because many clients read the response only then; closes the connection after 1 MB. */
const discardBody = (request: IncomingMessage): void => {
  let discarded = 0;
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
};

/** The only place where an error becomes a response. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const appError = toAppError(error);
  const status = ERROR_STATUS[appError.code];
  // Errors of other services are recorded with the call to them; here they would look like errors in our code.
  if (status >= 500 && appError.code !== "upstream_failed")
    request.log.error({ err: appError.cause ?? error }, "request failed");
  if (appError.code === "too_many_requests" && !request.raw.complete) discardBody(request.raw);
  if (appError.retryAfterSeconds) reply.header("retry-after", String(appError.retryAfterSeconds));
  if (appError.code === "unavailable") reply.header("retry-after", "5");
  reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(toErrorBody(appError));
};
