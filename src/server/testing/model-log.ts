import { expect } from "vitest";
import type { Sandbox } from "./sandbox.ts";

const PRIVATE = [
  { what: "an e-mail address", pattern: /[\w.+-]+@[\w-]+\.\w+/ },
  { what: "a mobile number", pattern: /\b06[- ]?\d{8}\b|\+31/ },
  { what: "an API key", pattern: /\bsk-\w+|\bpat[A-Z0-9]\w{8,}/ },
];

/** Asserts over everything that the language model has received since its log was cleared. */
export const expectNothingPrivate = async (sandbox: Sandbox, forbidden: readonly string[]): Promise<void> => {
  const log = JSON.stringify(await sandbox.control("GET", "ai/requests"));
  for (const { what, pattern } of PRIVATE) expect(pattern.exec(log)?.[0], what).toBeUndefined();
  for (const text of forbidden) expect(log, "data of another company, or a secret").not.toContain(text);
};
