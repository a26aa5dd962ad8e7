import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { type BaseSchema, baseSchema } from "../mapping/base-layout.ts";
import { AirtableProblem, isProblem, problemOfResponse, type RequestPurpose } from "./airtable-problem.ts";

// Airtable refuses addresses of more than 16,000 characters.
const MAX_URL_LENGTH = 15_000;
// A hundred leads with their reports are several megabytes.
const MAX_RESPONSE_BYTES = 48 * 1024 * 1024;
/** Most records a request may write. */
export const MAX_RECORDS_PER_WRITE = 10;
/** Most records a page may hold. */
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
  payloads: z.array(z.object({ changedTablesById: z.record(z.string(), changedTableSchema).optional() })),
  cursor: z.number(),
  mightHaveMore: z.boolean(),
});
export type FeedPage = z.infer<typeof feedPageSchema>;

const webhookSchema = z.object({
  id: z.string(),
  notificationUrl: z.string().nullable().optional(),
  cursorForNextPayload: z.number(),
  expirationTime: z.string().optional(),
  specification: z.unknown(),
});
const createdWebhookSchema = z.object({ id: z.string(), expirationTime: z.string().optional() });
const refreshedWebhookSchema = z.object({ expirationTime: z.string().optional() });

/** All changes to records, with what was there before. Without an address to call, it is a log to be read. */
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

export interface ChangeFeed {
  id: string;
  cursor: number;
  expiresAt: string | null;
}

interface AirtableClientDeps extends Pick<Platform, "outbound"> {
  airtableUrl: string;
  baseId: string;
  token: string;
  /** Waits until the base may be asked again. */
  takeSlot(): Promise<void>;
  /** The base asked for silence. */
  silence(): Promise<void>;
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
  for (const [nth, { field, direction }] of sort.entries()) {
    search.set(`sort[${nth}][field]`, field);
    search.set(`sort[${nth}][direction]`, direction);
  }
  return search;
};

/**
 * Airtable's web API for one base. The official client retries some refusals for ever, others never, and hides what they
 * say; here each is a problem with a name, and whoever asks decides.
 */
export const createAirtableClient = ({
  outbound,
  airtableUrl,
  baseId,
  token,
  takeSlot,
  silence,
}: AirtableClientDeps) => {
  const { origin, host, pathname } = new URL(airtableUrl);
  const root = `${origin}${pathname.replace(/\/$/, "")}/v0`;

  const call = async <T>(
    purpose: RequestPurpose,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    answer: z.ZodType<T>,
    body?: object,
  ): Promise<T> => {
    await takeSlot();
    const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
    const request = { url: `${root}${path}`, method, headers, allowHosts: [host], maxBytes: MAX_RESPONSE_BYTES };
    const got = await outbound
      .request(body ? { ...request, body: JSON.stringify(body) } : request)
      .catch((error: unknown) => {
        throw toProblem(error);
      });
    if (got.status === 200) return parseResponse(answer, got.text);
    const problem = problemOfResponse(purpose, got);
    if (isProblem(problem, "rate_limited")) await silence();
    throw problem;
  };

  const findFeed = async (): Promise<ChangeFeed | undefined> => {
    const { webhooks } = await call(
      "feed",
      "GET",
      `/bases/${baseId}/webhooks`,
      z.object({ webhooks: z.array(webhookSchema) }),
    );
    const found = webhooks.find(
      (hook) => !hook.notificationUrl && isDeepStrictEqual(hook.specification, FEED_SPECIFICATION),
    );
    return found && { id: found.id, cursor: found.cursorForNextPayload, expiresAt: found.expirationTime ?? null };
  };

  return {
    schema: (): Promise<BaseSchema> => call("schema", "GET", `/meta/bases/${baseId}/tables`, baseSchema),

    list: (tableId: string, query: ListQuery): Promise<RecordPage> => {
      const path = `/${baseId}/${tableId}`;
      const address = `${path}?${listParameters(query).toString()}`;
      if (root.length + address.length <= MAX_URL_LENGTH) return call("read", "GET", address, pageSchema);
      return call("read", "POST", `${path}/listRecords`, pageSchema, { ...query, returnFieldsByFieldId: true });
    },

    /** Changes records, up to ten. Those without an id are found by a field, or made when there is none. */
    write: async (tableId: string, records: readonly RecordWrite[], mergeOn?: string): Promise<AirtableRecord[]> => {
      const upsert = mergeOn ? { performUpsert: { fieldsToMergeOn: [mergeOn] } } : {};
      const body = { records, returnFieldsByFieldId: true, ...upsert };
      return (await call("write", "PATCH", `/${baseId}/${tableId}`, pageSchema, body)).records;
    },

    /** Removes records, up to ten: all of them or none. */
    remove: async (tableId: string, recordIds: readonly string[]): Promise<void> => {
      const search = new URLSearchParams(recordIds.map((id): [string, string] => ["records[]", id]));
      await call("write", "DELETE", `/${baseId}/${tableId}?${search.toString()}`, z.object({}));
    },

    /**
     * A feed of our own making that was left behind, or a new one. Several may read one feed: each keeps its own place.
     * A base has room for ten, so those of lost answers and killed processes must not pile up.
     */
    openFeed: async (): Promise<ChangeFeed> => {
      const left = await findFeed();
      if (left) return left;
      const made = await call("feed", "POST", `/bases/${baseId}/webhooks`, createdWebhookSchema, {
        specification: FEED_SPECIFICATION,
      });
      return { id: made.id, cursor: 1, expiresAt: made.expirationTime ?? null };
    },

    readFeed: (id: string, cursor: number): Promise<FeedPage> =>
      call("feed", "GET", `/bases/${baseId}/webhooks/${id}/payloads?cursor=${cursor}`, feedPageSchema),

    refreshFeed: (id: string) =>
      call("feed", "POST", `/bases/${baseId}/webhooks/${id}/refresh`, refreshedWebhookSchema, {}),
  };
};
