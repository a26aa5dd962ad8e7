import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { type BaseSchema, baseSchema } from "../mapping/layout.ts";
import { AirtableProblem, isProblem } from "./problems.ts";
import { type Purpose, problemOf } from "./refusals.ts";

// Airtable refuses addresses of more than 16,000 characters.
const LONGEST_ADDRESS = 15_000;
// A hundred leads with their reports are several megabytes.
const LARGEST_ANSWER = 48 * 1024 * 1024;
/** Most records a request may write. */
export const MOST_WRITES = 10;
/** Most records a page may hold. */
export const LARGEST_PAGE = 100;

export const airtableRecord = z.object({
  id: z.string(),
  createdTime: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
export type AirtableRecord = z.infer<typeof airtableRecord>;

const page = z.object({ records: z.array(airtableRecord), offset: z.string().optional() });
export type RecordPage = z.infer<typeof page>;

const cells = z.record(z.string(), z.unknown());
const changedTable = z.object({
  createdRecordsById: z.record(z.string(), z.unknown()).optional(),
  changedRecordsById: z
    .record(
      z.string(),
      z.object({
        current: z.object({ cellValuesByFieldId: cells }).optional(),
        previous: z.object({ cellValuesByFieldId: cells }).optional(),
      }),
    )
    .optional(),
  destroyedRecordIds: z.array(z.string()).optional(),
});
export type ChangedTable = z.infer<typeof changedTable>;
const feedPage = z.object({
  payloads: z.array(z.object({ changedTablesById: z.record(z.string(), changedTable).optional() })),
  cursor: z.number(),
  mightHaveMore: z.boolean(),
});
export type FeedPage = z.infer<typeof feedPage>;

const feed = z.object({
  id: z.string(),
  notificationUrl: z.string().nullable().optional(),
  cursorForNextPayload: z.number(),
  expirationTime: z.string().optional(),
  specification: z.unknown(),
});
const madeFeed = z.object({ id: z.string(), expirationTime: z.string().optional() });
const refreshedFeed = z.object({ expirationTime: z.string().optional() });

/** All changes to records, with what was there before. Without an address to call, it is a log to be read. */
const FEED = {
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

export interface Write {
  id?: string;
  fields: Record<string, unknown>;
}

export interface Feed {
  id: string;
  cursor: number;
  expiresAt: string | null;
}

interface Needs extends Pick<Platform, "outbound"> {
  airtableUrl: string;
  baseId: string;
  token: string;
  /** Waits until the base may be asked again. */
  takeSlot(): Promise<void>;
  /** The base asked for silence. */
  silence(): Promise<void>;
}

export type AirtableClient = ReturnType<typeof createClient>;

const explain = (error: unknown): unknown => {
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === "timeout") return new AirtableProblem("too_slow");
  return new AirtableProblem(error.reason === "too_large" ? "too_large" : "unreachable");
};

const parseAnswer = <T>(schema: z.ZodType<T>, text: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new AirtableProblem("unexpected");
  }
};

const searchOf = ({ fields, sort = [], ...rest }: ListQuery): URLSearchParams => {
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
export const createClient = ({ outbound, airtableUrl, baseId, token, takeSlot, silence }: Needs) => {
  const { origin, host, pathname } = new URL(airtableUrl);
  const root = `${origin}${pathname.replace(/\/$/, "")}/v0`;

  const call = async <T>(
    purpose: Purpose,
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    answer: z.ZodType<T>,
    body?: object,
  ): Promise<T> => {
    await takeSlot();
    const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
    const request = { url: `${root}${path}`, method, headers, allowHosts: [host], maxBytes: LARGEST_ANSWER };
    const got = await outbound
      .request(body ? { ...request, body: JSON.stringify(body) } : request)
      .catch((error: unknown) => {
        throw explain(error);
      });
    if (got.status === 200) return parseAnswer(answer, got.text);
    const problem = problemOf(purpose, got);
    if (isProblem(problem, "rate_limited")) await silence();
    throw problem;
  };

  const findFeed = async (): Promise<Feed | undefined> => {
    const { webhooks } = await call("feed", "GET", `/bases/${baseId}/webhooks`, z.object({ webhooks: z.array(feed) }));
    const found = webhooks.find((hook) => !hook.notificationUrl && isDeepStrictEqual(hook.specification, FEED));
    return found && { id: found.id, cursor: found.cursorForNextPayload, expiresAt: found.expirationTime ?? null };
  };

  return {
    schema: (): Promise<BaseSchema> => call("schema", "GET", `/meta/bases/${baseId}/tables`, baseSchema),

    list: (tableId: string, query: ListQuery): Promise<RecordPage> => {
      const path = `/${baseId}/${tableId}`;
      const address = `${path}?${searchOf(query).toString()}`;
      if (root.length + address.length <= LONGEST_ADDRESS) return call("read", "GET", address, page);
      return call("read", "POST", `${path}/listRecords`, page, { ...query, returnFieldsByFieldId: true });
    },

    /** Changes records, up to ten. Those without an id are found by a field, or made when there is none. */
    write: async (tableId: string, records: readonly Write[], mergeOn?: string): Promise<AirtableRecord[]> => {
      const upsert = mergeOn ? { performUpsert: { fieldsToMergeOn: [mergeOn] } } : {};
      const body = { records, returnFieldsByFieldId: true, ...upsert };
      return (await call("write", "PATCH", `/${baseId}/${tableId}`, page, body)).records;
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
    openFeed: async (): Promise<Feed> => {
      const left = await findFeed();
      if (left) return left;
      const made = await call("feed", "POST", `/bases/${baseId}/webhooks`, madeFeed, { specification: FEED });
      return { id: made.id, cursor: 1, expiresAt: made.expirationTime ?? null };
    },

    readFeed: (id: string, cursor: number): Promise<FeedPage> =>
      call("feed", "GET", `/bases/${baseId}/webhooks/${id}/payloads?cursor=${cursor}`, feedPage),

    refreshFeed: (id: string) => call("feed", "POST", `/bases/${baseId}/webhooks/${id}/refresh`, refreshedFeed, {}),
  };
};
