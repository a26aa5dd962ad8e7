import pg from "pg";
import { type Mock, vi } from "vitest";

const CONDITIONS = ["Index Cond", "Recheck Cond", "Filter", "Hash Cond", "Merge Cond", "Join Filter"] as const;

/** The parts of a node of `explain (verbose, format json)` that the check reads. */
interface PlanNode extends Partial<Record<(typeof CONDITIONS)[number], string>> {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  Alias?: string;
  Plans?: PlanNode[];
}

interface RecordedStatement {
  text: string;
  /** The database role of the connection that sent it. The product uses it as the application name too. */
  role: string;
}

interface RecordedQuery {
  text?: string;
  setup?: readonly { text: string }[];
  earlierQueries?: readonly { text: string }[];
}

/** Records the text of every statement that this process sends to PostgreSQL; the statements still run. */
export const recordStatements = (): { statements(): RecordedStatement[]; stop(): void } => {
  const spy = vi.spyOn(pg.Client.prototype, "query") as unknown as Mock<(query: string | RecordedQuery) => unknown>;
  const textsOf = (query: string | RecordedQuery): string[] =>
    typeof query === "string"
      ? [query]
      : [...(query.setup ?? []), ...(query.earlierQueries ?? []), query].flatMap(({ text }) => text ?? []);
  const roleOf = (client: unknown): string =>
    String((client as { connectionParameters?: { application_name?: string } }).connectionParameters?.application_name);
  return {
    statements: () =>
      spy.mock.calls.flatMap(([query], index) =>
        textsOf(query).map((text) => ({ text, role: roleOf(spy.mock.contexts[index]) })),
      ),
    stop: () => spy.mockRestore(),
  };
};

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

/** One value: a parameter, a constant or the result of a subquery. `= any (…)` would be several companies. */
const ONE_VALUE = /^\(?(\$\d|'|\(?InitPlan|\(\$)/;

/** The table aliases whose `company_id` is compared with one value, directly or through a join with such an alias. */
const aliasesOfOneCompany = (nodes: readonly PlanNode[]): Set<string> => {
  const conditions = nodes.flatMap((node) => CONDITIONS.map((name) => node[name] ?? "")).join(" ");
  const equalities = [...conditions.matchAll(/(\S+) = (\S+)/g)].flatMap(([, left = "", right = ""]) => [
    [left, right],
    [right, left],
  ]);
  const companyOf = (side = ""): string | undefined => /^\(*"?(\w+)"?\.company_id\b/.exec(side)?.[1];
  // A subquery or a CTE is checked by its own nodes.
  const found = new Set(
    nodes.filter((node) => /^(CTE|Subquery) Scan$/.test(node["Node Type"])).map(({ Alias = "" }) => Alias),
  );
  let size = -1;
  while (size < found.size) {
    size = found.size;
    for (const [side, other = ""] of equalities) {
      const alias = companyOf(side);
      if (alias && (ONE_VALUE.test(other) || found.has(companyOf(other) ?? ""))) found.add(alias);
    }
  }
  return found;
};

/** The tenant tables that a plan reads for more than one company. */
const unroutedTables = (plan: PlanNode, tenantTables: ReadonlySet<string>): string[] => {
  const nodes = allNodes(plan);
  const routed = aliasesOfOneCompany(nodes);
  return nodes.flatMap((node) => {
    const { "Relation Name": table = "", Schema, Alias = table } = node;
    const isScan = node["Node Type"] !== "ModifyTable";
    return isScan && Schema === "public" && tenantTables.has(table) && !routed.has(Alias) ? [table] : [];
  });
};

/**
 * The tenant tables that a statement reads or changes without a condition on the company in the statement itself: Citus would
 * have to ask every node. Row-level security does not count, because Citus chooses the node before it evaluates a policy.
 * `client` is the superuser, whom policies do not apply to.
 */
export const findUnroutedTables = async (
  client: pg.ClientBase,
  statement: string,
  tenantTables: ReadonlySet<string>,
): Promise<string[]> => {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, format json) ${statement}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return plan ? [...new Set(unroutedTables(plan, tenantTables))] : [];
};

// Whether the function `p` reads or writes tables, judged by the keywords in its source or by its calls of functions that may.
const USES_TABLES = `
  regexp_replace(p.prosrc, '--[^\\n]*|''[^'']*''|is (not )?distinct from', '', 'gi')
    ~* '\\m(from|join|insert|update|delete|call|perform|execute)\\M'
  or exists (select from pg_proc other where other.pronamespace = p.pronamespace and other.oid <> p.oid
    and other.provolatile <> 'i' and other.proname not in ('current_company', 'new_id')
    and p.prosrc ~ ('\\m' || other.proname || '\\('))`;

const OBJECTS_TO_ADAPT = `
with functions as (
  select p.oid, p.proname::text as name, p.prorettype = 'trigger'::regtype as is_trigger, (${USES_TABLES}) as uses_tables,
    coalesce(p.proargnames[1] in ('company', 'tenant'), false) as takes_company
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and p.provolatile <> 'i'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
)
select case
    when f.is_trigger and t.tgrelid::regclass::text = any ($1) then 'trigger of a platform table'
    when t.tgtype & 1 = 0 then 'statement trigger'
    when f.is_trigger and f.uses_tables then 'row trigger that uses other rows'
    when f.is_trigger then 'row trigger of its own row'
    when f.takes_company then 'function of a company'
    else 'other function' end as kind, f.name
from functions f left join pg_trigger t on t.tgfoid = f.oid
union
select 'foreign key that sets null', f.conrelid::regclass || '.' || (
  select string_agg(a.attname, ', ') from pg_attribute a
  where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname <> 'company_id')
from pg_constraint f where f.contype = 'f' and f.confdeltype in ('n', 'd') and f.connamespace = 'public'::regnamespace
  and not f.confrelid::regclass::text = any ($1)
order by 1, 2`;

/** The functions, triggers and foreign keys that need a solution on Citus (growth.md), by kind. */
export const findObjectsToAdapt = async (
  client: pg.ClientBase,
  platformTables: readonly string[],
): Promise<Record<string, string[]>> => {
  const { rows } = await client.query<{ kind: string; name: string }>(OBJECTS_TO_ADAPT, [platformTables]);
  const byKind: Record<string, string[]> = {};
  for (const { kind, name } of rows) byKind[kind] = [...(byKind[kind] ?? []), name];
  return byKind;
};
