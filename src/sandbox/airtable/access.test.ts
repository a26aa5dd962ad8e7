import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEMO_BASES } from "../demo/company.ts";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "./airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  await airtable.control("POST", "reset");
  base = await airtable.newBase();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A limit counts the requests of a second: now all of a test fall in one, until it advances the clock. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date"] });

const list = (who = base, baseId = base.baseId) => airtable.call(who, "GET", `${baseId}/Leads`);
const limit = (settings: object) => airtable.control("PATCH", `airtable/bases/${base.baseId}/limits`, settings);
const changeToken = (change: object) => airtable.control("PATCH", `airtable/tokens/${base.token}`, change);

const HIDDEN = { error: { type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", message: expect.any(String) } };
const RATE_LIMITED = { errors: [{ error: "RATE_LIMIT_REACHED", message: expect.any(String) }] };

test("a missing, unknown or revoked token is refused with 401", async () => {
  const anonymous = await fetch(`${airtable.sandbox.url}/v0/${base.baseId}/Leads`);
  const response = { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } };
  expect([anonymous.status, await anonymous.json()]).toEqual([401, response]);
  expect(await list({ ...base, token: "patOnbekend" })).toEqual({ status: 401, body: response });
  await changeToken({ revoked: true });
  expect((await list()).status).toBe(401);
});

test("an inaccessible base, table or deleted base looks like one that does not exist", async () => {
  const other = await airtable.newBase();
  expect(await list(base, other.baseId)).toEqual({ status: 403, body: HIDDEN });
  expect(await list(base, "appAAAAAAAAAAAAAA")).toEqual({ status: 403, body: HIDDEN });
  expect(await airtable.call(base, "GET", `${base.baseId}/Klanten`)).toEqual({ status: 403, body: HIDDEN });
  await airtable.control("DELETE", `airtable/bases/${base.baseId}`);
  expect((await list()).status).toBe(403);
});

test("each scope allows its own routes", async () => {
  const attempts = async () =>
    Promise.all([
      list(),
      airtable.call(base, "POST", `${base.baseId}/Leads`, { fields: {} }),
      airtable.call(base, "GET", `meta/bases/${base.baseId}/tables`),
      airtable.call(base, "GET", `bases/${base.baseId}/webhooks`),
    ]).then((responses) => responses.map(({ status }) => status));
  expect(await attempts()).toEqual([200, 200, 200, 200]);
  await changeToken({ scopes: ["data.records:read"] });
  expect(await attempts()).toEqual([200, 403, 403, 403]);
  await changeToken({ scopes: ["schema.bases:read"] });
  expect(await attempts()).toEqual([403, 403, 200, 403]);
});

test("a token with permission level read cannot write", async () => {
  await changeToken({ permissionLevel: "read" });
  expect((await list()).status).toBe(200);
  expect(await airtable.call(base, "POST", `${base.baseId}/Leads`, { fields: {} })).toMatchObject({
    status: 403,
    body: { error: { type: "INVALID_PERMISSIONS" } },
  });
});

test("a token lists its bases and its owner", async () => {
  expect((await airtable.call(base, "GET", "meta/bases")).body).toEqual({
    bases: [{ id: base.baseId, name: "Proefbedrijf", permissionLevel: "create" }],
  });
  expect((await airtable.call(base, "GET", "meta/whoami")).body).toMatchObject({ id: expect.stringMatching(/^usr/) });
});

test("the sixth request in a second blocks the base for 30 seconds", async () => {
  stopClock();
  await limit({ requestsPerSecond: 5 });
  for (let count = 0; count < 5; count++) expect((await list()).status).toBe(200);
  expect(await list()).toEqual({ status: 429, body: RATE_LIMITED });
  await airtable.control("POST", "clock", { advanceMs: 29_000 });
  expect((await list()).status).toBe(429);
  await airtable.control("POST", "clock", { advanceMs: 1_500 });
  expect((await list()).status).toBe(200);
});

test("the rate limit is shared by all tokens and routes of a base", async () => {
  stopClock();
  await limit({ requestsPerSecond: 2, penaltyMs: 60_000 });
  const { body } = await airtable.control("POST", "airtable/tokens", { baseIds: [base.baseId] });
  const colleague = { ...base, token: String(body["token"]) };
  expect((await list(colleague)).status).toBe(200);
  expect((await airtable.call(base, "GET", `meta/bases/${base.baseId}/tables`)).status).toBe(200);
  expect((await list()).status).toBe(429);
  const other = await airtable.newBase();
  expect((await list(other, other.baseId)).status).toBe(200);
});

test("the owner of tokens has a rate limit across all of them and their bases", async () => {
  stopClock();
  const other = await airtable.newBase();
  const { body: me } = await airtable.call(base, "GET", "meta/whoami");
  const addToken = async (baseIds: string[], owner: object) =>
    String((await airtable.control("POST", "airtable/tokens", { baseIds, ...owner })).body["token"]);
  const mine = { ...other, token: await addToken([other.baseId], { userId: me.id }) };
  const colleague = { ...base, token: await addToken([base.baseId], {}) };
  for (const { baseId } of [base, other]) {
    const limits = { requestsPerSecond: null, requestsPerSecondOfOwner: 3 };
    await airtable.control("PATCH", `airtable/bases/${baseId}/limits`, limits);
  }
  const statuses: number[] = [];
  for (const who of [base, mine, base, mine, base, colleague]) statuses.push((await list(who, who.baseId)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429, 200]);
});

test("a demo base has the documented limits", async () => {
  const { body } = await airtable.control("GET", `airtable/bases/${DEMO_BASES[0].baseId}`);
  expect(body["limits"]).toEqual({
    requestsPerSecond: 5,
    requestsPerSecondOfOwner: 50,
    penaltyMs: 30_000,
    isQuotaSpent: false,
  });
});

test("a spent quota refuses records but not the schema", async () => {
  await limit({ isQuotaSpent: true });
  expect(await list()).toEqual({
    status: 429,
    body: { errors: [{ error: "PUBLIC_API_BILLING_LIMIT_EXCEEDED", message: expect.any(String) }] },
  });
  expect((await airtable.call(base, "GET", `meta/bases/${base.baseId}/tables`)).status).toBe(200);
  await limit({ isQuotaSpent: false });
  expect((await list()).status).toBe(200);
});
