import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/leads.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import type { PlannedSend, Sender } from "#contract/senders.ts";
import { makeInvitations, makeLead, makeMeeting, makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await signedIn(server, { role: "company_admin" });
  await server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = 'https://example.org/hook' where id = $1",
    [admin.company.id],
  );
});

const senders = async () => (await admin.client.get("/api/senders")).body as unknown as Sender[];
const senderOf = async (name: string): Promise<Sender> => {
  const found = (await senders()).find((sender) => sender.name === name);
  if (!found) throw new Error(`no sender ${name}`);
  return found;
};
const listQueued = async () => (await admin.client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
const simulate = async (id: string, body?: object) => {
  const path = `/api/senders/${id}/simulation`;
  const response = await (body ? admin.client.post(path, body) : admin.client.get(`${path}?days=14`));
  return response.body as unknown as PlannedSend[];
};
const OPEN = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", until: "24:00", holidays: true };

test("every account manager in the data is a sender, however the name is spelled", async () => {
  const { id } = admin.company;
  await makeMessage(server, id, { message_flow: "Frank Hoekstra" });
  await makeQueueItem(server, id, { message_flow: "  frank   HOEKSTRA " });
  await makeInvitations(server, id, [{ connected_with: "Sanne Bos" }, { connected_with: null }]);
  const promptId = await makePrompt(server, id, { account_manager: "Piet" });
  await server.query("update prompts set account_manager = 'Klaas' where id = $1", [promptId]);
  expect((await senders()).map(({ name }) => name)).toEqual(["Frank Hoekstra", "Klaas", "Piet", "Sanne Bos"]);
  expect(await senderOf("Piet")).toMatchObject({
    aliases: [],
    userId: null,
    formOfAddress: "je",
    hours: { days: [1, 2, 3, 4, 5], from: "08:30", until: "17:30", holidays: false },
    caps: { invitationsPerDay: 20, invitationsPerWeek: 100, messagesPerDay: 40 },
    spacing: { invitations: [3, 8], messages: [1, 4] },
    hold: null,
    account: null,
  });
});

test("an admin links a sender to a colleague and changes its rules, within the limits", async () => {
  await makePrompt(server, admin.company.id, { account_manager: "Piet" });
  const { id } = await senderOf("Piet");
  const hold = { until: "2100-01-01T00:00:00.000Z", reason: "LinkedIn vraagt om een controle." };
  const response = await admin.client.patch(`/api/senders/${id}`, { userId: admin.user.id, formOfAddress: "u", hold });
  expect(response.body).toMatchObject({ userId: admin.user.id, formOfAddress: "u", hold: { reason: hold.reason } });
  expect(await senderOf("Piet")).toMatchObject({ hours: { from: "08:30" }, formOfAddress: "u" });

  const stranger = await signedIn(server);
  const refused = [
    { userId: stranger.user.id },
    { caps: { invitationsPerDay: 101, invitationsPerWeek: 100, messagesPerDay: 40 } },
    { caps: { invitationsPerDay: 20, invitationsPerWeek: 100, messagesPerDay: 151 } },
    { spacing: { invitations: [3, 8], messages: [0.1, 4] } },
    { hours: { ...OPEN, from: "18:00", until: "17:30" } },
    { hours: { ...OPEN, days: [] } },
  ];
  for (const body of refused) expect((await admin.client.patch(`/api/senders/${id}`, body)).status).toBe(400);
  const colleague = await signedIn(server, { company: admin.company });
  expect((await colleague.client.patch(`/api/senders/${id}`, { formOfAddress: "je" })).status).toBe(403);
});

test("a merged sender's names belong to the other one, also in new rows", async () => {
  const { id } = admin.company;
  for (const account_manager of ["Frank Hoekstra", "F. Hoekstra"]) await makePrompt(server, id, { account_manager });
  const [short, full] = [await senderOf("F. Hoekstra"), await senderOf("Frank Hoekstra")];
  const response = await admin.client.post(`/api/senders/${short.id}/merge`, { into: full.id });
  expect(response.body).toMatchObject({ id: full.id, aliases: ["F. Hoekstra"] });
  await makeQueueItem(server, id, { message_flow: "f. hoekstra" });
  expect((await senders()).map(({ name }) => name)).toEqual(["Frank Hoekstra"]);
  expect(await simulate(full.id)).toHaveLength(1);
  expect((await admin.client.post(`/api/senders/${full.id}/merge`, { into: full.id })).status).toBe(409);
});

test("a merge brings the account with its ramp, and the hold that ends later", async () => {
  const { id } = admin.company;
  for (const account_manager of ["Jan", "Jan de Vries"]) await makePrompt(server, id, { account_manager });
  const [jan, full] = [await senderOf("Jan"), await senderOf("Jan de Vries")];
  const hold = { until: "2100-01-01T00:00:00.000Z", reason: "Vakantie." };
  await admin.client.patch(`/api/senders/${full.id}`, { rampStartedOn: "2026-11-17", hold });
  await admin.client.patch(`/api/senders/${jan.id}`, { hold: { until: "2099-01-01T00:00:00.000Z", reason: "Rust." } });
  await server.query(
    `insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
      values ($1, $2, $3, 'Jan', 'ACoAAJan', 'ok', now(), now())`,
    [id, full.id, full.id],
  );
  const merged = await admin.client.post(`/api/senders/${full.id}/merge`, { into: jan.id });
  expect(merged.body).toMatchObject({
    rampStartedOn: "2026-11-17",
    hold: { reason: "Vakantie." },
    account: { name: "Jan" },
  });
});

test("new rows with the new name of a sender belong to it; the name of another sender is refused", async () => {
  const { id } = admin.company;
  for (const account_manager of ["Piet", "Klaas"]) await makePrompt(server, id, { account_manager });
  const { id: senderId } = await senderOf("Piet");
  const rename = (name: string) => admin.client.patch(`/api/senders/${senderId}`, { name });
  expect(await rename("klaas")).toMatchObject({ status: 409, body: { details: [{ path: "name" }] } });
  expect((await rename("Piet Bakker")).body).toMatchObject({ name: "Piet Bakker", aliases: ["Piet"] });
  await makeQueueItem(server, id, { message_flow: "Piet Bakker" });
  await makeQueueItem(server, id, { message_flow: null });
  await makeQueueItem(server, id, { message_flow: "Zonder accountmanager" });
  expect((await senders()).map(({ name, queued }) => [name, queued])).toEqual([
    ["Klaas", 0],
    ["Piet Bakker", 1],
    ["Zonder accountmanager", 2],
  ]);
  expect((await rename("PIET bakker")).body).toMatchObject({ name: "PIET bakker", aliases: ["Piet"] });
});

test("each queued row says when it goes, or what it waits for, and keeps that up to date", async () => {
  const { id } = admin.company;
  const message_flow = "Piet";
  await makeQueueItem(server, id, { message_flow, message_name: "Eerste", date_due: new Date("2026-01-05T09:00:00Z") });
  await makeQueueItem(server, id, { message_flow, message_name: "Tweede", paused: true, paused_by: "Anna" });
  await makeQueueItem(server, id, {
    message_flow,
    message_name: "Derde",
    channel: "airtable",
    date_due: "2026-01-05T09:00:00Z",
  });
  const sender = await senderOf("Piet");
  const byName = async () => Object.fromEntries((await listQueued()).map((row) => [row.messageName, row]));
  await admin.client.patch(`/api/senders/${sender.id}`, { hours: OPEN });
  expect(await byName()).toMatchObject({
    Eerste: { channel: "webhook", plannedAt: expect.any(String), waitsFor: null },
    Tweede: { plannedAt: null, waitsFor: { code: "paused", text: "Gepauzeerd door Anna." } },
    Derde: { channel: "airtable", plannedAt: null, waitsFor: { code: "automation" } },
  });
  const paused = (await byName())["Tweede"];
  const timeline = (await admin.client.get(`/api/leads/${paused?.leadId}/timeline`)).body as unknown as TimelineEntry[];
  expect(timeline.find(({ kind }) => kind === "queued")).toMatchObject({
    plannedAt: null,
    waitsFor: { code: "paused" },
  });
  const hold = { until: "2100-01-01T00:00:00.000Z", reason: "Even rust." };
  await admin.client.patch(`/api/senders/${sender.id}`, { hold });
  expect((await byName())["Eerste"]).toMatchObject({
    waitsFor: { code: "hold", text: "Het account staat stil: Even rust." },
  });
  await admin.client.patch(`/api/senders/${sender.id}`, { hold: null });
  await server.query("update queue_items set paused = false, paused_by = null where company_id = $1", [id]);
  expect((await byName())["Tweede"]).toMatchObject({ plannedAt: expect.any(String), waitsFor: { code: "spacing" } });
});

test("the simulation uses the stored rules, or others without saving them", async () => {
  const { id } = admin.company;
  const due = "2026-01-05T09:00:00Z";
  for (let nth = 0; nth < 5; nth++) await makeQueueItem(server, id, { message_flow: "Piet", date_due: due });
  const sender = await senderOf("Piet");
  await admin.client.patch(`/api/senders/${sender.id}`, { hours: OPEN });
  const daysOf = (sends: PlannedSend[]) => new Set(sends.map(({ at }) => at.slice(0, 10))).size;
  expect(sender.queued).toBe(5);
  const stored = await simulate(sender.id);
  expect(stored).toHaveLength(5);
  expect(stored[0]).toEqual({
    at: expect.any(String),
    kind: "message",
    leadId: expect.any(String),
    fullName: "Sanne de Vries",
    messageName: "Ice Breaker",
  });
  const changed = await simulate(sender.id, { days: 14, caps: { ...sender.caps, messagesPerDay: 1 } });
  expect(daysOf(changed)).toBe(5);
  expect((await senderOf("Piet")).caps.messagesPerDay).toBe(40);
});

test("the filters by account manager know the senders of the signed-in user", async () => {
  const { id } = admin.company;
  for (const name of ["Frank Hoekstra", "frank hoekstra", "Piet"]) {
    await makeMessage(server, id, { message_flow: name });
    await makeQueueItem(server, id, { message_flow: name });
    await makeQueueItem(server, id, { message_flow: name, status: "SENT", date_sent: new Date() });
    await makePrompt(server, id, { account_manager: name });
    await makeMeeting(server, id, { meeting_owner: name });
    const accepted = { connected_with: name, lead_id: await makeLead(server, id), accepted_at: new Date() };
    await makeInvitations(server, id, [accepted]);
  }
  const lists = [
    "/api/messages?flow=@mijn",
    "/api/messages-queued?flow=@mijn",
    "/api/messages-sent?flow=@mijn",
    "/api/prompts?manager=@mijn",
    "/api/meetings?owner=@mijn",
    "/api/accepted-invitations?connectedWith=@mijn",
  ];
  const count = async (path: string) => {
    const { body } = await admin.client.get(path);
    return (Array.isArray(body) ? body : (body["items"] as unknown[])).length;
  };
  for (const path of lists) expect([path, await count(path)]).toEqual([path, 0]);
  const frank = await senderOf("Frank Hoekstra");
  await admin.client.patch(`/api/senders/${frank.id}`, { userId: admin.user.id });
  for (const path of lists) expect([path, await count(path)]).toEqual([path, 2]);
  expect((await admin.client.get("/api/messages-queued?flow=@mijn&limit=1")).headers.get("x-total-count")).toBe("2");
});
