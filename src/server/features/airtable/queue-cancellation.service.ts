import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findStoredAirtable } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "./client/airtable-problem.ts";
import type { AirtableClient } from "./client/client.ts";
import { matchRecordIds } from "./client/formula.ts";
import { readOption, writeOption } from "./mapping/conversions.ts";
import type { FieldValue } from "./mapping/field-kinds.ts";
import { findMappingRules } from "./mapping/mapping.queries.ts";
import { MAPPING } from "./mapping/mapping.ts";
import type { FieldRule } from "./mapping/rules.ts";
import { acknowledgeEdits } from "./push/outbox.queries.ts";
import { lockRecords } from "./reconcile/records.queries.ts";
import { applyRemoteValues } from "./reconcile/write-reconciled.ts";
import { findBaseId } from "./runs/base-change.queries.ts";
import { type DirectClientDeps, openDirectClient } from "./runs/direct-client.ts";
import { findKnownTables } from "./runs/sync-turn.queries.ts";

/** A user waits for the response. */
const TIMEOUT_MS = 3_000;

type CancellationDeps = DirectClientDeps & Pick<Platform, "clock" | "events" | "jobs" | "log">;

/**
 * cancelled: the row is cancelled in Airtable. absent: it is not there, or no base is connected. sent: it was sent there, and is
 * sent here too. unreachable: it is not known whether Airtable will send it.
 */
type CancellationOutcome = "cancelled" | "absent" | "sent" | "unreachable";

interface RemoteRow {
  /** How the company has mapped the status. */
  statusRule: Pick<FieldRule, "options">;
  tableId: string;
  statusId: string;
  dateSentId: string;
  recordId: string;
}

const { status: STATUS, date_sent: DATE_SENT } = MAPPING.queue.fields;

/** Undefined when Airtable does not have the row as far as we know, or when its table is not mapped. */
const findRemoteRow = async (scope: Scope, id: string): Promise<RemoteRow | "creation_unconfirmed" | undefined> => {
  const [record] = await lockRecords(scope, "queue", [id]);
  const { tableId, fieldIds } = (await findKnownTables(scope)).queue;
  const { status: statusId, date_sent: dateSentId } = fieldIds;
  if (!record || record.state === "remote_deleted" || !tableId || !statusId || !dateSentId) return undefined;
  const { recordId, unconfirmed } = record;
  if (!recordId) return Object.keys(unconfirmed).length > 0 ? "creation_unconfirmed" : undefined;
  const baseId = await findBaseId(scope);
  const rules = baseId ? await findMappingRules(scope, baseId) : {};
  return { tableId, statusId, dateSentId, recordId, statusRule: rules.queue?.fields["status"] ?? {} };
};

const parseRow = (fields: Readonly<Record<string, unknown>>, { statusRule, statusId, dateSentId }: RemoteRow) => ({
  status: STATUS.kind.fromCell(readOption(statusRule, fields[statusId])),
  dateSent: DATE_SENT.kind.fromCell(fields[dateSentId]) ?? null,
});

const storeSent = (deps: CancellationDeps, scope: Scope, id: string, dateSent: FieldValue): Promise<void> =>
  transaction(scope, async (scope) => {
    const date_sent = dateSent ?? deps.clock.now().toISOString();
    await applyRemoteValues(deps, scope, "queue", id, { status: "SENT", date_sent, remote_status: null });
    await deps.events.publish(scope.db, scope.companyId, { topic: "queue" });
  });

const cancelRow = async (
  client: AirtableClient,
  row: RemoteRow,
): Promise<{ outcome: CancellationOutcome; dateSent?: FieldValue }> => {
  const { statusRule, tableId, statusId, dateSentId, recordId } = row;
  const choiceFor = (status: string) => writeOption(statusRule, status) ?? status;
  const query = { fields: [statusId, dateSentId], filterByFormula: matchRecordIds([recordId]) };
  const [found] = (await client.list(tableId, query)).records;
  if (!found) return { outcome: "absent" };
  const before = parseRow(found.fields, row);
  if (before.status === "SENT") return { outcome: "sent", dateSent: before.dateSent };
  if (before.status === "CANCELLED") return { outcome: "cancelled" };
  const [written] = await client.write(tableId, [{ id: recordId, fields: { [statusId]: choiceFor("CANCELLED") } }]);
  const after = written && parseRow(written.fields, row);
  // A new Date Sent means that the automation sent the row between our read and our write: SENT is restored.
  if (!after || after.dateSent === null || after.dateSent === before.dateSent) return { outcome: "cancelled" };
  await client.write(tableId, [{ id: recordId, fields: { [statusId]: choiceFor("SENT") } }]);
  return { outcome: "sent", dateSent: after.dateSent };
};

/** A connected base may still send the row, also when it cannot be reached for want of a readable token. */
const hasBase = async (deps: CancellationDeps, { companyId }: Scope): Promise<boolean> =>
  Boolean((await findStoredAirtable(deps, companyId))?.baseId);

/** Cancels a queue row in Airtable before it is cancelled here, unless it was sent there. */
export const cancelInAirtable = async (
  deps: CancellationDeps,
  scope: Scope,
  id: string,
): Promise<CancellationOutcome> => {
  const row = await findRemoteRow(scope, id);
  if (row === "creation_unconfirmed") return "unreachable";
  if (!row) return "absent";
  const client = await openDirectClient(deps, scope, TIMEOUT_MS);
  if (!client) return (await hasBase(deps, scope)) ? "unreachable" : "absent";
  try {
    const { outcome, dateSent = null } = await cancelRow(client, row);
    if (outcome === "sent") await storeSent(deps, scope, id, dateSent);
    return outcome;
  } catch (error) {
    if (!(error instanceof AirtableProblem)) throw error;
    deps.log.info({ companyId: scope.companyId, queueItemId: id, problem: error.kind }, "a cancellation must wait");
    return "unreachable";
  }
};

/** Without this the base value would stay QUEUED, so an undo of the cancellation (back to QUEUED) would not be written. */
export const acknowledgeCancellation = (scope: Scope, id: string): Promise<number> =>
  acknowledgeEdits(scope, "queue", id, "status", "CANCELLED");
