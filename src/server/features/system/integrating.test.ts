import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { webhookPayloads } from "#contract/webhooks.ts";
import { makeApiKey, makeLeads, makeMessage } from "#testing/factories.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
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

interface N8nNode {
  type: string;
  parameters: Json & {
    url: string;
    method: string;
    jsonBody?: string;
    fieldToSplitOut: string;
    headerParameters: { parameters: Step["headers"] };
  };
}

const runNode = async ({ type, parameters }: N8nNode, item: Json): Promise<Json[]> => {
  if (type === "n8n-nodes-base.splitOut") return item[parameters.fieldToSplitOut] as Json[];
  const { url, method, jsonBody, headerParameters } = parameters;
  const headers = headerParameters.parameters;
  return [await sendStep({ url: fillIn(url.replace(/^=/, ""), { $json: item }), method, headers, body: jsonBody })];
};

test("the workflow for n8n changes the class of every hot lead", async () => {
  const leads = await makeLeads(server, admin.company.id, [
    { full_name: "A", classification: "HOT" },
    { full_name: "B", classification: "HOT" },
    { full_name: "C", classification: "COLD" },
  ]);
  const { nodes } = JSON.parse(exampleIn("json n8n")) as { nodes: N8nNode[] };
  let items: Json[] = [{}];
  for (const node of nodes) items = (await Promise.all(items.map((item) => runNode(node, item)))).flat();
  expect(items).toHaveLength(2);
  expect(await classesOf(leads)).toEqual(["CLIENT", "CLIENT", "COLD"]);
});

const addWebhook = async (): Promise<string> => {
  const form = { url: receiver.url, events: Object.keys(webhookPayloads) };
  const { status, body } = await admin.client.post("/api/webhooks", form);
  expect(status).toBe(201);
  return body["secret"] as string;
};

/** Lets a lead reply, and waits until the worker has delivered the event. */
const receiveReply = async () => {
  const { id, leadId } = await makeMessage(server, admin.company.id, { status: "sent" });
  const received = receiver.next();
  await server.query("update messages set status = 'interested' where id = $1", [id]);
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
