import { NO_COMPANY, type PlatformScope } from "../../platform/database/scope.ts";
import { type AuditEntry, insertEntry } from "./audit.queries.ts";

/** Called with the scope of the change it records, so that both are kept or neither is. Never give it a secret. */
export const recordAudit = (scope: PlatformScope, entry: AuditEntry): Promise<number> =>
  insertEntry(scope, entry.companyId ?? NO_COMPANY, entry);
