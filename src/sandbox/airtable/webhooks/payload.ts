import { formatFeedCell } from "../cells/format-cell.ts";
import type { Base } from "../model/base.ts";
import { API_USER, COLLEAGUE } from "../model/collaborators.ts";
import type { Commit, Source, TableChanges } from "../model/commit.ts";
import { type CellChanges, type Field, type Table, toIsoSeconds } from "../model/table.ts";
import type { ChangeType, DataType, Webhook, WebhookPayload } from "../model/webhook.ts";

type Description = Record<string, unknown>;

/** A webhook's payload for a transaction; null when nothing matches its filters. Runs after the commit. */
function describeCommit(base: Base, hook: Webhook, commit: Commit): WebhookPayload | null {
  const { filters } = hook.specification.options;
  if (filters.fromSources && !filters.fromSources.includes(commit.source)) return null;
  const changedTables: Description = {};
  for (const [tableId, changes] of Object.entries(commit.tables)) {
    const table = base.table(tableId);
    if (!table || (filters.recordChangeScope ?? tableId) !== tableId) continue;
    const description = describeTable({ base, hook, table }, changes);
    if (Object.keys(description).length > 0) changedTables[tableId] = description;
  }
  const createdTables = isWatched(hook, "tableMetadata", "add") ? (commit.createdTables ?? []) : [];
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

const ACTORS: Record<Source, Description> = {
  publicApi: { user: { ...API_USER, permissionLevel: "create" } },
  client: { user: { ...COLLEAGUE, permissionLevel: "create" } },
  formSubmission: {},
};

const describeActor = (source: Source) => ACTORS[source];

type Watch = { base: Base; hook: Webhook; table: Table };

function describeTable(watch: Watch, changes: TableChanges): Description {
  return { ...describeRecords(watch, changes), ...describeFields(watch, changes), ...describeName(watch, changes) };
}

function describeRecords(watch: Watch, { created, changed, destroyed }: TableChanges): Description {
  const { hook } = watch;
  const description: Description = {};
  if (created && isWatched(hook, "tableData", "add")) {
    description["createdRecordsById"] = mapValues(created, ({ createdAt, cells }) => ({
      createdTime: toIsoSeconds(createdAt),
      cellValuesByFieldId: describeCells(watch, cells),
    }));
  }
  if (changed && isWatched(hook, "tableData", "update")) {
    const changes = describeChanges(watch, changed);
    if (Object.keys(changes).length > 0) description["changedRecordsById"] = changes;
  }
  if (destroyed && isWatched(hook, "tableData", "remove")) description["destroyedRecordIds"] = destroyed;
  return description;
}

function describeChanges(watch: Watch, changed: NonNullable<TableChanges["changed"]>): Description {
  const { filters, includes } = watch.hook.specification.options;
  const description: Description = {};
  for (const [id, { current, previous }] of Object.entries(changed)) {
    const watched = filters.watchDataInFieldIds ?? Object.keys(current);
    const fieldIds = Object.keys(current).filter((fieldId) => watched.includes(fieldId));
    if (fieldIds.length === 0) continue;
    const unchanged = describeUnchanged(watch, id, fieldIds);
    description[id] = {
      current: { cellValuesByFieldId: describeCells(watch, pickKeys(current, fieldIds)) },
      ...(includes?.includePreviousCellValues
        ? { previous: { cellValuesByFieldId: describeCells(watch, pickKeys(previous, fieldIds)) } }
        : {}),
      ...(unchanged ? { unchanged: { cellValuesByFieldId: unchanged } } : {}),
    };
  }
  return description;
}

function describeUnchanged(watch: Watch, id: string, changedIds: string[]): Description | null {
  const wanted = watch.hook.specification.options.includes?.includeCellValuesInFieldIds;
  const cells = watch.table.record(id)?.cells;
  if (!wanted || !cells) return null;
  const fieldIds = (wanted === "all" ? Object.keys(cells) : wanted).filter((fieldId) => !changedIds.includes(fieldId));
  return describeCells(watch, pickKeys(cells, fieldIds));
}

function describeCells({ base, table }: Watch, cells: CellChanges): Description {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([fieldId, value]) => {
      const field = table.field(fieldId);
      return field ? [[fieldId, formatFeedCell(base, field, value)]] : [];
    }),
  );
}

function describeFields({ hook }: Watch, { fields }: TableChanges): Description {
  const description: Description = {};
  if (fields?.created && isWatched(hook, "tableFields", "add")) {
    description["createdFieldsById"] = Object.fromEntries(fields.created.map((field) => [field.id, fieldInfo(field)]));
  }
  if (fields?.changed && isWatched(hook, "tableFields", "update")) {
    const withPrevious = hook.specification.options.includes?.includePreviousFieldDefinitions;
    description["changedFieldsById"] = Object.fromEntries(
      fields.changed.map(({ current, previous }) => [
        current.id,
        { current: fieldInfo(current), ...(withPrevious ? { previous: fieldInfo(previous) } : {}) },
      ]),
    );
  }
  if (fields?.destroyed && isWatched(hook, "tableFields", "remove"))
    description["destroyedFieldIds"] = fields.destroyed;
  return description;
}

const fieldInfo = ({ name, type }: Field) => ({ name, type });

function describeName({ hook }: Watch, { renamed }: TableChanges): Description {
  if (!renamed || !isWatched(hook, "tableMetadata", "update")) return {};
  return { changedMetadata: { current: { name: renamed.current }, previous: { name: renamed.previous } } };
}

function isWatched({ specification }: Webhook, dataType: DataType, changeType: ChangeType): boolean {
  const { dataTypes, changeTypes } = specification.options.filters;
  return dataTypes.includes(dataType) && (changeTypes ?? [changeType]).includes(changeType);
}

const pickKeys = (cells: CellChanges, fieldIds: string[]): CellChanges =>
  Object.fromEntries(fieldIds.map((fieldId) => [fieldId, cells[fieldId] ?? null]));

const mapValues = <From, To>(values: Record<string, From>, make: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]));

export const WEEK_MS = 7 * 86_400_000;
const MAX_PAYLOADS = 50;

/** Appends a transaction to the log of every matching webhook and returns those webhooks. */
export function appendPayloads(base: Base, commit: Commit): Webhook[] {
  const matching: Webhook[] = [];
  for (const hook of activeHooks(base, commit.at)) {
    const payload = describeCommit(base, hook, commit);
    if (!payload) continue;
    hook.payloads.push(payload);
    dropOldPayloads(hook, commit.at);
    matching.push(hook);
  }
  return matching;
}

/** What Airtable logs when it cannot compute the changes any more. */
export type PayloadErrorCode = "INVALID_HOOK" | "INVALID_FILTERS" | "INTERNAL_ERROR";

export function appendErrorPayload(base: Base, hook: Webhook, code: PayloadErrorCode, at: number): void {
  base.transactionNumber += 1;
  hook.payloads.push({
    timestamp: new Date(at).toISOString(),
    baseTransactionNumber: base.transactionNumber,
    payloadFormat: "v0",
    error: true,
    code,
  });
}

export const isExpired = (hook: Webhook, now: number) => hook.expiresAt <= now;

/** An expired webhook is listed, and its log is kept, for seven more days. */
export function listedHooks(base: Base, now: number): Webhook[] {
  for (const hook of base.hooks.values()) if (isExpired(hook, now - WEEK_MS)) base.hooks.delete(hook.id);
  return [...base.hooks.values()];
}

/** A webhook expires seven days after its last refresh. */
export const activeHooks = (base: Base, now: number): Webhook[] =>
  listedHooks(base, now).filter((hook) => !isExpired(hook, now));

export const nextCursor = (hook: Webhook) => hook.firstCursor + hook.payloads.length;

export function readPayloads(hook: Webhook, cursor: number, limit: number, now: number) {
  dropOldPayloads(hook, now);
  const start = Math.max(cursor - hook.firstCursor, 0);
  const payloads = hook.payloads.slice(start, start + Math.min(limit, MAX_PAYLOADS));
  const next = Math.min(hook.firstCursor + start + payloads.length, nextCursor(hook));
  return { payloads, cursor: next, mightHaveMore: next < nextCursor(hook), payloadFormat: "v0" };
}

function dropOldPayloads(hook: Webhook, now: number): void {
  const limit = new Date(now - WEEK_MS).toISOString();
  const firstRecent = hook.payloads.findIndex(({ timestamp }) => timestamp > limit);
  const expiredCount = firstRecent === -1 ? hook.payloads.length : firstRecent;
  hook.firstCursor += expiredCount;
  hook.payloads.splice(0, expiredCount);
}
