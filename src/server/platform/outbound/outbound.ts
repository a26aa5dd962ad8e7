import { validateHeaderName, validateHeaderValue } from "node:http";
import { createNameResolver, type Destination, findDestination, type ResolveName } from "./destination.ts";
import { type OutboundResponse, PinnedAgent, sendRequest } from "./exchange.ts";
import { errorCode, OutboundError } from "./outbound-error.ts";

export interface OutboundOptions {
  /** Allows requests to this machine, also over http, for the sandbox. Never in production. */
  allowLoopback: boolean;
  userAgent: string;
  timeoutMs?: number;
  maxBytes?: number;
  resolveName?: ResolveName;
}

export interface OutboundRequest {
  url: string;
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs?: number;
  maxBytes?: number;
  /** The only hosts (with a non-default port) that this request may go to, for requests with a secret. */
  allowHosts?: readonly string[];
  /** Hosts (with a non-default port) that the operator allows on a private address and over http. */
  privateHosts?: readonly string[];
}

export interface Outbound {
  /** The response with any status, redirects included. Rejects with an OutboundError only. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Rejects with an OutboundError when a request to this URL would be refused now. */
  checkAddress(url: string, privateHosts?: readonly string[]): Promise<void>;
}

/** They determine the recipient and the end of a request, so they are derived from the URL and the body only. */
const RESERVED_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const checkHeader = (name: string, value: string): void => {
  if (RESERVED_HEADERS.has(name.toLowerCase())) throw new OutboundError("invalid_request", "not_sent");
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new OutboundError("invalid_request", "not_sent", { code: errorCode(error) });
  }
};

const buildHeaders = (request: OutboundRequest, userAgent: string): Record<string, string> => {
  // A compressed response could be far larger than the number of bytes received.
  const headers: Record<string, string> = { "user-agent": userAgent, "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    checkHeader(name, value);
    headers[name.toLowerCase()] = value;
  }
  // Node omits the length for DELETE, and the body would be read as the next request.
  if (request.body !== undefined) headers["content-length"] = String(Buffer.byteLength(request.body));
  return headers;
};

/** One deadline for DNS, connection, request and the whole response. */
const withDeadline = async <T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  return work(deadline.signal).finally(() => clearTimeout(timer));
};

const rejectOnAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new OutboundError("timeout", "not_sent")), { once: true });
    work.then(resolve, reject);
  });

const refuseOtherHosts = (text: string, allowHosts: readonly string[] | undefined): void => {
  const host = URL.parse(text)?.host ?? "";
  if (allowHosts && !allowHosts.includes(host)) throw new OutboundError("forbidden_address", "not_sent");
};

/** Every request to a URL that a company can configure goes through this (protection against SSRF). */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const { allowLoopback, userAgent, timeoutMs = 10_000, maxBytes = 64 * 1024 } = options;
  const resolveName = options.resolveName ?? createNameResolver();
  const agent = new PinnedAgent();
  const resolveDestination = (
    url: string,
    signal: AbortSignal,
    privateHosts: readonly string[] = [],
  ): Promise<Destination> => rejectOnAbort(findDestination(url, { allowLoopback, resolveName, privateHosts }), signal);

  return {
    request: (request) =>
      withDeadline(request.timeoutMs ?? timeoutMs, async (signal) => {
        refuseOtherHosts(request.url, request.allowHosts);
        const headers = buildHeaders(request, userAgent);
        const destination = await resolveDestination(request.url, signal, request.privateHosts);
        const isRead = request.method === "GET" || request.method === "HEAD";
        return sendRequest({
          destination,
          method: request.method,
          headers,
          body: request.body,
          maxBytes: request.maxBytes ?? maxBytes,
          signal,
          // When a reused connection fails, it is unknown whether a write arrived, so writes get a new connection.
          agent: isRead ? agent : false,
        });
      }),
    checkAddress: (url, privateHosts) =>
      withDeadline(timeoutMs, async (signal) => {
        await resolveDestination(url, signal, privateHosts);
      }),
  };
};
