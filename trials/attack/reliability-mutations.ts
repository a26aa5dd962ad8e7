import type { Mutation } from "./mutated-source.ts";

/** Of rules that keep data whole. */
export const RELIABILITY_MUTATIONS: Record<string, Mutation> = {
  "commit-after-error": {
    file: "src/server/platform/database/transactions.ts",
    find: "await client.query([], ROLLBACK).catch(client.discard);",
    replace: "await client.query([], ROLLBACK.name ? ROLLBACK : COMMIT).catch(client.discard);",
  },
  "claimed-twice": {
    file: "src/server/features/queue/sending.queries.ts",
    find: "and q.id = ${id} and q.status = 'QUEUED' and",
    replace: "and q.id = ${id} and q.status <> 'CANCELLED' and",
  },
  "resent-automatically": {
    file: "src/server/features/automation/delivery.ts",
    find: `      outcome: "unknown",
      problem: OUTCOME_UNKNOWN,
      alsoStore: (scope) => lookAfterDeath`,
    replace: `      outcome: "not_sent",
      problem: OUTCOME_UNKNOWN,
      alsoStore: (scope) => lookAfterDeath`,
  },
  "counted-for-all": {
    file: "migrations/0007_statistics.sql",
    find: `    select company_id, 'queue', '', status, flow_key, tg_argv[0]::integer * count(*) from changed
    where exists (select from companies c where c.id = company_id) group by company_id, status, flow_key;`,
    replace: `    select c.id, 'queue', '', status, flow_key, tg_argv[0]::integer * count(*) from changed, companies c
    group by c.id, status, flow_key;`,
  },
  "text-overwritten": {
    file: "src/server/features/messages/message-store.ts",
    find: "if (seenVersion === undefined || seenVersion === message.contentVersion) return message;",
    replace: "if (message.id) return message;",
  },
  "unlocked-migrations": {
    file: "src/server/platform/database/migrate.ts",
    find: 'await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);',
    replace: "void MIGRATION_LOCK;",
  },
  "audit-log-changeable": {
    file: "migrations/0003_audit_log_and_purge.sql",
    find: "grant select, insert on audit_log to usa_tenant, usa_platform;",
    replace: "grant select, insert, update, delete on audit_log to usa_tenant, usa_platform;",
  },
  "audit-without-values": {
    file: "src/server/features/audit/audit.queries.ts",
    find: "${json(entry.before)}, ${json(entry.after)},",
    replace: "${json(undefined)}, ${json(undefined)},",
  },
};
