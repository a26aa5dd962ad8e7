import type { Mutation } from "./mutated-source.ts";

const IMAGES = "src/server/platform/images";

/** Mutations of the rules for uploads, pictures and malformed requests. */
export const FILE_MUTATIONS: Record<string, Mutation> = {
  "large-logo": {
    file: "src/contract/companies.ts",
    find: "bodyLimit: LOGO_MAX_BYTES,",
    replace: "bodyLimit: 2 * LOGO_MAX_BYTES,",
  },
  "framework-errors-as-500": {
    file: "src/server/platform/http/error-responses.ts",
    find: "if (status < 400 || status >= 500) return undefined;",
    replace: "if (status !== 404) return undefined;",
  },
  "imported-html-as-it-is": {
    file: "src/server/features/airtable/mapping/field-kinds.ts",
    find: "return parsed ? safeHtml(parsed) || null : parsed;",
    replace: "return safeHtml && parsed;",
  },
  "shapes-from-elsewhere": {
    file: `${IMAGES}/sanitize-svg.ts`,
    find: "if (LOCAL_REFERENCE.test(value)) return value;",
    replace: 'if (LOCAL_REFERENCE.test(value) || element === "use") return value;',
  },
  "endless-shapes": {
    file: `${IMAGES}/sanitize-svg.ts`,
    find: "this.expansion.expandedSize() <= MAX_DRAWN_ELEMENTS;",
    replace: "this.expansion.expandedSize() > 0;",
  },
  "upload-never-expires": {
    file: "src/server/platform/upload-token.ts",
    find: 'return { status: now.getTime() < until ? "good" : "expired", grant };',
    replace: 'return { status: now.getTime() < 0 ? "expired" : "good", grant };',
  },
  "upload-of-another-company": {
    file: "src/server/features/companies/logo.service.ts",
    find: 'if (verdict.status === "unknown" || verdict.grant.companyId !== companyId) throw notFound();',
    replace: 'if (verdict.status === "unknown") throw notFound();',
  },
  "data-after-picture": {
    file: `${IMAGES}/images.ts`,
    find: "if (offset + 12 !== bytes.length) return undefined;",
    replace: "if (offset + 12 > bytes.length) return undefined;",
  },
  "second-image-kept": {
    file: `${IMAGES}/picture-metadata.ts`,
    find: "kept.push(bytes.subarray(offset, offset + 2));",
    replace: "kept.push(bytes.subarray(offset));",
  },
  "colours-removed": {
    file: `${IMAGES}/picture-metadata.ts`,
    find: "  if (marker < 0xe0) return false;\n  const name",
    replace: "  if (marker < 0xe0) return false;\n  if (marker) return true;\n  const name",
  },
};
