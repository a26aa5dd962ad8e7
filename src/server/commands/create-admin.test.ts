import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHILD_ENVIRONMENT } from "#testing/product-process.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const run = promisify(execFile);
let server: TestServer;
let dataDir: string;

beforeAll(async () => {
  server = await startTestServer();
  dataDir = await mkdtemp(join(tmpdir(), "usa-admin-"));
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const createAdmin = (...words: string[]) =>
  run(process.execPath, [join(import.meta.dirname, "create-admin.ts"), ...words], {
    env: { ...CHILD_ENVIRONMENT, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, ADMIN_PASSWORD: "" },
  });

test("the created admin can sign in to the admin panel with the shown password", async () => {
  const { stdout } = await createAdmin("--username", "eerste", "--email", "eerste@voorbeeld.nl");
  const password = /wachtwoord (\S+)\.$/m.exec(stdout)?.[1] ?? "";
  expect((await server.client().signIn("eerste", password, "admin")).status).toBe(200);
  await expect(createAdmin("--username", "eerste", "--email", "ander@voorbeeld.nl")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Deze gebruikersnaam is al in gebruik."),
  });
});

test("with wrong settings it prints its error, and stops the embedded database that it started", async () => {
  const env = { ...CHILD_ENVIRONMENT, DATA_DIR: dataDir, STORAGE_URL: "s3://zonder-sleutel" };
  const words = [join(import.meta.dirname, "create-admin.ts"), "--username", "tweede", "--email", "twee@voorbeeld.nl"];
  await expect(run(process.execPath, words, { env, timeout: 60_000 })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("STORAGE_URL"),
  });
  const files = await readdir(dataDir, { recursive: true });
  const has = (name: string) => files.some((file) => file.endsWith(name));
  expect([has("PG_VERSION"), has("postmaster.pid")]).toEqual([true, false]);
});

test("without a username it prints its usage", async () => {
  await expect(createAdmin()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--username") });
});
