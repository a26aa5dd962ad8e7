import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "#sandbox/app.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
afterAll(() => sandbox.stop());

const submit = (company: string) =>
  fetch(`${sandbox.url}/airtable-new`, { method: "POST", body: new URLSearchParams({ company }) });

test("a base and a token for a new company are made on a page, and the token opens that base only", async () => {
  expect(await (await fetch(`${sandbox.url}/airtable-new`)).text()).toContain("Naam van het bedrijf");
  expect((await submit(" ")).status).toBe(422);
  const made = await (await submit("Bakkerij <Zon>")).text();
  expect(made).toContain("De base van Bakkerij &lt;Zon&gt;");
  const token = /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/.exec(made)?.[0];
  const baseId = /app[A-Za-z0-9]{14}/.exec(made)?.[0];
  const response = await fetch(`${sandbox.url}/v0/meta/bases`, { headers: { authorization: `Bearer ${token}` } });
  const { bases } = (await response.json()) as { bases: { id: string }[] };
  expect(bases.map(({ id }) => id)).toEqual([baseId]);
});
