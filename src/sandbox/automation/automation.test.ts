import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable/airtable.fixture.ts";
import { startSandbox } from "../app.ts";
import { DEMO_BASES } from "../demo/company.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  await airtable.control("POST", "reset");
  base = await airtable.newBase();
  await airtable.control("PATCH", `automation/bases/${base.baseId}`, { isOn: true });
});

const create = async (table: string, fields: object) =>
  (await airtable.call(base, "POST", `${base.baseId}/${table}`, { fields })).body.id ?? "";
const change = (table: string, id: string, fields: object) =>
  airtable.call(base, "PATCH", `${base.baseId}/${table}/${id}`, { fields });
const read = async (table: string, id: string) =>
  (await airtable.call(base, "GET", `${base.baseId}/${table}/${id}`)).body["fields"] as Record<string, string>;
const run = async () => (await airtable.control("POST", "automation/run")).body["answered"];
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function addMessage(fields: object = {}) {
  const lead = await create("Leads", { "Full Name": "Anna Prins", Company: "Prins Bouw", Industry: "Bouw" });
  const content = "Ice Breaker:\nHoi Anna, leuk dat we verbonden zijn. Hoe gaat het?\n\nGroet, Frank";
  const common = { Lead: [lead], Type: "icebreaker", Flow: "Frank Hoekstra", Content: content, Status: "pending" };
  return { lead, content, id: await create("Messages", { ...common, ...fields }) };
}

test("rewriting a message sets a new text and the status pending", async () => {
  const { id, content } = await addMessage();
  await change("Messages", id, { Status: "rewritten", Feedback: "Ice Breaker: Te formeel, graag losser" });
  expect(await run()).toBe(1);
  const message = await read("Messages", id);
  expect(message["Status"]).toBe("pending");
  expect(message["Content"]).toContain("Hey Anna,");
  // The same feedback a second time is a new request.
  await change("Messages", id, { Status: "rewritten", Content: content });
  await run();
  expect(await read("Messages", id)).toMatchObject({
    Status: "pending",
    Content: expect.stringContaining("Hey Anna,"),
  });
});

test("a rerun writes a new text with all sections, once per request", async () => {
  const { id, content } = await addMessage();
  await change("Messages", id, { "Rerun Requested At": new Date().toISOString() });
  expect(await run()).toBe(1);
  const first = (await read("Messages", id))["Content"] ?? "";
  expect(first).not.toBe(content);
  for (const header of ["Ice Breaker:", "Bericht 1:", "Bericht 2:", "Bericht 3:"]) expect(first).toContain(header);
  expect(first).toContain("Anna");
  expect(first).not.toMatch(/[{}]|undefined/);
  expect(await run()).toBe(0);
  await change("Messages", id, { "Rerun Requested At": inMinutes(1) });
  expect(await run()).toBe(1);
  expect((await read("Messages", id))["Content"]).not.toBe(first);
});

test("requests are handled after a delay, by default three seconds, on the sandbox's clock", async () => {
  const requestRerun = async () => {
    const { id } = await addMessage();
    const { body } = await airtable.control("GET", "clock");
    await change("Messages", id, { "Rerun Requested At": body["now"] });
    const isHandled = async () => (await read("Messages", id))["Content"]?.includes("Bericht 3:") ?? false;
    return { id, isHandled, requestedAt: Date.parse(String(body["now"])) };
  };
  const { id, isHandled, requestedAt } = await requestRerun();
  await expect.poll(isHandled).toBe(true);
  const handledAt = Date.parse((await read("Messages", id))["Last Modified"] ?? "");
  // Last Modified has whole seconds.
  expect(handledAt + 1_000).toBeGreaterThan(requestedAt + 3_000);
  const delayMs = 600_000;
  await airtable.control("PATCH", "automation", { delayMs });
  const next = await requestRerun();
  // The delay begins when the worker has seen the request.
  const isHandledLater = async () => {
    await airtable.control("POST", "clock", { advanceMs: delayMs });
    return next.isHandled();
  };
  await expect.poll(isHandledLater).toBe(true);
});

test("a send request sends the first section", async () => {
  const { id } = await addMessage();
  const first = await create("Queue", {
    Message: [id],
    "Message Name": "Ice Breaker",
    Status: "QUEUED",
    "Date Due": inMinutes(60),
  });
  const second = await create("Queue", {
    Message: [id],
    "Message Name": "Bericht 1",
    Status: "QUEUED",
    "Date Due": inMinutes(90),
  });
  await change("Messages", id, { "Send Requested At": new Date().toISOString() });
  await run();
  expect(await read("Messages", id)).toMatchObject({ Status: "sent" });
  expect(await read("Queue", first)).toMatchObject({ Status: "SENT", "Date Sent": expect.any(String) });
  expect(await read("Queue", second)).toMatchObject({ Status: "QUEUED" });
});

test("due rows are sent, rows that were overdue before are not, and a failure sets the status ERROR", async () => {
  const { id } = await addMessage();
  const row = (name: string, due: string) =>
    create("Queue", { Message: [id], "Message Name": name, Status: "QUEUED", "Date Due": due });
  const [overdue, dueSoon, dueLater] = [
    await row("Bericht 1", inMinutes(-60)),
    await row("Ice Breaker", inMinutes(10)),
    await row("Bericht 2", inMinutes(30)),
  ];
  await run();
  expect(await read("Queue", dueSoon)).toMatchObject({ Status: "QUEUED" });
  await airtable.control("POST", "clock", { advanceMs: 11 * 60_000 });
  await run();
  expect(await read("Queue", dueSoon)).toMatchObject({ Status: "SENT" });
  expect(await read("Messages", id)).toMatchObject({ Status: "sent" });
  expect(await read("Queue", overdue)).toMatchObject({ Status: "QUEUED" });
  await airtable.control("PATCH", "automation", { sendOutcome: "ERROR" });
  await airtable.control("POST", "clock", { advanceMs: 30 * 60_000 });
  await run();
  expect(await read("Queue", dueLater)).toMatchObject({ Status: "ERROR" });
});

test("cancelling a message cancels its queued rows", async () => {
  const { id } = await addMessage();
  const queued = await create("Queue", { Message: [id], "Message Name": "Bericht 1", Status: "QUEUED" });
  const sent = await create("Queue", { Message: [id], "Message Name": "Ice Breaker", Status: "SENT" });
  await change("Messages", id, { "Cancel Requested At": new Date().toISOString() });
  await run();
  expect(await read("Messages", id)).toMatchObject({ Status: "cancelled" });
  expect(await read("Queue", queued)).toMatchObject({ Status: "CANCELLED" });
  expect(await read("Queue", sent)).toMatchObject({ Status: "SENT" });
});

test("renamed fields and fields of another type are skipped", async () => {
  const { id } = await addMessage();
  const fields = `airtable/bases/${base.baseId}/tables/Messages/fields`;
  await airtable.control("PATCH", `${fields}/Status`, { type: "dateTime" });
  await change("Messages", id, { "Rerun Requested At": new Date().toISOString() });
  expect(await run()).toBe(1);
  expect((await read("Messages", id))["Content"]).toContain("Bericht 3:");
  await airtable.control("PATCH", `${fields}/Content`, { name: "Tekst" });
  await change("Messages", id, { "Rerun Requested At": inMinutes(1) });
  expect(await run()).toBe(1);
});

test("a base that is not watched is not changed", async () => {
  await airtable.control("PATCH", `automation/bases/${base.baseId}`, { isOn: false });
  const { id } = await addMessage();
  await change("Messages", id, { "Rerun Requested At": new Date().toISOString() });
  expect(await run()).toBe(0);
});

test("in a base whose messages another channel sends, it writes texts and sends nothing", async () => {
  await airtable.control("PATCH", `automation/bases/${base.baseId}`, { sends: false });
  const { id } = await addMessage();
  const now = new Date().toISOString();
  const queued = await create("Queue", { "Message Name": "Bericht 1", Status: "QUEUED", "Date Due": inMinutes(0) });
  await change("Messages", id, { "Send Requested At": now, "Rerun Requested At": now });
  expect(await run()).toBe(1);
  expect(await read("Messages", id)).toMatchObject({ Status: "pending" });
  expect(await read("Queue", queued)).toMatchObject({ Status: "QUEUED" });
});

test("the demo bases are watched, but older requests are not handled", async () => {
  const [{ baseId }] = DEMO_BASES;
  await airtable.control("GET", `airtable/bases/${baseId}`);
  expect(await run()).toBe(0);
  expect((await airtable.control("GET", "automation")).body).toMatchObject({
    delayMs: 3_000,
    bases: { [baseId]: true },
  });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${airtable.sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

function sign(claims: object, secret = "sandbox-automatisering-geheim-2026", alg = "HS256"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
  return `Bearer ${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const seconds = (from = 0) => Math.floor(Date.now() / 1_000) + from;

test("a webhook starts a workflow and logs the call", async () => {
  const response = await post("/webhook/allocate-leads?a=1", { workflow_name: "Allocate Leads" });
  expect([response.status, await response.json()]).toEqual([200, { message: "Workflow was started" }]);
  const signed = await post(
    "/webhook/allocate-leads",
    {},
    { authorization: sign({ sub: "product", exp: seconds(60) }) },
  );
  expect(signed.status).toBe(200);
  expect((await airtable.control("GET", "automation/calls")).body).toMatchObject([
    {
      kind: "webhook",
      name: "allocate-leads",
      query: { a: "1" },
      body: { workflow_name: "Allocate Leads" },
      claims: null,
    },
    { claims: { sub: "product" } },
  ]);
});

test.each([
  ["a token signed with another secret", () => sign({}, "geraden"), "invalid signature"],
  ["a token without an algorithm", () => sign({}, undefined, "none"), "invalid algorithm"],
  ["an expired token", () => sign({ exp: seconds(-1) }), "jwt expired"],
  ["a token that is not valid yet", () => sign({ nbf: seconds(60) }), "jwt not active"],
  ["a malformed token", () => "Bearer abc", "jwt malformed"],
])("a webhook refuses %s", async (_name, authorization, reason) => {
  const response = await post("/webhook/allocate-leads", {}, { authorization: authorization() });
  expect([response.status, await response.text()]).toEqual([403, reason]);
  expect((await airtable.control("GET", "automation/calls")).body).toEqual([]);
});

test("a message with the same idempotency key is delivered once", async () => {
  const deliver = (key: string) =>
    post("/webhook/deliver-message", { text: "Hoi" }, { authorization: sign({}), "idempotency-key": key });
  expect(await (await deliver("a")).json()).toEqual({ accepted: true, messageId: "msg_1", duplicate: false });
  expect(await (await deliver("a")).json()).toEqual({ accepted: true, messageId: "msg_1", duplicate: true });
  expect(await (await deliver("b")).json()).toMatchObject({ messageId: "msg_2" });
  expect((await airtable.control("GET", "automation/deliveries")).body).toMatchObject([
    { idempotencyKey: "a", attempts: 2, body: { text: "Hoi" } },
    { idempotencyKey: "b", attempts: 1 },
  ]);
  expect((await post("/webhook/deliver-message", {})).status).toBe(401);
  await airtable.control("PATCH", "automation", { delivery: "refuse" });
  const refused = await deliver("c");
  expect([refused.status, await refused.json()]).toEqual([422, { accepted: false, reason: expect.any(String) }]);
});

test("message ids are not given again after a restart, although old deliveries are dropped", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-automation-"));
  const last = { messageId: "msg_2500", idempotencyKey: "z", at: inMinutes(0), attempts: 1, body: {} };
  await writeFile(join(dataDir, "deliveries.json"), JSON.stringify([last]));
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir });
  try {
    const headers = { authorization: sign({}), "content-type": "application/json" };
    const response = await fetch(`${sandbox.url}/webhook/deliver-message`, { method: "POST", headers, body: "{}" });
    expect(await response.json()).toMatchObject({ messageId: "msg_2501", duplicate: false });
  } finally {
    await sandbox.stop();
    await rm(dataDir, { recursive: true });
  }
});

test("a delivery whose response was lost is a duplicate when repeated", async () => {
  await airtable.control("POST", "faults", {
    path: "/webhook/deliver-message",
    times: 1,
    resetConnection: "afterHandling",
  });
  const deliver = () => post("/webhook/deliver-message", { idempotencyKey: "k" }, { authorization: sign({}) });
  await expect(deliver()).rejects.toThrow();
  expect(await (await deliver()).json()).toMatchObject({ duplicate: true });
});

test("workflows change records in the base", async () => {
  await airtable.control("PATCH", "automation", { delayMs: 0 });
  await create("Leads", { "Full Name": "Met", "Lead Allocated": "Frank Hoekstra" });
  const unallocated = await create("Leads", { "Full Name": "Zonder" });
  const onHold = await create("Invitations", { Status: "ON_HOLD" });
  await post(`/webhook/allocate-leads?base=${base.baseId}`, {});
  await post(`/webhook/move-from-on-hold?base=${base.baseId}`, {});
  await expect.poll(() => read("Leads", unallocated)).toMatchObject({ "Lead Allocated": "Frank Hoekstra" });
  await expect.poll(() => read("Invitations", onHold)).toMatchObject({ Status: "QUEUED" });
});

test("a form shows its fields, logs the submission and thanks", async () => {
  const address = `${airtable.sandbox.url}/form/add-to-search-queue`;
  expect(await (await fetch(address)).text()).toContain("Toevoegen aan de zoekwachtrij");
  const thanks = await fetch(address, { method: "POST", body: new URLSearchParams({ functie: "CFO" }) });
  expect(await thanks.text()).toContain("Je kunt dit venster sluiten.");
  expect((await airtable.control("GET", "automation/calls")).body).toMatchObject([
    { kind: "form", name: "add-to-search-queue", body: { functie: "CFO" } },
  ]);
});
