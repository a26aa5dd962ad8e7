import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makeUser } from "#testing/account-factories.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { purgeCompaniesJob } from "./companies.jobs.ts";

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ago = (days: number) => new Date(Date.now() - days * DAY);
const put = (key: string) => server.platform.storage.put(key, Buffer.from("x"), { contentType: "image/png" });
const fileExists = async (key: string) => (await server.platform.storage.head(key)) !== null;
const companyExists = async (id: string) =>
  (await server.query("select 1 from companies where id = $1", [id])).length === 1;

const makeDeleted = async (deletedAt: Date) => {
  const { database } = server.platform;
  const company = await makeCompany(database, { deletedAt });
  const user = await makeUser(database, company.id);
  const files = [`companies/${company.id}/logo/1`, `companies/${company.id}/logo/2`, `pictures/${user.id}`];
  await Promise.all(files.map(put));
  await server.query("update users set profile_image_url = $2 where id = $1", [user.id, `/objects/${files[2]}`]);
  await server.query(
    `insert into audit_log (company_id, at, actor_name, action, subject_type) values ($1, now(), 'x', 'company.deleted', 'company')`,
    [company.id],
  );
  return { ...company, user, files };
};

test("after thirty days a deleted company is purged with all its data, and no other company", async () => {
  const [old, recent, alive] = [await makeDeleted(ago(31)), await makeDeleted(ago(29)), await signedIn(server)];
  await put(`companies/${alive.company.id}/logo/1`);
  await server.platform.jobs.enqueue(server.platform.database.platform, purgeCompaniesJob, {});
  await expect.poll(() => companyExists(old.id)).toBe(false);

  for (const file of old.files) expect(await fileExists(file), file).toBe(false);
  expect(await server.query("select 1 from users where id = $1", [old.user.id])).toEqual([]);
  expect(await server.query("select 1 from audit_log where company_id = $1", [old.id])).toEqual([]);
  const entries = await server.query("select * from audit_log where action = 'company.purged'");
  expect(entries).toMatchObject([
    { actor_id: null, actor_name: "Systeem", subject_id: old.id, subject_name: old.name },
  ]);

  expect(await companyExists(recent.id)).toBe(true);
  for (const file of recent.files) expect(await fileExists(file), file).toBe(true);
  expect(await fileExists(`companies/${alive.company.id}/logo/1`)).toBe(true);
  expect((await alive.client.get("/api/auth/user")).status).toBe(200);
});

test("a company with more rows than one batch is purged completely, and other companies keep theirs", async () => {
  const [large, other] = [await makeDeleted(ago(31)), await makeCompany(server.platform.database)];
  for (const { id } of [large, other]) {
    await server.query(
      `with inserted as (insert into leads (company_id, full_name) select $1, 'Naam ' || n from generate_series(1, 5000) n returning id)
      insert into classification_changes (company_id, lead_id, changed_at, changed_by) select $1, id, now(), 'x' from inserted`,
      [id],
    );
    await server.query(
      `insert into audit_log (company_id, at, actor_name, action, subject_type)
      select $1, now(), 'x', 'thing.done', 'thing' from generate_series(1, 5000)`,
      [id],
    );
  }
  await server.platform.jobs.enqueue(server.platform.database.platform, purgeCompaniesJob, {});
  await expect.poll(() => companyExists(large.id)).toBe(false);
  const countRowsPerCompany = (table: string) =>
    server.query(`select company_id, count(*)::int from ${table} group by 1`);
  for (const table of ["leads", "audit_log"]) {
    const rows = (await countRowsPerCompany(table)) as { company_id: string; count: number }[];
    expect(
      rows.some(({ company_id }) => company_id === large.id),
      table,
    ).toBe(false);
    expect(rows.find(({ company_id }) => company_id === other.id)?.count, table).toBe(5000);
  }
});

test("a company that cannot be purged does not stop the purge of those after it, and is purged later", async () => {
  const [stuck, next] = [await makeDeleted(ago(40)), await makeDeleted(ago(31))];
  await server.query(`
    create function fail_to_delete() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger fail_to_delete before delete on companies for each row when (old.id = '${stuck.id}')
      execute function fail_to_delete()`);
  await server.platform.jobs.enqueue(server.platform.database.platform, purgeCompaniesJob, {});
  await expect.poll(() => companyExists(next.id)).toBe(false);
  expect(await companyExists(stuck.id)).toBe(true);
  await server.query("drop function fail_to_delete cascade");
  await expect.poll(() => companyExists(stuck.id), { timeout: 30_000 }).toBe(false);
});

test("purge_company purges no active or recently deleted company, and the tenant role cannot call it", async () => {
  const { database } = server.platform;
  const [alive, recent] = [await makeCompany(database), await makeDeleted(ago(29))];
  for (const { id } of [alive, recent]) {
    const purge = { parts: ["select purge_company(", ", ", ", 10) as purged"], values: [id, ago(30)] };
    expect(await database.platform.row(purge)).toEqual({ purged: null });
    expect(await companyExists(id)).toBe(true);
    await expect(database.tenant(id).row(purge)).rejects.toThrow("permission denied");
  }
});
