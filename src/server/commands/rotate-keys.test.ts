import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toNamedSecret } from "#platform/secrets.ts";
import { png, requestUploadUrl, uploadLogo } from "#testing/images.ts";
import { CHILD_ENVIRONMENT } from "#testing/product-process.ts";
import { signedIn } from "#testing/signed-in.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, requestChallenge, turnOnTwoStep } from "#testing/two-step.ts";
import { ENCRYPTED_COLUMNS } from "../app-secret.ts";

const OLD = "het oude geheim van deze installatie, lang genoeg";
const NEW = "het nieuwe geheim van deze installatie, ook lang genoeg";
const COMPANIES = 300;

let server: TestServer;
let dataDir: string;

beforeAll(async () => {
  // Every process knows the new secret before anybody encrypts with it.
  server = await startTestServer({ env: { APP_SECRET: OLD, APP_SECRET_OTHER: NEW } });
  dataDir = await mkdtemp(join(tmpdir(), "usa-keys-"));
  const { secrets } = server.platform;
  const made = await server.query<{ id: string }>(
    "insert into companies (name) select 'Bedrijf ' || n from generate_series(1, $1::int) n returning id",
    [COMPANIES],
  );
  for (const { id } of made) {
    await server.query(
      `update companies set airtable_token_encrypted = $2, delivery_secret_encrypted = $3, ai_key_encrypted = $4 where id = $1`,
      [
        id,
        ...["airtable", "delivery", "ai"].map((purpose) =>
          secrets.encrypt(`${purpose} van ${id}`, `company:${id}:${purpose}`),
        ),
      ],
    );
    await server.query(
      `insert into sync_states (company_id, feed_secret_encrypted) values ($1, $2)
        on conflict (company_id) do update set feed_secret_encrypted = $2`,
      [id, secrets.encrypt(`meldingen van ${id}`, `company:${id}:airtable-webhook`)],
    );
  }
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startRotation = (env: Record<string, string>, ...words: string[]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, "rotate-keys.ts"), ...words], {
    env: { ...CHILD_ENVIRONMENT, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

const rotate = async (env: Record<string, string>, ...words: string[]) => {
  const child = startRotation(env, ...words);
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "exit") as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
};

const CHANGE = { APP_SECRET: NEW, APP_SECRET_OTHER: OLD };

/** Decrypts every stored secret; throws when one cannot be decrypted. */
const decryptAll = async ({ platform: { secrets } }: TestServer): Promise<string[]> => {
  const opened: string[] = [];
  for (const { table, column, idColumn = "id", contextOf } of ENCRYPTED_COLUMNS) {
    const rows = await server.query<{ id: string; encrypted: string }>(
      `select ${idColumn} as id, ${column} as encrypted from ${table} where ${column} is not null order by ${idColumn}`,
    );
    opened.push(...rows.map(({ id, encrypted }) => secrets.decrypt(encrypted, contextOf(id))));
  }
  return opened;
};

/** The number of values that are encrypted with each key. */
const keysInUse = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { table, column } of ENCRYPTED_COLUMNS) {
    for (const { key } of await server.query<{ key: string }>(
      `select split_part(${column}, '.', 2) as key from ${table} where ${column} is not null`,
    ))
      counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

test("every encrypted column of the database is listed", async () => {
  const columns = await server.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_encrypted' order by 1`);
  expect(ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    columns.map(({ name }) => name),
  );
});

test("after a kill in the middle every process can read all values, and the next run continues", async () => {
  const { user } = await signedIn(server);
  const code = await turnOnTwoStep(server, user);
  const before = await decryptAll(server);
  const blocker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
  await blocker.connect();
  await blocker.query("begin");
  // The rotation waits for this locked row.
  await blocker.query(`select from companies where id =
    (select id from companies where airtable_token_encrypted is not null order by id offset 140 limit 1) for update`);
  const child = startRotation(CHANGE);
  const countRenewed = async () => (await keysInUse())[toNamedSecret(NEW).id] ?? 0;
  await expect.poll(countRenewed, { timeout: 40_000 }).toBe(140);
  child.kill("SIGKILL");
  await once(child, "exit");
  await blocker.query("rollback");
  await blocker.end();
  expect(Object.keys(await keysInUse())).toHaveLength(2);

  const changed = await startTestServer({ databaseUrl: server.databaseUrl, env: CHANGE });
  try {
    for (const one of [server, changed]) expect(await decryptAll(one)).toEqual(before);
    expect((await rotate(CHANGE, "--check")).stdout).toMatch(
      /companies\.ai_key_encrypted: 300 nog onder een ander geheim/,
    );
    const { code: exit, stdout } = await rotate(CHANGE);
    expect(exit).toBe(0);
    expect(stdout).toContain("APP_SECRET_OTHER kan weg");
    expect(Object.keys(await keysInUse())).toHaveLength(1);
    for (const one of [server, changed]) expect(await decryptAll(one)).toEqual(before);
  } finally {
    await changed.close();
  }
  const after = await startTestServer({ databaseUrl: server.databaseUrl, env: { APP_SECRET: NEW } });
  try {
    expect(await decryptAll(after)).toEqual(before);
    const challenge = await requestChallenge(after, user);
    const signedInAgain = await after.client().post("/api/login/code", { challenge, code: appCode(after, code) });
    expect(signedInAgain.status).toBe(200);
    expect((await rotate({ APP_SECRET: NEW })).code).toBe(0);
  } finally {
    await after.close();
  }
});

test("an upload that starts with one secret can end with the other", async () => {
  const me = await signedIn(server, { role: "company_admin" });
  const address = await requestUploadUrl(me.client);
  const changed = await startTestServer({ databaseUrl: server.databaseUrl, env: CHANGE });
  try {
    const client = changed.client();
    await client.signIn(me.user.username, "geheim-123");
    expect((await uploadLogo(client, address, png(9, 9))).status).toBe(204);
  } finally {
    await changed.close();
  }
});

test("values that no given secret decrypts stay unchanged and are reported", async () => {
  const before = await keysInUse();
  const { code, stderr } = await rotate({ APP_SECRET: "een derde geheim dat hier niets verzegeld heeft" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\d+ waarden zijn met geen van de opgegeven geheimen te openen/);
  expect(await keysInUse()).toEqual(before);
});

test("a value that is no ciphertext is reported, and the others are encrypted with the new secret", async () => {
  const made = await server.query<{ id: string }>(
    "insert into companies (name) select 'Beschadigd ' || n from generate_series(1, 2) n returning id",
  );
  const [damaged, intact] = made.map(({ id }) => id).toSorted();
  const setKey = (id: string | undefined, encrypted: string) =>
    server.query("update companies set ai_key_encrypted = $2 where id = $1", [id, encrypted]);
  await setKey(damaged, "geen versleutelde waarde");
  await setKey(intact, server.platform.secrets.encrypt("sleutel", `company:${intact}:ai`));
  const { code, stderr } = await rotate(CHANGE);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^1 waarden zijn met geen van de opgegeven geheimen/)]);
  const stored = await server.query<{ key: string }>(
    "select ai_key_encrypted as key from companies where id = any($1) order by id",
    [[damaged, intact]],
  );
  expect(stored).toEqual([
    { key: "geen versleutelde waarde" },
    { key: expect.stringContaining(toNamedSecret(NEW).id) },
  ]);
});
