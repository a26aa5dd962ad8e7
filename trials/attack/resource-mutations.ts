import type { Mutation } from "./mutated-source.ts";

/** Of the rules that protect the other users of a server from one user. */
export const RESOURCE_MUTATIONS: Record<string, Mutation> = {
  "blank-rows-uncounted": {
    file: "src/server/features/leads/imports/import-file.ts",
    find: "all += rows.length;",
    replace: "all += filled.length;",
  },
  "csv-in-request-thread": {
    file: "src/server/features/leads/imports/import-file.ts",
    find: "await runInWorker<UploadVerdict>(script, bytes, LIMITS, [bytes.buffer]);",
    replace: "{ file: await inspectUpload(bytes) } as UploadVerdict | undefined; void [script, runInWorker, LIMITS];",
  },
  "many-imports": {
    file: "src/server/features/leads/imports/lead-imports.service.ts",
    find: "if (await hasRunningImport(scope, id)) throw importRunning();",
    replace: "void [hasRunningImport, importRunning];",
  },
  "many-uploads": {
    file: "src/server/platform/user-limits.ts",
    find: "imports: createUserLimit(1,",
    replace: "imports: createUserLimit(99,",
  },
  "many-open-uploads": {
    file: "src/server/platform/user-limits.ts",
    find: "uploads: createUserLimit(2,",
    replace: "uploads: createUserLimit(99,",
  },
  "many-test-events": {
    file: "src/server/features/webhooks/webhooks.service.ts",
    find: "const TEST_EVENTS_PER_HOUR = 20;",
    replace: "const TEST_EVENTS_PER_HOUR = 999;",
  },
  "many-resends": {
    file: "src/server/features/webhooks/webhooks.service.ts",
    find: "const RESENDS_PER_HOUR = 20;",
    replace: "const RESENDS_PER_HOUR = 999;",
  },
  "many-exports": {
    file: "src/server/platform/user-limits.ts",
    find: "exports: createUserLimit(3,",
    replace: "exports: createUserLimit(99,",
  },
  "frequent-exports": {
    file: "src/server/platform/user-limits.ts",
    find: "EXPORTS_PER_WINDOW = 30;",
    replace: "EXPORTS_PER_WINDOW = 9_999;",
  },
  "frequent-uploads": {
    file: "src/server/platform/user-limits.ts",
    find: "UPLOADS_PER_WINDOW = 30;",
    replace: "UPLOADS_PER_WINDOW = 9_999;",
  },
  "large-uploads": {
    file: "src/server/platform/user-limits.ts",
    find: "UPLOADED_BYTES_PER_WINDOW = 5 * IMPORT_MAX_BYTES;",
    replace: "UPLOADED_BYTES_PER_WINDOW = 9_999 * IMPORT_MAX_BYTES;",
  },
  "files-at-full-priority": {
    file: "src/server/platform/low-priority-worker.ts",
    find: "constants.priority.PRIORITY_BELOW_NORMAL",
    replace: "constants.priority.PRIORITY_NORMAL",
  },
  "refusals-uncounted": {
    file: "src/server/platform/http/refusal-limit.ts",
    find: "MAX_REFUSALS = 100;",
    replace: "MAX_REFUSALS = 1_000_000;",
  },
  "floods-forgotten": {
    file: "src/server/platform/http/refusal-limit.ts",
    find: "[current, previous].some(",
    replace: "[current].some(",
  },
  "many-streams": {
    file: "src/server/platform/user-limits.ts",
    find: "streams: createUserLimit(10,",
    replace: "streams: createUserLimit(99,",
  },
};
