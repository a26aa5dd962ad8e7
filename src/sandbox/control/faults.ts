import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/);
const headerValue = z.string().regex(/^[\x20-\x7e]*$/);

export const faultSchema = z
  .strictObject({
    method: z.string().toUpperCase().optional(),
    /** The start of the path, or when it contains `*` (any characters), a pattern for the whole path. */
    path: z.string().startsWith("/"),
    /** How many requests it applies to; without it, all until it is removed. */
    times: z.int().min(1).optional(),
    /** Responds with this instead of handling the request. */
    status: z.int().min(200).max(599).optional(),
    headers: z.record(headerName, headerValue).optional(),
    body: z.json().optional(),
    latencyMs: z.int().min(0).max(600_000).optional(),
    /** With `afterHandling` the request had its effect, and only the response is lost. */
    resetConnection: z.enum(["beforeHandling", "afterHandling"]).optional(),
    /** Sends the first half of the body as a complete response. */
    truncate: z.literal(true).optional(),
  })
  .refine(
    ({ status, latencyMs, resetConnection, truncate }) =>
      [status, latencyMs, resetConnection, truncate].some((value) => value !== undefined),
    "A fault needs a status, latencyMs, resetConnection or truncate.",
  );

export type Fault = z.infer<typeof faultSchema> & { id: string; hits: number };

export type FaultRegistry = {
  add(fault: z.infer<typeof faultSchema>): Fault;
  /** The first active fault for this request; counts as a hit. */
  take(method: string, path: string): Fault | null;
  /** Lasts as long as the latency of the fault, or until it is removed. */
  delay(fault: Fault): Promise<void>;
  list(): readonly Fault[];
  remove(id: string): void;
  reset(): void;
};

export function createFaultRegistry(): FaultRegistry {
  let faults: Fault[] = [];
  const removals = new Map<string, AbortController>();
  const endDelays = (id: string) => {
    removals.get(id)?.abort();
    removals.delete(id);
  };
  return {
    add: (options) => {
      const fault = { ...options, id: randomUUID(), hits: 0 };
      faults.push(fault);
      removals.set(fault.id, new AbortController());
      return fault;
    },
    take: (method, path) => {
      const fault = faults.find((candidate) => isActive(candidate) && matches(candidate, method, path));
      if (fault) fault.hits += 1;
      return fault ?? null;
    },
    delay: async ({ id, latencyMs = 0 }) => {
      const signal = removals.get(id)?.signal;
      if (signal) await sleep(latencyMs, undefined, { ref: false, signal }).catch(() => undefined);
    },
    list: () => faults,
    remove: (id) => {
      faults = faults.filter((fault) => fault.id !== id);
      endDelays(id);
    },
    reset: () => {
      faults = [];
      for (const id of removals.keys()) endDelays(id);
    },
  };
}

const isActive = ({ times, hits }: Fault) => times === undefined || hits < times;

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  const decoded = decodePath(path);
  if (!fault.path.includes("*")) return path.startsWith(fault.path) || decoded.startsWith(fault.path);
  const pattern = new RegExp(`^${fault.path.split("*").map(escapePattern).join(".*")}$`, "s");
  return pattern.test(path) || pattern.test(decoded);
}

const escapePattern = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
