import { describe, expect, test } from "vitest";
import { createWriterHarness } from "./writer.fixture.ts";
import { scheduleWriting } from "./writer.jobs.ts";

const writer = createWriterHarness();
const { behave, switchOn, lead, requestDrafts, messages, progress, requests, waitUntilWritten, writeFor } = writer;

describe("a draft", () => {
  test("has no characters that cannot be stored", async () => {
    await switchOn();
    await behave("odd_characters");
    expect((await writeFor(await lead())).messageContent).toContain("Een half teken\ufffd staat hier.");
  });

  test.each(["code_fence", "no_usage", "wrong_usage", "broken_usage"])("survives %s", async (mode) => {
    await switchOn();
    await behave(mode);
    expect((await writeFor(await lead())).draft?.tokens).toBeGreaterThan(100);
  });

  test.each([
    ["unauthorized", "weigert de sleutel"],
    ["forbidden", "weigert de sleutel"],
    ["model_not_found", "kent dit model niet"],
    ["insufficient_quota", "tegoed"],
    ["content_filter_prompt", "inhoudsfilter"],
    ["content_filter", "inhoudsfilter"],
    ["refusal", "inhoudsfilter"],
    ["invalid_parameter", "accepteert deze opdracht niet"],
    ["context_length", "te lang"],
    ["not_json", "geen bruikbaar antwoord"],
    ["empty", "geen bruikbaar antwoord"],
    ["length", "niet compleet"],
    ["no_finish_reason", "niet compleet"],
  ])("%s ends with a reason, without a message", async (mode, problem) => {
    await switchOn();
    await behave(mode);
    await requestDrafts([await lead()]);
    await waitUntilWritten();
    expect(await progress()).toMatchObject({ failedToday: 1, problem: expect.stringContaining(problem) });
    expect(await messages()).toEqual([]);
  });

  test.each([
    ["rate_limit", 1],
    ["rate_limit_long", 3_600],
    ["rate_limit_reset", 90],
    ["rate_limit_azure", 7.5],
    ["server_error", 2],
    ["overloaded", 2],
    ["bad_gateway", 2],
    ["unavailable", 2],
    ["request_timeout", 2],
    ["conflict", 2],
    ["cut_stream", 2],
    ["silent_stream", 2],
    ["error_in_stream", 2],
    ["huge_answer", 2],
  ])("%s waits %i seconds, and then it is written", async (mode, seconds) => {
    await switchOn();
    await behave(mode);
    await requestDrafts([await lead()]);
    // It waits since the failure, which was after the claim and is over.
    const waiting = () =>
      requests(
        `status, problem, extract(epoch from run_after - claimed_at) >= ${seconds} as waits_since_the_failure,
          extract(epoch from run_after - now()) <= ${seconds} as failure_is_over`,
      );
    await expect
      .poll(waiting, { timeout: 30_000 })
      .toEqual([
        { status: "queued", problem: expect.any(String), waits_since_the_failure: true, failure_is_over: true },
      ]);
    await behave("normal");
    await writer.server.query(
      "update writing_requests set run_after = now() - interval '1 second' where company_id = $1",
      [writer.admin.company.id],
    );
    await scheduleWriting(writer.server.platform);
    await waitUntilWritten();
    expect(await messages()).toHaveLength(1);
  });

  test.each([
    ["vllm-nl", "context_length", "te lang"],
    ["mistral-nl", "invalid_parameter", "accepteert deze opdracht niet"],
    ["ollama-nl", "model_not_found", "kent dit model niet"],
    ["azure-nl", "content_filter_prompt", "inhoudsfilter"],
  ])("%s names the error %s in its own way", async (aiModel, mode, problem) => {
    await switchOn({ aiModel });
    await behave(mode);
    await requestDrafts([await lead()]);
    await waitUntilWritten();
    expect(await progress()).toMatchObject({ failedToday: 1, problem: expect.stringContaining(problem) });
  });

  test("of a model that does not answer in time is tried again later", async () => {
    await switchOn();
    await behave("slow");
    const { config } = writer.server.platform;
    const { aiTimeoutMs } = config;
    config.aiTimeoutMs = 500;
    try {
      await requestDrafts([await lead()]);
      await expect
        .poll(() => requests("status, problem"), { timeout: 30_000 })
        .toEqual([{ status: "queued", problem: expect.stringContaining("niet bereikbaar") }]);
    } finally {
      config.aiTimeoutMs = aiTimeoutMs;
    }
    await writer.admin.client.post("/api/writer/stop", {});
  });
});

test("nothing of a prompt or an answer is in the log", async () => {
  await switchOn();
  await behave("server_error");
  await requestDrafts([await lead({ full_name: "Geheimzinnig Persoon" })]);
  // The problem is stored after the model has answered.
  await expect.poll(progress, { timeout: 30_000 }).toMatchObject({ waiting: 1, problem: expect.any(String) });
  expect(writer.log.join("\n")).not.toMatch(/Geheimzinnig|tweede vestiging|Instructies van het bedrijf/);
  expect(writer.log.join("\n")).not.toContain(writer.ai.apiKey);
});
