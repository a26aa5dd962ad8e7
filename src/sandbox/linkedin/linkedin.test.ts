import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";

const KEY = "sandbox-unipile-test";
const JAN = "ACoAAJanJansen";
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
beforeEach(() => control("POST", "reset"));
afterAll(() => sandbox.stop());

type Json = Record<string, unknown>;
const control = async (method: string, path: string, body?: object): Promise<Json> => {
  const json = body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
  const response = await fetch(`${sandbox.url}/_control/${path}`, { method, ...json });
  expect(response.ok).toBe(true);
  return response.status === 204 ? {} : ((await response.json()) as Json);
};
const call = async (method: string, path: string, body?: object | FormData, key = KEY) => {
  const headers: Record<string, string> = { "x-api-key": key, accept: "application/json" };
  const isForm = body instanceof FormData;
  if (body && !isForm) headers["content-type"] = "application/json";
  const payload = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/unipile/api/v1/${path}`, { method, headers, ...payload });
  return { status: response.status, body: (await response.json()) as Json };
};
const makeAccount = async (more: object = {}) =>
  String((await control("POST", "linkedin/accounts", { key: KEY, name: "Frank Hoekstra", ...more }))["id"]);
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const invite = (account_id: string, provider_id: string, message?: string) =>
  call("POST", "users/invite", { account_id, provider_id, ...(message ? { message } : {}) });
const start = (account_id: string, text = "Hoi Jan", attendees_ids = JAN) =>
  call("POST", "chats", formOf({ account_id, text, attendees_ids }));
const typeOf = ({ status, body }: { status: number; body: Json }) => [status, body["type"]];

const startReceiver = async (status = 200) => {
  const received: { headers: IncomingHttpHeaders; body: Json }[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      received.push({ headers: request.headers, body: JSON.parse(text) as Json });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received, close: () => server.close() };
};

test("a wrong key is 401, and an account of another workspace does not exist", async () => {
  const id = await makeAccount();
  expect(typeOf(await call("GET", "accounts", undefined, "verkeerd"))).toEqual([401, "errors/missing_credentials"]);
  expect(await call("GET", `accounts/${id}`)).toMatchObject({
    status: 200,
    body: { type: "LINKEDIN", sources: [{ status: "OK" }] },
  });
  expect(typeOf(await call("GET", `accounts/${id}`, undefined, "sandbox-unipile-ander"))).toEqual([
    404,
    "errors/resource_not_found",
  ]);
  expect((await call("GET", "accounts", undefined, "sandbox-unipile-ander")).body["items"]).toEqual([]);
});

test("the hosted page connects an account, tells the product and redirects; a link works once", async () => {
  const receiver = await startReceiver();
  const link = await call("POST", "hosted/accounts/link", {
    type: "create",
    providers: ["LINKEDIN"],
    api_url: sandbox.url,
    expiresOn: new Date(Date.now() + 600_000).toISOString(),
    name: "token-1",
    notify_url: receiver.url,
    success_redirect_url: "http://127.0.0.1:9/klaar",
  });
  const url = String(link.body["url"]);
  expect(await (await fetch(url)).text()).toContain("Soort account");
  const submit = () =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=Frank&tier=free",
    });
  const done = await submit();
  expect([done.status, done.headers.get("location")]).toEqual([303, "http://127.0.0.1:9/klaar"]);
  expect(receiver.received[0]?.body).toMatchObject({
    status: "CREATION_SUCCESS",
    account_id: expect.any(String),
    name: "token-1",
  });
  expect((await submit()).status).toBe(410);
  receiver.close();
});

test("invitations: one per person, within the limits of the account, with a note of limited length", async () => {
  const id = await makeAccount({ tier: "free" });
  expect(await invite(id, JAN)).toMatchObject({
    status: 200,
    body: { object: "UserInvitationSent", invitation_id: expect.any(String) },
  });
  expect(typeOf(await invite(id, JAN))).toEqual([422, "errors/already_invited_recently"]);
  expect(typeOf(await invite(id, "ACoAAPiet", "x".repeat(201)))).toEqual([400, "errors/too_many_characters"]);
  expect(typeOf(await invite(id, "ACwAASalesNavigator"))).toEqual([422, "errors/invalid_recipient"]);
  const pending = await call("GET", `users/invite/sent?account_id=${id}`);
  expect(pending.body["items"]).toMatchObject([{ invited_user_id: JAN }]);
  let last: Json = {};
  for (let nth = 0; nth < 99; nth++) last = (await invite(id, `ACoAAVeel${nth}`)).body;
  expect(last).toMatchObject({ usage: 95 });
  expect(typeOf(await invite(id, "ACoAATeVeel"))).toEqual([422, "errors/cannot_resend_yet"]);
  expect((await call("GET", `users/invite/sent?account_id=${id}`)).body).toMatchObject({
    items: { length: 10 },
    cursor: expect.any(String),
  });
});

test("an invitation is withdrawn once", async () => {
  const id = await makeAccount();
  const invitationId = String((await invite(id, JAN)).body["invitation_id"]);
  const withdraw = () => call("DELETE", `users/invite/sent/${invitationId}?account_id=${id}`);
  expect((await withdraw()).body).toEqual({ object: "InvitationCanceled" });
  expect(typeOf(await withdraw())).toEqual([404, "errors/resource_not_found"]);
});

test("the id of a person in a URL is decoded once", async () => {
  const id = await makeAccount();
  const found = await call("GET", `users/${encodeURIComponent("jan-100%")}?account_id=${id}`);
  expect(found.body).toMatchObject({ public_identifier: "jan-100%" });
});

test("messages: multipart only, to relations only, in one chat per person, with a history that may lag", async () => {
  const id = await makeAccount();
  expect(typeOf(await start(id))).toEqual([422, "errors/no_connection_with_recipient"]);
  await invite(id, JAN);
  await control("POST", `linkedin/people/${JAN}`, { does: "accept" });
  expect((await call("POST", "chats", { account_id: id, text: "Hoi", attendees_ids: [JAN] })).status).toBe(415);
  await control("PATCH", "linkedin/settings", { historyLagMs: 60_000 });
  const first = await start(id);
  expect(first).toMatchObject({ status: 201, body: { object: "ChatStarted", chat_id: expect.any(String) } });
  const chat = String(first.body["chat_id"]);
  expect((await call("GET", `chats/${chat}/messages`)).body["items"]).toEqual([]);
  await control("POST", "clock", { advanceMs: 61_000 });
  expect((await call("GET", `chats/${chat}/messages`)).body["items"]).toMatchObject([
    { text: "Hoi Jan", is_sender: 1 },
  ]);
  expect((await start(id, "Nog iets")).body["chat_id"]).toBe(chat);
  expect((await call("POST", `chats/${chat}/messages`, formOf({ text: "Hoi", account_id: "ander" }))).status).toBe(404);
  expect(await control("GET", "linkedin/received")).toMatchObject([
    { kind: "invitation", providerId: JAN },
    { kind: "message", text: "Hoi Jan", account: id },
    { kind: "message", text: "Nog iets" },
  ]);
});

test("errors are simulated by their documented names, before or after the message went out", async () => {
  const id = await makeAccount({ relations: [JAN] });
  await control("POST", "linkedin/failures", { type: "account_restricted", on: "message" });
  expect(typeOf(await start(id))).toEqual([403, "errors/account_restricted"]);
  await control("POST", "linkedin/failures", { type: "request_timeout", on: "message", when: "after" });
  expect(typeOf(await start(id))).toEqual([504, "errors/request_timeout"]);
  expect(await control("GET", "linkedin/received")).toHaveLength(1);
  await control("PATCH", `linkedin/accounts/${id}`, { status: "CREDENTIALS" });
  expect(typeOf(await start(id))).toEqual([401, "errors/disconnected_account"]);
});

test("webhooks: only the given headers, echoes, acceptances hours later, nothing while disconnected", async () => {
  const receiver = await startReceiver();
  const id = await makeAccount({ relations: [JAN] });
  for (const source of ["messaging", "users", "account_status"])
    await call("POST", "webhooks", {
      source,
      request_url: receiver.url,
      headers: [{ key: "Unipile-Auth", value: "geheim" }],
    });
  await start(id);
  await control("POST", "linkedin/run");
  expect(receiver.received[0]).toMatchObject({
    headers: { "unipile-auth": "geheim" },
    body: {
      event: "message_received",
      account_id: id,
      message: "Hoi Jan",
      sender: { attendee_provider_id: expect.any(String) },
    },
  });
  expect(receiver.received[0]?.headers["content-type"]).toBeUndefined();
  const echo = receiver.received[0]?.body as {
    sender: { attendee_provider_id: string };
    account_info: { user_id: string };
  };
  expect(echo.sender.attendee_provider_id).toBe(echo.account_info.user_id);

  await invite(id, "ACoAAPiet");
  await control("POST", "linkedin/people/ACoAAPiet", { does: "accept" });
  expect(receiver.received).toHaveLength(1);
  await control("POST", "clock", { advanceMs: 8 * 3_600_000 });
  await expect.poll(() => receiver.received.at(-1)?.body["user_provider_id"]).toBe("ACoAAPiet");

  await control("PATCH", `linkedin/accounts/${id}`, { status: "CREDENTIALS" });
  await control("POST", `linkedin/people/${JAN}`, { does: "reply", text: "Bel me" });
  expect(receiver.received.at(-1)?.body).toMatchObject({ AccountStatus: { message: "CREDENTIALS" } });
  await control("PATCH", `linkedin/accounts/${id}`, { status: "OK" });
  await expect.poll(() => receiver.received.at(-1)?.body["message"]).toBe("Bel me");
  receiver.close();
});

test("a webhook that is not accepted is tried six times", async () => {
  const receiver = await startReceiver(500);
  const id = await makeAccount({ relations: [JAN] });
  await call("POST", "webhooks", { source: "messaging", request_url: receiver.url });
  await start(id);
  for (let run = 1; run <= 8; run++) await control("POST", "linkedin/run");
  expect(receiver.received).toHaveLength(6);
  receiver.close();
});

test("the detector reports sends that are too fast, too regular or at night", async () => {
  const id = await makeAccount({ relations: [JAN] });
  await control("POST", "clock", { now: "2026-11-16T09:00:00Z" });
  for (let nth = 0; nth < 7; nth++) {
    await start(id, `Bericht ${nth}`);
    await control("POST", "clock", { advanceMs: 60_000 });
  }
  expect(await control("GET", "linkedin/suspicions")).toMatchObject([
    { reason: "equal intervals" },
    { reason: "equal intervals" },
  ]);
  await start(id, "Direct erna");
  await control("POST", "clock", { advanceMs: 9_000 });
  await start(id, "Nog een");
  expect((await control("GET", "linkedin/suspicions")) as unknown as object[]).toContainEqual(
    expect.objectContaining({ reason: "too fast" }),
  );
  await control("POST", "clock", { now: "2026-11-17T02:00:00Z" });
  await start(id, "Nacht");
  expect((await control("GET", "linkedin/suspicions")) as unknown as object[]).toContainEqual(
    expect.objectContaining({ reason: "at night" }),
  );
});

test("the demo workspace has the account managers and their relations", async () => {
  const { linkedin } = (await (await fetch(sandbox.url)).json()) as { linkedin: { apiKey: string } };
  const accounts = await call("GET", "accounts", undefined, linkedin.apiKey);
  expect((accounts.body["items"] as { name: string }[]).map(({ name }) => name)).toContain("Frank Hoekstra");
  const [first] = accounts.body["items"] as { id: string }[];
  const relations = await call("GET", `users/relations?account_id=${first?.id}`, undefined, linkedin.apiKey);
  expect((relations.body["items"] as object[]).length).toBeGreaterThan(20);
});
