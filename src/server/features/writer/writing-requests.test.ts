import pg from "pg";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/time.ts";
import { makeMessage, makePrompt } from "#testing/factories.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { createWriterHarness } from "./writer.fixture.ts";
import { scheduleWriting } from "./writer.jobs.ts";

const writer = createWriterHarness();
const {
  behave,
  holdModel,
  forgetRequests,
  switchOn,
  lead,
  requestDrafts,
  messages,
  progress,
  requests,
  untilRunning,
  waitUntilWritten,
} = writer;

describe("a draft", () => {
  test("is written once per lead, and never for a lead that may not be contacted", async () => {
    await switchOn();
    const ids = [await lead(), await lead({ classification: "NOT INTERESTED" })];
    const answers = await Promise.all([requestDrafts(ids), requestDrafts(ids)]);
    expect(answers.map(({ body }) => Number(body["requested"])).reduce((one, other) => one + other)).toBe(1);
    await waitUntilWritten();
    expect((await messages()).map(({ leadId }) => leadId)).toEqual([ids[0]]);
    const deleted = await lead({ deleted_at: new Date() });
    expect(
      (await requestDrafts([...ids, deleted, deleted, await lead({ classification: "NOT RELEVANT" })])).body,
    ).toEqual({
      requested: 0,
      skipped: [
        { reason: "unwelcome", count: 2 },
        { reason: "deleted", count: 1 },
        { reason: "has_message", count: 1 },
      ],
    });
  });

  test("is not written while the company's own automation writes", async () => {
    expect((await requestDrafts([await lead()])).status).toBe(409);
  });

  test("is not stored when the lead replied after the request", async () => {
    await switchOn();
    const release = await holdModel();
    const leadId = await lead();
    await requestDrafts([leadId]);
    await untilRunning();
    await writer.server.query(
      `insert into messages (company_id, lead_id, message_type, content, status, changed_at)
      values ($1, $2, 'followup', 'Follow up 1: Hoi', 'interested', now() + interval '1 second')`,
      [writer.admin.company.id, leadId],
    );
    await release();
    await waitUntilWritten();
    expect(await progress()).toMatchObject({ failedToday: 1, problem: expect.stringContaining("intussen geantwoord") });
    expect((await messages()).filter(({ messageType }) => messageType === "icebreaker")).toEqual([]);
  });

  test("is not stored when the lead has such a message meanwhile", async () => {
    await switchOn();
    const release = await holdModel();
    const leadId = await lead();
    await requestDrafts([leadId]);
    await untilRunning();
    await writer.server.query(
      `insert into messages (company_id, lead_id, message_type, content, status)
      values ($1, $2, 'icebreaker', 'Ice Breaker: Uit Airtable', 'pending')`,
      [writer.admin.company.id, leadId],
    );
    await release();
    await waitUntilWritten();
    expect(await messages()).toMatchObject([{ messageContent: "Ice Breaker: Uit Airtable" }]);
    expect(await requests("status")).toEqual([{ status: "stopped" }]);
  });

  test("waits until tomorrow when the tokens of the day are used", async () => {
    await switchOn({ aiDailyTokens: 1000 });
    await writer.server.query(
      "insert into model_calls (company_id, at, model, prompt_tokens, completion_tokens) values ($1, now(), 'x', 900, 100)",
      [writer.admin.company.id],
    );
    await requestDrafts([await lead()]);
    await expect
      .poll(progress, { timeout: 30_000 })
      .toMatchObject({ waiting: 1, problem: expect.stringContaining("1.000 tokens") });
    // It was not tried.
    expect(await requests("attempts")).toEqual([{ attempts: 0 }]);
    expect(await messages()).toEqual([]);
    expect((await writer.changeSettings({ aiDailyTokens: 100_000 })).status).toBe(200);
    await waitUntilWritten();
    expect(await messages()).toHaveLength(1);
  });

  test("that takes long stays with its worker", async () => {
    await switchOn();
    await behave("normal", { delayMs: 12_000 });
    await requestDrafts([await lead()]);
    const claims = async () => (await requests("claim_id, claimed_at"))[0] ?? {};
    await expect.poll(claims, { timeout: 30_000 }).toMatchObject({ claim_id: expect.any(String) });
    const { claim_id, claimed_at: first } = await claims();
    await expect.poll(claims, { timeout: 30_000 }).not.toMatchObject({ claimed_at: first });
    await expect.poll(messages, { timeout: 30_000 }).toHaveLength(1);
    expect(await claims()).toMatchObject({ claim_id });
  });

  test("of a worker that died is written once", async () => {
    await switchOn();
    const leadId = await lead();
    await writer.server.query(
      `insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after, status,
        claim_id, claimed_at, attempts)
      values ($1, 'draft', 'icebreaker', $2, 'Anna', now(), now(), 'running', gen_random_uuid(), now() - interval '70 seconds', 1)`,
      [writer.admin.company.id, leadId],
    );
    await Promise.all([scheduleWriting(writer.server.platform), scheduleWriting(writer.server.platform)]);
    await waitUntilWritten();
    expect(await messages()).toHaveLength(1);
  });

  test("that never came to an end is given up, with the reason", async () => {
    await switchOn();
    await forgetRequests();
    await writer.server.query(
      `insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after, status,
        claim_id, claimed_at, attempts)
      values ($1, 'draft', 'icebreaker', $2, 'Anna', now(), now(), 'running', gen_random_uuid(), now() - interval '7 minutes', 6)`,
      [writer.admin.company.id, await lead()],
    );
    await scheduleWriting(writer.server.platform);
    await waitUntilWritten();
    expect(await requests("status, problem")).toEqual([
      { status: "failed", problem: expect.stringContaining("niet afmaken") },
    ]);
    expect(await writer.sentToModel()).toBe("[]");
  });

  test("is written for the best rated leads by itself, up to the number of the day", async () => {
    await lead({ lead_rating: 3, full_name: "Laag Vos" });
    const best = [
      await lead({ lead_rating: 9, full_name: "Hoog Bos" }),
      await lead({ lead_rating: 8, full_name: "Ook Bos" }),
    ];
    await switchOn({ aiDailyDrafts: 2 });
    // A lead that the writer has rated gets a draft too.
    await writer.admin.client.post("/api/writer/ratings", { leadIds: [best[0]] });
    await waitUntilWritten();
    await scheduleWriting(writer.server.platform);
    await scheduleWriting(writer.server.platform);
    await waitUntilWritten();
    expect(new Set((await messages()).map(({ leadId }) => leadId))).toEqual(new Set(best));
  });

  test("is not written by itself before the first sync has brought the prompts and messages", async () => {
    const { server, admin } = writer;
    await lead({ lead_rating: 9 });
    await switchOn({ aiDailyDrafts: 1 });
    const promptId = await makePrompt(server, admin.company.id, { prompt_name: "Icebreaker" });
    await server.query(
      "update companies set airtable_base_id = 'appWriter00000000', airtable_token_encrypted = 'x' where id = $1",
      [admin.company.id],
    );
    await server.query("insert into sync_states (company_id) values ($1) on conflict do nothing", [admin.company.id]);
    // A failed run has ended too.
    await server.query("update sync_states set last_run_ended_at = now(), failures = 1 where company_id = $1", [
      admin.company.id,
    ]);
    await scheduleWriting(server.platform);
    expect(await requests("status")).toEqual([]);
    // It is not necessary to wait for the next minute of the schedule.
    await server.query("update sync_states set first_sync_ended_at = now() where company_id = $1", [admin.company.id]);
    await expect.poll(messages, { timeout: 30_000 }).toMatchObject([{ draft: { promptId, promptVersion: 1 } }]);
  });

  test("is written by itself for a company whose sync was paused before its first run", async () => {
    const { server, admin } = writer;
    await switchOn({ aiDailyDrafts: 1 });
    await server.query(
      "update companies set airtable_base_id = 'appWriter00000001', airtable_token_encrypted = 'x' where id = $1",
      [admin.company.id],
    );
    expect((await admin.client.post("/api/sync/pause", { reason: "Eerst de velden." })).status).toBe(200);
    await lead({ lead_rating: 9 });
    await scheduleWriting(server.platform);
    await expect.poll(messages, { timeout: 30_000 }).toHaveLength(1);
  });

  test("is not written by itself for a company whose sync was paused during its first run", async () => {
    const { server, admin } = writer;
    await switchOn({ aiDailyDrafts: 1 });
    await server.query(
      "update companies set airtable_base_id = 'appWriter00000002', airtable_token_encrypted = 'x' where id = $1",
      [admin.company.id],
    );
    expect((await admin.client.post("/api/sync/pause", { reason: "Eerst de velden." })).status).toBe(200);
    await server.query(
      "insert into sync_runs (company_id, status, tables, progress) values ($1, 'running', '{leads,messages}', $2)",
      [admin.company.id, { leads: { seen: 1, total: 1, new: 1, changed: 0, deleted: 0 } }],
    );
    await lead({ lead_rating: 9 });
    await scheduleWriting(server.platform);
    expect(await requests("status")).toEqual([]);
  });

  test("of many is written one by one, so that other companies have a place too", async () => {
    await switchOn();
    await forgetRequests();
    await behave("normal", { delayMs: 200 });
    const leadIds: string[] = [];
    for (let nth = 0; nth < 8; nth++) leadIds.push(await lead());
    await Promise.all(leadIds.map((id) => requestDrafts([id])));
    await waitUntilWritten();
    expect(await messages()).toHaveLength(leadIds.length);
    expect(await writer.sandbox.control("GET", "ai/load")).toEqual({ open: 0, most: 1 });
  });

  test("can be stopped", async () => {
    await switchOn();
    await behave("server_error");
    await requestDrafts([await lead()]);
    expect((await writer.admin.client.post("/api/writer/stop", {})).body).toEqual({ stopped: 1 });
    await behave("normal");
    await scheduleWriting(writer.server.platform);
    expect(await requests("status")).toEqual([{ status: "stopped" }]);
  });
});

test("the progress of today includes requests that waited for days, and leaves out what ended yesterday", async () => {
  await switchOn();
  for (const daysAgo of [0, 1]) {
    await writer.server.query(
      `insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after, status, finished_at)
        select $1, 'draft', 'icebreaker', $2, 'Anna', now() - interval '9 days', now(), status, $3
        from unnest(array['done', 'failed']) status`,
      [writer.admin.company.id, await lead(), addDays(writer.server.clock.now(), -daysAgo)],
    );
  }
  expect(await progress()).toMatchObject({ doneToday: 1, failedToday: 1 });
});

test("stopping the writer waits for a message before it touches the request for it", async () => {
  await switchOn();
  const { id: companyId } = writer.admin.company;
  const { id, leadId } = await makeMessage(writer.server, companyId, { regenerating: true });
  await writer.server.query(
    `insert into writing_requests (company_id, kind, message_type, lead_id, message_id, base_version, requested_by, requested_at, run_after)
      values ($1, 'rewrite', 'icebreaker', $2, $3, 1, 'Anna', now(), now() + interval '1 hour')`,
    [companyId, leadId, id],
  );
  const locker = new pg.Client({ connectionString: inspectorUrl(writer.server.databaseUrl) });
  await locker.connect();
  try {
    await locker.query("begin");
    await locker.query("select from messages where id = $1 for update", [id]);
    const stopped = writer.admin.client.post("/api/writer/stop", {});
    await expect
      .poll(() =>
        writer.server.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .not.toEqual([]);
    // As a user who requests another text for the message: with the locks in the other order, one of the two would fail.
    await locker.query("update writing_requests set base_version = 2 where message_id = $1", [id]);
    await locker.query("commit");
    expect((await stopped).body).toEqual({ stopped: 1 });
  } finally {
    await locker.end();
  }
  expect(await writer.server.query("select regenerating from messages where id = $1", [id])).toEqual([
    { regenerating: false },
  ]);
});

describe("drafts by rating", () => {
  test("are written for the best rated leads from that rating upwards", async () => {
    await switchOn();
    const best = await lead({ lead_rating: 9, full_name: "Hoog Bos" });
    const good = await lead({ lead_rating: 8, full_name: "Ook Bos" });
    await lead({ lead_rating: 6, full_name: "Laag Vos" });
    const ask = (limit: number) => writer.admin.client.post("/api/writer/drafts", { minRating: 8, limit });
    expect((await ask(1)).body).toEqual({ requested: 1, skipped: [] });
    expect((await ask(5)).body).toEqual({ requested: 1, skipped: [] });
    await waitUntilWritten();
    expect(new Set((await messages()).map(({ leadId }) => leadId))).toEqual(new Set([best, good]));
    expect((await ask(5)).body).toEqual({ requested: 0, skipped: [] });
  });
});
