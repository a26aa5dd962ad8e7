import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type {
  AirtableMapping,
  CreatedField,
  CreatedTable,
  MappingChange,
  NewRemoteField,
  NewRemoteTable,
  SavedMapping,
  TableChoice,
  TableProposal,
} from "#contract/airtable-connection.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { requireCompany } from "#server/features/companies/companies.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import type { AirtableClient } from "../client/client.ts";
import { addFoundFields } from "../mapping/base-layout.ts";
import type { SchemaTable } from "../mapping/base-schema.ts";
import {
  deleteTablePositions,
  findLastTableId,
  findMappingRules,
  requireReread,
  saveTableRule,
} from "../mapping/mapping.queries.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { assignableFields, proposeFields, proposeMapping, type Samples } from "../mapping/propose-mapping.ts";
import type { MappingRules, TableRule } from "../mapping/rules.ts";
import { replaceRecordIdsOfTable } from "../runs/base-change.queries.ts";
import { startSync } from "../runs/start-run.ts";
import { findKnownTables, revokeLease } from "../runs/sync-turn.queries.ts";
import { findPause } from "../status/settings.queries.ts";
import { findMappingErrors } from "./mapping.policy.ts";
import { toMappedTable, toRemoteField, toRemoteTable } from "./mapping-view.ts";
import { canCreate, newFieldFor, newFieldsFor, unusedFieldName } from "./new-fields.ts";
import { type OpenBase, withBase } from "./open-base.ts";

const UNCHANGED: SavedMapping = { problem: null, message: "De koppeling was al zo." };
const SAVED: SavedMapping = {
  problem: null,
  message: "De koppeling is opgeslagen. De gewijzigde tabellen worden opnieuw gelezen.",
};
const SAVED_WHILE_PAUSED: SavedMapping = {
  problem: null,
  message:
    "De koppeling is opgeslagen. De gewijzigde tabellen worden opnieuw gelezen bij de eerste synchronisatie na de pauze.",
};
const OUTDATED: SavedMapping = {
  problem:
    "Iemand anders heeft de koppeling intussen gewijzigd. Sluit dit venster en open het opnieuw om te zien wat er nu is ingesteld.",
  message: "",
};

const SAMPLE_SIZE = 10;
// Each costs a request, and a user waits.
const MAX_SAMPLED_TABLES = 12;

/** Some values of each field, by which fields are recognised. A table that cannot be read has none. */
const readSamples = async (client: AirtableClient, tables: readonly SchemaTable[]): Promise<Samples> => {
  const samples: Record<string, unknown[]> = {};
  for (const { id, fields } of tables.slice(0, MAX_SAMPLED_TABLES)) {
    const query = { fields: fields.map((field) => field.id), maxRecords: SAMPLE_SIZE, pageSize: SAMPLE_SIZE };
    const records = await client.list(id, query).then(
      (page) => page.records,
      (error: unknown) => {
        if (error instanceof AirtableProblem && error.kind !== "rate_limited") return [];
        throw error;
      },
    );
    for (const { fields: cells } of records) {
      for (const [fieldId, cell] of Object.entries(cells)) samples[fieldId] = [...(samples[fieldId] ?? []), cell];
    }
  }
  return samples;
};

type TableIds = Partial<Record<SyncedTable, string>>;

const tableIdsOf = (rules: MappingRules): TableIds =>
  Object.fromEntries(
    SYNCED_TABLES.flatMap((table) => {
      const tableId = rules[table]?.tableId;
      return tableId ? [[table, tableId]] : [];
    }),
  );

const versionOf = (rules: MappingRules): string =>
  createHash("sha256")
    .update(JSON.stringify(SYNCED_TABLES.map((table) => rules[table] ?? null)))
    .digest("hex");

/** The stored mapping, with the fields that the sync finds without a rule, or a proposal for the tables that have none. */
export const readMapping = (platform: Platform, companyId: string): Promise<AirtableMapping> =>
  withBase<AirtableMapping>(
    platform,
    companyId,
    (problem) => ({ problem, isStored: false, version: "", remoteTables: [], tables: [] }),
    async ({ baseId, client, scope, schema }) => {
      const stored = await findMappingRules(scope, baseId);
      const samples = await readSamples(client, schema.tables);
      const used = addFoundFields({ schema, known: await findKnownTables(scope), rules: stored });
      const rules: Record<SyncedTable, TableRule> = { ...proposeMapping(schema, samples), ...used };
      const tableIds = tableIdsOf(rules);
      return {
        problem: null,
        isStored: Object.keys(stored).length > 0,
        version: versionOf(stored),
        remoteTables: schema.tables.map((table) => toRemoteTable(table, samples)),
        tables: SYNCED_TABLES.map((table) => toMappedTable(table, rules[table], schema.tables, tableIds)),
      };
    },
  );

export const proposeTable = (
  platform: Platform,
  companyId: string,
  { table, tableId, tableIds = {} }: TableChoice,
): Promise<TableProposal> =>
  withBase<TableProposal>(
    platform,
    companyId,
    (problem) => ({ problem, table: null }),
    async ({ client, schema }) => {
      const remote = schema.tables.find(({ id }) => id === tableId);
      if (!remote) throw notFound();
      const targets = { ...tableIds, [table]: tableId };
      const fields = proposeFields(table, remote, await readSamples(client, [remote]), targets);
      return { problem: null, table: toMappedTable(table, { tableId, fields }, schema.tables, targets) };
    },
  );

const toRule = ({ tableId, fields }: MappingChange["tables"][number]): TableRule => ({
  tableId,
  fields: tableId === null ? {} : Object.fromEntries(fields.map(({ field, ...rule }) => [field, rule])),
});

/**
 * Stores a table's rule. With the same remote table, all its records are read again. With another remote table, our rows
 * stay and lose their record ids, or get back those of a table that was mapped before.
 */
const storeRule = async (scope: Scope, baseId: string, table: SyncedTable, rule: TableRule): Promise<void> => {
  const last = await findLastTableId(scope, baseId, table);
  await saveTableRule(scope, baseId, table, rule, rule.tableId ?? last);
  if (last === null || rule.tableId === null || last === rule.tableId) return requireReread(scope, table);
  await replaceRecordIdsOfTable(scope, table, { baseId, from: last, to: rule.tableId });
  await deleteTablePositions(scope, table);
};

const storeMapping = async (
  platform: Platform,
  actor: AuditActor,
  { baseId, scope }: OpenBase,
  change: MappingChange,
): Promise<SavedMapping> => {
  const before = await findMappingRules(scope, baseId);
  const changed = change.tables.filter((table) => !isDeepStrictEqual(before[table.table], toRule(table)));
  if (changed.length === 0) return UNCHANGED;
  const isOutdated = (rules: MappingRules) => change.version !== undefined && change.version !== versionOf(rules);
  const names = changed.map(({ table }) => tableMapping(table).airtableName).join(", ");
  const company = await requireCompany({ db: platform.database.platform }, scope.companyId);
  const isStored = await transaction(scope, async (scope) => {
    // Ends a running sync, which would store values that it has read with the old mapping. It also locks the row of the sync state:
    // another user who saves waits here, and then finds this mapping.
    await revokeLease(scope);
    if (isOutdated(await findMappingRules(scope, baseId))) return false;
    for (const table of changed) await storeRule(scope, baseId, table.table, toRule(table));
    await invalidatePlans(scope);
    return true;
  });
  if (!isStored) return OUTDATED;
  const subject = { type: "company", id: company.id, name: company.name };
  await transaction({ db: platform.database.platform }, (scope) =>
    recordChange(
      platform,
      scope,
      actor,
      { companyId: company.id, action: "company.updated", subject, after: { airtableMapping: names } },
      "company",
    ),
  );
  if (await findPause(scope)) return SAVED_WHILE_PAUSED;
  await startSync(platform, scope);
  return SAVED;
};

export const saveMapping = (
  platform: Platform,
  actor: AuditActor,
  companyId: string,
  change: MappingChange,
): Promise<SavedMapping> =>
  withBase<SavedMapping>(
    platform,
    companyId,
    (problem) => ({ problem, message: "" }),
    async (base) => {
      const errors = findMappingErrors(base.schema, change);
      if (errors.length > 0) return { problem: errors.join(" "), message: "" };
      return storeMapping(platform, actor, base, change);
    },
  );

export const createField = (
  platform: Platform,
  companyId: string,
  { table, tableId, field, tableIds = {} }: NewRemoteField,
): Promise<CreatedField> =>
  withBase<CreatedField>(
    platform,
    companyId,
    (problem) => ({ problem, field: null }),
    async ({ client, schema }) => {
      const map = assignableFields(table).find(([name]) => name === field)?.[1];
      const remote = schema.tables.find(({ id }) => id === tableId);
      if (!map || !remote || !canCreate(map, tableIds)) throw notFound();
      const created = { ...newFieldFor(field, map, tableIds), name: unusedFieldName(remote, map) };
      return { problem: null, field: toRemoteField(await client.createField(tableId, created)) };
    },
  );

export const createTable = (
  platform: Platform,
  companyId: string,
  { table, tableIds = {} }: NewRemoteTable,
): Promise<CreatedTable> =>
  withBase<CreatedTable>(
    platform,
    companyId,
    (problem) => ({ problem, remoteTable: null, table: null }),
    async ({ client }) => {
      const { airtableName: name } = tableMapping(table);
      const created = await client.createTable({ name, fields: newFieldsFor(table, tableIds) });
      const targets = { ...tableIds, [table]: created.id };
      const rule = { tableId: created.id, fields: proposeFields(table, created, {}, targets) };
      return {
        problem: null,
        remoteTable: toRemoteTable(created),
        table: toMappedTable(table, rule, [created], targets),
      };
    },
  );
