import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { QueuedMessage, SentMessage } from "#contract/queue.ts";
import { calendarDay } from "#platform/time.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { isInDefaultHours, makeMessage, makeQueueItem, removeSendingLimits } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { findQueuedParts } from "./planning/queued-parts.queries.ts";
import { readQueuedPage } from "./queue-lists.queries.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
  await server.query("update companies set delivery_webhook_url = 'https://example.org/hook' where id = $1", [
    me.company.id,
  ]);
});
afterAll(() => server.close());

const status = async (id: string) =>
  (await server.query<{ status: string }>("select status from queue_items where id = $1", [id]))[0]?.status;

describe("DO NOT SEND", () => {
  const cancel = (id: string) => me.client.patch(`/api/messages-queued/${id}/cancel`);

  test("cancels a queued message and puts its status in the outbox; a second time is refused", async () => {
    const id = await makeQueueItem(server, me.company.id);
    expect((await cancel(id)).status).toBe(200);
    expect(await status(id)).toBe("CANCELLED");
    const edits = await server.query("select field, value, based_on from airtable_outbox where local_id = $1", [id]);
    expect(edits).toEqual([{ field: "status", value: "CANCELLED", based_on: "QUEUED" }]);
    const again = await cancel(id);
    expect([again.status, again.body["error"]]).toEqual([409, expect.stringContaining("already removed")]);
  });

  test("returns the ids of the other messages of the lead that stay queued", async () => {
    const id = await makeQueueItem(server, me.company.id);
    const [item] = await server.query<{ lead_id: string }>("select lead_id from queue_items where id = $1", [id]);
    const ofLead = { lead_id: item?.lead_id, message_name: "Bericht 2", date_due: "2031-03-03T09:00:00Z" };
    const last = await makeQueueItem(server, me.company.id, ofLead);
    const next = await makeQueueItem(server, me.company.id, { ...ofLead, date_due: "2031-02-03T09:00:00Z" });
    await makeQueueItem(server, me.company.id, { ...ofLead, status: "SENT" });
    expect((await cancel(id)).body).toMatchObject({ remaining: [next, last] });
    expect((await cancel(next)).body).toMatchObject({ remaining: [last] });
    expect((await cancel(last)).body).toMatchObject({ remaining: [] });
  });

  test.each(["SENDING", "SENT", "CANCELLED"])(
    "is refused for a message with status %s and changes nothing",
    async (currentStatus) => {
      const id = await makeQueueItem(server, me.company.id, { status: currentStatus });
      const before = await fingerprint(server);
      const response = await cancel(id);
      expect([response.status, response.body["message"]]).toEqual([409, expect.stringContaining("already removed")]);
      expect(await fingerprint(server)).toEqual(before);
    },
  );

  test.each(["999", crypto.randomUUID()])("of %s is a 404", async (id) => {
    const response = await cancel(id);
    expect([response.status, response.body["message"]]).toEqual([404, "Message not found"]);
  });

  test("eight times concurrently succeeds once", async () => {
    const id = await makeQueueItem(server, me.company.id);
    const responses = await Promise.all(Array.from({ length: 8 }, () => cancel(id)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });
});

describe("the lists", () => {
  let who: SignedIn;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    who = await signedIn(server);
    const make = async (name: string, item: Record<string, unknown>) => {
      ids[name] = await makeQueueItem(
        server,
        who.company.id,
        { message_flow: "Frank", ...item },
        { html_report: "<p>R</p>", company: "Bakkerij De Vries" },
      );
    };
    await make("late", { date_due: "2026-01-05T10:00:00Z" });
    await make("none", { date_due: null });
    await make("later", { date_due: "2031-01-05T10:00:00Z", message_flow: "Lotte" });
    await make("failed", { status: "ERROR", problem: "Geweigerd" });
    await make("gone", { status: "CANCELLED" });
    await make("sentFirst", { status: "SENT", date_sent: "2026-01-01T10:00:00Z" });
    await make("sentLast", { status: "SENT", date_sent: "2026-02-01T10:00:00Z", message_flow: "Lotte" });
    await make("sentUnknown", { status: "SENT", date_sent: null });
  });

  const read = async (path: string) => {
    const response = await who.client.get(path);
    const items = response.body as unknown as (QueuedMessage & SentMessage)[];
    const names = items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
    return { items, names, headers: response.headers };
  };

  test.each(["/api/messages-queued", "/api/messages/queued"])(
    "%s has what waits, the first due first",
    async (path) => {
      const { names, items, headers } = await read(path);
      expect(names).toEqual(["late", "later", "none"]);
      expect(items[0]).toMatchObject({
        fullName: "Sanne de Vries",
        company: "Bakkerij De Vries",
        messageFlow: "Frank",
        message: "Hoi Sanne!",
        messageName: "Ice Breaker",
        dateDue: "2026-01-05T10:00:00.000000Z",
        hasReport: true,
        paused: false,
      });
      expect(headers.get("x-total-count")).toBe("3");
    },
  );

  test("sent messages are listed newest first", async () => {
    const { names, items } = await read("/api/messages-sent");
    expect(names).toEqual(["sentLast", "sentFirst", "sentUnknown"]);
    expect(items[0]).toMatchObject({ company: "Bakkerij De Vries", messageFlow: "Lotte" });
    expect((await read("/api/messages-sent?flow=Lotte")).names).toEqual(["sentLast"]);
  });

  test("failed messages have a list of their own", async () => {
    const { items, names } = await read("/api/messages-queued?state=problem");
    expect([names, items[0]?.problem]).toEqual([["failed"], "Geweigerd"]);
  });

  test("a row has its sync state", async () => {
    await server.query(
      "insert into airtable_records (company_id, table_name, local_id, state) values ($1, 'queue', $2, 'conflict')",
      [who.company.id, ids["later"]],
    );
    const { items } = await read("/api/messages-queued");
    expect(items.map(({ sync }) => sync)).toEqual(["synced", "conflict", "synced"]);
  });

  test("pages include rows without a date", async () => {
    for (const [start, expected] of [
      ["/api/messages-queued?limit=1", ["late", "later", "none"]],
      ["/api/messages-queued?limit=1&flow=Frank", ["late", "none"]],
      ["/api/messages-sent?limit=2", ["sentLast", "sentFirst", "sentUnknown"]],
    ] as const) {
      const seen: unknown[] = [];
      let path: string | undefined = start;
      while (path) {
        const page: Awaited<ReturnType<typeof read>> = await read(path);
        seen.push(...page.names);
        path = /^<(.*)>/.exec(page.headers.get("link") ?? "")?.[1];
      }
      expect(seen).toEqual(expected);
    }
  });

  test("the account managers in the filter are those with messages", async () => {
    expect((await who.client.get("/api/messages-queued/flows")).body).toEqual(["Frank", "Lotte"]);
    expect((await who.client.get("/api/messages-sent/flows")).body).toEqual(["Frank", "Lotte"]);
  });

  test("queued and sent messages have separate report routes", async () => {
    expect((await who.client.get(`/api/messages-queued/${ids["late"]}/report`)).text).toContain("<p>R</p>");
    expect((await who.client.get(`/api/messages-sent/${ids["sentLast"]}/report`)).status).toBe(200);
    expect((await who.client.get(`/api/messages-sent/${ids["late"]}/report`)).status).toBe(404);
  });
});

describe("days, weeks and months are in Amsterdam time", () => {
  const MOMENTS = [
    "2026-10-18T21:59:59Z",
    "2026-10-18T22:00:00Z",
    "2026-10-24T21:59:59Z",
    "2026-10-24T22:00:00Z",
    "2026-10-25T22:59:59Z",
    "2026-10-25T23:00:00Z",
    "2026-10-31T22:59:59Z",
    "2026-10-31T23:00:00Z",
  ];
  let who: SignedIn;
  beforeAll(async () => {
    who = await signedIn(server);
    for (const date of MOMENTS) await makeQueueItem(server, who.company.id, { date_due: date });
  });

  // On Sunday the 25th the clock goes back: that day has 25 hours.
  test.each([
    ["today", "2026-10-25T10:00:00Z", ["2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"]],
    ["tomorrow", "2026-10-24T10:00:00Z", ["2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"]],
    ["tomorrow", "2026-10-25T22:30:00Z", ["2026-10-25T23:00:00Z"]],
    [
      "this_week",
      "2026-10-25T22:59:00Z",
      ["2026-10-18T22:00:00Z", "2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"],
    ],
    ["this_week", "2026-10-26T10:00:00Z", ["2026-10-25T23:00:00Z", "2026-10-31T22:59:59Z", "2026-10-31T23:00:00Z"]],
    ["this_month", "2026-10-31T22:00:00Z", MOMENTS.slice(0, 7)],
    ["this_month", "2026-10-31T23:00:00Z", MOMENTS.slice(7)],
  ] as const)("%s at %s", async (due, now, expected) => {
    const db = server.platform.database.tenant(who.company.id);
    const scope = { db, companyId: who.company.id, actor: { id: who.user.id, name: "Anna", role: "user" as const } };
    const { page } = await readQueuedPage(scope, { state: "waiting", due }, new Date(now));
    const dates = page.items.map((item) => new Date((JSON.parse(item) as QueuedMessage).dateDue ?? 0).toISOString());
    expect(dates).toEqual(expected.map((date) => new Date(date).toISOString()));
    expect(page.total).toBe(expected.length);
  });
});

describe("a queued message", () => {
  const outboxOf = (id: string) =>
    server.query<{ field: string }>("select field from airtable_outbox where local_id = $1 order by field", [id]);
  const itemOf = async (id: string) =>
    (await server.query<Record<string, unknown>>("select * from queue_items where id = $1", [id]))[0] ?? {};
  const change = (id: string, body: object) => me.client.patch(`/api/messages-queued/${id}`, body);

  test("gets another text and another date, and the date of its message follows", async () => {
    const { client, company } = await signedIn(server);
    const { id: messageId, leadId } = await makeMessage(server, company.id, { status: "approved" });
    const id = await makeQueueItem(server, company.id, {
      lead_id: leadId,
      message_id: messageId,
      message_name: "Bericht 1",
      paused: true,
      paused_by: "Bram",
    });
    const response = await client.patch(`/api/messages-queued/${id}`, {
      text: " Anders. ",
      dateDue: "2031-03-03T09:00:00Z",
    });
    expect([response.status, response.body]).toMatchObject([200, { id, message: "Anders.", pausedBy: null }]);
    expect(await itemOf(id)).toMatchObject({
      text: "Anders.",
      date_due: new Date("2031-03-03T09:00:00Z"),
      paused: false,
    });
    const [message] = await server.query("select due_message_1 from messages where id = $1", [messageId]);
    expect(message).toEqual({ due_message_1: new Date("2031-03-03T09:00:00Z") });
    expect((await outboxOf(id)).map(({ field }) => field)).toEqual(["date_due", "text"]);
  });

  test("is not overwritten by a user who has not seen a colleague's change", async () => {
    const id = await makeQueueItem(server, me.company.id, { text: "Eerst." });
    expect((await change(id, { text: "Van Bea.", originalText: "Eerst." })).status).toBe(200);
    const refused = await change(id, { text: "Van Anna.", originalText: "Eerst." });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: "Deze tekst is intussen gewijzigd. Kies welke tekst moet blijven." },
    ]);
    expect(await itemOf(id)).toMatchObject({ text: "Van Bea." });
    // Another date replaces no text.
    expect((await change(id, { dateDue: "2031-03-03T09:00:00Z", originalText: "Eerst." })).status).toBe(200);
    expect((await change(id, { text: "Van Anna.", originalText: "Van Bea." })).status).toBe(200);
    expect(await itemOf(id)).toMatchObject({ text: "Van Anna." });
  });

  test("is moved to working hours where the company's automation sends it", async () => {
    const { client, company } = await signedIn(server);
    const id = await makeQueueItem(server, company.id, { message_flow: "Frank Hoekstra" });
    const move = async (dateDue: string) =>
      new Date(String((await client.patch(`/api/messages-queued/${id}`, { dateDue })).body["dateDue"])).toISOString();
    // Sunday night becomes Monday morning, summer time.
    expect(await move("2031-06-08T01:00:00Z")).toMatch(/^2031-06-09T06:3/);
    await server.query("update queue_items set channel = 'webhook' where id = $1", [id]);
    expect(await move("2031-06-08T01:00:00Z")).toBe("2031-06-08T01:00:00.000Z");
  });

  test.each(["airtable", "webhook", "linkedin"])("of the channel %s gets no date that has passed", async (channel) => {
    const id = await makeQueueItem(server, me.company.id, { channel, date_due: "2031-03-03T09:00:00Z" });
    const [now, message] = [server.clock.now().getTime(), "Kies een moment in de toekomst."];
    for (const dateDue of ["2020-01-06T10:00:00Z", "2020-01-06", new Date(now - 120_000).toISOString()])
      expect((await change(id, { dateDue, text: "Anders." })).body).toMatchObject({
        code: "invalid",
        message,
        details: [{ path: "dateDue", message }],
      });
    expect(await itemOf(id)).toMatchObject({ text: "Hoi Sanne!", date_due: new Date("2031-03-03T09:00:00Z") });
    for (const dateDue of [new Date(now).toISOString(), calendarDay(new Date(now))]) {
      expect((await change(id, { dateDue })).status).toBe(200);
      expect((await itemOf(id))["date_due"]).toSatisfy((due: Date) => due.getTime() >= now);
    }
  });

  test.each([
    [{}, 400],
    [{ text: "  " }, 400],
    [{ dateDue: "morgen" }, 400],
  ])("refuses %j", async (body, status) => {
    const id = await makeQueueItem(server, me.company.id);
    expect((await change(id, body)).status).toBe(status);
  });

  test.each(["SENDING", "SENT", "CANCELLED"])("that is %s cannot be changed or sent now", async (status) => {
    const id = await makeQueueItem(server, me.company.id, { status });
    expect((await change(id, { text: "Te laat" })).status).toBe(409);
    expect((await me.client.post(`/api/messages-queued/${id}/send-now`)).status).toBe(409);
    expect((await itemOf(id))["text"]).toBe("Hoi Sanne!");
  });

  test("can be sent now, unless its lead may not be contacted or it failed", async () => {
    const id = await makeQueueItem(server, me.company.id, { date_due: "2031-03-03T09:00:00Z" });
    expect((await me.client.post(`/api/messages-queued/${id}/send-now`)).status).toBe(200);
    const sentNow = await itemOf(id);
    expect(sentNow).toMatchObject({ status: "QUEUED", send_now: true });
    const untilDue = (sentNow["date_due"] as Date).getTime() - server.clock.now().getTime();
    expect(untilDue).toBeLessThanOrEqual(10_000);
    const stopped = await makeQueueItem(server, me.company.id, {}, { classification: "NOT INTERESTED" });
    expect((await me.client.post(`/api/messages-queued/${stopped}/send-now`)).status).toBe(409);
    const failed = await makeQueueItem(server, me.company.id, { status: "ERROR" });
    expect((await me.client.post(`/api/messages-queued/${failed}/send-now`)).status).toBe(409);
  });

  test("is not stopped by the judgement of a reply that came before it was queued", async () => {
    const { id: first, leadId } = await makeMessage(server, me.company.id, {
      status: "sent",
      replied_at: "2026-01-05T10:00:00Z",
    });
    const { id: followUp } = await makeMessage(server, me.company.id, { message_type: "followup" });
    await server.query("update messages set lead_id = $2 where id = $1", [followUp, leadId]);
    const due = {
      lead_id: leadId,
      message_id: followUp,
      message_name: "Follow up 1",
      date_due: "2031-03-03T09:00:00Z",
    };
    const id = await makeQueueItem(server, me.company.id, { ...due, created_at: "2026-01-06T09:00:00Z" });
    expect((await me.client.patch(`/api/leads/${leadId}/conversation`, { sentiment: "neutral" })).status).toBe(200);
    expect(await server.query("select status from messages where id = $1", [first])).toEqual([{ status: "neutral" }]);
    const readPart = async () => {
      const queued = (await me.client.get("/api/messages-queued?limit=500")).body as unknown as QueuedMessage[];
      return queued.find((part) => part.id === id);
    };
    // A request computes plans for a second, and the next one goes on: on a busy machine one is not enough.
    await expect.poll(readPart, { timeout: 60_000 }).toMatchObject({ plannedAt: expect.any(String) });
  });

  test("to a lead who replied leaves the list and its count before its date", async () => {
    const { id: answered, leadId } = await makeMessage(server, me.company.id, { status: "interested" });
    const id = await makeQueueItem(server, me.company.id, {
      lead_id: leadId,
      message_id: answered,
      message_name: "Bericht 2",
      date_due: "2031-03-03T09:00:00Z",
      channel: "linkedin",
    });
    const read = () => me.client.get("/api/messages-queued?limit=500");
    const { body, headers } = await read();
    const queued = body as unknown as QueuedMessage[];
    expect(queued.map((part) => part.id)).not.toContain(id);
    expect(headers.get("x-total-count")).toBe(String(queued.length));
    expect(await itemOf(id)).toMatchObject({
      status: "CANCELLED",
      problem: "Niet verstuurd: de lead heeft geantwoord.",
    });
  });

  test("of the company's automation to a lead who replied is left to that automation", async () => {
    const { id: answered, leadId } = await makeMessage(server, me.company.id, { status: "interested" });
    const part = { lead_id: leadId, message_id: answered, date_due: "2031-03-03T09:00:00Z", channel: "airtable" };
    const id = await makeQueueItem(server, me.company.id, part);
    const queued = (await me.client.get("/api/messages-queued?limit=500")).body as unknown as QueuedMessage[];
    expect(queued.find((part) => part.id === id)).toMatchObject({
      plannedAt: expect.stringMatching(/^2031-03-03T09:00:00/),
      waitsFor: null,
    });
    expect(await status(id)).toBe("QUEUED");
  });

  test.each([
    ["NOT INTERESTED", { classification: "NOT INTERESTED" }, "De lead staat op NOT INTERESTED"],
    ["deleted", { classification: "DELETED", deleted_at: "2026-01-05T10:00:00Z" }, "De lead is verwijderd"],
  ])("of the company's automation to a lead who is %s is left to that automation", async (_what, lead, reason) => {
    const part = { date_due: "2031-03-03T09:00:00Z", channel: "airtable" };
    const id = await makeQueueItem(server, me.company.id, part, lead);
    const queued = (await me.client.get("/api/messages-queued?limit=500")).body as unknown as QueuedMessage[];
    expect(queued.find((part) => part.id === id)).toMatchObject({
      plannedAt: null,
      waitsFor: {
        code: "stopped",
        text: `${reason}; de automatisering van het bedrijf bepaalt of dit bericht nog weggaat.`,
      },
    });
    expect(await status(id)).toBe("QUEUED");
  });

  test("to a lead who replied is cancelled, a hundred at a time", async () => {
    const { id: answered, leadId } = await makeMessage(server, me.company.id, { status: "interested" });
    await server.query(
      `insert into queue_items (company_id, lead_id, message_id, message_name, text, date_due, channel)
       select $1, $2, $3, 'Bericht ' || n, 'Hoi', '2031-03-03T09:00:00Z', 'linkedin' from generate_series(1, 130) n`,
      [me.company.id, leadId, answered],
    );
    const countQueued = async () => {
      await me.client.get("/api/messages-queued");
      const left = "select count(*)::int as left from queue_items where message_id = $1 and status = 'QUEUED'";
      return (await server.query<{ left: number }>(left, [answered]))[0]?.left;
    };
    expect(await countQueued()).toBe(30);
    expect(await countQueued()).toBe(0);
  });

  test("is not stopped when an older message to its lead, answered before it was queued, is edited", async () => {
    const { id: answered, leadId } = await makeMessage(server, me.company.id, {
      status: "interested",
      changed_at: "2026-01-05T10:00:00Z",
    });
    const id = await makeQueueItem(server, me.company.id, {
      lead_id: leadId,
      date_due: "2031-03-03T09:00:00Z",
      created_at: "2026-01-06T09:00:00Z",
      channel: "linkedin",
    });
    const moved = await me.client.patch(`/api/messages/${answered}`, {
      dateDueBySection: { message_2: "2031-03-03T09:00:00Z" },
      updatedSection: "message_2",
    });
    expect(moved.status).toBe(200);
    const statusInList = async () => {
      await me.client.get("/api/messages-queued");
      return status(id);
    };
    expect(await statusInList()).toBe("QUEUED");
    // A reply that Airtable reports now does stop it.
    const setStatus = (status: string) =>
      server.query("update messages set status = $2, changed_at = now() where id = $1", [answered, status]);
    await setStatus("sent");
    await setStatus("neutral");
    expect(await statusInList()).toBe("CANCELLED");
  });

  test("waits for working hours again when the date of its message is moved", async () => {
    const { id: messageId, leadId } = await makeMessage(server, me.company.id, { status: "approved" });
    const id = await makeQueueItem(server, me.company.id, {
      lead_id: leadId,
      message_id: messageId,
      message_name: "Bericht 1",
      send_now: true,
    });
    const moved = await me.client.patch(`/api/messages/${messageId}`, {
      dateDueBySection: { message_1: "2031-03-03T09:00:00Z" },
      updatedSection: "message_1",
    });
    expect(moved.status).toBe(200);
    expect(await itemOf(id)).toMatchObject({ date_due: new Date("2031-03-03T09:00:00Z"), send_now: false });
  });

  test("gives its message a new date when it is sent now; an undo restores it", async () => {
    const { id: messageId, leadId } = await makeMessage(server, me.company.id, {
      status: "approved",
      due_message_1: "2031-03-03T09:00:00Z",
    });
    const part = {
      lead_id: leadId,
      message_id: messageId,
      message_name: "Bericht 1",
      date_due: "2031-03-03T09:00:00Z",
    };
    const id = await makeQueueItem(server, me.company.id, part);
    const dateOfMessage = async () =>
      (await server.query<{ at: Date }>("select due_message_1 as at from messages where id = $1", [messageId]))[0]?.at;
    const { body } = await me.client.post(`/api/messages-queued/${id}/send-now`);
    expect(await dateOfMessage()).toEqual((await itemOf(id))["date_due"]);
    const { token } = body["undo"] as { token: string };
    expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await dateOfMessage()).toEqual(new Date("2031-03-03T09:00:00Z"));
  });

  test("is not sent now while something stops it, and nothing says that it was", async () => {
    const { id: messageId, leadId } = await makeMessage(server, me.company.id, { status: "approved" });
    const columns = { lead_id: leadId, message_id: messageId, channel: "webhook", date_due: "2031-03-03T09:00:00Z" };
    await makeQueueItem(server, me.company.id, columns);
    const next = await makeQueueItem(server, me.company.id, { ...columns, message_name: "Bericht 1" });
    const unconnected = await makeQueueItem(server, me.company.id, { channel: "linkedin" });
    const before = await fingerprint(server);
    const reasons = [
      [next, 'Wacht op "Ice Breaker"'],
      [
        unconnected,
        "Dit bericht heeft geen afzender (veld Flow). Een beheerder kiest er een bij Bedrijf Beheer, onder Afzenders",
      ],
    ];
    for (const [id, reason] of reasons) {
      const { status, body } = await me.client.post(`/api/messages-queued/${id}/send-now`);
      expect([status, body["message"]]).toEqual([409, `Dit bericht kan nog niet weg: ${reason}.`]);
    }
    expect(await fingerprint(server)).toEqual(before);
  });

  test("does not wait for our answer to the lead, whether that was sent or its outcome is unknown", async () => {
    const answer = { is_answer: true, channel: "linkedin", claimed_at: server.clock.now() };
    const { lead_id } = await itemOf(await makeQueueItem(server, me.company.id, { ...answer, status: "ERROR" }));
    await makeQueueItem(server, me.company.id, {
      ...answer,
      lead_id,
      status: "SENT",
      date_sent: server.clock.now(),
    });
    const next = { lead_id, channel: "webhook", message_name: "Bericht 1" };
    const id = await makeQueueItem(server, me.company.id, next);
    const { status, body } = await me.client.post(`/api/messages-queued/${id}/send-now`);
    expect([status, body["departure"]]).toEqual([200, "now"]);
  });

  test("waits for no other part when its name is not that of a section", async () => {
    const { client, company } = await signedIn(server);
    const { id: messageId, leadId } = await makeMessage(server, company.id);
    const part = { message_id: messageId, lead_id: leadId, channel: "airtable" };
    for (const name of ["Extra A", "Extra B"])
      await makeQueueItem(server, company.id, { ...part, message_name: name, paused: name === "Extra A" });
    const rows = (await client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
    expect(rows.map(({ waitsFor }) => waitsFor?.code)).not.toContain("order");
  });

  test("that is sent now says when it goes if the lead had a message today", async () => {
    const { client, company } = await signedIn(server);
    await server.query("update companies set delivery_webhook_url = 'https://example.org/hook' where id = $1", [
      company.id,
    ]);
    // On a holiday or at the weekend it would wait longer, for another reason.
    await removeSendingLimits(server, company.id);
    const sent = { channel: "webhook", status: "SENT", date_sent: server.clock.now() };
    const { lead_id } = await itemOf(await makeQueueItem(server, company.id, sent));
    const next = { lead_id, channel: "webhook", message_name: "Bericht 1", message_flow: "Frank Hoekstra" };
    const id = await makeQueueItem(server, company.id, next);
    const { status, body } = await client.post(`/api/messages-queued/${id}/send-now`);
    expect([status, body["departure"]]).toEqual([200, "later"]);
    expect(body["message"]).toMatch(
      /^Het bericht aan Sanne de Vries gaat \w+dag .* Wacht op de 20 uur tussen twee berichten/,
    );
  });

  test.each([
    ["an edit", (id: string) => change(id, { text: "Anders.", dateDue: "2031-06-02T09:00:00Z" })],
    ["sending now", (id: string) => me.client.post(`/api/messages-queued/${id}/send-now`)],
  ])("is restored completely by the undo of %s; that is refused after another change", async (_action, act) => {
    const columns = { message_name: "Bericht 1", date_due: "2031-03-03T09:00:00Z", paused: true, paused_by: "Bram" };
    const { id: messageId, leadId } = await makeMessage(server, me.company.id, {
      status: "approved",
      due_message_1: "2031-03-03T09:00:00Z",
    });
    const id = await makeQueueItem(server, me.company.id, { lead_id: leadId, message_id: messageId, ...columns });
    const due = async () =>
      (await server.query<{ due: Date }>("select due_message_1 as due from messages where id = $1", [messageId]))[0]
        ?.due;
    const [before, dueBefore] = [await itemOf(id), await due()];
    const actAndReturnUndo = async () => {
      const { body } = await act(id);
      const { token } = body["undo"] as { token: string };
      return () => me.client.post(`/api/undo/${token}`);
    };
    const undo = await actAndReturnUndo();
    expect((await undo()).status).toBe(200);
    expect({ ...(await itemOf(id)), updated_at: null }).toEqual({ ...before, updated_at: null });
    expect(await due()).toEqual(dueBefore);
    const lateUndo = await actAndReturnUndo();
    await change(id, { text: "Nog anders." });
    expect((await lateUndo()).status).toBe(409);
    expect((await itemOf(id))["text"]).toBe("Nog anders.");
  });

  test("whose text was changed after its approval does not look approved after the undo of an edit", async () => {
    const approval = {
      approved_hash: Buffer.alloc(32, 1),
      approved_version: 3,
      approved_by: "Bram",
      approved_at: "2031-01-01T09:00:00Z",
    };
    const id = await makeQueueItem(server, me.company.id, { status: "ERROR", text: "Koop nu", ...approval });
    const before = await itemOf(id);
    const { body } = await change(id, { text: "Hoi Anna" });
    expect(await itemOf(id)).toMatchObject({ approved_by: "Anna Jansen" });
    const { token } = body["undo"] as { token: string };
    expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect({ ...(await itemOf(id)), updated_at: null }).toEqual({ ...before, updated_at: null });
  });

  test("that is sending without a claim does not break the list", async () => {
    const { client, company } = await signedIn(server);
    await makeQueueItem(server, company.id, { status: "SENDING" });
    await makeQueueItem(server, company.id, { message_name: "Bericht 1" });
    expect((await client.get("/api/messages-queued")).status).toBe(200);
  });

  test("is found by its lead, and when it is late", async () => {
    const { client, company } = await signedIn(server);
    const late = await makeQueueItem(
      server,
      company.id,
      { date_due: "2020-01-01T09:00:00Z" },
      { full_name: "José Bos" },
    );
    await makeQueueItem(server, company.id, { date_due: "2031-01-01T09:00:00Z" }, { full_name: "Anna Smit" });
    for (const query of ["search=jose", "due=late"]) {
      const response = await client.get(`/api/messages-queued?${query}`);
      expect((response.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([late]);
      expect(response.headers.get("x-total-count")).toBe("1");
    }
  });

  test("is late when its day in Amsterdam is over: in the list, the filter and the overview alike", async () => {
    const { client, company } = await signedIn(server);
    const [day] = await server.query<{ start: Date }>(
      "select date_trunc('day', $1::timestamptz at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam' as start",
      [server.clock.now()],
    );
    const today = day?.start.getTime() ?? 0;
    const yesterday = new Date(today - 1_000);
    const make = async (columns: Record<string, unknown>) =>
      makeQueueItem(server, company.id, { date_due: yesterday, ...columns });
    const lateIds = [
      await make({}),
      await make({ channel: "webhook" }),
      await make({ channel: "linkedin", is_answer: true }),
      await make({ remote_status: "ON HOLD" }),
    ];
    await make({ date_due: new Date(today) });
    await make({ date_due: new Date(today + 86_400_000) });
    await make({ date_due: null });
    await make({ paused: true, paused_by: "Bram" });
    await make({ cancel_requested_at: server.clock.now() });
    await make({ channel: "linkedin" });
    const read = async (query: string) =>
      (await client.get(`/api/messages-queued${query}`)).body as unknown as QueuedMessage[];
    const idsOf = (rows: QueuedMessage[]) => rows.map(({ id }) => id).toSorted();
    expect(idsOf((await read("")).filter(({ isLate }) => isLate))).toEqual(lateIds.toSorted());
    expect(idsOf(await read("?due=late"))).toEqual(lateIds.toSorted());
    expect((await client.get("/api/overview/counts")).body).toMatchObject({ overdue: lateIds.length });
  });

  test("counts up to 2,000 late messages, and tells when there may be more", async () => {
    const { client, company } = await signedIn(server);
    const addLate = (amount: number) =>
      server.query(
        "insert into queue_items (company_id, message_name, date_due) select $1, 'Bericht 1', '2020-01-01' from generate_series(1, $2)",
        [company.id, amount],
      );
    const readCounts = async () => (await client.get("/api/overview/counts")).body;
    await addLate(1_500);
    expect(await readCounts()).toMatchObject({ overdue: 1_500, hasMoreOverdue: false });
    await addLate(600);
    expect(await readCounts()).toMatchObject({ overdue: 2_000, hasMoreOverdue: true });
  });

  test("is read before the test times out while thousands of deletions in Airtable wait for a decision", async () => {
    const { company } = await signedIn(server);
    await server.query(
      `with parts as (
        insert into queue_items (company_id, message_name, message_flow, date_due)
        select $1, 'Bericht 1', 'Sanne', now() from generate_series(1, 4000) returning id
      )
      insert into airtable_records (company_id, table_name, local_id, record_id) select $1, 'queue', id, id::text from parts`,
      [company.id],
    );
    // As in use: PostgreSQL has statistics of the queue, and not yet of deletions that were just found.
    await server.query("analyze queue_items, airtable_records");
    await server.query(
      `insert into airtable_deletions (company_id, table_name, record_id)
        select company_id, table_name, record_id from airtable_records where company_id = $1`,
      [company.id],
    );
    const actor = { id: company.id, name: "Test", role: "user" as const };
    const db = server.platform.database.tenant(company.id);
    const found = await findQueuedParts({ db, companyId: company.id, actor }, ["sanne"]);
    expect(found.filter(({ isDeletedInAirtable }) => isDeletedInAirtable)).toHaveLength(4000);
  });

  test.each([
    ["SENDING", "Dit bericht wordt op dit moment verstuurd."],
    ["SENT", "Dit bericht is al verstuurd."],
    ["CANCELLED", "Dit bericht is geannuleerd."],
  ])("that is %s is not retried, and the reason is Dutch", async (status, message) => {
    const id = await makeQueueItem(server, me.company.id, { status });
    const response = await me.client.patch(`/api/messages-queued/${id}/retry`);
    expect([response.status, response.body["message"]]).toEqual([409, message]);
  });

  test("that failed after its cancellation was requested is not cancelled after a retry", async () => {
    const id = await makeQueueItem(server, me.company.id, { status: "ERROR", cancel_requested_at: server.clock.now() });
    expect((await me.client.patch(`/api/messages-queued/${id}/retry`)).status).toBe(200);
    const [item] = await server.query("select status, cancel_requested_at from queue_items where id = $1", [id]);
    expect(item).toEqual({ status: "QUEUED", cancel_requested_at: null });
  });

  test("that failed is retried together with others, and a refusal names its reason", async () => {
    const [failed, waiting] = [
      await makeQueueItem(server, me.company.id, {
        status: "ERROR",
        date_due: "2026-01-05T02:42:00Z",
        message_flow: "Opnieuw Proberen",
        send_now: true,
      }),
      await makeQueueItem(server, me.company.id),
    ];
    const response = await me.client.post("/api/messages-queued/retry", { ids: [failed, waiting] });
    expect(response.body).toEqual({
      done: [failed],
      refused: [{ id: waiting, reason: "Dit bericht staat al klaar om verstuurd te worden." }],
    });
    // At night and at the weekend it waits, also where the company's own automation sends on the due date.
    const retried = await itemOf(failed);
    expect(retried).toMatchObject({ status: "QUEUED", send_now: false });
    expect(isInDefaultHours(new Date(String(retried["date_due"])))).toBe(true);
    expect(Date.parse(String(retried["date_due"]))).toBeGreaterThan(server.clock.now().getTime() - 60_000);
  });
});

test("the queue is shown when its plans cannot be computed because of a deadlock, and planned by the next request", async () => {
  const other = await signedIn(server);
  const id = await makeQueueItem(server, other.company.id);
  await server.query(`
    create function fail_to_plan() returns trigger language plpgsql
    as $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger fail_to_plan before insert on queue_plans execute function fail_to_plan()`);
  const shown = await other.client.get("/api/messages-queued");
  await server.query("drop function fail_to_plan cascade");
  expect([shown.status, shown.body]).toMatchObject([200, [{ id, plannedAt: null }]]);
  expect((await other.client.get("/api/messages-queued")).body).toMatchObject([
    { id, plannedAt: expect.any(String) as string },
  ]);
});
