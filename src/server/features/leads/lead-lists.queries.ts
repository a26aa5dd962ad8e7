import { z } from "zod";
import { LEAD_RESTORE_DAYS, type LeadSort, SEARCH_LIMIT, SEARCH_MIN_LENGTH } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { type JsonText, jsonArray, readJsonPage, sanitizeReports } from "#platform/json-list.ts";
import { readCursor, type TimeKey, textCursorKey, timeCursorKey } from "#platform/paging.ts";
import { leadColumns } from "./leads.queries.ts";

interface PageQuery<Key> {
  limit: number;
  after: Key | undefined;
  include?: "htmlReport" | undefined;
}

/** Sorted by a value, and by id where the values are equal. */
interface Order {
  by: Sql;
  direction: "asc" | "desc";
  keyOf(place: string, id: string): readonly string[];
  afterKey: Sql | undefined;
}

const orderSql = ({ by, direction, afterKey }: Order): { afterCursor: Sql; sorted: Sql } =>
  direction === "desc"
    ? { afterCursor: afterKey ? sql`(${by}, l.id) < (${afterKey})` : sql`true`, sorted: sql`${by} desc, l.id desc` }
    : { afterCursor: afterKey ? sql`(${by}, l.id) > (${afterKey})` : sql`true`, sorted: sql`${by}, l.id` };

const readLeadPage = ({ db, companyId }: Scope, page: PageQuery<unknown>, where: Sql, order: Order, more = sql``) => {
  const { afterCursor, sorted } = orderSql(order);
  return readJsonPage(db, page, {
    keyOf: order.keyOf,
    rows: (limit) => sql`
      select ${order.by} as sort_key, l.id, row_to_json(shown) as item
      from (select * from leads l where l.company_id = ${companyId} and ${where} and ${afterCursor}
        order by ${sorted} limit ${limit}) l
      cross join lateral (select ${leadColumns(page.include)}${more}) shown
      order by ${sorted}`,
  });
};

const LIVE = sql`l.deleted_at is null`;

const SORTS = {
  dateAdded: { by: sql`l.date_added`, type: sql`timestamptz`, keyOf: timeCursorKey },
  fullName: { by: sql`l.name_sort_key`, type: sql`text`, keyOf: textCursorKey },
  leadRating: { by: sql`l.rating_sort_key`, type: sql`int2`, keyOf: textCursorKey },
};
type SortName = keyof typeof SORTS;
type SortedKey = readonly [sort: LeadSort, value: string, id: string];

export const findAllLeads = (scope: Scope, sort: LeadSort, page: PageQuery<SortedKey>): Promise<JsonText> => {
  const { by, type, keyOf } = SORTS[sort.replace("-", "") as SortName];
  const { after } = page;
  return readLeadPage(scope, page, LIVE, {
    by,
    direction: sort.startsWith("-") ? "desc" : "asc",
    keyOf: (place, id) => [sort, ...keyOf(place, id)],
    afterKey: after && sql`${after[1]}::${type}, ${after[2]}::uuid`,
  });
};

const latestFirst = (by: Sql, after: TimeKey | undefined): Order => ({
  by,
  direction: "desc",
  keyOf: timeCursorKey,
  afterKey: after && sql`${after[0]}::timestamptz, ${after[1]}::uuid`,
});

const midnight = (day: Sql): Sql => sql`(${day})::timestamp at time zone 'Europe/Amsterdam'`;
const isDay = (text: string): boolean => text.length === "2026-11-14".length;

/** Both ends are included; a date means the whole day. */
const ratedBetween = (start: string, end: string): Sql => {
  const from = isDay(start) ? midnight(sql`${start}::date`) : sql`${start}::timestamptz`;
  const until = isDay(end)
    ? sql`l.rated_at < ${midnight(sql`${end}::date + 1`)}`
    : sql`l.rated_at <= ${end}::timestamptz`;
  return sql`${LIVE} and l.rated_at is not null and l.rated_at >= ${from} and ${until}`;
};

export const findRatedLeads = (scope: Scope, start: string, end: string, page: PageQuery<TimeKey>) =>
  readLeadPage(scope, page, ratedBetween(start, end), latestFirst(sql`l.rated_at`, page.after));

export const findHotLeads = (scope: Scope, page: PageQuery<TimeKey>): Promise<JsonText> =>
  readLeadPage(scope, page, sql`${LIVE} and l.classification = 'HOT'`, latestFirst(sql`l.classified_at`, page.after));

/** `deletedBy` is who chose the class DELETED; null for a lead that was deleted in Airtable. */
const DELETION = sql`,
  ${isoTime(sql`l.deleted_at`)} as "deletedAt",
  ${isoTime(sql`l.deleted_at + make_interval(days => ${LEAD_RESTORE_DAYS}::int)`)} as "restoreUntil",
  (select c.changed_by from classification_changes c
    where c.company_id = l.company_id and c.lead_id = l.id and c.new_value = 'DELETED'
    order by c.changed_at desc limit 1) as "deletedBy"`;

export const findDeletedLeads = (scope: Scope, since: Date, page: PageQuery<TimeKey>): Promise<JsonText> =>
  readLeadPage(
    scope,
    page,
    sql`l.deleted_at > ${since} and not l.erased`,
    latestFirst(sql`l.deleted_at`, page.after),
    DELETION,
  );

const MAX_EXPORTED_MATCHES = 100_000;

export const findMatchIds = async ({ db }: Scope, term: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select lead_id as id from find_leads(${term}, ${MAX_EXPORTED_MATCHES}) order by match_number`);
  return found.map(({ id }) => id);
};

/** In the order of the ids; leads that were deleted meanwhile are left out. */
export const findLeadsById = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ item: string }>(sql`
    select row_to_json(shown)::text as item
    from unnest(${ids}::uuid[]) with ordinality as requested (id, number)
    join leads l on l.company_id = ${companyId} and l.id = requested.id and l.deleted_at is null
    cross join lateral (select ${leadColumns()}) shown order by requested.number`);
  return found.map(({ item }) => item);
};

/** The best matches, and the total. */
const searchLeads = async (
  { db, companyId }: Scope,
  term: string,
  limit: number,
  include: "htmlReport" | undefined,
): Promise<{ items: string[]; total: number }> => {
  const found = await db.rows<{ total: number; item: string }>(
    prepared(sql`
      select found.total::int, row_to_json(shown)::text as item
      from find_leads(${term}, ${limit}) found
      join leads l on l.company_id = ${companyId} and l.id = found.lead_id
      cross join lateral (select ${leadColumns(include)}) shown order by found.match_number`),
  );
  return { items: found.map(({ item }) => item), total: found[0]?.total ?? 0 };
};

interface SearchQuery {
  q: string;
  include?: "htmlReport" | undefined;
}

export const isTooShort = (q: string): boolean => q.trim().length < SEARCH_MIN_LENGTH;

export const findMatches = async (
  scope: Scope,
  { q, include }: SearchQuery,
): Promise<{ list: JsonText; total: number }> => {
  const term = q.trim();
  if (isTooShort(term)) return { list: jsonArray([]), total: 0 };
  const found = await searchLeads(scope, term, SEARCH_LIMIT, include);
  const { items, total } = include ? await sanitizeReports(found, include) : found;
  return { list: jsonArray(items), total };
};

/** Valid values in a cursor. PostgreSQL has no NUL in a text and no year zero. */
const CURSOR_VALUES: Record<SortName, z.ZodType<string>> = {
  dateAdded: z.iso.datetime().regex(/^[1-9]/),
  fullName: z.string().refine((name) => !name.includes("\0")),
  leadRating: z.string().regex(/^(-1|10|\d)$/),
};

/** A cursor of another sort order is not valid here. */
export const readSortedCursor = (sort: LeadSort, cursor: string | undefined): SortedKey | undefined => {
  const name = sort.replace("-", "") as SortName;
  return readCursor(z.tuple([z.literal(sort), CURSOR_VALUES[name], z.uuid()]), cursor);
};
