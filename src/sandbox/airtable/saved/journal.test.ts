import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/app.ts";
import { DEMO_BASES } from "#sandbox/demo-bases.ts";

const [{ baseId, token }] = DEMO_BASES;

let folder: string;
let dataDir: string;
let sandbox: Sandbox;
let lives = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  dataDir = join(folder, "0");
  await start();
});
afterEach(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir });
}

/** Goes on with the files as a kill would leave them: as they are at this moment, with nothing tidied up. */
async function crash(spoil: () => Promise<void> = async () => {}): Promise<void> {
  lives += 1;
  const left = join(folder, String(lives));
  await cp(dataDir, left, { recursive: true });
  await sandbox.stop();
  dataDir = left;
  await spoil();
  await start();
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, unknown> & { id?: string };
}

const api = (method: string, path: string, body?: unknown) => call(method, `/v0/${path}`, body);
const countLeads = async () =>
  ((await call("GET", `/_control/airtable/bases/${baseId}`))["records"] as Record<string, number>)["Leads"];
/** The first snapshot is written in the background. */
const snapshotIsThere = () => expect.poll(() => readdir(dataDir), { timeout: 15_000 }).toContain("airtable.json");

test("what was acknowledged survives: records, links, webhooks and their log, schema, tokens", async () => {
  await snapshotIsThere();
  const before = (await countLeads()) ?? 0;
  const hook = await api("POST", `bases/${baseId}/webhooks`, {
    specification: { options: { filters: { dataTypes: ["tableData"] } } },
  });
  const lead = await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Blijvend" } });
  const message = await api("POST", `${baseId}/Messages`, { fields: { Lead: [lead.id], Status: "pending" } });
  await call("PATCH", `/_control/airtable/bases/${baseId}/tables/Leads/fields/Title`, { name: "Functie" });
  const made = await call("POST", "/_control/airtable/bases", { company: "Later BV" });
  await crash();
  expect(await countLeads()).toBe(before + 1);
  const stored = await api("GET", `${baseId}/Leads/${lead.id}`);
  expect(stored["fields"]).toMatchObject({ "Full Name": "Blijvend", Messages: [message.id] });
  const log = await api("GET", `bases/${baseId}/webhooks/${hook.id}/payloads`);
  expect(log).toMatchObject({ cursor: 3, payloads: [{}, {}] });
  expect((await api("POST", `${baseId}/Leads`, { fields: { Functie: "CEO" } })).id).toMatch(/^rec/);
  expect((await call("GET", "/_control/airtable/bases")) as unknown).toContainEqual(
    expect.objectContaining({ baseId: made["baseId"], tokens: [made["token"]] }),
  );
});

test("one crash after another loses nothing either", async () => {
  await snapshotIsThere();
  const lead = await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Een" } });
  for (let round = 0; round < 3; round++) await crash();
  expect(await api("GET", `${baseId}/Leads/${lead.id}`)).toMatchObject({ fields: { "Full Name": "Een" } });
});

test("half a line, left by a kill, is forgotten", async () => {
  await snapshotIsThere();
  const lead = await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Heel" } });
  await crash(async () => {
    const [log] = (await readdir(dataDir)).filter((name) => name.endsWith(".log"));
    await appendFile(join(dataDir, log ?? ""), '{"kind":"commit","base');
  });
  expect((await api("GET", `${baseId}/Leads/${lead.id}`)).id).toBe(lead.id);
});

test.each([
  ["another format", (text: string) => text.replace(/"format":\d+/, '"format":0')],
  ["half a file", (text: string) => text.slice(0, 1_000)],
])("%s is thrown away, and the demo starts anew", async (_name, spoil) => {
  await snapshotIsThere();
  const before = await countLeads();
  await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Weg" } });
  await crash(async () => {
    const path = join(dataDir, "airtable.json");
    await writeFile(path, spoil(await readFile(path, "utf8")));
  });
  expect(await countLeads()).toBe(before);
});

test("a reset brings the demo back, for good", async () => {
  await snapshotIsThere();
  const before = await countLeads();
  await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Weg" } });
  await fetch(`${sandbox.url}/_control/reset`, { method: "POST" });
  await sandbox.stop();
  await start();
  expect(await countLeads()).toBe(before);
});
