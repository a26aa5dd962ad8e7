import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { latenciesOf } from "#bench/statistics.ts";
import { SeededRandom, shortOrLong } from "../trial.ts";
import { ChangeLedger } from "./change-ledger.ts";
import { isFailure, ProductCluster } from "./product-cluster.ts";
import { RestartableDatabase } from "./restartable-database.ts";
import { createSignedInUsers } from "./signed-in-users.ts";
import { simulateUser, type TestUser } from "./simulated-user.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const ROOT = join(import.meta.dirname, "../..");
const SETTINGS = shortOrLong(
  { users: 8, messages: 2, workers: 1, meanThinkTimeMs: 100, quietMs: 1_000 },
  { users: 100, messages: 10, workers: 2, meanThinkTimeMs: 1_000, quietMs: 20_000 },
);

const NEXT_VERSION = "99.0.0";
const NEXT_MIGRATION = "9999_next_version.sql";
// What docs/operations/upgrade.md allows while the old version still runs.
const MIGRATION = `
  alter table leads add column next_remark text not null default 'from the next version';
  comment on column leads.next_remark is 'not erased';
  alter table queue_items add column next_number integer;
  comment on column queue_items.next_number is 'not erased';
  alter table messages add constraint next_rule check (length(content) < 1000000) not valid;
  create table next_notes (company_id uuid not null references companies (id) on delete cascade, id uuid not null default new_id(),
    lead_id uuid not null, note text not null, primary key (company_id, id),
    foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade);
  call protect_tenant_table('next_notes');
  call delete_rows_on_erasure('next_notes', 'lead_id = any (person.lead_ids)');
  insert into next_notes (company_id, lead_id, note) select company_id, id, full_name from leads;`;

/** This version under a higher number, with a migration more: nothing has been released that could be the previous one. */
const makeNextVersion = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "usa-next-"));
  for (const name of ["migrations", "src/server", "src/contract"])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ["node_modules", "dist"]) await symlink(join(ROOT, name), join(folder, name));
  const description = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as object;
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...description, version: NEXT_VERSION }));
  await writeFile(join(folder, "migrations", NEXT_MIGRATION), MIGRATION);
  return folder;
};

let nextVersion: string;
let cluster: ProductCluster;
let users: TestUser[];

beforeAll(async () => {
  nextVersion = await makeNextVersion();
  cluster = await ProductCluster.open(await RestartableDatabase.open(), { webs: 2, workers: SETTINGS.workers });
  users = await createSignedInUsers(cluster, SETTINGS.users, SETTINGS.messages);
});
afterAll(async () => {
  await cluster.close();
  await rm(nextVersion, { recursive: true, force: true });
});

const versions = () =>
  Promise.all(
    cluster.balancer.servers().map(async (url) => {
      const response = await fetch(`${url}/api/version`);
      return ((await response.json()) as { version: string }).version;
    }),
  );

const COUNT_LEADS = "select count(*)::int as leads from leads";

test("an upgrade with two web processes loses nothing, and no request fails", async () => {
  const { balancer, product } = cluster;
  const ledger = new ChangeLedger();
  const random = new SeededRandom("upgrade");
  const { meanThinkTimeMs, quietMs } = SETTINGS;
  const [before] = await product.server.query<{ leads: number }>(COUNT_LEADS);
  let isWorking = true;
  const deps = { balancer, ledger, meanThinkTimeMs, random: () => random.next(), shouldContinue: () => isWorking };
  const working = users.map((user) => simulateUser(deps, user));
  await sleep(quietMs);
  await expect.poll(() => ledger.count()).toBeGreaterThan(0);
  const changesBefore = ledger.count();
  const startedAt = Date.now();
  await cluster.restartAll(nextVersion);
  const upgradeSeconds = (Date.now() - startedAt) / 1000;
  const changesDuring = ledger.count() - changesBefore;
  await sleep(quietMs);
  isWorking = false;
  await Promise.all(working);

  const { outcomes } = balancer;
  const during = outcomes.filter(({ at }) => at >= startedAt && at < startedAt + upgradeSeconds * 1000);
  const figures = {
    requests: outcomes.length,
    upgradeSeconds,
    changes: ledger.count(),
    changesDuring,
    latenciesDuring: latenciesOf(during.map(({ ms }) => ms)),
  };
  if (shortOrLong(false, true)) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  expect(changesDuring).toBeGreaterThan(0);
  expect(outcomes.filter(isFailure)).toEqual([]);
  expect(ledger.unexpectedResponses).toEqual([]);
  expect(await ledger.differences(product.server)).toEqual({ lost: [], doubled: [] });
  expect(cluster.deliveredKeys()).toHaveLength(new Set(cluster.deliveredKeys()).size);
  const [after] = await product.server.query<{ leads: number }>(COUNT_LEADS);
  expect(after?.leads).toBeGreaterThanOrEqual(before?.leads ?? 0);
});

test("afterwards every web process is the new version, and the migration ran once on the old data", async () => {
  expect(await versions()).toEqual([NEXT_VERSION, NEXT_VERSION]);
  const { server } = cluster.product;
  expect(await server.query("select name from schema_migrations where name = $1", [NEXT_MIGRATION])).toHaveLength(1);
  const [found] = await server.query<{ notes: number; leads: number }>(`
    select (select count(*)::int from next_notes) as notes,
      (select count(*)::int from leads where next_remark = 'from the next version') as leads`);
  expect(found?.notes).toBeGreaterThan(500);
  expect(found?.leads).toBeGreaterThanOrEqual(found?.notes ?? 0);
});
