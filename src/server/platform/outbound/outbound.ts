import { validateHeaderName, validateHeaderValue } from "node:http";
import { createNameResolver, type Destination, findDestination, type ResolveName } from "./destination.ts";
import { type OutboundAnswer, PinnedAgent, runExchange } from "./exchange.ts";

import { errorCode, OutboundError } from "./outbound-error.ts";

export interface OutboundOptions {
  /** Lets requests reach this machine, over http too: that is where the sandbox is. Never in production. */
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
  /** Hosts (with their port when it is not the usual one) this request may go to: for requests that carry a secret. */
  allowHosts?: readonly string[];
}

export interface Outbound {
  /** The answer of any status, redirects included. Rejects with an OutboundError only. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Whether requests to this address would be let through now. Rejects with an OutboundError. */
  checkAddress(url: string): Promise<void>;
}

/** They decide where a request ends and who receives it, so they follow from the address and the body alone. */
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
  if (RESERVED_HEADERS.has(name.toLowerCase())) throw new OutboundError("invalid_request", "no");
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new OutboundError("invalid_request", "no", { code: errorCode(error) });
  }
};

const buildHeaders = (request: OutboundRequest, userAgent: string): Record<string, string> => {
  // Compressed answers could be far larger than the bytes that are counted.
  const headers: Record<string, string> = { "user-agent": userAgent, "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    checkHeader(name, value);
    headers[name.toLowerCase()] = value;
  }
  // Node leaves the length out for DELETE, and the body would then be read as the next request.
  if (request.body !== undefined) headers["content-length"] = String(Buffer.byteLength(request.body));
  return headers;
};

/** Runs the work under one deadline that covers names, connection, sending and every last byte of the answer. */
const withDeadline = async <T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  return work(deadline.signal).finally(() => clearTimeout(timer));
};

const rejectOnAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new OutboundError("timeout", "no")), { once: true });
    work.then(resolve, reject);
  });

const refuseOtherHosts = (text: string, allowHosts: readonly string[] | undefined): void => {
  const host = URL.parse(text)?.host ?? "";
  if (allowHosts && !allowHosts.includes(host)) throw new OutboundError("forbidden_address", "no");
};

/** The one way out for every address a tenant can set. */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const { allowLoopback, userAgent, timeoutMs = 10_000, maxBytes = 64 * 1024 } = options;
  const resolveName = options.resolveName ?? createNameResolver();
  const agent = new PinnedAgent();
  const locate = (url: string, signal: AbortSignal): Promise<Destination> =>
    rejectOnAbort(findDestination(url, { allowLoopback, resolveName }), signal);

  return {
    request: (request) =>
      withDeadline(request.timeoutMs ?? timeoutMs, async (signal) => {
        refuseOtherHosts(request.url, request.allowHosts);
        const headers = buildHeaders(request, userAgent);
        const destination = await locate(request.url, signal);
        const isRead = request.method === "GET" || request.method === "HEAD";
        return runExchange({
          destination,
          method: request.method,
          headers,
          body: request.body,
          maxBytes: request.maxBytes ?? maxBytes,
          signal,
          // A write on a connection that turns out closed cannot be told from a write that arrived: it gets its own.
          agent: isRead ? agent : false,
        });
      }),
    checkAddress: (url) =>
      withDeadline(timeoutMs, async (signal) => {
        await locate(url, signal);
      }),
  };
};
