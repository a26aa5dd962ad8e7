import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ERROR_STATUS, type ErrorBody } from "#contract/errors.ts";

const bodyOf = (error: Error & { code?: string }): ErrorBody => {
  if (error.code === "HPE_HEADER_OVERFLOW") {
    const text = "Dit is te groot om te versturen.";
    return { error: text, message: text, code: "too_large" };
  }
  const text = "Dit verzoek is niet te lezen.";
  return { error: text, message: text, code: "invalid" };
};

/** What is no HTTP never becomes a request, so it is answered on the bare connection, in the same shape as every failure. */
export const clientErrorAnswer =
  (headers: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const body = bodyOf(error);
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
