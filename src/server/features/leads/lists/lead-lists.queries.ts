import { z } from "zod";
import type { LeadFilters, LeadSort } from "#contract/lead-lists.ts";
import { LEAD_RESTORE_DAYS, MAX_BULK_LEADS } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { type JsonListQuery, type JsonText, readJsonPage } from "#platform/json-list.ts";
import { readCursor, type TimeKey, textCursorKey, timeCursorKey } from "#platform/paging.ts";
import { leadColumns } from "../leads.queries.ts";
import { isFiltered, matchLeads, midnight } from "./lead-filters.queries.ts";

interface PageQuery<Key> {
  limit: number;
  after: Key | undefined;
  include?: "htmlReport" | undefined;
}

/** Sorted by a value, and by id where the values are equal. */
interface Order {
  sortKey: Sql;
  direction: "asc" | "desc";
  keyOf(sortValue: string, id: string): readonly string[];
  afterKey: Sql | undefined;
}

const orderSql = ({ sortKey, direction, afterKey }: Order): { afterCursor: Sql; sorted: Sql } =>
  direction === "desc"
    ? {
        afterCursor: afterKey ? sql`(${sortKey}, l.id) < (${afterKey})` : sql`true`,
        sorted: sql`${sortKey} desc, l.id desc`,
      }
    : { afterCursor: afterKey ? sql`(${sortKey}, l.id) > (${afterKey})` : sql`true`, sorted: sql`${sortKey}, l.id` };

interface LeadPageOptions {
  /** More columns of an item. */
  more?: Sql;
  queryPlan?: JsonListQuery["queryPlan"];
}

const readLeadPage = (
  { db, companyId }: Scope,
  page: PageQuery<unknown>,
  where: Sql,
  order: Order,
  { more = sql``, queryPlan }: LeadPageOptions = {},
) => {
  const { afterCursor, sorted } = orderSql(order);
  return readJsonPage(db, page, {
    keyOf: order.keyOf,
    queryPlan,
    rows: (limit) => sql`
      select ${order.sortKey} as sort_key, l.id, row_to_json(shown) as item
      from (select * from leads l where l.company_id = ${companyId} and ${where} and ${afterCursor}
        order by ${sorted} limit ${limit}) l
      cross join lateral (select ${leadColumns(page.include)}${more}) shown
      order by ${sorted}`,
  });
};

const LIVE = sql`l.deleted_at is null`;

const SORTS = {
  dateAdded: { sortKey: sql`l.date_added`, type: sql`timestamptz`, keyOf: timeCursorKey },
  fullName: { sortKey: sql`l.name_sort_key`, type: sql`text`, keyOf: textCursorKey },
  leadRating: { sortKey: sql`l.rating_sort_key`, type: sql`int2`, keyOf: textCursorKey },
};
type SortName = keyof typeof SORTS;
type SortedKey = readonly [sort: LeadSort, value: string, id: string];

const sortedBy = (sort: LeadSort, after: SortedKey | undefined): Order => {
  const { sortKey, type, keyOf } = SORTS[sort.replace("-", "") as SortName];
  return {
    sortKey,
    direction: sort.startsWith("-") ? "desc" : "asc",
    keyOf: (sortValue, id) => [sort, ...keyOf(sortValue, id)],
    afterKey: after && sql`${after[1]}::${type}, ${after[2]}::uuid`,
  };
};

/** All leads of the company, or those that match the filters. */
export const findAllLeads = async (
  scope: Scope,
  sort: LeadSort,
  filters: LeadFilters,
  page: PageQuery<SortedKey>,
): Promise<JsonText> =>
  readLeadPage(scope, page, await matchLeads(scope, filters), sortedBy(sort, page.after), {
    queryPlan: isFiltered(filters) ? "custom" : "generic",
  });

/** The first leads of the filtered list, as many as a bulk action may change. */
export const findLeadIds = async (scope: Scope, sort: LeadSort, filters: LeadFilters): Promise<string[]> => {
  const { sorted } = orderSql(sortedBy(sort, undefined));
  const found = await scope.db.rows<{ id: string }>(sql`
    select l.id from leads l where l.company_id = ${scope.companyId} and ${await matchLeads(scope, filters)}
    order by ${sorted} limit ${MAX_BULK_LEADS}`);
  return found.map(({ id }) => id);
};

const latestFirst = (sortKey: Sql, after: TimeKey | undefined): Order => ({
  sortKey,
  direction: "desc",
  keyOf: timeCursorKey,
  afterKey: after && sql`${after[0]}::timestamptz, ${after[1]}::uuid`,
});

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

/** `deletedBy` is who chose the class DELETED, or "Airtable"; null for a lead that already had it when it was first read. */
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
    sql`l.deleted_at > ${since} and not l.erased and l.merged_into is null`,
    latestFirst(sql`l.deleted_at`, page.after),
    {
      more: DELETION,
    },
  );

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
