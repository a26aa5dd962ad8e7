import { z } from "zod";
import { LARGEST_PAGE, WHOLE_LIST } from "#contract/paging.ts";
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

/** A cursor is the sort key of the last row that was shown: the next page begins behind it, whatever changed before it. */
export const writeCursor = (key: readonly string[]): string => Buffer.from(JSON.stringify(key)).toString("base64url");

export const readCursor = <Key>(key: z.ZodType<Key>, cursor: string | undefined): Key | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = key.safeParse(decodeCursor(cursor));
  if (!parsed.success) throw invalidCursor();
  return parsed.data;
};

// The database has no NUL in a text and no year zero: neither was ever in a cursor of ours.
export const nameKey = z.tuple([z.string().refine((name) => !name.includes("\0")), z.uuid()]);
export type NameKey = z.infer<typeof nameKey>;
export const timeKey = z.tuple([z.iso.datetime().regex(/^[1-9]/), z.uuid()]);
export type TimeKey = z.infer<typeof timeKey>;

/** By a moment that may be missing: then the place in the order is before or behind every moment. */
export const nullableTimeKey = z.union([timeKey, z.tuple([z.enum(["infinity", "-infinity"]), z.uuid()])]);
/** For a cursor: what a row is sorted by, and its id. */
export const textCursorKey = (place: string, id: string): readonly string[] => [place, id];
/** The same of a moment as PostgreSQL writes it in UTC. */
export const timeCursorKey = (moment: string, id: string): readonly string[] => [
  moment.replace(" ", "T").replace("+00", "Z"),
  id,
];

export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** Of one row more than the limit, which tells whether there is a next page. */
export const cutPage = <Row>(rows: Row[], limit: number, keyOf: (row: Row) => readonly string[]): Page<Row> => {
  const last = rows[limit - 1];
  if (!last || rows.length === limit) return { items: rows, nextCursor: null };
  return { items: rows.slice(0, limit), nextCursor: writeCursor(keyOf(last)) };
};

interface NamedList<Row> {
  find(after: NameKey | undefined, most: number): Promise<Row[]>;
  count(): Promise<number>;
  keyOf(row: NoInfer<Row>): NameKey;
}

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A list by name: whole as far as that goes, or a page of it; with the total. */
export const readNamedList = async <Row>(
  { limit = WHOLE_LIST, cursor }: PageRequest,
  { keyOf, find, count }: NamedList<Row>,
): Promise<Page<Row> & { total: number }> => {
  const rows = await find(readCursor(nameKey, cursor), limit + 1);
  const page = cutPage(rows, limit, keyOf);
  const total = page.nextCursor || cursor ? await count() : rows.length;
  return { ...page, total };
};

/** The next page is asked with the same filters. Behind a list that was too long to come whole, the largest pages follow. */
export const nextPageUrl = (
  path: string,
  query: PageRequest & Readonly<Record<string, unknown>>,
  cursor: string,
): string => {
  const asked = Object.entries({ ...query, limit: query.limit ?? LARGEST_PAGE, cursor });
  const given = asked.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)] as const);
  return `${path}?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
};

/** The answer of a list that is an array: what is beside the rows stands in headers. */
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
