import type { Mutation } from "./mutated-source.ts";

/** Mutations of the rules for the packages of other people. */
export const DEPENDENCY_MUTATIONS: Record<string, Mutation> = {
  "vulnerabilities-ignored": {
    file: "scripts/audit.mjs",
    find: "return failing.length > 0 ? 1 : 0;",
    replace: "return failing.length > 99 ? 1 : 0;",
  },
  "vulnerabilities-unchecked": {
    file: "scripts/checks.mjs",
    find: 'command: [findNode, "scripts/audit.mjs"],',
    replace: 'command: [findNode, "--version"],',
  },
  "silent-check": {
    file: "scripts/checks.mjs",
    find: "return passed && !alwaysShown ? line",
    replace: "return passed ? line",
  },
  "patient-check": {
    file: "scripts/audit.mjs",
    find: "const LONGEST_MS = Number(process.env.AUDIT_TIMEOUT_MS ?? 30_000);",
    replace: "const LONGEST_MS = 600_000;",
  },
  "empty-bill-of-materials": {
    file: "scripts/sbom.mjs",
    find: "await writeFile(FILE, stdout);",
    replace: "await writeFile(FILE, JSON.stringify({ ...JSON.parse(stdout), components: [] }));",
  },
};
