import type { PlatformScope } from "../../platform/database/scope.ts";
import { sql } from "../../platform/database/sql.ts";

export interface AuditEntry {
  companyId: string | null;
  at: Date;
  actor: { id: string; name: string };
  /** Subject and verb, as in `session.opened`. */
  action: string;
  subject: { type: string; id: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  address?: string;
}

export const insertEntry = ({ db }: PlatformScope, companyId: string, entry: AuditEntry): Promise<number> =>
  db.run(sql`
    insert into audit_log (company_id, at, actor_id, actor_name, action, subject_type, subject_id, before, after, address)
    values (${companyId}, ${entry.at}, ${entry.actor.id}, ${entry.actor.name}, ${entry.action}, ${entry.subject.type},
      ${entry.subject.id}, ${entry.before ? JSON.stringify(entry.before) : null},
      ${entry.after ? JSON.stringify(entry.after) : null}, ${entry.address ?? null})`);
