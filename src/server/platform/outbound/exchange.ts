import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent, type RequestOptions, request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction, type Socket } from "node:net";
import type { Destination } from "./destination.ts";
import { errorCode, OutboundError } from "./outbound-error.ts";

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface PreparedRequest {
  destination: Destination;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  maxBytes: number;
  signal: AbortSignal;
  /** A pool of connections, or false for a new connection. */
  agent: Agent | false;
}

interface RequestProgress {
  phase: "connecting" | "handshaking" | "open";
  reusedConnection: boolean;
  status: number | undefined;
}

/** Connects to the checked addresses, so that a second DNS response cannot redirect the request (DNS rebinding). */
const createPinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = pinned;
    if (options.all || !first) callback(null, pinned);
    else callback(null, first.address, first.family);
  };

const trackConnection = (socket: Socket, secure: boolean, progress: RequestProgress): void => {
  socket.once("connect", () => {
    progress.phase = secure ? "handshaking" : "open";
  });
  socket.once("secureConnect", () => {
    progress.phase = "open";
  });
};

const openRequest = (request: PreparedRequest, progress: RequestProgress): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { url, addresses } = request.destination;
    const secure = url.protocol === "https:";
    const options = {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      lookup: createPinnedLookup(addresses),
      pinnedTo: addresses.join(),
    };
    const outgoing = secure
      ? requestHttps(url, { ...options, agent: request.agent })
      : requestHttp(url, { ...options, agent: false });
    outgoing.once("socket", (socket) => {
      progress.reusedConnection = outgoing.reusedSocket;
      if (outgoing.reusedSocket) progress.phase = "open";
      else trackConnection(socket, secure, progress);
    });
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    // "101 Switching Protocols" closes the request without a response or an error.
    outgoing.once("close", () => reject(new Error("closed without a response")));
    outgoing.end(request.body);
  });

const readText = async (response: IncomingMessage, maxBytes: number): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

const toOutboundError = (error: unknown, progress: RequestProgress, signal: AbortSignal): OutboundError => {
  const sent = progress.phase === "open" ? "maybe_sent" : "not_sent";
  const { status } = progress;
  const code = errorCode(error);
  if (signal.aborted) return new OutboundError("timeout", sent, { status });
  if (code === "HPE_HEADER_OVERFLOW") return new OutboundError("too_large", sent, { status, code });
  return new OutboundError(progress.phase === "handshaking" ? "tls" : "connection", sent, { status, code });
};

const attemptRequest = async (request: PreparedRequest, progress: RequestProgress): Promise<OutboundResponse> => {
  try {
    const response = await openRequest(request, progress);
    progress.status = response.statusCode ?? 0;
    const text = await readText(response, request.maxBytes);
    if (text !== null) return { status: progress.status, headers: response.headers, text };
  } catch (error) {
    throw toOutboundError(error, progress, request.signal);
  }
  throw new OutboundError("too_large", "maybe_sent", { status: progress.status });
};

/** Sends one request and reads its response. Redirects are not followed. */
export const sendRequest = async (request: PreparedRequest): Promise<OutboundResponse> => {
  const progress: RequestProgress = { phase: "connecting", reusedConnection: false, status: undefined };
  try {
    return await attemptRequest(request, progress);
  } catch (error) {
    // The server may close an idle connection at the moment it is reused. Only reads reuse connections, so a retry is safe.
    const closedWhileIdle = progress.reusedConnection && progress.status === undefined && !request.signal.aborted;
    if (!closedWhileIdle) throw error;
    return attemptRequest(
      { ...request, agent: false },
      { phase: "connecting", reusedConnection: false, status: undefined },
    );
  }
};

const IDLE_MS = 15_000;

/** Reuses connections only between requests whose hostname resolved to the same checked addresses. */
export class PinnedAgent extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 32, timeout: IDLE_MS });
  }

  override getName(options: RequestOptions & { pinnedTo?: string } = {}): string {
    return `${super.getName(options)}:${options.pinnedTo ?? ""}`;
  }
}
