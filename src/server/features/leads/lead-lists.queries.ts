import { LEAD_RESTORE_DAYS, type LeadSort } from "#contract/leads.ts";
import type { BuiltJson, Items } from "#platform/built-json.ts";
import { readBuiltPage } from "#platform/built-page.ts";
import { isoTime } from "#platform/database/iso-time.ts";
import { RowItems } from "#platform/database/row-json.ts";
import type { Scope } from "#platform/database/scope.ts";
import { planOnce, type Sql, sql } from "#platform/database/sql.ts";
import { momentKey, plainKey, type TimeKey } from "#platform/paging.ts";
import { leadColumns } from "./lead-json.queries.ts";

/** Of one page: what comes behind `after`, and whether the reports come along. */
export interface AskedPage<Key> {
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

const inOrder = ({ by, direction, behind }: Order): { beyond: Sql; sorted: Sql } =>
  direction === "desc"
    ? { beyond: behind ? sql`(${by}, l.id) < (${behind})` : sql`true`, sorted: sql`${by} desc, l.id desc` }
    : { beyond: behind ? sql`(${by}, l.id) > (${behind})` : sql`true`, sorted: sql`${by}, l.id` };

const readPage = ({ db, companyId }: Scope, asked: AskedPage<unknown>, where: Sql, order: Order, more = sql``) => {
  const { beyond, sorted } = inOrder(order);
  return readBuiltPage(db, asked, {
    keyOf: order.keyOf,
    rows: (most) => sql`
      select ${order.by} as place, l.id, shown.*
      from (select * from leads l where l.company_id = ${companyId} and ${where} and ${beyond}
        order by ${sorted} limit ${most}) l
      cross join lateral (select ${leadColumns(asked.include)}${more}) shown
      order by ${sorted}`,
  });
};

const LIVE = sql`l.deleted_at is null`;

const SORTS = {
  dateAdded: { by: sql`l.date_added`, type: sql`timestamptz`, keyOf: momentKey },
  fullName: { by: sql`l.name_order`, type: sql`text`, keyOf: plainKey },
  leadRating: { by: sql`l.rating_order`, type: sql`int2`, keyOf: plainKey },
};
export type SortName = keyof typeof SORTS;
export type SortedKey = readonly [sort: LeadSort, value: string, id: string];

export const findAllLeads = (scope: Scope, sort: LeadSort, asked: AskedPage<SortedKey>): Promise<BuiltJson> => {
  const { by, type, keyOf } = SORTS[sort.replace("-", "") as SortName];
  const { after } = asked;
  return readPage(scope, asked, LIVE, {
    by,
    direction: sort.startsWith("-") ? "desc" : "asc",
    keyOf: (place, id) => [sort, ...keyOf(place, id)],
    behind: after && sql`${after[1]}::${type}, ${after[2]}::uuid`,
  });
};

const latestFirst = (by: Sql, after: TimeKey | undefined): Order => ({
  by,
  direction: "desc",
  keyOf: momentKey,
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

export const findRatedLeads = (scope: Scope, start: string, end: string, asked: AskedPage<TimeKey>) =>
  readPage(scope, asked, ratedBetween(start, end), latestFirst(sql`l.rated_at`, asked.after));

export const findHotLeads = (scope: Scope, asked: AskedPage<TimeKey>): Promise<BuiltJson> =>
  readPage(scope, asked, sql`${LIVE} and l.classification = 'HOT'`, latestFirst(sql`l.classified_at`, asked.after));

/** Who deleted it is whoever gave it the class; of one that is gone from Airtable, nobody knows. */
const DELETION = sql`,
  ${isoTime(sql`l.deleted_at`)} as "deletedAt",
  ${isoTime(sql`l.deleted_at + make_interval(days => ${LEAD_RESTORE_DAYS}::int)`)} as "restoreUntil",
  (select c.changed_by from classification_changes c
    where c.company_id = l.company_id and c.lead_id = l.id and c.chosen = 'DELETED'
    order by c.changed_at desc limit 1) as "deletedBy"`;

export const findDeletedLeads = (scope: Scope, since: Date, asked: AskedPage<TimeKey>): Promise<BuiltJson> =>
  readPage(
    scope,
    asked,
    sql`l.deleted_at > ${since} and not l.erased`,
    latestFirst(sql`l.deleted_at`, asked.after),
    DELETION,
  );

/** More than anybody has of matches worth taking along. */
const MOST_MATCHES = 100_000;

export const findMatchIds = async ({ db }: Scope, term: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select lead_id as id from find_leads(${term}, ${MOST_MATCHES}) order by nth`);
  return found.map(({ id }) => id);
};

/** In the order of their ids here; who is gone by now is left out. */
export const findLeadsById = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<Items> => {
  const found = await db.raw(sql`
    select shown.*
    from unnest(${ids}::uuid[]) with ordinality as asked (id, nth)
    join leads l on l.company_id = ${companyId} and l.id = asked.id and l.deleted_at is null
    cross join lateral (select ${leadColumns()}) shown order by asked.nth`);
  return new RowItems(found);
};

/** The best matches in their order, and how many there are in all. */
export const searchLeads = async (
  { db, companyId }: Scope,
  term: string,
  most: number,
  include: "htmlReport" | undefined,
): Promise<{ items: Items; total: number }> => {
  const found = await db.raw(
    planOnce(sql`
      select found.total::int, shown.*
      from find_leads(${term}, ${most}) found
      join leads l on l.company_id = ${companyId} and l.id = found.lead_id
      cross join lateral (select ${leadColumns(include)}) shown order by found.nth`),
  );
  return { items: new RowItems(found, 1), total: Number(found.rows[0]?.text(0) ?? 0) };
};
