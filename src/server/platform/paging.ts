import { z } from "zod";
import { MAX_LIST_LENGTH, MAX_PAGE_SIZE } from "#contract/paging.ts";
import { AppError } from "./app-error.ts";

const INVALID_CURSOR = "Deze plek in de lijst bestaat niet.";
const invalidCursor = (): AppError =>
  new AppError("invalid", INVALID_CURSOR, { details: [{ path: "cursor", message: INVALID_CURSOR }] });

const decodeCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

/** A cursor is the sort key of the last row of a page. The next page starts after it, so rows that were added before it do not shift it. */
export const writeCursor = (key: readonly string[]): string => Buffer.from(JSON.stringify(key)).toString("base64url");

export const readCursor = <Key>(key: z.ZodType<Key>, cursor: string | undefined): Key | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = key.safeParse(decodeCursor(cursor));
  if (!parsed.success) throw invalidCursor();
  return parsed.data;
};

// PostgreSQL accepts neither NUL in a text nor the year zero, so a cursor with either was not written by us.
export const nameKey = z.tuple([z.string().refine((name) => !name.includes("\0")), z.uuid()]);
export type NameKey = z.infer<typeof nameKey>;
export const timeKey = z.tuple([z.iso.datetime().regex(/^[1-9]/), z.uuid()]);
export type TimeKey = z.infer<typeof timeKey>;

/** A time that may be missing: such rows are sorted before or after all others. */
export const nullableTimeKey = z.union([timeKey, z.tuple([z.enum(["infinity", "-infinity"]), z.uuid()])]);
export const textCursorKey = (sortKey: string, id: string): readonly string[] => [sortKey, id];
/** For a timestamptz that PostgreSQL wrote in UTC. */
export const timeCursorKey = (time: string, id: string): readonly string[] => [
  time.replace(" ", "T").replace("+00", "Z"),
  id,
];

export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** Expects one row more than the limit: that row tells whether there is a next page. */
export const cutPage = <Row>(rows: Row[], limit: number, keyOf: (row: Row) => readonly string[]): Page<Row> => {
  const last = rows[limit - 1];
  if (!last || rows.length === limit) return { items: rows, nextCursor: null };
  return { items: rows.slice(0, limit), nextCursor: writeCursor(keyOf(last)) };
};

interface NamedList<Row> {
  find(after: NameKey | undefined, limit: number): Promise<Row[]>;
  count(): Promise<number>;
  keyOf(row: NoInfer<Row>): NameKey;
}

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A list sorted by name, with its total: a page, or without a limit the whole list up to MAX_LIST_LENGTH rows. */
export const readNamedList = async <Row>(
  { limit = MAX_LIST_LENGTH, cursor }: PageRequest,
  { keyOf, find, count }: NamedList<Row>,
): Promise<Page<Row> & { total: number }> => {
  const rows = await find(readCursor(nameKey, cursor), limit + 1);
  const page = cutPage(rows, limit, keyOf);
  const total = page.nextCursor || cursor ? await count() : rows.length;
  return { ...page, total };
};

/** The same filters with the next cursor. Where no limit was given and the list was too long, the largest pages follow. */
export const nextPageUrl = (
  path: string,
  query: PageRequest & Readonly<Record<string, unknown>>,
  cursor: string,
): string => {
  const parameters = Object.entries({ ...query, limit: query.limit ?? MAX_PAGE_SIZE, cursor });
  const defined = parameters
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  return `${path}?${new URLSearchParams(Object.fromEntries(defined)).toString()}`;
};

/** The response is an array; the total and the address of the next page are headers. */
export const respondWithPage = <Row>(
  reply: { header(name: string, value: string): void },
  path: string,
  query: PageRequest & Readonly<Record<string, unknown>>,
  { items, nextCursor, total }: Page<Row> & { total: number },
): Row[] => {
  reply.header("x-total-count", String(total));
  if (nextCursor) reply.header("link", `<${nextPageUrl(path, query, nextCursor)}>; rel="next"`);
  return items;
};
