import { feedCell } from "../cells/feed-cell.ts";
import type { Base } from "../model/base.ts";
import type { Commit, Source, TableChanges } from "../model/commit.ts";
import type { Field } from "../model/field.ts";
import { type CellChanges, secondText } from "../model/record.ts";
import type { Table } from "../model/table.ts";
import type { ChangeType, DataType, Webhook, WebhookPayload } from "../model/webhook.ts";

type Told = Record<string, unknown>;

/** What a webhook tells of a transaction; null when it does not watch any of it. Runs after the base has changed. */
export function describeCommit(base: Base, hook: Webhook, commit: Commit): WebhookPayload | null {
  const { filters } = hook.specification.options;
  if (filters.fromSources && !filters.fromSources.includes(commit.source)) return null;
  const changedTables: Told = {};
  for (const [tableId, changes] of Object.entries(commit.tables)) {
    const table = base.table(tableId);
    if (!table || (filters.recordChangeScope ?? tableId) !== tableId) continue;
    const told = describeTable({ base, hook, table }, changes);
    if (Object.keys(told).length > 0) changedTables[tableId] = told;
  }
  const createdTables = watches(hook, "tableMetadata", "add") ? (commit.createdTables ?? []) : [];
  if (Object.keys(changedTables).length === 0 && createdTables.length === 0) return null;
  return {
    timestamp: new Date(commit.at).toISOString(),
    baseTransactionNumber: commit.number,
    actionMetadata: { source: commit.source, sourceMetadata: describeActor(commit.source) },
    payloadFormat: "v0",
    changedTablesById: changedTables,
    ...(createdTables.length > 0
      ? { createdTablesById: Object.fromEntries(createdTables.map(({ id, name }) => [id, { metadata: { name } }])) }
      : {}),
  };
}

const ACTORS: Record<Source, Told> = {
  publicApi: {
    user: { id: "usrSandboxApi0001", email: "api@sandbox.example", permissionLevel: "create", name: "API" },
  },
  client: {
    user: { id: "usrSandboxUser001", email: "collega@sandbox.example", permissionLevel: "create", name: "Collega" },
  },
  formSubmission: {},
};

const describeActor = (source: Source) => ACTORS[source];

type Watch = { base: Base; hook: Webhook; table: Table };

function describeTable(watch: Watch, changes: TableChanges): Told {
  return { ...describeRecords(watch, changes), ...describeFields(watch, changes), ...describeName(watch, changes) };
}

function describeRecords(watch: Watch, { created, changed, destroyed }: TableChanges): Told {
  const { hook } = watch;
  const told: Told = {};
  if (created && watches(hook, "tableData", "add")) {
    told["createdRecordsById"] = mapValues(created, ({ createdAt, cells }) => ({
      createdTime: secondText(createdAt),
      cellValuesByFieldId: describeCells(watch, cells),
    }));
  }
  if (changed && watches(hook, "tableData", "update")) {
    const changes = describeChanges(watch, changed);
    if (Object.keys(changes).length > 0) told["changedRecordsById"] = changes;
  }
  if (destroyed && watches(hook, "tableData", "remove")) told["destroyedRecordIds"] = destroyed;
  return told;
}

function describeChanges(watch: Watch, changed: NonNullable<TableChanges["changed"]>): Told {
  const { filters, includes } = watch.hook.specification.options;
  const told: Told = {};
  for (const [id, { current, previous }] of Object.entries(changed)) {
    const watched = filters.watchDataInFieldIds ?? Object.keys(current);
    const fieldIds = Object.keys(current).filter((fieldId) => watched.includes(fieldId));
    if (fieldIds.length === 0) continue;
    const unchanged = describeUnchanged(watch, id, fieldIds);
    told[id] = {
      current: { cellValuesByFieldId: describeCells(watch, only(current, fieldIds)) },
      ...(includes?.includePreviousCellValues
        ? { previous: { cellValuesByFieldId: describeCells(watch, only(previous, fieldIds)) } }
        : {}),
      ...(unchanged ? { unchanged: { cellValuesByFieldId: unchanged } } : {}),
    };
  }
  return told;
}

function describeUnchanged(watch: Watch, id: string, changedIds: string[]): Told | null {
  const wanted = watch.hook.specification.options.includes?.includeCellValuesInFieldIds;
  const cells = watch.table.record(id)?.cells;
  if (!wanted || !cells) return null;
  const fieldIds = (wanted === "all" ? Object.keys(cells) : wanted).filter((fieldId) => !changedIds.includes(fieldId));
  return describeCells(watch, only(cells, fieldIds));
}

function describeCells({ base, table }: Watch, cells: CellChanges): Told {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([fieldId, value]) => {
      const field = table.field(fieldId);
      return field ? [[fieldId, feedCell(base, field, value)]] : [];
    }),
  );
}

function describeFields({ hook }: Watch, { fields }: TableChanges): Told {
  const told: Told = {};
  if (fields?.created && watches(hook, "tableFields", "add")) {
    told["createdFieldsById"] = Object.fromEntries(fields.created.map((field) => [field.id, fieldInfo(field)]));
  }
  if (fields?.changed && watches(hook, "tableFields", "update")) {
    const withPrevious = hook.specification.options.includes?.includePreviousFieldDefinitions;
    told["changedFieldsById"] = Object.fromEntries(
      fields.changed.map(({ current, previous }) => [
        current.id,
        { current: fieldInfo(current), ...(withPrevious ? { previous: fieldInfo(previous) } : {}) },
      ]),
    );
  }
  if (fields?.destroyed && watches(hook, "tableFields", "remove")) told["destroyedFieldIds"] = fields.destroyed;
  return told;
}

const fieldInfo = ({ name, type }: Field) => ({ name, type });

function describeName({ hook }: Watch, { renamed }: TableChanges): Told {
  if (!renamed || !watches(hook, "tableMetadata", "update")) return {};
  return { changedMetadata: { current: { name: renamed.current }, previous: { name: renamed.previous } } };
}

function watches({ specification }: Webhook, dataType: DataType, changeType: ChangeType): boolean {
  const { dataTypes, changeTypes } = specification.options.filters;
  return dataTypes.includes(dataType) && (changeTypes ?? [changeType]).includes(changeType);
}

const only = (cells: CellChanges, fieldIds: string[]): CellChanges =>
  Object.fromEntries(fieldIds.map((fieldId) => [fieldId, cells[fieldId] ?? null]));

const mapValues = <From, To>(values: Record<string, From>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]));
