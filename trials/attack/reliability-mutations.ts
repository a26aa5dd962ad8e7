import type { Mutation } from "./mutated-source.ts";

const IMPORT_BATCH = `  transaction(scope, async (scope) => {
    const last = rows.at(-1);
    if (!last || (await lockAtOffset(scope, progress.id, offset)) === 0) return undefined;
    await lockLeadCreation(scope);
    const checkedRows = await checkRows(
      scope,
      rows.filter((row) => !isBlankRow(row)),
      progress.mapping,
    );
    const leads = checkedRows.flatMap((row) => (row.verdict === "new" ? [row.lead] : []));
    if (leads.length > 0) await enqueueNewRows(scope, "leads", await insertLeads(scope, leads, platform.clock.now()));
    const skippedRows = skippedRowsOf(checkedRows);
    if (skippedRows.length > 0) await insertSkippedRows(scope, progress.id, skippedRows);
    const duplicates = skippedRows.filter(({ kind }) => kind === "duplicate").length;
    const rejected = skippedRows.length - duplicates;
    await advanceImport(`;

/** A part is claimed by a conditional update, and only by the worker that has locked the sender. */
const CLAIM_CONDITIONS = `and q.id = \${id} and q.status = 'QUEUED' and q.remote_status is null and q.cancel_requested_at is null and not q.paused and q.due_sort_key <= \${now}
        and not exists (select from queue_items o where o.company_id = q.company_id and o.message_id = q.message_id
          and o.status = 'SENDING')`;
const WITHOUT_SENDER_LOCK = {
  file: "src/server/features/senders/senders.queries.ts",
  find: "sql`s.id = ${id} for no key update of s`",
  replace: "sql`s.id = ${id}`",
};

/** Mutations of the rules that keep data complete and consistent. */
export const RELIABILITY_MUTATIONS: Record<string, Mutation> = {
  "commit-after-error": {
    file: "src/server/platform/database/transactions.ts",
    find: "await client.query([], [ROLLBACK]).catch(client.discard);",
    replace: "await client.query([], [ROLLBACK.name ? ROLLBACK : COMMIT]).catch(client.discard);",
  },
  "claimed-twice": {
    file: "src/server/features/queue/sending.queries.ts",
    find: CLAIM_CONDITIONS,
    replace: "and q.id = ${id} and q.status <> 'CANCELLED' and q.due_sort_key <= ${now}",
    also: [WITHOUT_SENDER_LOCK],
  },
  "resent-automatically": {
    file: "src/server/features/automation/delivery.ts",
    find: `      outcome: "unknown",
      problem: OUTCOME_UNKNOWN,
      alsoStore: (scope) => scheduleCheckAfterCrash`,
    replace: `      outcome: "not_sent",
      problem: OUTCOME_UNKNOWN,
      alsoStore: (scope) => scheduleCheckAfterCrash`,
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
  "changed-text-sent": {
    file: "src/server/features/queue/approvals.queries.ts",
    find: 'approved_hash <> ${hashOfText(sql`text`)} as "isChanged"',
    replace: 'approved_hash <> ${hashOfText(sql`text`)} and false as "isChanged"',
  },
  "cancelled-part-sent": {
    file: "src/server/features/queue/sending.queries.ts",
    find: "and q.id = ${id} and q.status = 'QUEUED' and",
    replace: "and q.id = ${id} and q.status in ('QUEUED', 'CANCELLED') and",
  },
  "approval-over-edit": {
    file: "src/server/features/messages/message-store.ts",
    find: "if (seenVersion === undefined || seenVersion === message.contentVersion) return message;",
    replace: "if (message.id) return message;",
  },
  "due-date-overwritten": {
    file: "src/server/features/messages/messages.queries.ts",
    find: "and m.id = ${id} for no key update of m`);",
    replace: "and m.id = ${id}`);",
  },
  "joined-tables-lost": {
    file: "src/server/features/airtable/runs/runs.queries.ts",
    find: "set tables = array(select distinct unnest(run.tables || excluded.tables))",
    replace: "set tables = run.tables",
  },
  "two-workers-claim": {
    file: "src/server/features/queue/sending.queries.ts",
    find: CLAIM_CONDITIONS,
    replace: "and q.id = ${id} and q.status in ('QUEUED', 'SENDING') and q.due_sort_key <= ${now}",
    also: [WITHOUT_SENDER_LOCK],
  },
  "unconfirmed-write-forgotten": {
    file: "src/server/features/airtable/reconcile/merge-field.ts",
    find: "&& (isWriteResponse || rules.equals(before.unconfirmed.value, remote));\n  const state",
    replace: "&& isWriteResponse;\n  const state",
  },
  "old-object-deleted-first": {
    file: "src/server/platform/storage/folder-storage.ts",
    find: `      await replaceRecord(recordPath, { contentType, size, file });
      await syncFolders(folder, root);
      if (before) await rm(join(folder, before.file), { force: true });`,
    replace: `      if (before) await rm(join(folder, before.file), { force: true });
      await new Promise((resolve) => setTimeout(resolve, 30));
      await replaceRecord(recordPath, { contentType, size, file });
      await syncFolders(folder, root);`,
  },
  "import-without-transaction": {
    file: "src/server/features/leads/imports/lead-imports.jobs.ts",
    find: IMPORT_BATCH,
    replace: IMPORT_BATCH.replace(
      "  transaction(scope, async (scope) => {",
      "  ((outer: Scope, work: (scope: Scope) => Promise<number | undefined>) => work(outer))(scope, async (scope) => {",
    ).replace(
      "    await advanceImport(",
      "    await new Promise((resolve) => setTimeout(resolve, 500));\n    await advanceImport(",
    ),
  },
  "outage-as-500": {
    file: "src/server/platform/database/connection-pool.ts",
    find: 'new AppError("unavailable", "De database is even niet bereikbaar. Probeer het zo opnieuw.");',
    replace: 'new AppError("internal", "De database is even niet bereikbaar. Probeer het zo opnieuw.");',
  },
  "silent-outage": {
    file: "src/web/lib/session/server-status.ts",
    find: "if (!unreachable) setUnreachable(true);",
    replace: "if (unreachable) setUnreachable(true);",
  },
  "requests-cut-off": {
    file: "src/server/main.ts",
    find: "stops.push(() => app.close());",
    replace: "stops.push(async () => process.exit(0));",
  },
  "lease-kept": {
    file: "src/server/features/airtable/runs/sync-company.ts",
    find: "const isTurnRequested = await releaseLease(scope, lease);",
    replace: "const isTurnRequested = releaseLease.length === 99;",
  },
  "export-unrecorded": {
    file: "src/server/features/leads/lists/lead-export.service.ts",
    find: "await recordAudit(scope, {",
    replace: "await Promise.resolve({ recordAudit,",
  },
  "import-unrecorded": {
    file: "src/server/features/leads/imports/lead-imports.jobs.ts",
    find: "await recordAudit(scope, {",
    replace: "await Promise.resolve({ recordAudit,",
  },
  "erasure-unrecorded": {
    file: "src/server/features/leads/personal-data/personal-data.service.ts",
    find: 'await recordChange(deps, scope, actor, { companyId, action: "lead.erased", subject }, "leads");',
    replace: "void [recordChange, actor, companyId, subject];",
  },
  "change-without-transaction": {
    file: "src/server/features/auth/profile.ts",
    find: `  await transaction({ db: platform.database.platform }, async (scope) => {
    await updateOwnProfile(`,
    replace: `  await ((work: (scope: PlatformScope) => Promise<void>) => work({ db: platform.database.platform }))(async (scope) => {
    await updateOwnProfile(`,
  },
  "jobs-run-twice": {
    file: "src/server/platform/jobs/worker.ts",
    find: "await handle(run.data, AbortSignal.any([run.signal, stopping]));",
    replace: "for (const _time of [1, 2]) await handle(run.data, AbortSignal.any([run.signal, stopping]));",
  },
  "requests-without-pause": {
    file: "src/server/features/airtable/runs/sync-turn.queries.ts",
    find: "+ rate.spacing * (${RECOVERED_SLOWDOWN}),",
    replace: "+ rate.spacing * 0 * (${RECOVERED_SLOWDOWN}),",
  },
  "password-in-audit-log": {
    file: "src/server/features/auth/profile.ts",
    find: '{ action: "password.changed" }',
    replace: '{ action: "password.changed", after: { newPassword } }',
  },
  "tasks-unrecorded": {
    file: "src/server/features/tasks/tasks.service.ts",
    find: "  recordChange(\n    deps,",
    replace: "  Promise.resolve(\n    recordChange && undefined,\n    deps,",
  },
  "change-not-shown": {
    file: "src/server/features/audit/audit.queries.ts",
    find: "a.before, a.after, a.address\n",
    replace: "null as before, null as after, a.address\n",
  },
};
