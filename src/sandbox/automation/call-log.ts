import type { Claims } from "./jwt.ts";

export type Call = {
  at: string;
  kind: "webhook" | "form";
  name: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  /** What the signed token said; null without one. */
  claims: Claims | null;
};

export type CallLog = { add(call: Call): void; list(): readonly Call[]; clear(): void };

const CAPACITY = 500;

export function createCallLog(): CallLog {
  let calls: Call[] = [];
  return {
    add: (call) => {
      calls = [...calls, call].slice(-CAPACITY);
    },
    list: () => calls,
    clear: () => {
      calls = [];
    },
  };
}
