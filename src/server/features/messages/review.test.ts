import { afterAll, beforeAll, expect, test } from "vitest";
import type { Message } from "#contract/messages.ts";
import { MINE } from "#contract/senders.ts";
import { calendarDay } from "#platform/time.ts";
import { makeUser } from "#testing/account-factories.ts";
import { makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const day = (offset: number): string => {
  const at = new Date(`${calendarDay(server.clock.now())}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + offset);
  return at.toISOString().slice(0, 10);
};

const names = async ({ client }: SignedIn, group: string): Promise<string[]> => {
  const { body } = await client.get(`/api/messages?type=icebreaker&group=${group}`);
  return (body as unknown as Message[]).map(({ contactName }) => contactName);
};

const counts = async ({ client }: SignedIn, filter = "") =>
  (await client.get(`/api/messages/groups?type=icebreaker${filter}`)).body;

const NONE = { open: 0, approved: 0, sent: 0, answered: 0, error: 0, snoozed: 0 };

test("messages are listed and counted by group", async () => {
  const me = await signedIn(server);
  const statuses = [
    "pending",
    "rewritten",
    "edited",
    "approved",
    "sent",
    "connected",
    "interested",
    "neutral",
    "error",
  ];
  for (const status of [...statuses, "cancelled"]) {
    await makeMessage(server, me.company.id, { status, message_flow: "Frank" }, { full_name: status });
  }
  await makeMessage(server, me.company.id, { message_type: "followup" });
  expect((await names(me, "open")).toSorted()).toEqual(["edited", "pending", "rewritten"]);
  expect(await names(me, "approved")).toEqual(["approved"]);
  expect((await names(me, "sent")).toSorted()).toEqual(["connected", "sent"]);
  expect((await names(me, "answered")).toSorted()).toEqual(["interested", "neutral"]);
  expect(await names(me, "error")).toEqual(["error"]);
  const all = { open: 3, approved: 1, sent: 2, answered: 2, error: 1, snoozed: 0 };
  expect(await counts(me)).toEqual(all);
  expect(await counts(me, "&flow=Frank")).toEqual(all);
  expect(await counts(me, "&flow=Lotte")).toEqual(NONE);
  expect(await counts(me, "&firstName=sent")).toEqual({ ...NONE, sent: 1 });
});

test("a snoozed message is not to review before its day", async () => {
  const me = await signedIn(server);
  const { id } = await makeMessage(server, me.company.id, {}, { full_name: "Anna" });
  await makeMessage(server, me.company.id, {}, { full_name: "Bram" });
  const snooze = (until: string | null) => me.client.put(`/api/messages/${id}/snooze`, { until });
  const snoozed = await snooze(day(1));
  expect(snoozed.body).toMatchObject({ id, snoozedUntil: day(1) });
  expect(await names(me, "open")).toEqual(["Bram"]);
  expect(await names(me, "snoozed")).toEqual(["Anna"]);
  expect(await counts(me)).toEqual({ ...NONE, open: 1, snoozed: 1 });
  expect(await counts(me, "&firstName=anna")).toEqual({ ...NONE, snoozed: 1 });
  expect((await me.client.get("/api/overview/counts")).body).toMatchObject({ iceBreakers: 1, followUps: 0 });

  expect((await snooze(day(0))).status).toBe(400);
  await server.query("update messages set snoozed_until = $1 where id = $2", [day(0), id]);
  expect((await names(me, "open")).toSorted()).toEqual(["Anna", "Bram"]);
  await snooze(day(2));
  expect((await snooze(null)).body).toMatchObject({ snoozedUntil: null });
  await snooze(day(2));
  await server.query("update messages set status = 'approved' where id = $1", [id]);
  expect((await snooze(day(1))).status).toBe(409);
  await server.query("update messages set status = 'pending' where id = $1", [id]);
  expect((await names(me, "open")).toSorted()).toEqual(["Anna", "Bram"]);
});

test("a message is assigned to an active colleague of the same company", async () => {
  const me = await signedIn(server);
  const { database } = server.platform;
  const colleague = await makeUser(database, me.company.id);
  const inactive = await makeUser(database, me.company.id, { isActive: false });
  const stranger = await makeUser(database, (await signedIn(server)).company.id);
  const { id } = await makeMessage(server, me.company.id);
  const assign = (userId: string | null) => me.client.put(`/api/messages/${id}/assignment`, { userId });
  expect((await assign(colleague.id)).body).toMatchObject({ assignedTo: { id: colleague.id, name: "Anna Jansen" } });
  for (const other of [inactive, stranger]) expect((await assign(other.id)).status).toBe(400);
  expect((await assign(null)).body).toMatchObject({ assignedTo: null });
});

test("an assignment is undone, unless the message was assigned again", async () => {
  const me = await signedIn(server);
  const colleague = await makeUser(server.platform.database, me.company.id);
  const { id } = await makeMessage(server, me.company.id);
  const assign = async (userId: string | null) => {
    const { body } = await me.client.put(`/api/messages/${id}/assignment`, { userId });
    return { assigned: body["assignedTo"], token: (body["undo"] as { token: string } | undefined)?.token };
  };
  const first = await assign(colleague.id);
  const second = await assign(me.user.id);
  expect(second.assigned).toMatchObject({ id: me.user.id });
  expect((await assign(me.user.id)).token).toBeUndefined();
  expect((await me.client.post(`/api/undo/${first.token}`)).status).toBe(409);
  expect((await me.client.post(`/api/undo/${second.token}`)).status).toBe(200);
  expect(await assign(colleague.id)).toMatchObject({ assigned: { id: colleague.id }, token: undefined });
  const stranger = await signedIn(server);
  const third = await assign(null);
  expect((await stranger.client.post(`/api/undo/${third.token}`)).status).not.toBe(200);
});

test("notes are visible to colleagues only, the oldest first, and counted on the message", async () => {
  const me = await signedIn(server);
  const stranger = await signedIn(server);
  const { id } = await makeMessage(server, me.company.id);
  const path = `/api/messages/${id}/notes`;
  for (const text of ["Eerst bellen.", " Is op vakantie. "]) {
    expect((await me.client.post(path, { text })).status).toBe(201);
  }
  expect((await me.client.post(path, { text: " " })).status).toBe(400);
  expect((await me.client.get(path)).body).toMatchObject([
    { text: "Eerst bellen.", author: "Anna Jansen" },
    { text: "Is op vakantie." },
  ]);
  const [message] = (await me.client.get("/api/messages")).body as unknown as Message[];
  expect(message?.noteCount).toBe(2);
  expect((await stranger.client.get(path)).status).toBe(404);
  expect((await stranger.client.post(path, { text: "Hoi" })).status).toBe(404);
});

test("a message assigned to the user is in Mijn, whoever its sender is, and is counted in the overview", async () => {
  const me = await signedIn(server);
  await server.query("select add_senders($1, array['Lotte'])", [me.company.id]);
  const { id } = await makeMessage(server, me.company.id, { message_flow: "Lotte" }, { full_name: "Anna" });
  await makeMessage(server, me.company.id, { message_flow: "Lotte" }, { full_name: "Bram" });
  const mine = async (rest = "") => {
    const { body, headers } = await me.client.get(
      `/api/messages?type=icebreaker&flow=${encodeURIComponent(MINE)}${rest}`,
    );
    return {
      names: (body as unknown as Message[]).map(({ contactName }) => contactName),
      total: headers.get("x-total-count"),
    };
  };
  const assigned = async () => (await me.client.get("/api/overview")).body["assigned"];
  expect((await mine()).names).toEqual([]);
  await me.client.put(`/api/messages/${id}/assignment`, { userId: me.user.id });
  for (const rest of ["", "&group=open", "&firstName=anna"])
    expect(await mine(rest)).toEqual({ names: ["Anna"], total: "1" });
  expect(await counts(me, `&flow=${encodeURIComponent(MINE)}`)).toEqual({ ...NONE, open: 1 });
  expect(await counts(me, `&flow=${encodeURIComponent(MINE)}&firstName=anna`)).toEqual({ ...NONE, open: 1 });
  expect(await assigned()).toEqual({ iceBreakers: 1, followUps: 0 });

  // Also assigned and of the user's own sender: once.
  await server.query("update senders set user_id = $2 where company_id = $1 and name = 'Lotte'", [
    me.company.id,
    me.user.id,
  ]);
  expect((await mine()).names.toSorted()).toEqual(["Anna", "Bram"]);
  expect(await counts(me, `&flow=${encodeURIComponent(MINE)}`)).toEqual({ ...NONE, open: 2 });

  await server.query("update messages set status = 'approved' where id = $1", [id]);
  expect(await assigned()).toEqual({ iceBreakers: 0, followUps: 0 });
});
