import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MESSAGE_STATUSES, type MessageStatus, nextStatus } from "#contract/message-status.ts";
import type { Message, SendPreview } from "#contract/messages.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { addDays, calendarDay, HOUR_MS, startOfDay, weekday } from "#platform/time.ts";
import { makeCompany } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { openEvents } from "#testing/event-reader.ts";
import { FOLLOW_UP, ICE_BREAKER, isInDefaultHours, makeMessage, removeSendingLimits } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient, TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { messagesJobs } from "./messages.jobs.ts";

let server: TestServer;
let me: SignedIn;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
  client = me.client;
});
afterAll(() => server.close());

const make = (message = {}, lead = {}) => makeMessage(server, me.company.id, message, lead);
const row = async (id: string) =>
  (await server.query<Record<string, unknown>>("select * from messages where id = $1", [id]))[0] ?? {};
const items = (id: string) =>
  server.query<{ message_name: string; status: string; text: string; date_due: Date | null }>(
    "select message_name, status, text, date_due from queue_items where message_id = $1 order by due_sort_key, id",
    [id],
  );
const outbox = async (id: string) => {
  const rows = await server.query<{ field: string; value: unknown; based_on: unknown }>(
    "select field, value, based_on from airtable_outbox where local_id = $1 order by id",
    [id],
  );
  return Object.fromEntries(rows.map(({ field, value, based_on }) => [field, { before: based_on, after: value }]));
};
const auditedActions = async (id: string) =>
  (await server.query<{ action: string }>("select action from audit_log where subject_id = $1 order by at", [id])).map(
    ({ action }) => action,
  );

const ACTIONS = {
  approve: (id: string) => client.patch(`/api/messages/${id}`, { messageContent: ICE_BREAKER, status: "approved" }),
  edit: (id: string) => client.post(`/api/messages/${id}/edit`, { editedContent: { "Bericht 1": "Iets anders" } }),
  rewrite: (id: string) =>
    client.patch(`/api/messages/${id}`, { status: "rewritten", feedback: "Ice Breaker: korter" }),
  rerun: (id: string) => client.post(`/api/rerun-icebreaker/${id}`),
  send: (id: string) => client.post(`/api/send-icebreaker/${id}`),
  cancel: (id: string) => client.post("/api/messages/batch", { action: "cancel", ids: [id] }),
  undo: (id: string) => client.post(`/api/messages/${id}/undo`),
};
type ActionName = keyof typeof ACTIONS;

const isDone = (name: ActionName, response: TestResponse): boolean =>
  name === "cancel" ? (response.body["done"] as unknown[]).length === 1 : response.status === 200;

const expectedStatus = (status: MessageStatus, name: ActionName): MessageStatus | undefined => {
  if (name !== "undo") return nextStatus(status, name);
  return nextStatus(status, status === "cancelled" ? "undo_cancel" : "undo_approve");
};

describe("every action on every status", () => {
  const cases = MESSAGE_STATUSES.flatMap((status) => Object.keys(ACTIONS).map((name) => [name, status] as const));
  test.each(cases)("%s of a message that is %s", async (action, status) => {
    const name = action as ActionName;
    const { id } = await make({ status });
    const before = await fingerprint(server);
    const response = await ACTIONS[name](id);
    const expected = expectedStatus(status, name);
    expect(isDone(name, response)).toBe(expected !== undefined);
    expect((await row(id))["status"]).toBe(expected ?? status);
    if (expected) return expect(await auditedActions(id)).toHaveLength(1);
    if (name !== "cancel") {
      expect({ status: response.status, code: response.body["code"] }).toEqual({ status: 409, code: "conflict" });
      // The specification's words, for a cancellation only.
      expect(response.body["message"]).not.toContain("already removed");
    }
    expect(await fingerprint(server)).toEqual(before);
  });
});

describe("rewriting", () => {
  test("stores the feedback with its version and requests a new text", async () => {
    const { id } = await make();
    const response = await client.patch(`/api/messages/${id}`, {
      status: "rewritten",
      feedback: " Ice Breaker: korter ",
    });
    expect(response.body).toMatchObject({
      status: "rewritten",
      regenerating: true,
      contentVersion: 1,
      sync: "pending",
    });
    const versions = await server.query(
      "select number, content, feedback from message_versions where message_id = $1",
      [id],
    );
    expect(versions).toEqual([{ number: 1, content: ICE_BREAKER, feedback: "Ice Breaker: korter" }]);
    expect(await outbox(id)).toEqual({
      status: { before: "pending", after: "rewritten" },
      feedback: { before: null, after: "Ice Breaker: korter" },
    });
    expect((await row(id))["requested_version"]).toBe(1);
  });

  test("requires feedback", async () => {
    const { id } = await make();
    const response = await client.patch(`/api/messages/${id}`, { status: "rewritten", feedback: "  " });
    expect([response.status, response.body["message"]]).toEqual([400, "Vul feedback in."]);
  });

  test("with the same feedback while a text is pending is one request", async () => {
    const { id } = await make();
    expect((await ACTIONS.rewrite(id)).status).toBe(200);
    const before = await fingerprint(server);
    expect((await ACTIONS.rewrite(id)).body).toMatchObject({ status: "rewritten", regenerating: true });
    expect(await fingerprint(server)).toEqual(before);
    const other = { status: "rewritten", feedback: "Ice Breaker: langer" };
    expect((await client.patch(`/api/messages/${id}`, other)).status).toBe(200);
    expect((await outbox(id))["feedback"]).toMatchObject({ after: "Ice Breaker: langer" });
  });

  test("with the same feedback on a newer text is a change in Airtable", async () => {
    const { id } = await make();
    await ACTIONS.rewrite(id);
    // The new text is there, and nobody has set the status back.
    await server.query(
      "update messages set content = 'Ice Breaker: Nieuw', content_version = 2, regenerating = false where id = $1",
      [id],
    );
    await server.query("delete from airtable_outbox where local_id = $1", [id]);
    expect((await ACTIONS.rewrite(id)).body).toMatchObject({ status: "rewritten", regenerating: true });
    expect(await outbox(id)).toEqual({ rerun_requested_at: { before: null, after: expect.any(String) } });
    expect((await row(id))["requested_version"]).toBe(2);
  });

  test("with other feedback is a new request", async () => {
    const { id } = await make();
    await ACTIONS.rerun(id);
    expect(await row(id)).toMatchObject({ status: "pending", regenerating: true, requested_version: 1 });
    expect((await outbox(id))["rerun_requested_at"]).toMatchObject({ before: null });
  });

  test("after a rewrite, no longer uses its feedback, which stays with the text that it was about", async () => {
    const { id } = await make();
    await ACTIONS.rewrite(id);
    await ACTIONS.rerun(id);
    expect(await row(id)).toMatchObject({ status: "pending", feedback: null });
    expect((await outbox(id))["feedback"]).toMatchObject({ after: null });
    expect((await client.get(`/api/messages/${id}/versions`)).body).toMatchObject([
      { feedback: "Ice Breaker: korter" },
    ]);
  });
});

describe("a requested text that does not come", () => {
  const endOverdue = async () => {
    const [job] = messagesJobs(server.platform);
    await job?.handle({}, new AbortController().signal);
  };
  const age = (id: string, minutes: number) =>
    server.query("update messages set text_requested_at = now() - make_interval(mins => $2) where id = $1", [
      id,
      minutes,
    ]);
  const read = async (id: string) => {
    const { body } = await client.get("/api/messages?limit=500");
    return (body as unknown as { id: string }[]).find((message) => message.id === id);
  };

  test("waits as long as the built-in writer has the request", async () => {
    const { id } = await make();
    await ACTIONS.rerun(id);
    await server.query(
      `insert into writing_requests (company_id, kind, message_type, lead_id, message_id, requested_by, requested_at, run_after)
      select company_id, 'rerun', message_type, lead_id, id, 'Anna', now(), now() + interval '1 day' from messages where id = $1`,
      [id],
    );
    await age(id, 11);
    await endOverdue();
    expect(await read(id)).toMatchObject({ regenerating: true, textRequestProblem: null });
    await server.query("update writing_requests set status = 'stopped' where message_id = $1", [id]);
    await endOverdue();
    expect(await read(id)).toMatchObject({ regenerating: false, textRequestProblem: "no_response" });
  });

  test.each(["rewrite", "rerun"] as const)("ends a %s after ten minutes and can be requested again", async (name) => {
    const { id } = await make();
    await ACTIONS[name](id);
    await age(id, 9);
    await endOverdue();
    expect(await read(id)).toMatchObject({ regenerating: true, textRequestProblem: null });
    await age(id, 11);
    await endOverdue();
    const feedback = name === "rewrite" ? "Ice Breaker: korter" : null;
    expect(await read(id)).toMatchObject({ regenerating: false, textRequestProblem: "no_response", feedback });
    await server.query("delete from airtable_outbox where local_id = $1", [id]);
    await ACTIONS[name](id);
    expect(await read(id)).toMatchObject({ regenerating: true, textRequestProblem: null });
    expect(await outbox(id)).toHaveProperty("rerun_requested_at");
    await endOverdue();
    expect(await read(id)).toMatchObject({ regenerating: true });
  });

  test("ends also when the requests of another company cannot be ended", async () => {
    const { id } = await make();
    await ACTIONS.rewrite(id);
    await age(id, 11);
    const others = await Promise.all([1, 2, 3].map(() => makeCompany(server.platform.database)));
    for (const other of others) {
      const message = await makeMessage(server, other.id);
      await server.query("update messages set regenerating = true where id = $1", [message.id]);
      await age(message.id, 11);
    }
    const { database } = server.platform;
    const broken = new Set(others.map((other) => other.id));
    const tenant: typeof database.tenant = (companyId) => {
      const db = database.tenant(companyId);
      const transaction = () => Promise.reject(new Error("this company fails"));
      return broken.has(companyId) ? { ...db, transaction } : db;
    };
    const log = server.platform.log.child({}, { level: "silent" });
    const [job] = messagesJobs({ ...server.platform, log, database: { ...database, tenant } });
    await job?.handle({}, new AbortController().signal);
    expect(await read(id)).toMatchObject({ regenerating: false, textRequestProblem: "no_response" });
  });

  test("is no problem any more when the text comes after all", async () => {
    const { id } = await make();
    await ACTIONS.rewrite(id);
    await age(id, 11);
    await endOverdue();
    await server.query("update messages set content = 'Nieuw', content_version = content_version + 1 where id = $1", [
      id,
    ]);
    expect(await read(id)).toMatchObject({ textRequestProblem: null });
  });
});

describe("editing", () => {
  const edit = (id: string, editedContent: Record<string, string>, more = {}) =>
    client.post(`/api/messages/${id}/edit`, { editedContent, ...more });
  const adjustments = (id: string) =>
    server.query("select section, original, edited, made_by from adjustments where message_id = $1 order by section", [
      id,
    ]);

  test("stores an adjustment for each changed section only", async () => {
    const { id } = await make();
    const response = await edit(id, {
      "Ice Breaker:": "Hoi 👋🏽 Sanne",
      "Bericht 1": "Nog even dit.",
      "bericht 2": " Laatste ",
    });
    expect(response.body).toMatchObject({ status: "edited", contentVersion: 2 });
    expect(response.body["messageContent"]).toBe(
      "Ice Breaker:\nHoi 👋🏽 Sanne\n\nBericht 1:\nNog even dit.\n\nBericht 2: Laatste\n\nBericht 3: Dag",
    );
    expect(await adjustments(id)).toEqual([
      { section: "Bericht 2", original: "Laatste poging", edited: "Laatste", made_by: "Anna Jansen" },
      { section: "Ice Breaker", original: "Hoi Sanne!", edited: "Hoi 👋🏽 Sanne", made_by: "Anna Jansen" },
    ]);
    const versions = await server.query(
      "select number, source, author from message_versions where message_id = $1 order by number",
      [id],
    );
    expect(versions).toEqual([
      { number: 1, source: "original", author: "Frank Hoekstra" },
      { number: 2, source: "edit", author: "Anna Jansen" },
    ]);
    const waiting = await server.query(
      `select from airtable_records r join adjustments a on a.id = r.local_id
        where r.table_name = 'adjustments' and r.state = 'pending' and a.message_id = $1`,
      [id],
    );
    expect(waiting).toHaveLength(2);
  });

  test("ignores different line ends", async () => {
    const content = "Ice Breaker:\r\nRegel één\r\nRegel twee\r\n\r\nBericht 1: b";
    const { id } = await make({ content });
    const before = await fingerprint(server);
    const response = await edit(id, { "Ice Breaker": "Regel één\nRegel twee", "Bericht 1": "b" });
    expect(response.body).toMatchObject({ status: "pending", messageContent: content });
    expect(await fingerprint(server)).toEqual(before);
    await edit(id, { "Bericht 1": "c" });
    expect((await row(id))["content"]).toBe("Ice Breaker:\r\nRegel één\r\nRegel twee\r\n\r\nBericht 1: c");
  });

  test.each([
    [{ "Follow up 1": "a" }, "Dit onderdeel staat niet in het bericht."],
    [{ "Ice Breaker": "  " }, "Het bericht kan niet leeg zijn."],
    [{ "Ice Breaker": "a\nBericht 1: b" }, expect.stringContaining("naam van een onderdeel")],
  ])("refuses %j", async (editedContent, message) => {
    const { id } = await make();
    const before = await fingerprint(server);
    const response = await client.post(`/api/messages/${id}/edit`, { editedContent });
    expect([response.status, response.body["message"]]).toEqual([400, message]);
    expect(await fingerprint(server)).toEqual(before);
  });

  test("of a text that somebody else replaced is refused with their name", async () => {
    const { id } = await make();
    await edit(id, { "Bericht 1": "Van Anna" }, { contentVersion: 1 });
    const colleague = await signedIn(server, { company: me.company });
    const late = await colleague.client.post(`/api/messages/${id}/edit`, {
      editedContent: { "Bericht 1": "Van een ander" },
      contentVersion: 1,
    });
    expect([late.status, late.body["message"]]).toEqual([409, expect.stringContaining("gewijzigd door Anna Jansen")]);
    expect((await row(id))["content"]).toContain("Van Anna");
  });

  test("of ten concurrent edits one is stored, the others are refused", async () => {
    const { id } = await make();
    const texts = Array.from({ length: 10 }, (_, nth) => `Tekst ${nth}`);
    const responses = await Promise.all(texts.map((text) => edit(id, { "Bericht 1": text }, { contentVersion: 1 })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(await row(id)).toMatchObject({ content_version: 2 });
  });
});

describe("approving", () => {
  test("queues every part on its date, with the text that was approved", async () => {
    const { id } = await make({ due_ice_breaker: "2030-01-07T09:00:00Z", due_message_1: "2030-01-15T09:30:00Z" });
    const content = ICE_BREAKER.replace("Hoi Sanne!", "Dag Sanne");
    const response = await client.patch(`/api/messages/${id}`, {
      messageContent: content,
      status: "approved",
      contentVersion: 1,
    });
    expect(response.body).toMatchObject({ status: "approved", contentVersion: 2, messageContent: content });
    expect(await items(id)).toEqual([
      {
        message_name: "Ice Breaker",
        status: "QUEUED",
        text: "Dag Sanne",
        date_due: new Date("2030-01-07T09:00:00Z"),
      },
      {
        message_name: "Bericht 1",
        status: "QUEUED",
        text: "Nog even dit.",
        date_due: new Date("2030-01-15T09:30:00Z"),
      },
      {
        message_name: "Bericht 2",
        status: "QUEUED",
        text: "Laatste poging",
        date_due: new Date("2030-01-21T09:30:00Z"),
      },
      { message_name: "Bericht 3", status: "QUEUED", text: "Dag", date_due: new Date("2030-01-28T09:30:00Z") },
    ]);
    const records = await server.query("select from airtable_records where table_name = 'queue' and state = 'pending'");
    expect(records.length).toBeGreaterThanOrEqual(4);
  });

  test("never queues older conversations", async () => {
    const { id } = await make({ message_type: "followup" });
    await client.patch(`/api/messages/${id}`, { messageContent: FOLLOW_UP });
    expect((await items(id)).map(({ message_name }) => message_name)).toEqual([
      "Follow up 1",
      "Follow up 2",
      "Follow up 3",
    ]);
  });

  test("an empty text is refused with the message of the screen", async () => {
    const { id } = await make();
    const response = await client.patch(`/api/messages/${id}`, { messageContent: " \n ", status: "approved" });
    expect([response.status, response.body["message"]]).toEqual([400, "Het bericht kan niet leeg zijn."]);
  });

  test("a text without a part to send is refused", async () => {
    const { id } = await make({ message_type: "followup" });
    const before = await fingerprint(server);
    const response = await client.patch(`/api/messages/${id}`, { messageContent: "Older conversations: a" });
    expect([response.status, response.body["message"]]).toEqual([409, "Dit bericht heeft geen tekst om te versturen."]);
    expect(await fingerprint(server)).toEqual(before);
  });

  test.each(["DO NOT CONNECT", "NOT INTERESTED", "NOT RELEVANT", "DELETED"])(
    "and sending to a lead that is %s is refused, and leaves nothing",
    async (classification) => {
      const { id } = await make({}, { classification });
      const before = await fingerprint(server);
      for (const act of [ACTIONS.approve, ACTIONS.send]) {
        const response = await act(id);
        expect([response.status, response.body["message"]]).toEqual([
          409,
          expect.stringMatching(/mag geen berichten krijgen/),
        ]);
      }
      expect(await fingerprint(server)).toEqual(before);
    },
  );

  test("concurrent with a class that forbids contact leaves nothing queued", async () => {
    for (let round = 0; round < 8; round++) {
      const { id, providerId } = await make();
      await Promise.all([
        ACTIONS.approve(id),
        client.patch(`/api/messages/classification/${providerId}`, { classification: "DO NOT CONNECT" }),
      ]);
      expect((await items(id)).filter(({ status }) => status === "QUEUED")).toEqual([]);
    }
  });
});

describe("late", () => {
  const NIGHT = { due_ice_breaker: "2026-01-05T02:42:00Z", due_message_1: "2026-01-05T03:06:00Z" };

  /** Outside the working hours until the test ends; at night, because a date by the cadence keeps the time of day of now. */
  const signInOnSundayNight = (): Promise<SignedIn> => {
    const now = server.clock.now();
    const sunday = addDays(startOfDay(calendarDay(now)), 7 - weekday(now));
    const untilNight = sunday.getTime() + 3 * HOUR_MS - now.getTime();
    server.clock.advance(untilNight);
    onTestFinished(() => server.clock.advance(-untilNight));
    return signedIn(server, { company: me.company });
  };

  test("approving gives dates in working hours, a day apart, which the preview shows first and which are saved", async () => {
    // At a moment that is allowed the first date is now, which is later for the approval than for the preview.
    const { client } = await signInOnSundayNight();
    const { id } = await make({ ...NIGHT, message_flow: "Late Lezer" });
    const preview = (await client.get(`/api/messages/${id}/send-preview`)).body as unknown as SendPreview;
    expect(preview.parts.map(({ isMoved }) => isMoved)).toEqual([true, true, false, false]);
    const approval = { messageContent: ICE_BREAKER, status: "approved" };
    expect((await client.patch(`/api/messages/${id}`, approval)).status).toBe(200);
    const dates = (await items(id)).map(({ date_due }) => date_due ?? new Date(0));
    for (const [nth, at] of dates.entries()) {
      expect(isInDefaultHours(at), at.toISOString()).toBe(true);
      const previous = dates[nth - 1];
      if (previous) expect(at.getTime() - previous.getTime()).toBeGreaterThanOrEqual(20 * 3_600_000);
      expect(at).toEqual(new Date(preview.parts[nth]?.dateDue ?? ""));
    }
    expect(await row(id)).toMatchObject({
      due_ice_breaker: dates[0],
      due_message_1: dates[1],
      due_message_2: dates[2],
    });
    expect(Object.keys(await outbox(id))).toEqual(expect.arrayContaining(["due_ice_breaker", "due_message_1"]));
  });

  test("SENT at the next moment waits for the working hours and does not ask the automation to send now", async () => {
    const { client } = await signInOnSundayNight();
    const { id } = await make({ ...NIGHT, message_flow: "Late Lezer" });
    const sent = await client.post(`/api/send-icebreaker/${id}`, { when: "next" });
    const [first] = await items(id);
    expect(isInDefaultHours(first?.date_due ?? new Date(0))).toBe(true);
    expect(await row(id)).toMatchObject({ status: "approved", send_requested_at: null });
    const moment = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", day: "numeric", month: "long" });
    expect(sent).toMatchObject({ status: 200, body: { message: expect.not.stringContaining("seconden") } });
    expect(sent.body["message"]).toContain(moment.format(first?.date_due ?? undefined));
    expect((await client.post(`/api/send-icebreaker/${id}`, { when: "later" })).status).toBe(400);
  });

  test("a second click on SENT at the next moment changes nothing and says the same", async () => {
    const { id } = await make({ ...NIGHT, message_flow: "Late Lezer" });
    const click = () => client.post(`/api/send-icebreaker/${id}`, { when: "next" });
    const first = await click();
    const before = await fingerprint(server);
    const second = await click();
    expect([second.status, second.body["message"]]).toEqual([200, first.body["message"]]);
    expect(await fingerprint(server)).toEqual(before);
  });

  test("SENT at the next moment says when the list of queued messages plans it, after the other messages", async () => {
    const who = await signedIn(server);
    await server.query(
      "update companies set delivery_channel = 'webhook', delivery_webhook_url = 'https://example.org/hook' where id = $1",
      [who.company.id],
    );
    await server.query("select add_senders($1, array['Druk Bezet'])", [who.company.id]);
    const dayAfterTomorrow = weekday(addDays(server.clock.now(), 2)) || 7;
    await server.query(
      "update senders set hours = hours || jsonb_build_object('days', $1::jsonb, 'holidays', true) where company_id = $2",
      [JSON.stringify([dayAfterTomorrow]), who.company.id],
    );
    const sendNext = async () => {
      const { id, leadId } = await makeMessage(server, who.company.id, { message_flow: "Druk Bezet" });
      const { body } = await who.client.post(`/api/send-icebreaker/${id}`, { when: "next" });
      return { leadId, text: String(body["message"]) };
    };
    await sendNext();
    const { leadId, text } = await sendNext();
    const queued = (await who.client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
    const first = queued.find((part) => part.leadId === leadId && part.messageName === "Ice Breaker");
    const plannedAt = new Date(first?.plannedAt ?? 0);
    expect(plannedAt.getTime() - Date.parse(first?.dateDue ?? "")).toBeGreaterThanOrEqual(50_000);
    const time = plannedAt.toLocaleTimeString("nl-NL", { timeZone: "Europe/Amsterdam", timeStyle: "short" });
    expect(text).toContain(` om ${time}.`);
  });

  test("the preview says whether it is within the working hours of the sender", async () => {
    const { id } = await make({ message_flow: "Altijd Open" });
    const isWithinHours = async () => (await client.get(`/api/messages/${id}/send-preview`)).body["isWithinHours"];
    const setDays = async (days: number[]) => {
      await server.query(
        `update senders set hours = jsonb_build_object('days', $1::jsonb, 'from', '00:00', 'until', '24:00', 'holidays', true)
         where name = 'Altijd Open'`,
        [JSON.stringify(days)],
      );
    };
    await setDays([1, 2, 3, 4, 5, 6, 7]);
    expect(await isWithinHours()).toBe(true);
    const today = weekday(server.clock.now()) || 7;
    // Two days later, because the next day may begin during the test.
    await setDays([((today + 1) % 7) + 1]);
    expect(await isWithinHours()).toBe(false);
  });

  test("a sender with a maximum of 0 sends nothing: the company's automation does not get the message either", async () => {
    const { id } = await make({ message_flow: "Nul Nooit" });
    await server.query("update senders set caps = caps || '{\"messagesPerDay\": 0}' where name = 'Nul Nooit'");
    for (const response of [await ACTIONS.approve(id), await ACTIONS.send(id)])
      expect(response).toMatchObject({ status: 409, body: { message: expect.stringContaining("maximum staat op 0") } });
    expect(await items(id)).toEqual([]);
  });

  test("messages that the company's automation sends keep their distance from each other", async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => make({ ...NIGHT, message_flow: "Snelle Snuiter" })));
    for (const { id } of made) await ACTIONS.approve(id);
    const times = (await Promise.all(made.map(({ id }) => items(id)))).flat().map(({ date_due }) => Number(date_due));
    const sorted = times.toSorted((one, other) => one - other);
    for (const [nth, at] of sorted.entries())
      if (nth > 0) expect(at - (sorted[nth - 1] ?? 0)).toBeGreaterThanOrEqual(60_000);
  });
});

describe("sending", () => {
  test("makes the first part due now, and a second click has no effect", async () => {
    const { id } = await make({ due_ice_breaker: "2030-01-07T09:00:00Z", due_message_1: "2030-03-12T09:30:00Z" });
    const clickedAt = Date.now();
    const [first, second] = [await ACTIONS.send(id), await ACTIONS.send(id)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const [breaker, one] = await items(id);
    // After the time in which it can be undone.
    expect(breaker?.date_due?.getTime()).toBeGreaterThanOrEqual(clickedAt);
    expect(breaker?.date_due?.getTime()).toBeLessThanOrEqual(Date.now() + UNDO_SECONDS * 1000);
    expect(one).toMatchObject({ message_name: "Bericht 1", date_due: new Date("2030-03-12T09:30:00Z") });
    expect(await items(id)).toHaveLength(4);
    expect((await outbox(id))["send_requested_at"]).toMatchObject({ before: null });
    expect(await auditedActions(id)).toEqual(["message.send_requested"]);
  });

  test("fifty times concurrently sends once", async () => {
    const { id } = await make();
    const responses = await Promise.all(Array.from({ length: 50 }, () => ACTIONS.send(id)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await items(id)).toHaveLength(4);
    expect(await auditedActions(id)).toHaveLength(1);
  });

  test("after a failure queues the unsent parts again with the current text", async () => {
    const { id } = await make({ status: "error" });
    const insert =
      "insert into queue_items (company_id, message_id, message_name, status, text) values ($1, $2, $3, $4, 'oud')";
    await server.query(insert, [me.company.id, id, "Ice Breaker", "ERROR"]);
    await server.query(insert, [me.company.id, id, "Bericht 1", "QUEUED"]);
    await server.query(insert, [me.company.id, id, "Bericht 2", "SENT"]);
    await ACTIONS.send(id);
    const live = (await items(id))
      .filter(({ status }) => status === "QUEUED")
      .map(({ message_name, text }) => [message_name, text]);
    expect(Object.fromEntries(live)).toEqual({
      "Bericht 1": "Nog even dit.",
      "Bericht 3": "Dag",
      "Ice Breaker": "Hoi Sanne!",
    });
  });
});

describe("a failed message", () => {
  const fail = async () => {
    const made = await make();
    await ACTIONS.approve(made.id);
    const [failed] = await server.query<{ id: string }>(
      "update queue_items set status = 'ERROR' where message_id = $1 and message_name = 'Ice Breaker' returning id",
      [made.id],
    );
    await server.query("update messages set status = 'error' where id = $1", [made.id]);
    await server.query("update queue_items set paused = true where message_id = $1 and status = 'QUEUED'", [made.id]);
    return { ...made, failed: failed?.id ?? "" };
  };
  const retry = (id: string) => client.patch(`/api/messages-queued/${id}/retry`);
  const countByStatus = async (id: string) =>
    Object.fromEntries(
      [...Map.groupBy(await items(id), ({ status }) => status)].map(([key, all]) => [key, all.length]),
    );

  test.each(["approve", "send"] as const)(
    "has one row of each part after %s, and its undo restores them",
    async (name) => {
      const { id } = await fail();
      const response = await ACTIONS[name](id);
      expect(await countByStatus(id)).toEqual({ CANCELLED: 4, QUEUED: 4 });
      const { token } = response.body["undo"] as { token: string };
      expect((await client.post(`/api/undo/${token}`)).status).toBe(200);
      expect(await countByStatus(id)).toEqual({ CANCELLED: 4, QUEUED: 3, ERROR: 1 });
    },
  );

  test.each(["edit", "rewrite", "rerun", "cancel"] as const)("has no open part after %s", async (name) => {
    const { id, failed } = await fail();
    expect(isDone(name, await ACTIONS[name](id))).toBe(true);
    expect(await countByStatus(id)).toEqual({ CANCELLED: 4 });
    expect((await retry(failed)).status).toBe(409);
  });

  test("whose lead gets nothing more cannot be retried", async () => {
    const { id, failed, providerId } = await fail();
    expect((await client.post(`/api/messages/cancel-all/${providerId}`)).status).toBe(200);
    expect(await countByStatus(id)).toEqual({ CANCELLED: 4 });
    expect(await outbox(failed)).toEqual({ status: { before: "ERROR", after: "CANCELLED" } });
    expect((await retry(failed)).status).toBe(409);
  });

  test.each([
    ["pending", "Te beoordelen"],
    ["cancelled", "geannuleerd"],
  ])("that became %s in Airtable is not sent by a retry", async (status, text) => {
    const { id, failed } = await fail();
    await server.query("update messages set status = $2 where id = $1", [id, status]);
    expect(await retry(failed)).toMatchObject({ status: 409, body: { message: expect.stringContaining(text) } });
  });

  test("keeps its other parts waiting while a second part of it has failed", async () => {
    const { id, failed } = await fail();
    await server.query("update queue_items set status = 'ERROR' where message_id = $1 and message_name = 'Bericht 1'", [
      id,
    ]);
    await retry(failed);
    const paused = await server.query(
      "select from queue_items where message_id = $1 and paused and status = 'QUEUED'",
      [id],
    );
    expect(paused).toHaveLength(2);
  });
});

const checkApproval = async (id: string) => {
  const check = messagesJobs(server.platform).find(({ job }) => job.name === "messages.check-approvals");
  await check?.handle({ companyId: me.company.id, messageIds: [id] }, new AbortController().signal);
};

test("a text that a user edited in the queue is in the message when that returns to review", async () => {
  const { id } = await make();
  await ACTIONS.approve(id);
  const queued = await server.query<{ id: string; name: string }>(
    "select id, message_name as name from queue_items where message_id = $1",
    [id],
  );
  const second = queued.find(({ name }) => name === "Bericht 2");
  expect((await client.patch(`/api/messages-queued/${second?.id}`, { text: "Van Anna." })).status).toBe(200);
  await server.query(
    "update queue_items set text = 'Van Airtable.' where message_id = $1 and message_name = 'Bericht 1'",
    [id],
  );
  await checkApproval(id);
  expect(await row(id)).toMatchObject({
    status: "pending",
    content: ICE_BREAKER.replace("Nog even dit.", "Van Airtable.").replace("Laatste poging", "Van Anna."),
  });
});

describe("a message that returns to review because Airtable changed it and its queue", () => {
  const changeInAirtable = async (id: string, content: string, queued: Record<string, string>) => {
    await server.query(
      `with changed as (update messages set content = $2, content_version = 2 where id = $1 returning company_id)
      insert into message_versions (company_id, message_id, number, content, source, author, made_at)
      select company_id, $1, number, content, 'airtable', 'Airtable', now() from changed,
        (values (1, $3), (2, $2)) versions (number, content)
      on conflict do nothing`,
      [id, content, ICE_BREAKER],
    );
    for (const [name, text] of Object.entries(queued))
      await server.query("update queue_items set text = $3 where message_id = $1 and message_name = $2", [
        id,
        name,
        text,
      ]);
    await checkApproval(id);
  };

  test("has the queued texts of the sections that are left", async () => {
    const { id } = await make();
    await ACTIONS.approve(id);
    const [content = ""] = ICE_BREAKER.split("Bericht 2:");
    await changeInAirtable(id, content, { "Bericht 1": "Een uit de wachtrij.", "Bericht 2": "Twee uit de wachtrij." });
    expect(await row(id)).toMatchObject({
      status: "pending",
      content: content.replace("Nog even dit.", "Een uit de wachtrij."),
    });
  });

  test("has the queued text of a section that was changed too, and that of the message in its history", async () => {
    const { id } = await make();
    await ACTIONS.approve(id);
    const changed = ICE_BREAKER.replace("Nog even dit.", "Uit het bericht.");
    await changeInAirtable(id, changed, { "Bericht 1": "Uit de wachtrij." });
    const shown = ICE_BREAKER.replace("Nog even dit.", "Uit de wachtrij.");
    expect(await row(id)).toMatchObject({ status: "pending", content: shown, content_version: 3 });
    const versions = "select content from message_versions where message_id = $1 order by number";
    expect(await server.query(versions, [id])).toEqual([ICE_BREAKER, changed, shown].map((content) => ({ content })));
  });
});

describe("due dates", () => {
  const move = (id: string, key: string, date: string | null, rest = {}) =>
    client.patch(`/api/messages/${id}`, {
      dateDueBySection: { ...rest, [key]: date },
      dateDue: date,
      updatedSection: key,
    });

  test("are changed for the named section only, also concurrently", async () => {
    const { id } = await make();
    const stale = { ice_breaker: "2031-01-01T08:00:00Z" };
    const days = {
      ice_breaker: "2030-02-01T09:00:00Z",
      message_1: "2030-02-02T09:00:00Z",
      message_2: "2030-02-03T09:00:00Z",
    };
    const responses = await Promise.all(
      Object.entries(days).map(([key, date]) => move(id, key, date, key === "ice_breaker" ? {} : stale)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const stored = await row(id);
    expect([stored["due_ice_breaker"], stored["due_message_1"], stored["due_message_2"]]).toEqual(
      Object.values(days).map((date) => new Date(date)),
    );
  });

  test("of a queued part move it in the queue", async () => {
    const { id } = await make();
    await ACTIONS.approve(id);
    const response = await move(id, "message_1", "2031-03-03T10:00:00+01:00");
    expect(response.body["dateDueBySection"]).toMatchObject({ message_1: "2031-03-03T09:00:00.000000Z" });
    expect((await items(id)).find(({ message_name }) => message_name === "Bericht 1")?.date_due).toEqual(
      new Date("2031-03-03T09:00:00Z"),
    );
  });

  test.each([
    ["2031-01-10", "2031-01-09T23:00:00Z"],
    ["2031-07-10", "2031-07-09T22:00:00Z"],
  ])("without a time, %s, is that day in Amsterdam", async (day, start) => {
    const { id } = await make();
    expect((await move(id, "message_1", day)).status).toBe(200);
    expect((await row(id))["due_message_1"]).toEqual(new Date(start));
  });

  test.each(["2031-01-10", "2031-01-12T02:00:00Z"])(
    "of a part that the company's automation sends on its date, %s, are in working hours",
    async (chosen) => {
      const { id } = await make();
      await ACTIONS.approve(id);
      expect((await move(id, "message_1", chosen)).status).toBe(200);
      const queued = (await items(id)).find(({ message_name }) => message_name === "Bericht 1")?.date_due;
      expect(isInDefaultHours(queued ?? new Date(0))).toBe(true);
      expect((await row(id))["due_message_1"]).toEqual(queued);
    },
  );

  test("of a queued part are not in the past", async () => {
    const { id } = await make();
    await ACTIONS.approve(id);
    const before = await fingerprint(server);
    expect(await move(id, "message_1", "2020-01-06T10:00:00Z")).toMatchObject({
      status: 400,
      body: { message: "Kies een moment in de toekomst." },
    });
    expect(await fingerprint(server)).toEqual(before);
  });

  test("of a cancelled message cannot be changed", async () => {
    const { id } = await make({ status: "cancelled" });
    const { status, body } = await move(id, "ice_breaker", "2031-01-01T00:00:00Z");
    expect([status, body["message"]]).toEqual([409, "Dit bericht is geannuleerd."]);
  });

  test("of a sent part cannot be changed", async () => {
    const { id } = await make({ status: "sent" });
    await server.query(
      "insert into queue_items (company_id, message_id, message_name, status) values ($1, $2, 'Ice Breaker', 'SENT')",
      [me.company.id, id],
    );
    const before = await fingerprint(server);
    expect((await move(id, "ice_breaker", "2031-01-01T00:00:00Z")).status).toBe(409);
    expect(await fingerprint(server)).toEqual(before);
  });

  test.each([
    ["message_3", "2031-01-01T00:00:00Z"],
    ["follow_up_1", "2031-01-01T00:00:00Z"],
    ["ice_breaker", "0000-01-01T00:00:00Z"],
    ["ice_breaker", "morgen"],
  ])("%s on %s are refused", async (key, date) => {
    const { id } = await make();
    const before = await fingerprint(server);
    expect((await move(id, key, date)).status).toBe(400);
    expect(await fingerprint(server)).toEqual(before);
  });

  test("can be cleared", async () => {
    const { id } = await make({ due_message_1: "2030-01-01T00:00:00Z" });
    expect((await move(id, "message_1", null)).body["dateDueBySection"]).toEqual({});
  });
});

describe("cancelling everything of a lead", () => {
  const cancelAll = (providerId: string) => client.post(`/api/messages/cancel-all/${providerId}`);

  test("cancels its open messages and its queued parts", async () => {
    const { id, leadId, providerId } = await make();
    const other = await make({ lead_id: leadId, status: "approved" });
    await server.query("update messages set lead_id = $1 where id = $2", [leadId, other.id]);
    await server.query("insert into queue_items (company_id, lead_id, message_name) values ($1, $2, 'Bericht 1')", [
      me.company.id,
      leadId,
    ]);
    expect((await cancelAll(providerId)).status).toBe(200);
    expect([(await row(id))["status"], (await row(other.id))["status"]]).toEqual(["cancelled", "cancelled"]);
    const waiting = await server.query("select from queue_items where lead_id = $1 and status = 'QUEUED'", [leadId]);
    expect(waiting).toEqual([]);
    expect(await outbox(id)).toMatchObject({ status: { before: "pending", after: "cancelled" } });
    const again = await cancelAll(providerId);
    expect([again.status, again.body["message"]]).toEqual([409, expect.stringContaining("already removed")]);
  });

  test("that is unknown or has no messages is a 404", async () => {
    const { providerId, id } = await make();
    await server.query("delete from messages where id = $1", [id]);
    for (const nobody of [providerId, "niemand"]) {
      const response = await cancelAll(nobody);
      expect([response.status, response.body["message"]]).toEqual([404, "Message not found"]);
    }
  });

  test("does not stop a part that is being sent", async () => {
    const { id, providerId } = await make();
    await ACTIONS.send(id);
    await server.query(
      "update queue_items set status = 'SENDING' where message_id = $1 and message_name = 'Ice Breaker'",
      [id],
    );
    expect((await cancelAll(providerId)).status).toBe(200);
    expect((await row(id))["status"]).toBe("approved");
    const left = await items(id);
    expect(left.filter(({ status }) => status === "CANCELLED")).toHaveLength(3);
  });
});

describe("undoing", () => {
  test("an approval cancels the queued parts", async () => {
    const { id } = await make();
    await ACTIONS.send(id);
    expect((await ACTIONS.undo(id)).body).toMatchObject({ status: "pending" });
    expect((await items(id)).map(({ status }) => status)).toEqual(Array(4).fill("CANCELLED"));
    await ACTIONS.approve(id);
    expect((await items(id)).filter(({ status }) => status === "QUEUED")).toHaveLength(4);
  });

  test("a cancellation puts the message back on the list", async () => {
    const { id } = await make();
    await ACTIONS.cancel(id);
    await ACTIONS.undo(id);
    expect(await row(id)).toMatchObject({ status: "pending", cancel_requested_at: null });
  });

  test("is refused when a part is being sent", async () => {
    const { id } = await make();
    await ACTIONS.send(id);
    await server.query(
      "update queue_items set status = 'SENDING' where message_id = $1 and message_name = 'Ice Breaker'",
      [id],
    );
    const before = await fingerprint(server);
    const { status, body } = await ACTIONS.undo(id);
    expect([status, body["message"]]).toEqual([409, "Een deel van dit bericht is al verstuurd of onderweg."]);
    expect(await fingerprint(server)).toEqual(before);
  });
});

test("nothing of a batch is due before its undo period ends", async () => {
  const who = await signedIn(server);
  await removeSendingLimits(server, who.company.id);
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await makeMessage(server, who.company.id)).id));
  const { body } = await who.client.post("/api/messages/batch", { action: "approve", ids });
  const { until } = body["undo"] as { until: string };
  expect(
    await server.query("select from queue_items where message_id = any ($1) and date_due < $2", [ids, until]),
  ).toEqual([]);
});

describe("a message that was approved outside the product", () => {
  const setUp = async (channel: string) => {
    const who = await signedIn(server);
    await server.query(
      "update companies set delivery_channel = $2, delivery_webhook_url = 'https://example.org/hook' where id = $1",
      [who.company.id, channel],
    );
    const { id } = await makeMessage(server, who.company.id, { status: "approved" });
    const approve = () => who.client.patch(`/api/messages/${id}`, { messageContent: ICE_BREAKER, status: "approved" });
    const notQueued = async () =>
      ((await who.client.get("/api/messages?type=icebreaker")).body as unknown as Message[])[0]?.notQueued;
    const undo = async ({ body }: TestResponse) =>
      (await who.client.post(`/api/undo/${(body["undo"] as { token: string }).token}`)).status;
    return { id, who, approve, notQueued, undo };
  };

  test.each(["linkedin", "webhook"])(
    "is queued once by a user with the channel %s, and undo takes it out",
    async (channel) => {
      const { id, who, approve, notQueued } = await setUp(channel);
      expect(await notQueued()).toBe("to_queue");
      expect(await items(id)).toEqual([]);
      const queued = await approve();
      expect([queued.status, queued.body["status"], queued.body["notQueued"]]).toEqual([200, "approved", null]);
      expect((await items(id)).map(({ status }) => status)).toEqual(Array(4).fill("QUEUED"));
      expect(await auditedActions(id)).toEqual(["message.approved"]);
      expect((await approve()).status).toBe(409);
      const { token } = queued.body["undo"] as { token: string };
      expect((await who.client.post(`/api/undo/${token}`)).status).toBe(200);
      expect(await notQueued()).toBe("to_queue");
      expect((await items(id)).every(({ status }) => status === "CANCELLED")).toBe(true);
      expect((await approve()).status).toBe(200);
      expect(await notQueued()).toBeNull();
    },
  );

  test("is left to the automation with the channel Airtable", async () => {
    const { id, approve, notQueued } = await setUp("airtable");
    expect(await notQueued()).toBe("sent_by_airtable");
    const { status, body } = await approve();
    expect([status, body["message"]]).toEqual([
      409,
      "Dit bericht is al goedgekeurd in Airtable. De automatisering in Airtable verstuurt het.",
    ]);
    expect(await items(id)).toEqual([]);
  });

  test("is not queued again when a part may have been sent", async () => {
    const { id, approve, notQueued } = await setUp("webhook");
    await approve();
    await server.query("update queue_items set status = 'CANCELLED', claimed_at = now() where message_id = $1", [id]);
    expect(await notQueued()).toBeNull();
    expect((await approve()).status).toBe(409);
  });

  test("is queued by a user after its approval here was withdrawn and Airtable approved it", async () => {
    const { id, who, approve, notQueued } = await setUp("linkedin");
    await approve();
    expect((await who.client.post(`/api/messages/${id}/undo`)).status).toBe(200);
    await server.query("update messages set status = 'approved' where id = $1", [id]);
    expect(await notQueued()).toBe("to_queue");
    expect((await approve()).status).toBe(200);
  });

  test("keeps a part out of the queue whose approval was undone after DO NOT SEND, and counts one that Airtable queues again", async () => {
    const { id, who, approve, notQueued, undo } = await setUp("linkedin");
    const approved = await approve();
    const [part] = await server.query<{ id: string }>("select id from queue_items where message_id = $1 limit 1", [id]);
    const cancelled = await who.client.patch(`/api/messages-queued/${part?.id}/cancel`);
    expect(await undo(approved)).toBe(200);
    expect(await undo(cancelled)).toBe(409);
    expect(await notQueued()).toBe("to_queue");
    await server.query("update queue_items set status = 'QUEUED' where id = $1", [part?.id]);
    expect(await notQueued()).toBeNull();
  });

  test("is not queued by a bulk approval after DO NOT SEND for a part that Airtable queued again, and that can be undone", async () => {
    const { id, who, approve, notQueued, undo } = await setUp("linkedin");
    expect(await undo(await approve())).toBe(200);
    const [part] = await server.query<{ id: string }>(
      "update queue_items set status = 'QUEUED' where id = (select id from queue_items where message_id = $1 limit 1) returning id",
      [id],
    );
    const cancelled = await who.client.patch(`/api/messages-queued/${part?.id}/cancel`);
    expect(await notQueued()).toBeNull();
    const { body } = await who.client.post("/api/messages/batch", { action: "approve", ids: [id] });
    expect(body).toMatchObject({ done: [], refused: [{ id }] });
    expect((await items(id)).every(({ status }) => status === "CANCELLED")).toBe(true);
    expect(await undo(cancelled)).toBe(200);
    expect((await items(id)).filter(({ status }) => status === "QUEUED")).toHaveLength(1);
  });

  test("gets back a part that Airtable queued again and that failed, by the undo of a new approval", async () => {
    const { id, approve, undo } = await setUp("linkedin");
    expect(await undo(await approve())).toBe(200);
    const [part] = await server.query<{ id: string }>(
      "update queue_items set status = 'ERROR' where id = (select id from queue_items where message_id = $1 limit 1) returning id",
      [id],
    );
    await server.query("update messages set status = 'pending' where id = $1", [id]);
    expect(await undo(await approve())).toBe(200);
    expect(await server.query("select status from queue_items where id = $1", [part?.id])).toEqual([
      { status: "ERROR" },
    ]);
  });

  test("is not queued again after DO NOT SEND for all its parts", async () => {
    const { id, who, approve, notQueued } = await setUp("linkedin");
    await approve();
    for (const item of await server.query<{ id: string }>("select id from queue_items where message_id = $1", [id]))
      expect((await who.client.patch(`/api/messages-queued/${item.id}/cancel`)).status).toBe(200);
    expect((await items(id)).every(({ status }) => status === "CANCELLED")).toBe(true);
    expect(await notQueued()).toBeNull();
    expect((await approve()).status).toBe(409);
  });

  test("is not queued for a lead that gets nothing more", async () => {
    const { id, who, approve } = await setUp("linkedin");
    await server.query("update leads set classification = 'NOT INTERESTED' where company_id = $1", [who.company.id]);
    expect((await approve()).status).toBe(409);
    expect(await items(id)).toEqual([]);
  });
});

describe("the leads who are invited first, of a batch", () => {
  const setUp = async () => {
    const who = await signedIn(server);
    await server.query("update companies set delivery_channel = 'linkedin' where id = $1", [who.company.id]);
    const messages = await Promise.all(Array.from({ length: 3 }, () => makeMessage(server, who.company.id)));
    const connect = (status: string, relationsReadAt: Date | null) =>
      server.query(
        `insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at,
            relations_read_at)
          select company_id, sender_id, 'frank', name, 'ACoAAFrank', $2, now(), now(), $3 from sender_names
          where company_id = $1 and name = 'Frank Hoekstra'`,
        [who.company.id, status, relationsReadAt],
      );
    const run = (action: string) =>
      who.client.post("/api/messages/batch", { action, ids: messages.map(({ id }) => id) });
    return { who, messages, connect, run };
  };

  test("contain a lead once, and not one who was invited", async () => {
    const { messages, connect, run } = await setUp();
    await connect("ok", new Date());
    const [first, second, third] = messages;
    await server.query("update messages set lead_id = $2 where id = $1", [second?.id, first?.leadId]);
    await server.query(
      "insert into invitations (company_id, lead_id, connected_with, status) select company_id, lead_id, message_flow, 'SENT' from messages where id = $1",
      [third?.id],
    );
    expect((await run("approve")).body["leadsToInvite"]).toEqual([first?.leadId]);
    expect((await run("cancel")).body["leadsToInvite"]).toEqual([]);
  });

  test.each([
    ["has no account", null],
    ["has an account whose relations have not been read", { status: "ok", readAt: null }],
    ["has an account that has to be connected again", { status: "credentials", readAt: new Date() }],
  ])("are none while the sender %s", async (_case, account) => {
    const { messages, connect, run } = await setUp();
    if (account) await connect(account.status, account.readAt);
    expect((await run("approve")).body).toMatchObject({ done: messages.map(({ id }) => id), leadsToInvite: [] });
  });

  test("do not keep the approvals from being undone when they cannot be read", async () => {
    const { who, connect, run } = await setUp();
    await connect("ok", new Date());
    await server.query("revoke select on relations_of_senders from usa_tenant");
    const { status, body } = await run("approve");
    await server.query("grant select on relations_of_senders to usa_tenant");
    expect([status, body["leadsToInvite"]]).toEqual([200, []]);
    const { token } = body["undo"] as { token: string };
    expect((await who.client.post(`/api/undo/${token}`)).status).toBe(200);
  });
});

test("a batch lists the done and the refused messages", async () => {
  const [open, sent] = [await make(), await make({ status: "sent" })];
  const unknown = crypto.randomUUID();
  const response = await client.post("/api/messages/batch", {
    action: "approve",
    ids: [open.id, sent.id, unknown, open.id],
  });
  expect(response.body).toEqual({
    done: [open.id],
    refused: [
      { id: sent.id, reason: "Dit bericht is al verstuurd." },
      { id: unknown, reason: "Dit bericht bestaat niet meer." },
    ],
    leadsToInvite: [],
    undo: expect.anything(),
  });
});

test("classifying by message classifies the lead and its duplicates", async () => {
  const { leadId, providerId } = await make();
  const twin = await make({}, { provider_id: providerId });
  const response = await client.patch(`/api/messages/classification/${providerId}`, { classification: "HOT | 80" });
  expect(response.status).toBe(200);
  const leads = await server.query("select classification from leads where id = any ($1)", [[leadId, twin.leadId]]);
  expect(leads).toEqual([{ classification: "HOT" }, { classification: "HOT" }]);
  const kept = await server.query(
    "select old_value, new_value, changed_by from classification_changes where lead_id = $1",
    [leadId],
  );
  expect(kept).toEqual([{ old_value: null, new_value: "HOT", changed_by: "Anna Jansen" }]);
  expect(await outbox(leadId)).toEqual({ classification: { before: null, after: "HOT" } });
});

test("the change is published to the screens of the company only", async () => {
  const otherCompanyUser = await signedIn(server);
  const [ownEvents, otherEvents] = [
    await openEvents(server, client),
    await openEvents(server, otherCompanyUser.client),
  ];
  const { id } = await make();
  await ACTIONS.approve(id);
  await expect
    .poll(() => ownEvents.received.map(({ topic }) => topic))
    .toEqual(expect.arrayContaining(["messages", "queue", "audit"]));
  expect(otherEvents.received.filter(({ topic }) => topic !== "everything")).toEqual([]);
  ownEvents.close();
  otherEvents.close();
});

test.each(["geen-id", "00000000-0000-0000-0000-000000000000"])(
  "a message with the id %s does not exist",
  async (id) => {
    const response = await ACTIONS.rerun(id);
    expect([response.status, response.body["message"]]).toEqual([404, "Message not found"]);
  },
);
