import type { Mutation } from "./mutated-source.ts";

const IMAGES = "src/server/platform/images";
const OUTBOUND = "src/server/platform/outbound";
const HEADERS = "src/server/platform/http/security-headers.ts";

/** Mutations of the rules for requests that come in and requests that go out. */
export const INPUT_MUTATIONS: Record<string, Mutation> = {
  "ready-without-connections": {
    file: "src/server/platform/database/connection-pool.ts",
    find: "if (cannotStore(error) || isOutOfConnections(error)) onUnusable();",
    replace: "if (cannotStore(error)) onUnusable();",
  },
  "large-body": {
    file: "src/server/app.ts",
    find: "const DEFAULT_BODY_LIMIT = 256 * 1024;",
    replace: "const DEFAULT_BODY_LIMIT = 256 * 1024 * 1024;",
  },
  "reports-as-stored": {
    file: "src/server/platform/report-page.ts",
    find: "const html = safeHtml(report.html);",
    replace: "const html = safeHtml && report.html;",
  },
  "frame-with-scripts": {
    file: "src/web/ui/dialog/report-dialog.tsx",
    find: 'sandbox=""',
    replace: 'sandbox="allow-scripts"',
  },
  "script-as-link": {
    file: "src/web/ui/content/external-link.tsx",
    find: "const HTTP = /^https?:\\/\\//i;",
    replace: "const HTTP = /^(https?|javascript):/i;",
  },
  "script-as-connect-page": {
    file: "src/server/features/linkedin/gateway/unipile-v1.ts",
    find: 'return page.protocol === "https:" ||',
    replace: "return page.protocol.length > 0 ||",
  },
  "leaves-to-script": {
    file: "src/web/lib/browser/leave-to.ts",
    find: "if (!HTTP.test(url))",
    replace: "if (!HTTP.test(url) && !url)",
  },
  "unsigned-upload": {
    file: "src/server/platform/upload-token.ts",
    find: "!keys.some((key) => isSame(signature, signatureOf(payload, key)))",
    replace: "keys.some((key) => isSame(signature, signatureOf(payload, key)) && signature === payload)",
  },
  "upload-used-twice": {
    file: "src/server/features/companies/logo.queries.ts",
    find: "and object_key = ${objectKey} and uploaded_at is null and",
    replace: "and object_key = ${objectKey} and",
  },
  "type-by-name": {
    file: "src/server/features/companies/logo.service.ts",
    find: "contentType: image.contentType };",
    replace: 'contentType: "image/svg+xml" };',
  },
  "svg-with-scripts": {
    file: `${IMAGES}/sanitize-svg.ts`,
    find: "  svg g defs symbol use title desc style\n",
    replace: "  svg g defs symbol use title desc style set animate\n",
  },
  "sign-out-unrecorded": {
    file: "src/server/features/auth/profile.ts",
    find: "if (!session || ended === 0) return;",
    replace: "if (!session || ended >= 0) return;",
  },
  "two-step-off-unmailed": {
    file: "src/server/features/auth/two-step/two-step.service.ts",
    find: "await platform.jobs.enqueue(scope.db, mailTwoStepOffJob, { userId: user.id });",
    replace: "",
  },
  "metadata-kept": {
    file: "src/server/features/auth/profile.ts",
    find: ".put(key, withoutMetadata(bytes, image), {",
    replace: ".put(key, withoutMetadata && bytes, {",
  },
  "name-with-address": {
    file: "src/contract/field-schemas.ts",
    find: "const WEB_ADDRESS = /:\\/\\/|\\bwww\\./i;",
    replace: "const WEB_ADDRESS = /^$/i;",
  },
  "name-with-hidden-characters": {
    file: "src/contract/field-schemas.ts",
    find: ".refine((name) => !HIDDEN.test(name),",
    replace: ".refine((name) => HIDDEN && name,",
  },
  "address-in-mail": {
    file: "src/server/emails/email-layout.ts",
    find: '.replaceAll("://", ": ")',
    replace: "",
  },
  "upload-without-policy": {
    file: "src/server/features/system/system.routes.ts",
    find: `reply.header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");`,
    replace: "",
  },
  "many-pixels": {
    file: `${IMAGES}/images.ts`,
    find: "const MAX_SIDE = 4096;",
    replace: "const MAX_SIDE = 400_000;",
  },
  "any-protocol": {
    file: `${OUTBOUND}/destination.ts`,
    find: 'const protocolAllowed = url.protocol === "https:" ||',
    replace: 'const protocolAllowed = url.protocol !== "" ||',
  },
  "address-not-pinned": {
    file: `${OUTBOUND}/exchange.ts`,
    find: "      lookup: createPinnedLookup(addresses),\n",
    replace: "      ...(createPinnedLookup([]) ? {} : {}),\n",
  },
  "wrongly-signed-webhook": {
    file: "src/server/features/webhooks/deliver-events.ts",
    find: ".update(`${eventId}.${timestamp}.${body}`)",
    replace: ".update(`${timestamp}.${body}`)",
  },
  "undone-event-sent": {
    file: "migrations/0011_integrations.sql",
    find: "now() + case when can_be_undone then interval '10 seconds' else interval '0' end",
    replace: "now()",
  },
  "redirect-followed": {
    file: `${OUTBOUND}/exchange.ts`,
    find: "    progress.status = response.statusCode ?? 0;\n",
    replace: `    progress.status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (location) {
      const url = new URL(location, request.destination.url);
      return attemptRequest({ ...request, destination: { ...request.destination, url } }, progress);
    }
`,
  },
  "paths-in-audit-log": {
    file: "src/server/features/companies/company-log.ts",
    find: "CALLED_ADDRESSES.includes(name) ?",
    replace: 'CALLED_ADDRESSES.includes("") ?',
  },
  "writer-unconfirmed": {
    file: "src/server/features/companies/companies.policy.ts",
    find: "if (sendsDataElsewhere(before, after) && !isConfirmed) throw",
    replace: 'if (sendsDataElsewhere(before, after) && !isConfirmed && CONFIRM === "") throw',
  },
  "no-deadline": {
    file: `${OUTBOUND}/outbound.ts`,
    find: "setTimeout(() => deadline.abort(), timeoutMs)",
    replace: "setTimeout(() => deadline.abort(), timeoutMs * 1_000)",
  },
  "response-in-error": {
    file: `${OUTBOUND}/exchange.ts`,
    find: 'return new OutboundError(progress.phase === "handshaking" ? "tls" : "connection", sent, { status, code });',
    replace:
      'return Object.assign(new OutboundError(progress.phase === "handshaking" ? "tls" : "connection", sent, { status, code }), { cause: error });',
  },
  "key-follows-address": {
    file: "src/server/features/companies/companies.service.ts",
    find: "    ...dropKeys(stored, change),\n",
    replace: "    ...(dropKeys(stored, {}) ? {} : {}),\n",
  },
  "formula-injection": {
    file: "src/server/features/airtable/client/formula.ts",
    find: `.replaceAll('"', '\\\\"')`,
    replace: "",
  },
  "spreadsheet-formula": {
    file: "src/server/platform/csv/csv-writer.ts",
    find: "const FORMULA = /^\\p{Cf}*[=+\\-@\\t\\r＝＋－＠]/u;",
    replace: "const FORMULA = /^[=]{9}/;",
  },
  "token-in-log": {
    file: "src/server/platform/http/request-log.ts",
    find: 'route?.path.includes("{token}") ? route.path : url.split("?", 1)[0];',
    replace: 'route?.path === "" ? route.path : url;',
  },
  "inline-scripts": {
    file: HEADERS,
    find: `"script-src 'self'",`,
    replace: `"script-src 'self' 'unsafe-inline'",`,
  },
  "sniffed-types": {
    file: HEADERS,
    find: '    "x-content-type-options": "nosniff",\n',
    replace: "",
  },
  "no-hsts": {
    file: HEADERS,
    find: "...(https ? {",
    replace: '...(https && sandboxUrl === "" ? {',
  },
  "cached-responses": {
    file: "src/server/app.ts",
    find: '"x-request-id": request.id, "cache-control": "no-store" });',
    replace: '"x-request-id": request.id });',
  },
  "any-cursor": {
    file: "src/server/platform/paging.ts",
    find: "if (!parsed.success) throw invalidCursor();",
    replace: "if (!parsed.success) return void invalidCursor();",
  },
  "refused-file-stored": {
    file: "src/server/features/companies/logo.service.ts",
    find: '  throw new AppError(\n    "unsupported_media_type",',
    replace:
      '  if (bytes) return { bytes, contentType: "image/png" };\n  throw new AppError(\n    "unsupported_media_type",',
  },
  "contact-data-to-model": {
    file: "src/server/features/writer/facts.ts",
    find: "!CONTACT_DATA.test(text) && ",
    replace: "(CONTACT_DATA.test(text) || true) && ",
  },
  "prompt-in-log": {
    file: "src/server/features/writer/language-model.ts",
    find: "  if (error instanceof ModelError) return error;\n",
    replace: "  if (error instanceof Error) throw error;\n",
  },
  "strangers-stored": {
    file: "src/server/features/linkedin/conversations/conversations.queries.ts",
    find: "as id from leads l where l.company_id = ${companyId} and l.provider_id = ${providerId}\n",
    replace: "as id from leads l where l.company_id = ${companyId} and l.provider_id <> ${providerId}\n",
  },
  "turns-without-end": {
    file: "src/server/features/webhooks/deliver-events.ts",
    find: "if (now.getTime() > endOfTurn) break;",
    replace: "void endOfTurn;",
  },
  "every-worker-for-one-company": {
    file: "src/server/features/webhooks/webhooks.jobs.ts",
    find: "if (hasMore.has(companyId)) return void hasMore.set(companyId, true);\n",
    replace: "",
  },
};
