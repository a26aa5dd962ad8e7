import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeApiKey } from "#testing/account-factories.ts";
import { makeLeads, makeMessage } from "#testing/factories.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let guide: string;
let server: TestServer;
let receiver: Receiver;
let admin: SignedIn;
let key: string;
beforeAll(async () => {
  guide = await readFile(join(import.meta.dirname, "../../../../docs/integrating.md"), "utf8");
  server = await startTestServer();
  receiver = await startReceiver();
});
beforeEach(async () => {
  admin = await signedIn(server, { role: "company_admin" });
  key = (await makeApiKey(server, admin.company.id, "write")).token;
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

/** The code of the guide in this language, for this server and company. */
const exampleIn = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "s").exec(guide) ?? [];
  if (!code) throw new Error(`the guide has no example in ${language}`);
  return code.replaceAll("https://app.example.com", server.url).replaceAll("usa_YOUR_KEY", key);
};

type Json = Record<string, unknown>;
interface Step {
  url: string;
  method: string;
  headers: { name: string; value: string }[];
  body: string | undefined;
}

const sendStep = async ({ url, method, headers, body }: Step): Promise<Json> => {
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Json;
};

/** Replaces {{ path }} by the value at that path, as n8n and Make do. */
const fillIn = (template: string, values: Json): string =>
  template.replace(/\{\{\s*([\w$.]+)\s*\}\}/g, (_whole, path: string) =>
    String(path.split(".").reduce<unknown>((value, name) => (value as Json)[name], values)),
  );

const classesOf = async (ids: string[]) =>
  (
    await server.query<{ classification: string }>(
      "select classification from leads where id = any ($1) order by full_name",
      [ids],
    )
  ).map(({ classification }) => classification);

const addWebhook = async (url = receiver.url): Promise<string> => {
  const form = { url, events: ["message.replied"] };
  const { status, body } = await admin.client.post("/api/webhooks", form);
  expect(status).toBe(201);
  return body["secret"] as string;
};

/** Stores that the lead is interested, as if the undo period of that judgement had passed. */
const judgeReply = async (messageId: string): Promise<void> => {
  await server.query("update messages set status = 'interested' where id = $1", [messageId]);
  const { id } = admin.company;
  await server.query("update webhook_deliveries set next_attempt_at = now() where company_id = $1", [id]);
  await server.query("select pg_notify('webhook_events', json_build_object('companyId', $1::uuid)::text)", [id]);
};

interface N8nNode {
  name: string;
  type: string;
  parameters: { url: string; method: string; jsonBody?: string; headerParameters: { parameters: Step["headers"] } };
}
interface N8nWorkflow {
  nodes: N8nNode[];
  connections: Record<string, { main: { node: string }[][] }>;
}

/** A value that starts with "=" is an expression. */
const evaluate = (value: string, item: Json): string =>
  value.startsWith("=") ? fillIn(value.slice(1), { $json: item }) : value;

/** Runs the nodes after this one, each with the result of the one before it, as n8n does. Returns the last result. */
const runAfter = async (workflow: N8nWorkflow, name: string, item: Json): Promise<Json> => {
  const next = workflow.connections[name]?.main[0]?.[0]?.node;
  const node = workflow.nodes.find((candidate) => candidate.name === next);
  if (!node) return item;
  const { url, method, jsonBody, headerParameters } = node.parameters;
  const body = jsonBody === undefined ? undefined : evaluate(jsonBody, item);
  const result = await sendStep({ url: evaluate(url, item), method, headers: headerParameters.parameters, body });
  return runAfter(workflow, node.name, result);
};

interface SandboxCall {
  name: string;
  headers: Record<string, string>;
  body: Json;
}

test("the workflow for n8n makes a reply a task, with the event as the sandbox's n8n receives it", async () => {
  const sandbox = await startSandbox();
  try {
    const workflow = JSON.parse(exampleIn("json n8n")) as N8nWorkflow;
    const trigger = workflow.nodes[0] as unknown as { name: string; parameters: { path: string; httpMethod: string } };
    expect(trigger.parameters.httpMethod).toBe("POST");
    const secret = await addWebhook(`${sandbox.url}/webhook/${trigger.parameters.path}`);
    const { id, leadId } = await makeMessage(server, admin.company.id, { status: "sent" });
    await judgeReply(id);
    const receivedCalls = async () => (await sandbox.control("GET", "automation/calls")) as unknown as SandboxCall[];
    await expect.poll(receivedCalls, { timeout: 20_000 }).toHaveLength(1);
    const [call] = await receivedCalls();
    if (!call) throw new Error("n8n received nothing");
    expect(new Webhook(secret).verify(JSON.stringify(call.body), call.headers)).toMatchObject({ data: { leadId } });
    await runAfter(workflow, trigger.name, { headers: call.headers, body: call.body });
    const { body: tasks } = await admin.client.get(`/api/tasks?leadId=${leadId}`);
    expect(tasks).toMatchObject([{ text: "Antwoord schrijven", leadId, isDone: false }]);
  } finally {
    await sandbox.stop();
  }
});

/** Lets a lead reply, and waits until the worker has delivered the event. */
const receiveReply = async () => {
  const { id, leadId } = await makeMessage(server, admin.company.id, { status: "sent" });
  const received = receiver.next();
  await judgeReply(id);
  return { leadId, ...(await received) };
};

test("the blueprint for Make makes a lead who replies hot", async () => {
  await addWebhook();
  const { body, leadId } = await receiveReply();
  const blueprint = JSON.parse(exampleIn("json make")) as {
    flow: { mapper?: { url: string; method: string; headers: Step["headers"]; data: string } }[];
  };
  for (const { mapper } of blueprint.flow) {
    if (!mapper) continue;
    await sendStep({ ...mapper, url: fillIn(mapper.url, { 1: body }), body: mapper.data });
  }
  expect(await classesOf([leadId])).toEqual(["HOT"]);
});

test("the script reads every hot lead and verifies events as the library of the scheme does", async () => {
  const hot = Array.from({ length: 201 }, () => ({ classification: "HOT", classified_at: new Date() }));
  await makeLeads(server, admin.company.id, hot);
  const script = (await import(`data:text/javascript,${encodeURIComponent(exampleIn("js"))}`)) as {
    readHotLeads(url: string, key: string): Promise<Json[]>;
    verifyEvent(secret: string, headers: object, body: string): Json;
  };
  expect(await script.readHotLeads(server.url, key)).toHaveLength(201);
  await expect(script.readHotLeads(server.url, "usa_onbekend")).rejects.toThrow("API-sleutel");
  const secret = await addWebhook();
  const { headers, text } = await receiveReply();
  expect(script.verifyEvent(secret, headers, text)).toEqual(
    new Webhook(secret).verify(text, headers as Record<string, string>),
  );
  expect(() => script.verifyEvent(secret, headers, `${text} `)).toThrow("wrong signature");
  vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ["Date"] });
  expect(() => script.verifyEvent(secret, headers, text)).toThrow("too old");
  vi.useRealTimers();
});
