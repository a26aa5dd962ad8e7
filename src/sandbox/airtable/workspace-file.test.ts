import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import { DEMO_BASES } from "../demo/company.ts";

const [{ baseId, token }] = DEMO_BASES;

let folder: string;
let dataDir: string;
let sandbox: Sandbox;
let crashes = 0;

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

/** Continues with a copy of the files as they are now, as after a kill: nothing was closed or flushed. */
async function crash(): Promise<void> {
  crashes += 1;
  const copy = join(folder, String(crashes));
  await cp(dataDir, copy, { recursive: true });
  await sandbox.stop();
  dataDir = copy;
  await start();
}

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, unknown> & { id?: string };
}

const filePath = () => join(dataDir, "airtable.sqlite");
const api = (method: string, path: string, body?: unknown) => call(method, `/v0/${path}`, body);
const countLeads = async () =>
  ((await call("GET", `/_control/airtable/bases/${baseId}`))["records"] as Record<string, number>)["Leads"];
/** The demo is saved shortly after the start, so that it does not delay the first request. */
const waitUntilStored = () =>
  expect
    .poll(() => new DatabaseSync(filePath(), { readOnly: true }).prepare("select count(*) as n from bases").get())
    .toEqual({ n: DEMO_BASES.length });

test("acknowledged writes survive a crash: records, links, webhooks and their log, schema, tokens", async () => {
  await waitUntilStored();
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

test("several crashes in a row lose nothing", async () => {
  await waitUntilStored();
  const lead = await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Een" } });
  for (let round = 0; round < 3; round++) await crash();
  expect(await api("GET", `${baseId}/Leads/${lead.id}`)).toMatchObject({ fields: { "Full Name": "Een" } });
});

test("a file of another format is emptied and filled with the demo", async () => {
  await waitUntilStored();
  const before = await countLeads();
  await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Weg" } });
  await sandbox.stop();
  new DatabaseSync(filePath()).exec("pragma user_version = 99");
  await start();
  expect(await countLeads()).toBe(before);
});

test("a reset restores the demo, also after a restart", async () => {
  await waitUntilStored();
  const before = await countLeads();
  await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Weg" } });
  await fetch(`${sandbox.url}/_control/reset`, { method: "POST" });
  await sandbox.stop();
  await start();
  expect(await countLeads()).toBe(before);
});

test("a crash keeps the order of the bases, and an error in the log of a webhook", async () => {
  await waitUntilStored();
  const idsOfBases = async () =>
    ((await call("GET", "/_control/airtable/bases")) as unknown as { baseId: string }[]).map(({ baseId }) => baseId);
  const before = await idsOfBases();
  const hook = await api("POST", `bases/${baseId}/webhooks`, {
    specification: { options: { filters: { dataTypes: ["tableData"] } } },
  });
  await call("PATCH", `/_control/airtable/bases/${baseId}/webhooks/${hook.id}`, { error: "INTERNAL_ERROR" });
  await api("POST", `${baseId}/Leads`, { fields: { "Full Name": "Na de fout" } });
  await crash();
  expect(await idsOfBases()).toEqual(before);
  expect(await api("GET", `bases/${baseId}/webhooks/${hook.id}/payloads`)).toMatchObject({
    cursor: 3,
    payloads: [{ error: true }, { payloadFormat: "v0" }],
  });
});
