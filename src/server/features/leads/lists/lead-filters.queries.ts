import { type LeadFilterOptions, type LeadFilters, NO_CLASS } from "#contract/lead-lists.ts";
import { counterTotal, findManagers, hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { joinSql, searchTerm } from "#platform/database/sql-expressions.ts";
import { isTooShort } from "./lead-search.queries.ts";

/** Up to this many matches of a search are looked up by id; leads with a more frequent term are found while reading the list. */
const MAX_MATCH_IDS = 5_000;
/** Filters that no counter knows are counted up to this number. */
const COUNT_LIMIT = 5_000;

export const midnight = (day: Sql): Sql => sql`(${day})::timestamp at time zone 'Europe/Amsterdam'`;

const matchesTerm = async ({ db }: Scope, term: string): Promise<Sql> => {
  const found = await db.row<{ ids: string[] | null }>(sql`select find_lead_ids(${term}, ${MAX_MATCH_IDS}) as ids`);
  if (found?.ids) return sql`l.id = any (${found.ids}::uuid[])`;
  return sql`exists (select from lead_search s
    where s.company_id = l.company_id and s.lead_id = l.id and strpos(s.text, ${searchTerm(term)}) > 0)`;
};

const hasClass = (classification: NonNullable<LeadFilters["classification"]>): Sql =>
  classification === NO_CLASS ? sql`l.classification is null` : sql`l.classification = ${classification}`;

export const isSearched = ({ q }: LeadFilters): boolean => q !== undefined && !isTooShort(q);

/** The leads that match the filters of All Leads. */
export const matchLeads = async (scope: Scope, filters: LeadFilters): Promise<Sql> => {
  const { q = "", classification, minRating, owner, industry, tag, addedFrom, addedTo } = filters;
  const conditions = [sql`l.deleted_at is null`];
  if (isSearched(filters)) conditions.push(await matchesTerm(scope, q));
  if (classification) conditions.push(hasClass(classification));
  if (minRating !== undefined) conditions.push(sql`l.rating_sort_key >= ${minRating}`);
  if (owner) conditions.push(hasManager(scope, sql`l.owner_key`, owner));
  if (industry) conditions.push(sql`l.industry_key = ${industry}`);
  if (tag)
    conditions.push(sql`exists (select from lead_tags t
      where t.company_id = l.company_id and t.lead_id = l.id and t.tag = ${tag})`);
  if (addedFrom) conditions.push(sql`l.date_added >= ${midnight(sql`${addedFrom}::date`)}`);
  if (addedTo) conditions.push(sql`l.date_added < ${midnight(sql`${addedTo}::date + 1`)}`);
  return joinSql(conditions, " and ");
};

/** Whether the list is not all leads of the company: such a query needs a plan for its own values. */
export const isFiltered = (filters: LeadFilters): boolean =>
  isSearched(filters) || Object.entries(filters).some(([name, value]) => name !== "q" && value !== undefined);

/** By class and owner the counters know the total; any other filter is counted up to COUNT_LIMIT. */
export const countLeads = async (scope: Scope, filters: LeadFilters): Promise<{ total: number; isExact: boolean }> => {
  const { classification, owner, q: _q, ...others } = filters;
  const isCounted = !isSearched(filters) && !isFiltered(others);
  const kind = classification === NO_CLASS ? "" : classification;
  const count = isCounted
    ? counterTotal(scope, { subject: "leads", kind, manager: owner })
    : sql`select count(*)::int from (select from leads l where l.company_id = ${scope.companyId}
        and ${await matchLeads(scope, filters)} limit ${COUNT_LIMIT + 1}) counted`;
  const found = await scope.db.row<{ total: number }>(sql`select (${count}) as total`);
  const total = found?.total ?? 0;
  if (isCounted || total <= COUNT_LIMIT) return { total, isExact: true };
  return { total: COUNT_LIMIT, isExact: false };
};

const MAX_INDUSTRIES = 500;

/** The distinct industries, read from the index one by one: far fewer than the leads that have them. */
const findIndustries = async ({ db, companyId }: Scope): Promise<string[]> => {
  const next = (after: Sql): Sql => sql`
    (select l.industry_key from leads l
      where l.company_id = ${companyId} and l.deleted_at is null and l.industry_key > ${after}
      order by l.industry_key limit 1)`;
  const found = await db.rows<{ industry: string }>(sql`
    with recursive known (industry) as (
      select ${next(sql`''`)}
      union all
      select ${next(sql`known.industry`)} from known where known.industry is not null
    )
    select industry from known where industry is not null limit ${MAX_INDUSTRIES}`);
  return found.map(({ industry }) => industry);
};

const MAX_TAGS = 500;

const findAllTags = async ({ db, companyId }: Scope): Promise<string[]> => {
  const found = await db.rows<{ tag: string }>(sql`
    select distinct tag from lead_tags where company_id = ${companyId} order by tag limit ${MAX_TAGS}`);
  return found.map(({ tag }) => tag);
};

export const findFilterOptions = async (scope: Scope): Promise<LeadFilterOptions> => ({
  owners: await findManagers(scope.db, scope.companyId, { subject: "leads" }),
  industries: (await findIndustries(scope)).toSorted(new Intl.Collator("nl").compare),
  tags: await findAllTags(scope),
});
