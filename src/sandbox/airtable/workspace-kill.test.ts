import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { DEMO_BASES } from "../demo/company.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const [{ baseId, token }] = DEMO_BASES;
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const env = { PATH: process.env["PATH"], SANDBOX_PORT: "0", SANDBOX_DATA_DIR: dataDir };
  const child = fork(MAIN, { env, execArgv: [], stdio: "ignore" });
  children.push(child);
  const [message] = await once(child, "message");
  return { child, url: message.url };
}

async function create(url: string, name: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ fields: { "Full Name": name } });
  const response = await fetch(`${url}/v0/${baseId}/Leads`, { method: "POST", headers, body }).catch(() => null);
  return response?.ok ? ((await response.json()) as { id: string }).id : null;
}

test("a kill during writes loses no acknowledged write", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  folders.push(dataDir);
  const { child, url } = await start(dataDir);
  const file = join(dataDir, "airtable.sqlite");
  await expect
    .poll(() => new DatabaseSync(file, { readOnly: true }).prepare("select count(*) as n from bases").get(), {
      timeout: 30_000,
    })
    .toEqual({ n: DEMO_BASES.length });
  await fetch(`${url}/_control/airtable/bases/${baseId}/limits`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requestsPerSecond: null, requestsPerSecondOfOwner: null }),
  });
  const writes = Array.from({ length: 200 }, (_, index) => create(url, `Lead ${index}`));
  await Promise.race(writes);
  child.kill("SIGKILL");
  const acknowledged = (await Promise.all(writes)).filter((id) => id !== null);
  expect(acknowledged.length).toBeGreaterThan(0);

  const restarted = await start(dataDir);
  const response = await fetch(
    `${restarted.url}/_control/airtable/bases/${baseId}/tables/Leads/records?where=FIND('Lead', {Full Name})`,
  );
  const { records } = (await response.json()) as { records: { id: string }[] };
  expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
});
