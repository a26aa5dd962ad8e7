import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DraftOutcome, Experiment, FeedbackTheme, TestLead, TestResult } from "#contract/workbench.ts";
import { openEvents } from "#testing/event-reader.ts";
import { makeLead, makeLeads, makeMessage, makePrompt } from "#testing/factories.ts";
import { fillOtherCompany } from "#testing/other-company.ts";
import { expectNoPrivateDataInPrompts, type Sandbox, startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { findSubject } from "../writer.queries.ts";
import { endDecidedExperiments } from "./workbench.service.ts";

let server: TestServer;
let sandbox: Sandbox;
let ai: { url: string; apiKey: string };
let admin: SignedIn;
let promptId: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  ({ ai } = (await (await fetch(sandbox.url)).json()) as { ai: typeof ai });
  server = await startTestServer({ worker: false });
  await fillOtherCompany(server, (await signedIn(server)).company.id, sandbox.url);
});
beforeEach(async () => {
  await sandbox.control("POST", "ai/behaviour", { mode: "normal" });
  await sandbox.control("DELETE", "ai/requests");
  await sandbox.control("DELETE", "faults");
  admin = await signedIn(server, { role: "company_admin" });
  promptId = await makePrompt(server, admin.company.id, { prompt_name: "Icebreaker", prompt: "Houd het kort." });
});
afterEach(() => expectNoPrivateDataInPrompts(sandbox.url));
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

const switchOn = async () => {
  const body = { writer: "builtin", aiBaseUrl: ai.url, aiModel: "sandbox-nl", aiApiKey: ai.apiKey, confirmed: true };
  expect((await admin.client.patch("/api/writer/settings", body)).status).toBe(200);
};
const path = (rest: string) => `/api/prompts/${promptId}/${rest}`;
const scope = () => ({
  db: server.platform.database.tenant(admin.company.id),
  companyId: admin.company.id,
  actor: { id: admin.user.id, name: "Anna", role: "user" as const },
});

describe("Probeer", () => {
  const tryWith = async (prompt: string) =>
    (
      await admin.client.post(path("try"), {
        prompt,
        leadId: await makeLead(server, admin.company.id, { full_name: "Jan de Vries", title: "Directeur" }),
      })
    ).body as unknown as { leadName: string; current: DraftOutcome; changed: DraftOutcome };

  test("writes with the stored and the changed prompt, and stores neither text", async () => {
    await switchOn();
    const { leadName, current, changed } = await tryWith("Schrijf in de u-vorm.");
    expect(leadName).toBe("Jan de Vries");
    expect(current.draft?.sections[0]?.text).toContain("Hoi Jan,");
    expect(changed.draft?.sections[0]?.text).toContain("Beste Jan de Vries,");
    expect((await admin.client.get("/api/messages")).body).toEqual([]);
    const calls = await server.query("select model from model_calls where company_id = $1", [admin.company.id]);
    // The first is the test of the model.
    expect(calls).toHaveLength(3);
  });

  test("says why there is no text", async () => {
    expect((await tryWith("Kort.")).changed).toMatchObject({
      draft: null,
      problem: expect.stringContaining("staat uit"),
    });
    await switchOn();
    await sandbox.control("POST", "ai/behaviour", { mode: "insufficient_quota" });
    expect((await tryWith("Kort.")).changed).toMatchObject({ draft: null, problem: expect.stringContaining("tegoed") });
  });
});

describe("the test set", () => {
  test("has Dutch leads of four kinds, and every rule passes with a careful model", async () => {
    await switchOn();
    const leads = (await admin.client.get("/api/prompts/test-leads")).body as unknown as TestLead[];
    expect(leads.length).toBeGreaterThanOrEqual(30);
    expect(new Set(leads.map(({ kind }) => kind)).size).toBe(4);
    for (const { n, name } of leads) {
      const { body } = await admin.client.post(path("test"), { prompt: "Houd het kort.", n });
      expect([name, body]).toMatchObject([name, { problem: null, draft: { warnings: [] } }]);
    }
    const sent = JSON.stringify(await sandbox.control("GET", "ai/requests"));
    expect(sent).not.toMatch(/hugo@maas|06-12345678|recept|previous instructions|langdurig ziek|politieke/);
  });

  test("names the rule that a text breaks", async () => {
    await switchOn();
    await sandbox.control("POST", "ai/behaviour", { mode: "mix_forms_of_address" });
    const { draft } = (await admin.client.post(path("test"), { prompt: "Kort.", n: 9 }))
      .body as unknown as DraftOutcome;
    expect(draft?.warnings.map(({ code }) => code)).toContain("form_of_address");
  });
});

describe("the test of a version", () => {
  const results = async (query = "") =>
    (await admin.client.get(`/api/prompts/test-results${query}`)).body as unknown as TestResult[];
  const statuses = async (query?: string) =>
    (await results(query)).map(({ version, status, failed }) => `${version} ${status} ${failed}`);
  const runAll = async (url: string, body: object) => {
    const leads = (await admin.client.get("/api/prompts/test-leads")).body as unknown as TestLead[];
    for (const { n } of leads) expect((await admin.client.post(url, { ...body, n })).status).toBe(200);
  };

  test("is known before and after it is saved, until the text or the model changes", async () => {
    expect(await results()).toEqual([]);
    await switchOn();
    await makePrompt(server, admin.company.id, { prompt_name: "Informatie", prompt: "Voor ratings." });
    expect(await results()).toEqual([{ promptId, version: 1, status: "untested", failed: 0 }]);
    await admin.client.post(path("test"), { prompt: "Beter.", n: 1 });
    await runAll(path("test"), { prompt: "Beter." });
    expect(await statuses()).toEqual(["1 untested 0"]);
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Beter.\n" });
    expect(await statuses()).toEqual(["2 passed 0"]);
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Anders." });
    expect(await statuses()).toEqual(["3 untested 0"]);
    expect(await statuses(`?promptId=${promptId}`)).toEqual(["3 untested 0", "2 passed 0", "1 untested 0"]);
    await sandbox.control("POST", "ai/behaviour", { mode: "mix_forms_of_address" });
    await admin.client.post(path("test"), { prompt: "Anders.", n: 9 });
    expect(await statuses()).toEqual(["3 failed 1"]);
    await server.query("update companies set ai_model = 'ander' where id = $1", [admin.company.id]);
    expect(await statuses(`?promptId=${promptId}`)).toEqual(["3 untested 0", "2 untested 0", "1 untested 0"]);
  });

  test("counts for the model that wrote it, also when another was chosen meanwhile", async () => {
    await switchOn();
    const { id } = await sandbox.control("POST", "faults", { path: "/v1/", latencyMs: 600_000 });
    const tested = admin.client.post(path("test"), { prompt: "Kort.", n: 1 });
    const held = expect.objectContaining({ path: expect.stringContaining("/v1/"), status: null });
    await expect.poll(() => sandbox.control("GET", "requests")).toEqual(expect.arrayContaining([held]));
    await server.query("update companies set ai_model = 'ander' where id = $1", [admin.company.id]);
    await sandbox.control("DELETE", `faults/${String(id)}`);
    expect((await tested).status).toBe(200);
    expect(await server.query("select model from prompt_tests where company_id = $1", [admin.company.id])).toEqual([
      { model: "sandbox-nl" },
    ]);
  });

  test("of a new prompt is stored before the prompt exists", async () => {
    await switchOn();
    const text = "Schrijf vanuit {am}.";
    await runAll("/api/prompts/test", { prompt: text, purpose: "followup", accountManager: "Frank" });
    const made = await admin.client.post("/api/prompts", {
      promptName: "Nieuw",
      accountManager: "Frank",
      purpose: "followup",
      prompt: text,
    });
    expect(made.status).toBe(201);
    expect((await results()).find((result) => result.promptId === made.body["id"])).toMatchObject({ status: "passed" });
    expect(JSON.stringify(await sandbox.control("GET", "ai/requests"))).toContain("Schrijf vanuit Frank.");
  });

  test("of a prompt of another company is not found", async () => {
    const other = await signedIn(server, { role: "company_admin" });
    expect((await other.client.get(`/api/prompts/test-results?promptId=${promptId}`)).status).toBe(404);
  });
});

/** A text of the prompt, with what became of it. */
const makeText = async (version: number, values: Record<string, unknown>, feedback: string | null = null) => {
  const { id } = await makeMessage(server, admin.company.id, values);
  await server.query(
    `insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model,
      facts, claims, warnings, prompt_tokens, completion_tokens, took_ms, made_at)
    values ($1, $2, 1, $3, $4, '1', 'model', '[]', '[]', '[]', 1, 1, 1, now())`,
    [admin.company.id, id, promptId, version],
  );
  await server.query(
    `insert into message_versions (company_id, message_id, number, content, source, author, made_at, feedback)
    values ($1, $2, 1, 'Tekst', 'writer', 'AI-schrijver', now(), $3)`,
    [admin.company.id, id, feedback],
  );
};

test("feedback is grouped by theme, with a proposed change and the leads for a replay", async () => {
  await makeText(1, { status: "pending" }, "Ice Breaker: veel te lang");
  await makeText(1, { status: "pending" }, "Kan het korter?");
  await makeText(1, { status: "pending" }, "Te formeel voor deze klant");
  await makeText(1, { status: "pending" }, "Noem de beurs");
  const themes = (await admin.client.get(path("feedback"))).body as unknown as FeedbackTheme[];
  expect(themes.map(({ theme, count }) => `${theme} ${count}`)).toEqual(["te lang 2", "te formeel 1", "overig 1"]);
  expect(themes[0]).toMatchObject({ proposal: expect.stringContaining("kort"), leads: [{}, {}] });
});

describe("an A/B test", () => {
  const start = (otherVersion: number, share = 50) => admin.client.post(path("experiment"), { otherVersion, share });
  const read = async () =>
    ((await admin.client.get(path("experiment"))).body as unknown as { experiment: Experiment | null }).experiment;

  test("writes with the other version for its share of the leads, always the same for a lead", async () => {
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Nieuwe tekst." });
    expect((await start(2)).status).toBe(409);
    expect((await start(1)).body).toMatchObject({
      experiment: { live: { version: 2 }, other: { version: 1 }, winner: null },
    });
    expect((await start(1)).status).toBe(409);
    const leads = await makeLeads(
      server,
      admin.company.id,
      Array.from({ length: 60 }, (_, nth) => ({ full_name: `Lead ${nth}` })),
    );
    const versionOf = async (leadId: string) =>
      (await findSubject(scope(), { leadId, purpose: "icebreaker" }))?.prompt?.version;
    const versions = await Promise.all(leads.map(versionOf));
    expect(await Promise.all(leads.map(versionOf))).toEqual(versions);
    const others = versions.filter((version) => version === 1).length;
    expect(others).toBeGreaterThan(15);
    expect(others).toBeLessThan(45);
    expect((await admin.client.delete(path("experiment"))).status).toBe(204);
    expect(new Set(await Promise.all(leads.map(versionOf)))).toEqual(new Set([2]));
    expect(await read()).toMatchObject({ winner: null, endedAt: expect.any(String) });
  });

  test("is recorded and published when it is started and stopped", async () => {
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Nieuwe tekst." });
    const events = await openEvents(server, admin.client);
    await start(1, 30);
    await start(1);
    expect(await events.next()).toEqual({ topic: "prompts", id: promptId });
    expect(await events.next()).toEqual({ topic: "audit" });
    const stop = async () => (await admin.client.delete(path("experiment"))).status;
    expect([await stop(), await stop()]).toEqual([204, 204]);
    expect(await events.next()).toEqual({ topic: "prompts", id: promptId });
    events.close();
    const logged = `select action, subject_name as name, after from audit_log
      where subject_id = $1 and action like 'prompt.experiment%' order by at, id`;
    expect(await server.query(logged, [promptId])).toEqual([
      { action: "prompt.experiment_started", name: "Icebreaker", after: { otherVersion: 1, share: 30 } },
      { action: "prompt.experiment_stopped", name: "Icebreaker", after: null },
    ]);
  });

  test("ends when one version clearly gets more replies, and not before", async () => {
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Nieuwe tekst." });
    await start(1);
    for (let nth = 0; nth < 20; nth++) await makeText(1, { status: "sent" });
    for (let nth = 0; nth < 19; nth++) await makeText(2, { status: nth % 2 ? "interested" : "sent" });
    await endDecidedExperiments(server.platform, scope());
    expect(await read()).toMatchObject({ endedAt: null, conclusion: expect.stringContaining("Nog te weinig") });
    await makeText(2, { status: "interested" });
    await endDecidedExperiments(server.platform, scope());
    expect(await read()).toMatchObject({
      winner: 2,
      live: { version: 2, written: 20, sent: 20, replied: 10 },
      other: { version: 1, sent: 20, replied: 0 },
      conclusion: "De huidige versie krijgt duidelijk vaker antwoord.",
    });
    await server.query("update message_drafts set made_at = made_at + interval '1 hour' where company_id = $1", [
      admin.company.id,
    ]);
    expect(await read()).toMatchObject({ winner: 2, live: { written: 0 } });
  });

  test("ends without a winner when the prompt is edited, because it has no effect any more", async () => {
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Nieuwe tekst." });
    await start(1);
    await endDecidedExperiments(server.platform, scope());
    expect(await read()).toMatchObject({ endedAt: null });
    await admin.client.patch(`/api/prompts/${promptId}`, { prompt: "Nog een tekst." });
    await endDecidedExperiments(server.platform, scope());
    expect(await read()).toMatchObject({ winner: null, endedAt: expect.any(String) });
    expect((await start(2)).status).toBe(200);
  });
});
