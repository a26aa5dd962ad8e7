import { describe, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { signedIn } from "#testing/signed-in.ts";
import { createWriterHarness } from "./writer.fixture.ts";
import { storeStructuredOutput } from "./writer.queries.ts";

const writer = createWriterHarness();
const { changeSettings, settingsOf, switchOn } = writer;

describe("the settings", () => {
  test("are off until a company admin confirms, with a connection that works", async () => {
    expect(await settingsOf()).toMatchObject({ writer: "airtable", aiStructuredOutput: null, confirmedBy: null });
    const on = { writer: "builtin", aiBaseUrl: writer.ai.url, aiModel: "sandbox-nl" };
    expect((await changeSettings({ ...on, aiApiKey: writer.ai.apiKey })).body["message"]).toContain("Bevestig eerst");
    const wrongKey = await changeSettings({ ...on, aiApiKey: "fout", confirmed: true });
    expect([wrongKey.status, wrongKey.body["message"]]).toEqual([400, expect.stringContaining("weigert de sleutel")]);
    expect((await settingsOf()).writer).toBe("airtable");
    await switchOn();
    expect(await settingsOf()).toMatchObject({
      writer: "builtin",
      hasAiApiKey: true,
      aiStructuredOutput: "schema",
      confirmedBy: "Anna Jansen",
    });
    expect(JSON.stringify(await settingsOf())).not.toContain(writer.ai.apiKey);
  });

  test.each([
    ["sandbox-nl", true, "volgens een vast schema"],
    ["sandbox-json", true, "als JSON"],
    ["sandbox-text", true, "als gewone tekst"],
    ["sandbox-reasoning", true, "volgens een vast schema"],
    ["mistral-nl", true, "als JSON"],
    ["ollama-nl", true, "volgens een vast schema"],
    ["azure-nl", true, "volgens een vast schema"],
    ["bestaat-niet", false, "kent dit model niet"],
    ["ollama-onbekend", false, "kent dit model niet"],
    ["azure-onbekend", false, "kent dit model niet"],
  ])("the test of %s: %s, %s", async (aiModel, ok, message) => {
    const answer = await writer.admin.client.post("/api/writer/test", {
      aiBaseUrl: writer.ai.url,
      aiModel,
      aiApiKey: writer.ai.apiKey,
    });
    expect(answer.body).toEqual({ ok, message: expect.stringContaining(message) });
  });

  test("a platform admin confirms too, and sees what the writer uses and costs", async () => {
    const root = await signedIn(writer.server, { role: "super_admin" });
    const panel = writer.server.client();
    await panel.post("/admin/api/login", { username: root.user.username, password: PASSWORD });
    const path = `/admin/api/companies/${writer.admin.company.id}`;
    const on = { writer: "builtin", aiBaseUrl: writer.ai.url, aiModel: "sandbox-nl", aiApiKey: writer.ai.apiKey };
    const refused = await panel.patch(path, on);
    expect([refused.status, refused.body["message"]]).toEqual([400, expect.stringContaining("Bevestig eerst")]);
    expect(refused.body["details"]).toMatchObject([{ path: "writerConfirmed" }]);
    expect((await settingsOf()).writer).toBe("airtable");
    expect((await panel.post("/admin/api/companies", { name: "Nieuw", ...on })).status).toBe(400);
    expect((await panel.patch(path, { ...on, writerConfirmed: true })).status).toBe(200);
    // Another provider is another confirmation; the rest of the settings needs none.
    expect((await panel.patch(path, { aiBaseUrl: "https://writer.ai.example/v1" })).status).toBe(400);
    expect((await panel.patch(path, { aiDailyTokens: 5000 })).status).toBe(200);
    await writer.server.query(
      "insert into model_calls (company_id, at, model, prompt_tokens, completion_tokens, cost_micros) values ($1, now(), 'x', 900, 100, 20000)",
      [writer.admin.company.id],
    );
    const usage = async () => (await panel.get(`${path}/writer`)).body;
    expect(await usage()).toMatchObject({
      aiDailyTokens: 5000,
      tokensToday: 1000,
      costToday: 0.02,
      hasUnknownCosts: false,
      isLocalModel: true,
      confirmedBy: expect.any(String),
    });
    await writer.server.query(
      "insert into model_calls (company_id, at, model, prompt_tokens, completion_tokens) values ($1, now(), 'x', 1, 1)",
      [writer.admin.company.id],
    );
    expect(await usage()).toMatchObject({ costToday: 0.02, hasUnknownCosts: true });
  });

  test("a model on a private address that the operator does not allow is refused", async () => {
    for (const host of ["10.0.0.8:11434", "169.254.169.254"]) {
      const aiBaseUrl = `http://${host}/v1`;
      const answer = await writer.admin.client.post("/api/writer/test", { aiBaseUrl, aiModel: "llama" });
      expect(answer.body).toEqual({ ok: false, message: expect.stringContaining("niet toegestaan") });
    }
  });

  test("what an earlier model supports is not stored for another", async () => {
    await switchOn();
    const access = { baseUrl: writer.ai.url, model: "vorig-model", structuredOutput: "text" } as const;
    const scope = { db: writer.server.platform.database.platform };
    expect(await storeStructuredOutput(scope, writer.admin.company.id, access)).toBe(0);
    expect((await settingsOf()).aiStructuredOutput).toBe("schema");
  });

  test("the stored key goes to the stored address only", async () => {
    await switchOn();
    const elsewhere = await writer.admin.client.post("/api/writer/test", {
      aiBaseUrl: writer.ai.url.replace("127.0.0.1", "localhost"),
    });
    expect(elsewhere.body["ok"]).toBe(false);
    expect((await writer.admin.client.post("/api/writer/test", {})).body["ok"]).toBe(true);
  });
});
