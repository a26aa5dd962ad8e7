import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxBase } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import type { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";
import { type SeededRandom, shortOrLong } from "../trial.ts";

/** What a fault needs to know of the company that it happens to. */
export interface FaultyCompany {
  readonly company: SyncedCompany;
  readonly random: SeededRandom;
  /** The base of another company. */
  readonly otherBase: SandboxBase;
  /** What its token may do without faults. */
  readonly scopes: readonly string[];
  /** The change feed has a gap: an edit that our write replaces now is not reported. */
  interruptFeed(): void;
  /** Ends the fault together with all others of the round. */
  whenLifted(work: () => Promise<unknown>): void;
}

type Fault = (faulty: FaultyCompany) => Promise<unknown>;

/** Some of the next requests, of any purpose, get this response. */
const respondWith =
  (response: object): Fault =>
  ({ company: { base }, random }) => {
    const target = random.pick<object>([
      { method: "GET" },
      { method: "PATCH" },
      {},
      { path: `bases/${base.id}/webhooks` },
      { path: `meta/bases/${base.id}` },
    ]);
    return base.fault({ ...target, times: random.between(1, 2), ...response });
  };

const tableIdOf = async (base: SandboxBase, name: string): Promise<string> => {
  const tables = (await base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  return tables.find((table) => table.name === name)?.id ?? "";
};

const TABLES = ["Leads", "Messages", "Prompts"] as const;
const NOT_PERMITTED = { error: { type: "INVALID_PERMISSIONS", message: "You are not permitted to do this" } };
const EXPIRED_LIST = { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message: "gone" } };

const changeToken =
  (change: Parameters<SandboxBase["changeToken"]>[0]): Fault =>
  async ({ company: { base }, scopes, whenLifted, interruptFeed }) => {
    interruptFeed();
    await base.changeToken(change);
    whenLifted(() => base.changeToken({ scopes, permissionLevel: "create" }));
  };

const saveBase = ({ server, id }: SyncedCompany, base: SandboxBase, baseId = base.id) =>
  server.query(
    "update companies set airtable_base_id = $2, airtable_token_encrypted = $3, updated_at = now() where id = $1",
    [id, baseId, server.platform.secrets.encrypt(base.token, `company:${id}:airtable`)],
  );

const saveWrongBase = async ({ company, whenLifted }: FaultyCompany, base: SandboxBase, baseId?: string) => {
  await saveBase(company, base, baseId);
  whenLifted(() => saveBase(company, company.base));
  await company.start().catch(() => undefined);
};

/** The table is suspended, and everything in it is read again once the schema is as it was. */
const changeSchemaBriefly =
  (path: string, changed: object, original: object): Fault =>
  async ({ company, random }) => {
    await company.base.control("PATCH", path, changed);
    await company.start().catch(() => undefined);
    await sleep(random.between(200, 2_000));
    await company.base.control("PATCH", path, original);
  };

const renameBriefly: Fault = async (faulty) => {
  const path = `tables/${await tableIdOf(faulty.company.base, "Messages")}`;
  await changeSchemaBriefly(path, { name: "Berichten" }, { name: "Messages" })(faulty);
};

/** All answers about records are slow until the faults are lifted. */
export const answerSlowly: Fault = ({ company: { base } }) =>
  base.fault({ method: "GET", path: `${base.id}/`, latencyMs: 1_500 });

/** By name, as the trial counts them. */
export const SERVICE_FAULTS: Readonly<Record<string, Fault>> = {
  "error 500": respondWith({ status: 500 }),
  "error 503 with Retry-After": respondWith({ status: 503, headers: { "Retry-After": "1" } }),
  "error 429": respondWith({ status: 429, body: { error: "RATE_LIMIT_REACHED" } }),
  "slow response": respondWith({ latencyMs: 1_500 }),
  "lost request": respondWith({ resetConnection: "beforeHandling" }),
  "lost response": respondWith({ resetConnection: "afterHandling" }),
  "truncated response": respondWith({ truncate: true }),
  "expired list": ({ company: { base } }) => base.fault({ method: "GET", status: 422, body: EXPIRED_LIST, times: 1 }),
  "slow page": async ({ company: { base }, random }) => {
    const tableId = await tableIdOf(base, random.pick(TABLES));
    const latencyMs = shortOrLong(2_000, 11_000);
    return base.fault({ method: "GET", path: `${base.id}/${tableId}`, latencyMs, times: 1 });
  },
  "locked table": async ({ company: { base }, random }) => {
    const tableId = await tableIdOf(base, random.pick(TABLES));
    return base.fault({ method: "PATCH", path: `${base.id}/${tableId}`, status: 403, body: NOT_PERMITTED });
  },
  "unreadable table": async ({ company: { base }, random }) => {
    const tableId = await tableIdOf(base, random.pick(TABLES));
    const refusal = random.pick<object>([{ status: 403, body: NOT_PERMITTED }, { status: 422 }, { status: 500 }]);
    return base.fault({ method: "GET", path: `${base.id}/${tableId}`, ...refusal });
  },
  "renamed table": renameBriefly,
  "retyped field": changeSchemaBriefly(
    "tables/Prompts/fields/Prompt",
    // A choice for each text, so that no text is lost.
    { type: "singleSelect" },
    { type: "multilineText" },
  ),
  "locked field": async ({ company: { base }, random, whenLifted }) => {
    const field = random.pick(["Messages/fields/Content", "Queue/fields/Text"]);
    const setLocked = (isLocked: boolean) => base.control("PATCH", `tables/${field}`, { isLocked });
    await setLocked(true);
    whenLifted(() => setLocked(false));
  },
  "token with only schema.bases:read": changeToken({ scopes: ["schema.bases:read"] }),
  "token that may only read": changeToken({ scopes: ["data.records:read", "schema.bases:read", "webhook:manage"] }),
  "mistyped base id": (faulty) => saveWrongBase(faulty, faulty.company.base, "appVerkeerdGetypt"),
  "base of another company": (faulty) => saveWrongBase(faulty, faulty.otherBase),
};

const changeWebhook = async ({ base, server, id }: SyncedCompany, change: object): Promise<void> => {
  const [state] = await server.query<{ feed: string | null }>(
    "select feed_id as feed from sync_states where company_id = $1",
    [id],
  );
  if (state?.feed) await base.control("PATCH", `webhooks/${state.feed}`, change);
};

/** After a day the product tries again whether it may have a change feed. */
const letADayPass = ({ server, id }: SyncedCompany) =>
  server.query("update sync_states set feed_refused_at = null where company_id = $1", [id]);

/** For companies with a change feed. */
export const FEED_FAULTS: Readonly<Record<string, Fault>> = {
  "webhook expired but listed": async ({ company, interruptFeed }) => {
    interruptFeed();
    await changeWebhook(company, { expiresInMs: -1_000 });
    // The product knows when its webhook expires: this happens when no worker has run for a week.
    await company.server.query("update sync_states set feed_expires_at = now() where company_id = $1", [company.id]);
  },
  "webhook permission lost": async (faulty) => {
    const { company, random, whenLifted } = faulty;
    const withoutScope = { scopes: ["data.records:read", "data.records:write", "schema.bases:read"] };
    await changeToken(random.pick<object>([withoutScope, { permissionLevel: "edit" }]))(faulty);
    if (random.chance(0.5)) whenLifted(() => letADayPass(company));
  },
  "error in the feed": async ({ company, random, interruptFeed }) => {
    interruptFeed();
    await changeWebhook(company, { error: random.pick(["INVALID_HOOK", "INVALID_FILTERS", "INTERNAL_ERROR"]) });
  },
};
