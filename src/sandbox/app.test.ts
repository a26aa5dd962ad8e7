import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./app.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
afterAll(() => sandbox.stop());

test("GET / returns the address of every service", async () => {
  const description = (await (await fetch(sandbox.url)).json()) as { bases: { baseId: string; token: string }[] };
  expect(description).toEqual({
    bases: [
      {
        company: "Noorderlicht Sales B.V.",
        baseId: expect.stringMatching(/^app[A-Za-z0-9]{14}$/),
        token: expect.any(String),
      },
      { company: "Zuiderzee Consulting B.V.", baseId: expect.any(String), token: expect.any(String) },
    ],
    inbox: `${sandbox.url}/inbox`,
    inboxJson: `${sandbox.url}/inbox.json`,
    smtp: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
    s3: {
      endpoint: `${sandbox.url}/s3`,
      region: expect.any(String),
      bucket: expect.any(String),
      accessKeyId: expect.any(String),
      secretAccessKey: expect.any(String),
      forcePathStyle: true,
    },
    oidc: { issuer: `${sandbox.url}/oidc`, clientId: expect.any(String), clientSecret: expect.any(String) },
    airtable: {
      endpoint: sandbox.url,
      newBase: `${sandbox.url}/airtable-new`,
      forms: Object.fromEntries(
        description.bases.map(({ baseId }) => [baseId, `${sandbox.url}/airtable-form/${baseId}`]),
      ),
    },
    automation: {
      workflows: {
        [description.bases[0]?.baseId ?? ""]: {
          "allocate-leads": expect.stringContaining(`${sandbox.url}/webhook/allocate-leads?base=app`),
          "add-to-search-queue": expect.stringContaining(`${sandbox.url}/form/add-to-search-queue?base=app`),
          "move-from-on-hold": expect.stringContaining(`${sandbox.url}/webhook/move-from-on-hold?base=app`),
        },
      },
      delivery: { url: `${sandbox.url}/webhook/deliver-message`, secret: expect.any(String) },
    },
    ai: { url: `${sandbox.url}/v1`, apiKey: expect.any(String), model: "sandbox-nl" },
    linkedin: { url: `${sandbox.url}/unipile/api/v1`, apiKey: expect.any(String) },
    control: "/_control",
  });
  for (const { token } of description.bases) expect(token).toMatch(/^pat[A-Za-z0-9]{14}\.[0-9a-f]{64}$/);
});

test("an unknown path is a 404 that names it", async () => {
  const response = await fetch(`${sandbox.url}/nergens`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "The sandbox has no GET /nergens" });
});

test("a URL of 20,000 characters is not refused for its length", async () => {
  const response = await fetch(`${sandbox.url}/nergens?q=${"x".repeat(20_000)}`);
  expect(response.status).toBe(404);
});

test("a foreign Host header is refused (DNS rebinding)", async () => {
  const status = await new Promise((resolve) => {
    httpRequest(`${sandbox.url}/inbox.json`, { headers: { host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  expect(status).toBe(421);
});

test("cross-site requests to control routes are refused (CSRF)", async () => {
  const response = await fetch(`${sandbox.url}/_control/reset`, {
    method: "POST",
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(response.status).toBe(403);
});
