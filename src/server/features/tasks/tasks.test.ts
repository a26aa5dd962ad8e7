import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Task } from "#contract/tasks.ts";
import { sql } from "#platform/database/sql.ts";
import { addDays } from "#platform/time.ts";
import { makeLead, makeMeeting, makeMessage, makeQueueItem } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
  colleague = await signedIn(server, { company: me.company });
  admin = await signedIn(server, { company: me.company, role: "company_admin" });
  await server.query("update users set first_name = 'Bea', last_name = 'Bos' where id = $1", [colleague.user.id]);
});
afterAll(() => server.close());

const list = async (who: SignedIn, query = "") =>
  (await who.client.get(`/api/tasks${query}`)).body as unknown as Task[];
const texts = async (who: SignedIn, query = "") => (await list(who, query)).map(({ text }) => text);
const create = (who: SignedIn, task: object) =>
  who.client.post("/api/tasks", { text: "Offerte sturen", dueOn: null, ownerId: null, ...task });

describe("tasks", () => {
  test("belong to a meeting and a lead, and are done, moved and deleted", async () => {
    const meetingId = await makeMeeting(server, me.company.id, { meeting_name: "Intake" });
    const leadId = await makeLead(server, me.company.id, { full_name: "Sanne" });
    const { status, body } = await create(me, { dueOn: "2026-11-20", ownerId: colleague.user.id, meetingId, leadId });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ownerName: "Bea Bos", meetingName: "Intake", leadName: "Sanne", isDone: false });
    const path = `/api/tasks/${body["id"] as string}`;
    expect(await texts(me, `?leadId=${leadId}`)).toEqual(["Offerte sturen"]);
    expect(await texts(me, `?meetingId=${meetingId}`)).toEqual(["Offerte sturen"]);
    expect(await texts(colleague, "?mine=true")).toEqual(["Offerte sturen"]);
    expect(await texts(me, "?mine=true")).toEqual([]);
    expect((await colleague.client.patch(path, { isDone: true, dueOn: null })).body).toMatchObject({
      isDone: true,
      dueOn: null,
      ownerId: colleague.user.id,
    });
    expect(await texts(colleague, "?mine=true")).toEqual([]);
    // Nothing changes, so nothing is logged.
    await colleague.client.patch(path, { isDone: true });
    const logged = await server.query("select from audit_log where company_id = $1 and action = 'task.changed'", [
      me.company.id,
    ]);
    expect(logged).toHaveLength(1);
    expect((await me.client.delete(path)).status).toBe(204);
    expect(await list(me)).toEqual([]);
    const [deleted] = await server.query(
      "select before from audit_log where company_id = $1 and action = 'task.deleted'",
      [me.company.id],
    );
    expect(deleted).toEqual({ before: { ownerName: "Bea Bos" } });
  });

  test("are listed with open ones first, by date", async () => {
    await create(me, { text: "Ooit" });
    await create(me, { text: "Later", dueOn: "2026-12-01" });
    await create(me, { text: "Eerst", dueOn: "2026-11-01" });
    const [first] = await list(me);
    await me.client.patch(`/api/tasks/${first?.id}`, { isDone: true });
    expect(await texts(me)).toEqual(["Later", "Ooit", "Eerst"]);
  });

  test("refer to people, meetings and leads of the own company only", async () => {
    const other = await signedIn(server);
    const meetingId = await makeMeeting(server, other.company.id);
    const leadId = await makeLead(server, other.company.id);
    for (const reference of [{ ownerId: other.user.id }, { meetingId }, { leadId }])
      expect((await create(me, reference)).status).toBe(404);
    const { body } = await create(me, {});
    const path = `/api/tasks/${body["id"] as string}`;
    expect((await me.client.patch(path, { ownerId: other.user.id })).status).toBe(404);
    expect((await other.client.patch(path, { isDone: true })).status).toBe(404);
    expect(await list(other)).toEqual([]);
  });

  test("get no owner who cannot sign in any more, but keep one who left", async () => {
    const left = await signedIn(server, { company: me.company });
    const { body } = await create(me, { ownerId: left.user.id });
    await server.query("update users set is_active = false where id = $1", [left.user.id]);
    expect((await create(me, { ownerId: left.user.id })).status).toBe(404);
    const path = `/api/tasks/${body["id"] as string}`;
    expect((await me.client.patch(path, { text: "Nabellen", ownerId: left.user.id })).status).toBe(200);
    await me.client.delete(path);
  });

  test("keep what a colleague changes at the same moment", async () => {
    const { body } = await create(me, {});
    const id = body["id"] as string;
    let change: ReturnType<typeof me.client.patch> | undefined;
    await server.platform.database.tenant(me.company.id).transaction(async (db) => {
      await db.run(sql`update tasks set done_at = now() where company_id = ${me.company.id} and id = ${id}`);
      change = me.client.patch(`/api/tasks/${id}`, { text: "Offerte bellen" });
      await expect
        .poll(() =>
          server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        )
        .not.toEqual([]);
    });
    expect((await change)?.body).toMatchObject({ text: "Offerte bellen", isDone: true });
    expect(await list(me)).toMatchObject([{ text: "Offerte bellen", isDone: true }]);
  });

  test("and meetings are on a day that the calendar has", async () => {
    expect((await create(me, { dueOn: "0000-01-01" })).status).toBe(400);
    const meeting = { meetingName: "Intake", meetingDate: "0000-01-01" };
    expect((await me.client.post("/api/meetings", meeting)).status).toBe(400);
  });
});

describe("a private meeting", () => {
  const makePrivate = (owner: string | null, more = {}) =>
    makeMeeting(server, me.company.id, {
      status: "PRIVE",
      meeting_owner: owner,
      report: "<p>Geheim</p>",
      attendees: "sanne@zon.nl",
      ...more,
    });
  const sees = async (who: SignedIn, id: string, leadId: string): Promise<boolean[]> => {
    const meetings = async (query: string) =>
      ((await who.client.get(`/api/meetings${query}`)).body as unknown as { id: string }[]).some((m) => m.id === id);
    await server.query(
      "insert into airtable_records (company_id, table_name, local_id) values ($1, 'meetings', $2) on conflict do nothing",
      [me.company.id, id],
    );
    const timeline = (await who.client.get(`/api/leads/${leadId}/timeline`)).body as unknown as { kind: string }[];
    return [
      await meetings(""),
      await meetings("?tab=private"),
      await meetings(`?leadId=${leadId}`),
      (await who.client.get(`/api/meetings/${id}/report`)).status === 200,
      ((await who.client.get("/api/meetings/stats")).body["private"] as number) > 0,
      timeline.some(({ kind }) => kind === "meeting"),
      (await list(who)).some(({ meetingId }) => meetingId === id),
      (await who.client.get(`/api/sync/records/meetings/${id}/history`)).status === 200,
    ];
  };
  const ALL = Array.from({ length: 8 }, () => true);
  const NONE = ALL.map(() => false);

  test("is seen by its owner and company admins, in every list, report and timeline", async () => {
    const leadId = await makeLead(server, me.company.id, { email: "sanne@zon.nl" });
    const id = await makePrivate(" bea  BOS ");
    await create(colleague, { meetingId: id });
    expect(await sees(colleague, id, leadId)).toEqual(ALL);
    expect(await sees(admin, id, leadId)).toEqual(ALL);
    expect(await sees(me, id, leadId)).toEqual(NONE);
    expect((await me.client.patch(`/api/meetings/${id}`, { status: "NEW" })).status).toBe(404);
    expect((await create(me, { meetingId: id })).status).toBe(404);
    const { headers } = await me.client.get("/api/meetings?tab=private");
    expect(headers.get("x-total-count")).toBe("0");
  });

  test("is not seen by a user who takes the name of its owner, until an admin gives them that name", async () => {
    const id = await makePrivate("Bea Bos");
    const person = await signedIn(server, { company: me.company });
    const report = async () => (await person.client.get(`/api/meetings/${id}/report`)).status;
    const name = { firstName: "Bea", lastName: "Bos" };
    expect((await person.client.patch("/api/profile", { ...name, email: person.user.email })).status).toBe(200);
    expect(await report()).toBe(404);
    for (const firstName of ["Beatrix", "Bea"])
      expect((await admin.client.patch(`/api/users/${person.user.id}`, { firstName })).status).toBe(200);
    expect(await report()).toBe(200);
  });

  test("is seen by the user whose sender is its owner", async () => {
    const id = await makePrivate("F. Hoekstra");
    await server.query("select add_senders($1, array['F. Hoekstra'])", [me.company.id]);
    await server.query("update senders set user_id = $2 where company_id = $1", [me.company.id, me.user.id]);
    expect((await me.client.get(`/api/meetings/${id}/report`)).status).toBe(200);
    expect((await colleague.client.get(`/api/meetings/${id}/report`)).status).toBe(404);
  });

  test("is seen by the user who marked it as private, who can also undo that", async () => {
    const id = await makeMeeting(server, me.company.id, { meeting_owner: "Iemand Anders" });
    const response = await me.client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
    expect(response.status).toBe(200);
    expect((await colleague.client.patch(`/api/meetings/${id}`, { status: "NEW" })).status).toBe(404);
    expect((await me.client.patch(`/api/meetings/${id}`, { status: "NEW" })).status).toBe(200);
    expect((await colleague.client.patch(`/api/meetings/${id}`, { status: "IGNORED" })).status).toBe(200);
  });

  test("stays private when it is deleted, here or in Airtable", async () => {
    const leadId = await makeLead(server, me.company.id, { email: "sanne@zon.nl" });
    const id = await makePrivate("Bea Bos");
    await create(colleague, { meetingId: id });
    const deleted = await colleague.client.patch(`/api/meetings/${id}`, { status: "DELETED" });
    expect(deleted.status).toBe(200);
    expect(await sees(me, id, leadId)).toEqual(NONE);
    expect((await me.client.patch(`/api/meetings/${id}`, { status: "NEW" })).status).toBe(404);
    expect(await texts(colleague)).toEqual(["Offerte sturen"]);
    const { token } = deleted.body["undo"] as { token: string };
    expect((await colleague.client.post(`/api/undo/${token}`)).status).toBe(200);
    expect(await sees(colleague, id, leadId)).toEqual(ALL);
    // As the sync does for a record that was deleted in Airtable.
    await server.query("update meetings set status = 'DELETED' where id = $1", [id]);
    expect(await sees(me, id, leadId)).toEqual(NONE);
    // Restored as a new meeting it is for everybody.
    expect((await colleague.client.patch(`/api/meetings/${id}`, { status: "NEW" })).status).toBe(200);
    expect(await texts(me)).toEqual(["Offerte sturen"]);
  });

  test("stays with the user who marked it when an admin undoes a change of it", async () => {
    const id = await makeMeeting(server, me.company.id, { meeting_owner: "Iemand Anders", report: "<p>Geheim</p>" });
    await me.client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
    for (const status of ["NEW", "DELETED"]) {
      const changed = await admin.client.patch(`/api/meetings/${id}`, { status });
      const { token } = changed.body["undo"] as { token: string };
      expect((await admin.client.post(`/api/undo/${token}`)).status).toBe(200);
      expect((await me.client.get(`/api/meetings/${id}/report`)).status).toBe(200);
      expect((await colleague.client.get(`/api/meetings/${id}/report`)).status).toBe(404);
    }
  });

  test("has no tasks for a colleague who does not see it", async () => {
    const id = await makePrivate("Bea Bos");
    const task = { meetingId: id, dueOn: "2020-01-01" };
    const refused = await create(colleague, { ...task, ownerId: me.user.id });
    expect(refused.status).toBe(409);
    expect(refused.body["message"]).toContain("ziet deze meeting niet");
    const { body } = await create(colleague, { ...task, ownerId: admin.user.id });
    const change = { ownerId: me.user.id };
    expect((await colleague.client.patch(`/api/tasks/${body["id"] as string}`, change)).status).toBe(409);
    expect(await list(colleague)).toMatchObject([{ ownerId: admin.user.id }]);
    const dueTasks = async (who: SignedIn) => (await who.client.get("/api/overview/counts")).body["tasks"];
    expect(await dueTasks(admin)).toBe(1);
    // Made private after the task was given to a colleague.
    const open = await makeMeeting(server, me.company.id, { meeting_owner: "Bea Bos" });
    await create(colleague, { meetingId: open, dueOn: "2020-01-01", ownerId: me.user.id });
    expect(await dueTasks(me)).toBe(1);
    await colleague.client.patch(`/api/meetings/${open}`, { status: "PRIVE" });
    expect(await dueTasks(me)).toBe(0);
  });
});

describe("the overview", () => {
  test("counts what waits for the user", async () => {
    await makeMessage(server, me.company.id);
    await makeMessage(server, me.company.id, { message_type: "followup", status: "edited" });
    await makeMessage(server, me.company.id, { status: "sent" });
    await makeQueueItem(server, me.company.id, { date_due: "2020-01-01T09:00:00Z" });
    await makeQueueItem(server, me.company.id, { date_due: "2100-01-01T09:00:00Z" });
    await makeMeeting(server, me.company.id);
    await create(me, { ownerId: me.user.id, dueOn: "2020-01-01" });
    await create(me, { ownerId: me.user.id, dueOn: "2100-01-01" });
    await create(me, { ownerId: colleague.user.id, dueOn: "2020-01-01" });
    expect((await me.client.get("/api/overview/counts")).body).toEqual({
      iceBreakers: 1,
      followUps: 1,
      overdue: 1,
      hasMoreOverdue: false,
      newMeetings: 1,
      tasks: 1,
      isNewCompany: false,
      isFirstSync: false,
    });
  });

  test("has yesterday's result and the problems of the company", async () => {
    const yesterday = addDays(server.clock.now(), -1);
    await makeQueueItem(server, me.company.id, { status: "SENT", date_sent: yesterday });
    await makeQueueItem(server, me.company.id, { status: "ERROR" });
    await makeMessage(server, me.company.id, { status: "interested", changed_at: yesterday });
    await server.query("select add_senders($1, array['Frank'])", [me.company.id]);
    await server.query(
      "update senders set hold_until = now() + interval '1 day' where company_id = $1 and name = 'Frank'",
      [me.company.id],
    );
    expect((await me.client.get("/api/overview")).body).toEqual({
      assigned: { iceBreakers: 0, followUps: 0 },
      yesterday: { sent: 1, invited: 0, accepted: 0, replies: 1 },
      problems: [
        { kind: "failed_sends", text: "1 bericht is niet verstuurd." },
        { kind: "holds", text: "Het versturen staat stil voor Frank." },
      ],
    });
  });
});
