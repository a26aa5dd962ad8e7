import type { Mutation } from "./mutated-source.ts";

/** Of the rules that protect the other users of a server from one user. */
export const RESOURCE_MUTATIONS: Record<string, Mutation> = {
  "docs-built-again": {
    file: "src/server/features/system/openapi.ts",
    find: "document ??= buildDocument();",
    replace: "document = buildDocument();",
  },
  "simulation-without-end": {
    file: "src/server/features/queue/planning/planner.ts",
    find: "if (slot.at > until && slot.at !== Number.POSITIVE_INFINITY) break;",
    replace: "void until;",
  },
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
  "endless-account-list": {
    file: "src/server/features/linkedin/gateway/unipile-v1-client.ts",
    find: "  pages: 10,\n",
    replace: "  pages: 40,\n",
  },
  "long-account-names": {
    file: "src/server/features/linkedin/gateway/unipile-v1-client.ts",
    find: "export const shortText = z.string().max(500);",
    replace: "export const shortText = z.string().max(500_000);",
  },
  "large-account-list": {
    file: "src/server/features/linkedin/gateway/unipile-v1-client.ts",
    find: "nth < limits.pages && read < limits.totalBytes",
    replace: "nth < limits.pages && read >= 0",
  },
  "many-account-lists": {
    file: "src/server/features/linkedin/accounts/shared-account-lists.ts",
    find: "running.set(companyId, { ...access, accounts });",
    replace: "",
  },
  "unstarted-files-kept": {
    file: "src/server/features/leads/imports/lead-imports.service.ts",
    find: "await deleteUnstartedOfUser(scope);",
    replace: "void deleteUnstartedOfUser;",
  },
  "unlimited-unstarted-files": {
    file: "src/server/features/leads/imports/lead-imports.service.ts",
    find: "await requireRoom(scope, file.bytes.byteLength);",
    replace: "void requireRoom;",
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
  "unpaced-uploads": {
    file: "src/server/platform/http/paced-body.ts",
    find: "if (early < MIN_PAUSE_MS) done(null, chunk);",
    replace: "if (early < Number.POSITIVE_INFINITY) done(null, chunk);",
  },
  "uploads-read-at-full-speed": {
    file: "src/server/platform/http/bind-routes.ts",
    find: "body: Readable) => paceBody(body);",
    replace: "body: Readable) => (void paceBody, body);",
  },
  "every-connection-for-one-company": {
    file: "src/server/platform/database/database.ts",
    find: "Math.floor(options.connections / 2)",
    replace: "options.connections",
  },
  "keys-uncounted-together": {
    file: "src/server/features/api-keys/api-keys.service.ts",
    find: "await lockApiKeys(scope);",
    replace: "void lockApiKeys;",
  },
  "webhooks-uncounted-together": {
    file: "src/server/features/webhooks/webhooks.service.ts",
    find: "await lockWebhooks(scope);",
    replace: "void lockWebhooks;",
  },
  "migrations-read-again": {
    file: "src/server/platform/database/migrate.ts",
    find: "knownNames.get(folder) ?? readNames(folder)",
    replace: "readNames(folder)",
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
    file: "src/server/features/leads/lists/export-slots.ts",
    find: "EXPORTS_AT_A_TIME = 3;",
    replace: "EXPORTS_AT_A_TIME = 99;",
  },
  "exports-of-one-process": {
    file: "src/server/features/leads/lists/export-slots.queries.ts",
    find: "from export_slots where owner_id = ${ownerId}`);",
    replace: "from export_slots where owner_id = ${ownerId} and id = gen_random_uuid()`);",
  },
  "limits-per-key": {
    file: "src/server/platform/api-keys.ts",
    find: "  limitedAs: companyId,\n",
    replace: "",
  },
  "uncounted-exports": {
    file: "src/server/features/leads/personal-data/personal-data.service.ts",
    find: "const end = await beginExport(deps, scope.actor);",
    replace: "const end = (): void => void [beginExport, deps];",
  },
  "frequent-exports": {
    file: "src/server/features/leads/lists/export-slots.ts",
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
  "first-credential-only": {
    file: "src/server/platform/http/refusal-limit.ts",
    find: "credential ? [hashToken(credential)",
    replace: 'credential && credential === (cookies.read(request, "main") ?? credential) ? [hashToken(credential)',
  },
  "floods-forgotten": {
    file: "src/server/platform/http/refusal-limit.ts",
    find: "[current, previous].some(",
    replace: "[current].some(",
  },
  "previews-in-request-thread": {
    file: "src/server/features/leads/imports/import-file.ts",
    find: "(await runInWorker<CsvRow[]>(script, { ...request, chunk: bytes }, LIMITS, [bytes.buffer])) ?? [];",
    replace: "(await parseFirstRows({ ...request, chunk: bytes })).filter(() => script);",
  },
  "many-previews": {
    file: "src/server/platform/user-limits.ts",
    find: "previews: createUserLimit(3,",
    replace: "previews: createUserLimit(99,",
  },
  "unread-streams": {
    file: "src/server/platform/http/event-streams.ts",
    find: "if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();",
    replace: "if (raw.writableLength > 99 * MAX_UNREAD_BYTES) raw.destroy();",
  },
  "every-worker-for-one-gateway": {
    file: "src/server/features/linkedin/linkedin.jobs.ts",
    find: "waiting.set(companyId, later);",
    replace: "",
  },
  "many-gateway-events": {
    file: "src/server/platform/user-limits.ts",
    find: "GATEWAY_EVENTS_PER_WINDOW = 600;",
    replace: "GATEWAY_EVENTS_PER_WINDOW = 9_999;",
  },
  "many-streams": {
    file: "src/server/platform/user-limits.ts",
    find: "streams: createUserLimit(10,",
    replace: "streams: createUserLimit(99,",
  },
};
