import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import {
  type BaseSchema,
  baseSchema,
  fieldSchema,
  type SchemaField,
  type SchemaTable,
  tableSchema,
} from "../mapping/base-schema.ts";
import { AirtableProblem, isProblem, problemOfResponse, type RequestPurpose } from "./airtable-problem.ts";
import { startAnswerTimer } from "./answer-time.ts";

// Airtable rejects URLs of more than 16,000 characters.
const MAX_URL_LENGTH = 15_000;
// A hundred leads with their reports are several megabytes.
const MAX_RESPONSE_BYTES = 48 * 1024 * 1024;
// Pages of large tables can take many seconds. Shorter than the lease of a sync turn.
const TIMEOUT_MS = 25_000;
export const MAX_RECORDS_PER_WRITE = 10;
export const MAX_PAGE_SIZE = 100;

export const recordSchema = z.object({
  id: z.string(),
  createdTime: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
export type AirtableRecord = z.infer<typeof recordSchema>;

const pageSchema = z.object({ records: z.array(recordSchema), offset: z.string().optional() });
export type RecordPage = z.infer<typeof pageSchema>;

const cellsSchema = z.record(z.string(), z.unknown());
const changedTableSchema = z.object({
  createdRecordsById: z.record(z.string(), z.unknown()).optional(),
  changedRecordsById: z
    .record(
      z.string(),
      z.object({
        current: z.object({ cellValuesByFieldId: cellsSchema }).optional(),
        previous: z.object({ cellValuesByFieldId: cellsSchema }).optional(),
      }),
    )
    .optional(),
  destroyedRecordIds: z.array(z.string()).optional(),
});
export type ChangedTable = z.infer<typeof changedTableSchema>;
const feedPageSchema = z.object({
  payloads: z.array(
    z.object({
      actionMetadata: z
        .object({
          source: z.string().optional(),
          sourceMetadata: z.object({ user: z.object({ name: z.string().optional() }).optional() }).optional(),
        })
        .optional()
        .catch(undefined),
      timestamp: z.iso.datetime({ offset: true }).optional().catch(undefined),
      /** Airtable could not compute these changes. */
      error: z.boolean().optional(),
      changedTablesById: z.record(z.string(), changedTableSchema).optional(),
    }),
  ),
  cursor: z.number(),
  mightHaveMore: z.boolean(),
});
export type FeedPage = z.infer<typeof feedPageSchema>;

const webhookSchema = z.object({
  id: z.string(),
  notificationUrl: z.string().nullable().optional(),
  cursorForNextPayload: z.number(),
  expirationTime: z.string().optional(),
  /** An expired webhook stays in the list, but logs nothing. */
  isHookEnabled: z.boolean().optional(),
  specification: z.unknown(),
});
const createdWebhookSchema = z.object({
  id: z.string(),
  macSecretBase64: z.string(),
  expirationTime: z.string().optional(),
});
const refreshedWebhookSchema = z.object({ expirationTime: z.string().optional() });

/** All record changes with their previous values. Without a notification URL the webhook is a log that we poll. */
const FEED_SPECIFICATION = {
  options: { filters: { dataTypes: ["tableData"] }, includes: { includePreviousCellValues: true } },
} as const;

export interface ListQuery {
  fields: readonly string[];
  filterByFormula?: string;
  sort?: readonly { field: string; direction: "asc" | "desc" }[];
  pageSize?: number;
  maxRecords?: number;
  offset?: string | undefined;
}

export interface RecordWrite {
  id?: string;
  fields: Record<string, unknown>;
}

/** A field to be created, in the form of Airtable's API. */
export interface NewField {
  name: string;
  type: string;
  options?: Record<string, unknown>;
}

export interface ChangeFeed {
  id: string;
  cursor: number;
  expiresAt: string | null;
  /** Authenticates notifications; null without a notification URL. */
  secret: string | null;
}

interface ObservedRequest {
  /** How long Airtable took, without the delay of our own event loop. After a timeout: how long we waited. */
  answerMs: number;
  /** Until this process handled the response. */
  elapsedMs: number;
  /** The request was a read and got no response in time. */
  isReadTimeout: boolean;
}

interface AirtableClientDeps extends Pick<Platform, "outbound"> {
  airtableUrl: string;
  baseId: string;
  token: string;
  timeoutMs?: number;
  /** For requests that change nothing, so that repeating them is harmless. */
  readTimeoutMs?(): number | undefined;
  /** Called after each response or timeout. May throw to end the work. */
  observe?(request: ObservedRequest): void;
  /** Called before each request: waits until the base's rate limit allows it. */
  waitForSlot(): Promise<void>;
  /** Called after a 429. */
  blockBase(): Promise<void>;
}

export type AirtableClient = ReturnType<typeof createAirtableClient>;

const toProblem = (error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === "timeout") return new AirtableProblem("too_slow");
  return new AirtableProblem(error.reason === "too_large" ? "too_large" : "unreachable");
};

const parseResponse = <T>(schema: z.ZodType<T>, text: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new AirtableProblem("unexpected");
  }
};

const listParameters = ({ fields, sort = [], ...rest }: ListQuery): URLSearchParams => {
  const search = new URLSearchParams({ returnFieldsByFieldId: "true" });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) search.set(name, String(value));
  for (const id of fields) search.append("fields[]", id);
  for (const [index, { field, direction }] of sort.entries()) {
    search.set(`sort[${index}][field]`, field);
    search.set(`sort[${index}][direction]`, direction);
  }
  return search;
};

/**
 * Airtable's web API for one base. The official client retries a 429 without limit, a 503 never, and hides error types;
 * here each error becomes an AirtableProblem and the caller decides what to do.
 */
export const createAirtableClient = ({
  outbound,
  airtableUrl,
  baseId,
  token,
  timeoutMs = TIMEOUT_MS,
  readTimeoutMs,
  observe,
  waitForSlot,
  blockBase,
}: AirtableClientDeps) => {
  const { origin, host, pathname } = new URL(airtableUrl);
  const root = `${origin}${pathname.replace(/\/$/, "")}/v0`;

  const call = async <T>(
    purpose: RequestPurpose,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    responseSchema: z.ZodType<T>,
    body?: object,
  ): Promise<T> => {
    await waitForSlot();
    const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
    const isRead = purpose !== "write" && method === "GET";
    const limits = { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: (isRead && readTimeoutMs?.()) || timeoutMs };
    const request = { url: `${root}${path}`, method, headers, allowHosts: [host], ...limits };
    const startedAt = performance.now();
    const stopAnswerTimer = startAnswerTimer();
    const response = await outbound
      .request(body ? { ...request, body: JSON.stringify(body) } : request)
      .catch((error: unknown) => {
        const problem = toProblem(error);
        const isTimeout = isProblem(problem, "too_slow");
        const [answerMs, elapsedMs] = [stopAnswerTimer(), performance.now() - startedAt];
        observe?.({ answerMs: isTimeout ? elapsedMs : answerMs, elapsedMs, isReadTimeout: isRead && isTimeout });
        throw problem;
      });
    const answerMs = stopAnswerTimer();
    observe?.({ answerMs, elapsedMs: performance.now() - startedAt, isReadTimeout: false });
    if (response.status === 200) return parseResponse(responseSchema, response.text);
    const problem = problemOfResponse(purpose, response);
    if (isProblem(problem, "rate_limited")) await blockBase();
    throw problem;
  };

  const findWebhooks = async () =>
    (await call("feed", "GET", `/bases/${baseId}/webhooks`, z.object({ webhooks: z.array(webhookSchema) }))).webhooks;

  const removeWebhook = (id: string) => call("feed", "DELETE", `/bases/${baseId}/webhooks/${id}`, z.object({}));

  return {
    schema: (): Promise<BaseSchema> => call("schema", "GET", `/meta/bases/${baseId}/tables`, baseSchema),

    createField: (tableId: string, field: NewField): Promise<SchemaField> =>
      call("changeSchema", "POST", `/meta/bases/${baseId}/tables/${tableId}/fields`, fieldSchema, field),

    createTable: (table: { name: string; fields: readonly NewField[] }): Promise<SchemaTable> =>
      call("changeSchema", "POST", `/meta/bases/${baseId}/tables`, tableSchema, table),

    list: (tableId: string, query: ListQuery): Promise<RecordPage> => {
      const path = `/${baseId}/${tableId}`;
      const address = `${path}?${listParameters(query).toString()}`;
      if (root.length + address.length <= MAX_URL_LENGTH) return call("read", "GET", address, pageSchema);
      return call("read", "POST", `${path}/listRecords`, pageSchema, { ...query, returnFieldsByFieldId: true });
    },

    /** Writes up to ten records. Records without an id are upserted on the field `mergeOn`. */
    write: async (
      tableId: string,
      records: readonly RecordWrite[],
      { mergeOn, addsChoices = false }: { mergeOn?: string; addsChoices?: boolean } = {},
    ): Promise<AirtableRecord[]> => {
      const upsert = mergeOn ? { performUpsert: { fieldsToMergeOn: [mergeOn] } } : {};
      const body = { records, returnFieldsByFieldId: true, ...upsert, ...(addsChoices ? { typecast: true } : {}) };
      return (await call("write", "PATCH", `/${baseId}/${tableId}`, pageSchema, body)).records;
    },

    /** Deletes up to ten records: all or none. */
    remove: async (tableId: string, recordIds: readonly string[]): Promise<void> => {
      const search = new URLSearchParams(recordIds.map((id): [string, string] => ["records[]", id]));
      await call("write", "DELETE", `/${baseId}/${tableId}?${search.toString()}`, z.object({}));
    },

    /**
     * Reuses an existing change feed with our specification, or creates one. A base allows ten webhooks, so feeds left behind by
     * lost responses and killed processes must not accumulate. Each reader has its own cursor. A feed that notifies us is always
     * created: its secret is only in the response to its creation.
     */
    openFeed: async (notificationUrl: string | null): Promise<ChangeFeed> => {
      const found = (await findWebhooks()).filter(
        (hook) =>
          (hook.notificationUrl ?? null) === notificationUrl &&
          isDeepStrictEqual(hook.specification, FEED_SPECIFICATION),
      );
      const enabled = found.find((hook) => hook.isHookEnabled !== false);
      if (enabled && notificationUrl === null) {
        const { id, cursorForNextPayload: cursor, expirationTime: expiresAt = null } = enabled;
        return { id, cursor, expiresAt, secret: null };
      }
      if (notificationUrl !== null) for (const { id } of found) await removeWebhook(id);
      const created = await call("feed", "POST", `/bases/${baseId}/webhooks`, createdWebhookSchema, {
        ...(notificationUrl === null ? {} : { notificationUrl }),
        specification: FEED_SPECIFICATION,
      });
      const secret = notificationUrl === null ? null : created.macSecretBase64;
      return { id: created.id, cursor: 1, expiresAt: created.expirationTime ?? null, secret };
    },

    readFeed: (id: string, cursor: number): Promise<FeedPage> =>
      call("feed", "GET", `/bases/${baseId}/webhooks/${id}/payloads?cursor=${cursor}`, feedPageSchema),

    removeFeed: removeWebhook,

    refreshFeed: (id: string) =>
      call("feed", "POST", `/bases/${baseId}/webhooks/${id}/refresh`, refreshedWebhookSchema, {}),
  };
};
