import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ArchiveEntry, Manifest } from "#platform/backup/archive-format.ts";
import { openArchive } from "#platform/backup/archive-reader.ts";
import { createArchive } from "#platform/backup/archive-writer.ts";
import { EXCLUDED_TABLES } from "#platform/backup/database-snapshot.ts";
import { restoreBackup } from "#platform/backup/restore-backup.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { deliverMessagesJob } from "#server/features/automation/job-definitions.ts";
import { deleteOldImportsJob } from "#server/features/leads/imports/lead-imports.jobs.ts";
import { PASSWORD } from "#testing/account-factories.ts";
import { makeLeads, makeMessage, makeQueueItem } from "#testing/factories.ts";
import { png, uploadAndSetLogo } from "#testing/images.ts";
import { CHILD_ENVIRONMENT } from "#testing/product-process.ts";
import { type SandboxStorage, startSandboxStorage } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const run = promisify(execFile);
const APP_SECRET = "een geheim dat bij deze installatie hoort";
const BACKUP_PASSPHRASE = "een lange zin die niemand raadt";
const PNG = png(9, 9);
const TOKEN = "pat-dat-versleuteld-bewaard-wordt";

let folder: string;
let server: TestServer;
let me: SignedIn;
let logo: string;
let webhookCompany: SignedIn;
let inactiveCompany: SignedIn;
let archive: string;
let restored: TestDatabase;
let bucket: SandboxStorage;

const command = (name: "backup" | "restore", env: Record<string, string>, ...words: string[]) =>
  run(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...words], {
    env: { ...CHILD_ENVIRONMENT, NODE_ENV: "test", APP_SECRET, BACKUP_PASSPHRASE, ...env },
  });

/** The settings of an installation with its own data folder. Without `databaseUrl` it uses the embedded server. */
const settingsOf = (name: string, databaseUrl?: string) => ({
  DATA_DIR: join(folder, name),
  STORAGE_URL: pathToFileURL(join(folder, name, "objects")).href,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

/** A PostgreSQL with a login of its own, and a bucket. */
const externalSettings = () => ({ ...settingsOf("outside", restored.url), STORAGE_URL: bucket.storageUrl() });

const contentOf = async (path: string) => {
  const { manifest } = await openArchive(path, BACKUP_PASSPHRASE);
  const tables: Record<string, ArchiveEntry & { kind: "table" }> = {};
  const files: Record<string, string> = {};
  for (const entry of manifest.entries) {
    if (entry.kind === "table") tables[entry.name] = entry;
    if (entry.kind === "file") files[entry.key] = entry.sha256;
  }
  return { manifest, tables, files };
};

/** Adds rows for as long as `work` takes. */
const whileWriting = async <T>(work: Promise<T>): Promise<{ result: T; writes: number }> => {
  let going = true;
  let writes = 0;
  const write = async () => {
    while (going) {
      await makeMessage(server, me.company.id);
      const response = await me.client.patch("/api/profile", {
        firstName: `Anna ${writes}`,
        lastName: "J",
        email: me.user.email,
      });
      expect(response.status).toBe(200);
      writes += 1;
    }
  };
  const writing = write();
  const result = await work.finally(() => {
    going = false;
  });
  await writing;
  return { result, writes };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usa-backup-"));
  server = await startTestServer({ env: { APP_SECRET } });
  me = await signedIn(server, { role: "company_admin" });
  await makeLeads(
    server,
    me.company.id,
    Array.from({ length: 500 }, (_, nth) => ({ full_name: `Lead\t${nth}\n\\N é` })),
  );
  logo = await uploadAndSetLogo(me, PNG);
  await server.client().signIn(me.user.username, "een verkeerd wachtwoord");
  const encrypted = server.platform.secrets.encrypt(TOKEN, `company:${me.company.id}:airtable`);
  await server.query("update companies set airtable_token_encrypted = $2 where id = $1", [me.company.id, encrypted]);
  const later = new Date(Date.now() + 86_400_000);
  const { database, jobs } = server.platform;
  const mine = { companyId: me.company.id };
  await jobs.enqueue(database.platform, deleteOldImportsJob, mine, { startAfter: later });
  webhookCompany = await signedIn(server);
  await server.query("update companies set delivery_channel = 'webhook', delivery_webhook_url = $1 where id = $2", [
    "http://127.0.0.1:9/never",
    webhookCompany.company.id,
  ]);
  await makeQueueItem(server, webhookCompany.company.id, { date_due: new Date(Date.now() + 3_000) });
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  inactiveCompany = await signedIn(server);
  const inactiveId = inactiveCompany.company.id;
  const { id: messageId } = await makeMessage(server, inactiveId, { status: "approved" });
  for (const message_name of ["Ice Breaker", "Bericht 1"])
    await makeQueueItem(server, inactiveId, {
      message_id: messageId,
      message_name,
      date_due: nextWeek,
      channel: "webhook",
    });
  await makeQueueItem(server, inactiveId, { date_due: null, paused: true, paused_by: "Anna", channel: "webhook" });
  await makeQueueItem(server, inactiveId, { date_due: nextWeek, channel: "airtable" });
  await server.query("update companies set is_active = false where id = $1", [inactiveId]);
  archive = join(folder, "first.tar.age");
  restored = await createEmptyDatabase();
  bucket = await startSandboxStorage();
});
afterAll(async () => {
  await server.close();
  await restored.drop();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a backup made while people work is one snapshot of all tables", async () => {
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder, STORAGE_URL: server.platform.config.storageUrl };
  const { result, writes } = await whileWriting(command("backup", env, archive));
  expect(result.stdout).toContain(archive);
  expect(result.stdout).toContain("Bewaar APP_SECRET");
  expect(writes).toBeGreaterThan(0);
  const { tables, files } = await contentOf(archive);
  const known = await server.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect([...Object.keys(tables), ...Object.keys(EXCLUDED_TABLES)].toSorted()).toEqual(
    known.map(({ name }) => name).toSorted(),
  );
  expect(tables["leads"]?.rows).toBeGreaterThanOrEqual(500);
  expect(Object.keys(files)).toEqual([logo.replace("/objects/", "")]);
});

test("restored into an embedded server with a folder, and from there into an external one with a bucket, it is the same to the byte", async () => {
  const embedded = settingsOf("embedded");
  await command("restore", embedded, archive, "--resume");
  const second = join(folder, "second.tar.age");
  await command("backup", embedded, second);
  const [before, after] = [await contentOf(archive), await contentOf(second)];
  expect(after.tables).toEqual(before.tables);
  expect(after.files).toEqual(before.files);
  const { stdout } = await command("restore", externalSettings(), second);
  expect(stdout).toContain("2 delen van berichten kunnen sindsdien verstuurd zijn");
  expect(stdout).toContain("Iedereen logt opnieuw in.");
  for (const words of ["gewist", "API-sleutels", "weer inloggen", "PROCESS=web"]) expect(stdout).toContain(words);
  const counts = await restored.query("select count(*)::int as count from leads");
  expect(counts).toEqual([{ count: before.tables["leads"]?.rows }]);
});

test("a restore holds back what may have been sent since the backup, whenever it was due and whether the company is active", async () => {
  const parts = await restored.query(
    `select message_name as name, channel, paused, status, claimed_at < now() - interval '2 minutes' as stale
     from queue_items where company_id = $1 order by channel, paused, message_name`,
    [inactiveCompany.company.id],
  );
  expect(parts).toEqual([
    { name: "Ice Breaker", channel: "airtable", paused: false, status: "QUEUED", stale: null },
    { name: "Bericht 1", channel: "webhook", paused: false, status: "QUEUED", stale: null },
    { name: "Ice Breaker", channel: "webhook", paused: false, status: "SENDING", stale: true },
    { name: "Ice Breaker", channel: "webhook", paused: true, status: "QUEUED", stale: null },
  ]);
});

test("counters and sequences of the database are right, and continue", async () => {
  const wrong = await restored.query(`
    select from (select company_id, sum(amount) as kept from counters where subject = 'messages' group by 1) t
    full join (select company_id, count(*) as counted from messages group by 1) m using (company_id)
    where kept is distinct from counted`);
  expect(wrong).toEqual([]);
  const [ahead] = await restored.query<{ ahead: boolean }>(`
    select (select last_value from pg_sequences where sequencename = 'counters_id_seq') >= max(id) as ahead from counters`);
  expect(ahead).toEqual({ ahead: true });
  const unprotected = await restored.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`);
  expect(unprotected).toEqual([]);
  expect(await restored.query("select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
});

test("after a restore people sign in and continue their work", async () => {
  const STORAGE_URL = bucket.storageUrl();
  const again = await startTestServer({ databaseUrl: restored.url, env: { APP_SECRET, STORAGE_URL } });
  try {
    const old = await again.client().get("/api/auth/user", { cookie: me.client.cookieHeader("/") });
    expect(old.status).toBe(401);
    const client = again.client();
    expect((await client.signIn(me.user.username, PASSWORD)).status).toBe(200);
    expect((await client.get("/api/all-leads?limit=10")).status).toBe(200);
    const saved = await client.patch("/api/profile", { firstName: "Bo", lastName: "J", email: me.user.email });
    expect(saved.status).toBe(200);
    const picture = await client.get(logo);
    expect([picture.status, picture.bytes.equals(PNG)]).toEqual([200, true]);
    const [company] = await again.query<{ encrypted: string }>(
      "select airtable_token_encrypted as encrypted from companies where id = $1",
      [me.company.id],
    );
    expect(again.platform.secrets.decrypt(company?.encrypted ?? "", `company:${me.company.id}:airtable`)).toBe(TOKEN);
    const jobs = await again.query("select data from pgboss.job where name = $1 and state = 'created'", [
      deleteOldImportsJob.name,
    ]);
    expect(jobs).toEqual([{ data: { companyId: me.company.id } }]);
    const companyId = webhookCompany.company.id;
    await again.platform.jobs.enqueue(
      again.platform.database.platform,
      deliverMessagesJob,
      { companyId },
      { singletonKey: companyId },
    );
    const status = () => again.query("select status from queue_items where company_id = $1", [companyId]);
    await expect.poll(status, { timeout: 30_000 }).toEqual([{ status: "ERROR" }]);
  } finally {
    await again.close();
  }
});

test("a database that is in use or not empty is only replaced with --overwrite", async () => {
  const target = externalSettings();
  await expect(command("restore", target, archive)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Hier staan al gegevens"),
  });
  const busy = settingsOf("busy", server.databaseUrl);
  await expect(command("restore", busy, archive, "--overwrite")).rejects.toMatchObject({
    stderr: expect.stringContaining("Stop ze eerst"),
  });
  const listener = new pg.Client({ connectionString: restored.url, application_name: "usa_events" });
  await listener.connect();
  await expect(command("restore", target, archive, "--overwrite")).rejects.toMatchObject({
    stderr: expect.stringContaining("Stop ze eerst"),
  });
  await listener.end();
  await restored.query("update users set first_name = 'Iemand anders'");
  const failSignIn = () =>
    restored.query("insert into sign_in_failures (account, address, failed_at) values ('anna', '203.0.113.1', now())");
  for (let nth = 0; nth < 3; nth++) await failSignIn();
  const killed = restoreBackup({
    url: restored.url,
    storage: await createStorage(bucket.storageUrl()),
    path: archive,
    passphrase: BACKUP_PASSPHRASE,
    overwrite: true,
    prepareQueues: () => Promise.resolve(),
    changeCompany: () => Promise.reject(new Error("killed before messages were held back")),
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await restored.query("select from users where first_name <> 'Iemand anders'")).toEqual([]);
  await command("restore", target, archive, "--overwrite", "--resume");
  expect(await restored.query("select from users where first_name = 'Iemand anders'")).toEqual([]);
  // The sequence has the value of the backup again, so that the ids of rows that were left behind would be repeated.
  await failSignIn();
});

test("a backup that would not be encrypted is not called .age", async () => {
  const path = join(folder, "plain.tar.age");
  const env = { ...externalSettings(), BACKUP_PASSPHRASE: "" };
  await expect(command("backup", env, path)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("stel BACKUP_PASSPHRASE in"),
  });
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
});

/** An archive whose manifest names other migrations. */
const makeArchive = async (name: string, change: (manifest: Manifest) => Manifest["migrations"]): Promise<string> => {
  const { manifest } = await contentOf(archive);
  const { format: _format, entries: _entries, ...info } = manifest;
  const path = join(folder, name);
  const columns = ["id", "name"];
  await createArchive(
    path,
    { ...info, migrations: change(manifest) },
    { passphrase: BACKUP_PASSPHRASE, workFactor: 4 },
    async (writer) => {
      const row = Buffer.from("7a8f1d6e-4f7b-4d0a-9d3e-0b1c2d3e4f50\tOud Bedrijf\n");
      await writer.addTable({ name: "companies", columns }, [row], () => 1);
    },
  );
  return path;
};

test("an older backup is migrated to this version; a newer or different one is refused", async () => {
  const target = await createEmptyDatabase();
  try {
    const at = settingsOf("versions", target.url);
    const newer = await makeArchive("newer", ({ migrations }) => [
      ...migrations,
      { name: "9999_later.sql", checksum: "x" },
    ]);
    const other = await makeArchive("other", ({ migrations }) => migrations.map((one) => ({ ...one, checksum: "x" })));
    await expect(command("restore", at, newer)).rejects.toMatchObject({
      stderr: expect.stringContaining("nieuwere versie (9999_later.sql)"),
    });
    await expect(command("restore", at, other)).rejects.toMatchObject({
      stderr: expect.stringContaining("andere versie"),
    });
    expect(await target.query("select from pg_class where relname = 'companies'")).toEqual([]);
    await command("restore", at, await makeArchive("older", ({ migrations }) => migrations.slice(0, 5)));
    expect(await target.query("select name, delivery_channel as channel from companies")).toEqual([
      { name: "Oud Bedrijf", channel: "airtable" },
    ]);
    await expect(
      command("restore", at, await makeArchive("old", ({ migrations }) => migrations.slice(0, 5)), "--overwrite"),
    ).rejects.toMatchObject({ stderr: expect.stringContaining("al verder bijgewerkt") });
  } finally {
    await target.drop();
  }
});

test("a damaged or truncated backup, or a wrong passphrase, is refused before anything changes", async () => {
  const target = await createEmptyDatabase();
  try {
    const at = settingsOf("damaged", target.url);
    const bytes = await readFile(archive);
    const path = join(folder, "damaged.tar.age");
    const expectRefused = async (env: Record<string, string>, words: string) =>
      expect(command("restore", { ...at, ...env }, path)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(words),
      });
    await writeFile(path, bytes.subarray(0, bytes.length - 40));
    await expectRefused({}, "beschadigd");
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(path, bytes);
    await expectRefused({}, "beschadigd");
    await expectRefused({ BACKUP_PASSPHRASE: "een heel andere lange zin" }, "BACKUP_PASSPHRASE");
    await expectRefused({ BACKUP_PASSPHRASE: "" }, "versleuteld");
    expect(await target.query("select from pg_class where relname = 'companies'")).toEqual([]);
    const { stdout } = await command("restore", at, archive, "--check");
    expect(stdout).toContain("De reservekopie is heel");
  } finally {
    await target.drop();
  }
});
