import { z } from "zod";
import { LEAD_RESTORE_DAYS, type LeadSort, SEARCH_LIMIT, SEARCH_MINIMUM } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { type JsonText, jsonArray, readJsonPage, sanitizeReports } from "#platform/json-list.ts";
import { readCursor, type TimeKey, textCursorKey, timeCursorKey } from "#platform/paging.ts";
import { leadColumns } from "./leads.queries.ts";

/** Of one page: what comes behind `after`, and whether the reports come along. */
interface PageQuery<Key> {
  limit: number;
  after: Key | undefined;
  include?: "htmlReport" | undefined;
}

/** How a list is sorted: by a value, and where that is the same by id. */
interface Order {
  by: Sql;
  direction: "asc" | "desc";
  keyOf(place: string, id: string): readonly string[];
  behind: Sql | undefined;
}

const orderSql = ({ by, direction, behind }: Order): { beyond: Sql; sorted: Sql } =>
  direction === "desc"
    ? { beyond: behind ? sql`(${by}, l.id) < (${behind})` : sql`true`, sorted: sql`${by} desc, l.id desc` }
    : { beyond: behind ? sql`(${by}, l.id) > (${behind})` : sql`true`, sorted: sql`${by}, l.id` };

const readLeadPage = ({ db, companyId }: Scope, asked: PageQuery<unknown>, where: Sql, order: Order, more = sql``) => {
  const { beyond, sorted } = orderSql(order);
  return readJsonPage(db, asked, {
    keyOf: order.keyOf,
    rows: (most) => sql`
      select ${order.by} as sort_key, l.id, row_to_json(shown) as item
      from (select * from leads l where l.company_id = ${companyId} and ${where} and ${beyond}
        order by ${sorted} limit ${most}) l
      cross join lateral (select ${leadColumns(asked.include)}${more}) shown
      order by ${sorted}`,
  });
};

const LIVE = sql`l.deleted_at is null`;

const SORTS = {
  dateAdded: { by: sql`l.date_added`, type: sql`timestamptz`, keyOf: timeCursorKey },
  fullName: { by: sql`l.name_order`, type: sql`text`, keyOf: textCursorKey },
  leadRating: { by: sql`l.rating_order`, type: sql`int2`, keyOf: textCursorKey },
};
type SortName = keyof typeof SORTS;
type SortedKey = readonly [sort: LeadSort, value: string, id: string];

export const findAllLeads = (scope: Scope, sort: LeadSort, asked: PageQuery<SortedKey>): Promise<JsonText> => {
  const { by, type, keyOf } = SORTS[sort.replace("-", "") as SortName];
  const { after } = asked;
  return readLeadPage(scope, asked, LIVE, {
    by,
    direction: sort.startsWith("-") ? "desc" : "asc",
    keyOf: (place, id) => [sort, ...keyOf(place, id)],
    behind: after && sql`${after[1]}::${type}, ${after[2]}::uuid`,
  });
};

const latestFirst = (by: Sql, after: TimeKey | undefined): Order => ({
  by,
  direction: "desc",
  keyOf: timeCursorKey,
  behind: after && sql`${after[0]}::timestamptz, ${after[1]}::uuid`,
});

const midnight = (day: Sql): Sql => sql`(${day})::timestamp at time zone 'Europe/Amsterdam'`;
const isDay = (given: string): boolean => given.length === "2026-11-14".length;

/** Both ends are included: of a day, all of it. */
const ratedBetween = (start: string, end: string): Sql => {
  const from = isDay(start) ? midnight(sql`${start}::date`) : sql`${start}::timestamptz`;
  const until = isDay(end)
    ? sql`l.rated_at < ${midnight(sql`${end}::date + 1`)}`
    : sql`l.rated_at <= ${end}::timestamptz`;
  return sql`${LIVE} and l.rated_at is not null and l.rated_at >= ${from} and ${until}`;
};

export const findRatedLeads = (scope: Scope, start: string, end: string, asked: PageQuery<TimeKey>) =>
  readLeadPage(scope, asked, ratedBetween(start, end), latestFirst(sql`l.rated_at`, asked.after));

export const findHotLeads = (scope: Scope, asked: PageQuery<TimeKey>): Promise<JsonText> =>
  readLeadPage(scope, asked, sql`${LIVE} and l.classification = 'HOT'`, latestFirst(sql`l.classified_at`, asked.after));

/** Who deleted it is whoever gave it the class; of one that is gone from Airtable, nobody knows. */
const DELETION = sql`,
  ${isoTime(sql`l.deleted_at`)} as "deletedAt",
  ${isoTime(sql`l.deleted_at + make_interval(days => ${LEAD_RESTORE_DAYS}::int)`)} as "restoreUntil",
  (select c.changed_by from classification_changes c
    where c.company_id = l.company_id and c.lead_id = l.id and c.chosen = 'DELETED'
    order by c.changed_at desc limit 1) as "deletedBy"`;

export const findDeletedLeads = (scope: Scope, since: Date, asked: PageQuery<TimeKey>): Promise<JsonText> =>
  readLeadPage(
    scope,
    asked,
    sql`l.deleted_at > ${since} and not l.erased`,
    latestFirst(sql`l.deleted_at`, asked.after),
    DELETION,
  );

/** More than anybody has of matches worth taking along. */
const MAX_EXPORTED_MATCHES = 100_000;

export const findMatchIds = async ({ db }: Scope, term: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select lead_id as id from find_leads(${term}, ${MAX_EXPORTED_MATCHES}) order by nth`);
  return found.map(({ id }) => id);
};

/** In the order of their ids here; who is gone by now is left out. */
export const findLeadsById = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ item: string }>(sql`
    select row_to_json(shown)::text as item
    from unnest(${ids}::uuid[]) with ordinality as asked (id, nth)
    join leads l on l.company_id = ${companyId} and l.id = asked.id and l.deleted_at is null
    cross join lateral (select ${leadColumns()}) shown order by asked.nth`);
  return found.map(({ item }) => item);
};

/** The best matches in their order, and how many there are in all. */
const searchLeads = async (
  { db, companyId }: Scope,
  term: string,
  most: number,
  include: "htmlReport" | undefined,
): Promise<{ items: string[]; total: number }> => {
  const found = await db.rows<{ total: number; item: string }>(
    prepared(sql`
      select found.total::int, row_to_json(shown)::text as item
      from find_leads(${term}, ${most}) found
      join leads l on l.company_id = ${companyId} and l.id = found.lead_id
      cross join lateral (select ${leadColumns(include)}) shown order by found.nth`),
  );
  return { items: found.map(({ item }) => item), total: found[0]?.total ?? 0 };
};

interface SearchQuery {
  q: string;
  include?: "htmlReport" | undefined;
}

/** Too short a text finds nothing. */
export const isTooShort = (q: string): boolean => q.trim().length < SEARCH_MINIMUM;

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

/** What a row can be sorted by, as a cursor holds it. The database has no NUL in a text and no year zero. */
const CURSOR_VALUES: Record<SortName, z.ZodType<string>> = {
  dateAdded: z.iso.datetime().regex(/^[1-9]/),
  fullName: z.string().refine((name) => !name.includes("\0")),
  leadRating: z.string().regex(/^(-1|10|\d)$/),
};

/** A place in a list that is sorted otherwise is no place in this one. */
export const readSortedCursor = (sort: LeadSort, cursor: string | undefined): SortedKey | undefined => {
  const name = sort.replace("-", "") as SortName;
  return readCursor(z.tuple([z.literal(sort), CURSOR_VALUES[name], z.uuid()]), cursor);
};
