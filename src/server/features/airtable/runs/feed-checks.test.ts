import { createHmac } from "node:crypto";
import { createServer, type Server, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openEvents } from "#testing/event-reader.ts";
import {
  eventually,
  runsOf,
  type SyncedCompany,
  type SyncHarness,
  startSyncHarness,
  tick,
  withLead,
} from "../sync-harness.fixture.ts";
import { pollIntervalMs } from "./feed-checks.ts";

vi.setConfig({ maxConcurrency: 8 });

let notified: SyncHarness;
let polled: SyncHarness;
let proxy: Server;
/** Companies whose notifications do not get through. */
const unreachable = new Set<string>();

/** The public URL must be known before the server has a port, so it is the URL of a proxy. */
const startProxy = async (): Promise<string> => {
  proxy = createServer((request, response) => {
    const { method, headers, url = "" } = request;
    if (unreachable.has(url.split("/").at(-1) ?? "")) return response.writeHead(503).end();
    const forwarded = sendRequest(`${notified.server.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  const publicUrl = await startProxy();
  [notified, polled] = await Promise.all([startSyncHarness({ PUBLIC_URL: publicUrl }), startSyncHarness()]);
});
afterAll(async () => {
  await Promise.all([notified.close(), polled.close()]);
  await new Promise((resolve) => proxy.close(resolve));
});

const titleOf = async (company: SyncedCompany, recordId: string) => (await company.row("leads", recordId))["title"];
const MINUTE = 60_000;

test.concurrent("a change in Airtable arrives by its notification, without a run", async () => {
  const { company, recordId } = await withLead(notified);
  expect((await company.status()).hasNotifications).toBe(true);
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await eventually(
    () => titleOf(company, recordId),
    (title) => title === "Eigenaar",
  );
  expect(await titleOf(company, recordId)).toBe("Eigenaar");
  expect(await runsOf(company)).toHaveLength(1);
});

test.concurrent("a second notification during the check of the first loses no change of either", async () => {
  const { company, recordId } = await withLead(notified);
  const [prompt] = await company.base.add("Prompts", { Name: "Ice Breaker", Prompt: "Schrijf.", "App ID": "elders" });
  const prompts = () => company.rows("prompts");
  expect(await eventually(prompts, (rows) => rows.length === 1)).toHaveLength(1);
  const feedPath = `bases/${company.base.id}/webhooks/*/payloads`;
  const reads = async () => (await company.base.requests()).filter(({ path }) => path.endsWith("/payloads")).length;
  const before = await reads();
  const release = await company.base.hold({ path: feedPath, times: 1 });
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await eventually(reads, (count) => count > before);
  await company.base.edit("Prompts", prompt?.id ?? "", { Prompt: "Schrijf kort." });
  await release();
  const texts = async () => (await prompts()).map(({ prompt }) => prompt);
  expect(await eventually(texts, ([text]) => text === "Schrijf kort.")).toEqual(["Schrijf kort."]);
  expect(await titleOf(company, recordId)).toBe("Eigenaar");
  expect(await runsOf(company)).toHaveLength(1);
});

test.concurrent("a notification without the right MAC is refused and causes no request", async () => {
  const { company } = await withLead(notified);
  const isRequested = async () =>
    (
      await notified.server.query<{ requested: boolean }>(
        "select feed_check_requested as requested from sync_states where company_id = $1",
        [company.id],
      )
    )[0]?.requested;
  await eventually(isRequested, (requested) => requested === false);
  const before = (await company.base.requests()).length;
  const body = JSON.stringify({
    base: { id: company.base.id },
    webhook: { id: "ach1" },
    timestamp: "2026-11-16T12:00:00Z",
  });
  const forged = createHmac("sha256", "verkeerd").update(body).digest("hex");
  const statuses: number[] = [];
  for (const mac of [undefined, "", `hmac-sha256=${forged}`, "hmac-sha256="]) {
    const response = await fetch(`${notified.server.url}/api/airtable/notifications/${company.id}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(mac === undefined ? {} : { "x-airtable-content-mac": mac }) },
      body,
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 401]);
  expect(await isRequested()).toBe(false);
  expect((await company.base.requests()).length).toBe(before);
});

test.concurrent("while a screen is open the change feed is polled, with one request when nothing has changed", async () => {
  const { company, recordId } = await withLead(polled);
  expect((await company.status()).hasNotifications).toBe(false);
  const before = (await company.base.requests()).length;
  const stream = await openEvents(polled.server, company.who.client);
  const requests = async () => (await company.base.requests()).slice(before);
  const first = await eventually(requests, (found) => found.length > 0);
  expect(first.map(({ path }) => path)).toEqual([expect.stringMatching(/payloads$/)]);
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await eventually(
    () => titleOf(company, recordId),
    (title) => title === "Eigenaar",
  );
  expect(await titleOf(company, recordId)).toBe("Eigenaar");
  expect(await runsOf(company)).toHaveLength(1);
  stream.close();
});

test.each([
  ["2026-11-01T09:00:00Z", 9_000, 8_000],
  ["2026-11-01T09:00:00Z", 12_000, 15_000],
  ["2026-11-16T00:00:00Z", 59_000, 8_000],
  ["2026-11-16T00:00:00Z", 61_000, 15_000],
  ["2026-11-30T12:00:00Z", 99_999, 8_000],
  ["2027-02-15T00:00:00Z", 61_000, 15_000],
])("at %s after %i of 100,000 requests the change feed is polled every %i ms", (now, requestsThisMonth, interval) => {
  expect(pollIntervalMs({ requestsThisMonth, monthlyBudget: 100_000 }, new Date(now))).toBe(interval);
});

test.concurrent("when the monthly budget is used up, no run is scheduled", async () => {
  const { company } = await withLead(polled);
  expect((await company.who.client.request("PATCH", "/api/sync/settings", { monthlyBudget: 1_000 })).status).toBe(200);
  await polled.server.query("update sync_states set requests_this_month = 1000 where company_id = $1", [company.id]);
  expect(await company.status()).toMatchObject({ monthlyBudget: 1_000, requestsThisMonth: 1_000, nextRunAt: null });
  // What a user starts still runs.
  await company.sync(["prompts"]);
});

test.concurrent("a paused sync sends no request until it is resumed", async () => {
  const { company, recordId } = await withLead(polled);
  expect((await company.who.client.post("/api/sync/pause", { reason: "Opruimen" })).status).toBe(200);
  const before = (await company.base.requests()).length;
  const { id } = await company.row("leads", recordId);
  await company.edit("leads", id, { classification: "HOT" });
  const refused = await company.who.client.post("/api/sync-airtable");
  expect([refused.status, refused.body["message"]]).toEqual([
    409,
    "De synchronisatie is gepauzeerd (Anna Jansen: Opruimen). Een beheerder kan haar hervatten bij Bedrijf Beheer.",
  ]);
  expect((await company.status()).paused).toMatchObject({ by: "Anna Jansen", reason: "Opruimen" });
  await tick(polled);
  expect((await company.base.requests()).length).toBe(before);
  expect((await company.who.client.post("/api/sync/resume")).status).toBe(200);
  await company.untilPushed();
  expect((await company.base.record("Leads", recordId))["Lead Classification"]).toBe("HOT | 80");
});

test("when notifications of Airtable do not arrive, the change feed is polled until one does", async () => {
  const { company, recordId } = await withLead(notified);
  const arrives = async (title: string) => {
    await company.base.edit("Leads", recordId, { Title: title });
    const read = () => titleOf(company, recordId);
    expect(await eventually(read, (found) => found === title)).toBe(title);
  };
  unreachable.add(company.id);
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  notified.server.clock.advance(2 * MINUTE);
  await company.sync();
  expect(await company.status()).toMatchObject({ hasNotifications: false, areNotificationsMissing: true });
  const stream = await openEvents(notified.server, company.who.client);
  await arrives("Oprichter");
  stream.close();
  unreachable.delete(company.id);
  await arrives("Adviseur");
  const status = await eventually(
    () => company.status(),
    ({ hasNotifications }) => hasNotifications,
  );
  expect(status).toMatchObject({ hasNotifications: true, areNotificationsMissing: false });
});
