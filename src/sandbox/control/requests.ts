import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Fault, FaultRegistry } from "./faults.ts";

export type LoggedRequest = {
  /** Real time, not the sandbox's clock. */
  at: string;
  method: string;
  path: string;
  query: string;
  /** Null until the response is sent; stays null when the connection was reset. */
  status: number | null;
  ms: number | null;
  /** The fault that was applied, if any. */
  fault: string | null;
};

export type RequestLog = {
  open(method: string, url: string): LoggedRequest;
  list(): readonly LoggedRequest[];
  reset(): void;
};

const CAPACITY = 1_000;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    open: (method, url) => {
      const [path = "", query = ""] = splitOnce(url, "?");
      const entry = { at: new Date().toISOString(), method, path, query, status: null, ms: null, fault: null };
      entries.push(entry);
      if (entries.length > CAPACITY) entries.shift();
      return entry;
    },
    list: () => entries,
    reset: () => {
      entries = [];
    },
  };
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A control route, not part of a simulated service. */
    isControl?: boolean;
  }
}

type ActiveRequest = { entry: LoggedRequest; startedAt: number; fault: Fault | null };

/** Logs the product's requests and applies the configured faults to them. */
export function logAndFaultRequests(app: FastifyInstance, log: RequestLog, faults: FaultRegistry): void {
  const activeRequests = new WeakMap<FastifyRequest, ActiveRequest>();

  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config?.isControl) return;
    const entry = log.open(request.method, request.raw.url ?? "");
    const fault = faults.take(entry.method, entry.path);
    entry.fault = fault?.id ?? null;
    activeRequests.set(request, { entry, startedAt: performance.now(), fault });
    if (fault?.latencyMs) await faults.delay(fault);
    if (fault) await applyFault(fault, request, reply);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const active = activeRequests.get(request);
    if (!active) return payload;
    active.entry.ms = Math.round(performance.now() - active.startedAt);
    if (active.fault?.resetConnection === "afterHandling") {
      request.raw.socket.resetAndDestroy();
      return payload;
    }
    active.entry.status = reply.statusCode;
    return active.fault?.truncate ? halve(payload, reply) : payload;
  });
}

async function applyFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (fault.resetConnection === "beforeHandling") {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return;
  }
  if (fault.status === undefined) return;
  const body = fault.body ?? { error: { type: "SANDBOX_FAULT", message: `Injected status ${fault.status}` } };
  await reply
    .code(fault.status)
    .headers(fault.headers ?? {})
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body));
}

function halve(payload: unknown, reply: FastifyReply): unknown {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
  reply.removeHeader("content-length");
  return payload.slice(0, Math.floor(payload.length / 2));
}
