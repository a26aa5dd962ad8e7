import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/leads.ts";
import { makeInvitations, makeLead, makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
});
afterAll(() => server.close());

const timeline = async (id: string): Promise<TimelineEntry[]> =>
  (await me.client.get(`/api/leads/${id}/timeline`)).body as unknown as TimelineEntry[];

const at = (day: number) => new Date(Date.UTC(2026, 5, day, 12));

test("the timeline contains every event of a lead, the latest first", async () => {
  const company = me.company.id;
  const id = await makeLead(server, company, {
    full_name: "Anna",
    email: "Anna@zon.nl",
    date_added: at(1),
    lead_rating: 8,
    rated_at: at(2),
  });
  await makeInvitations(server, company, [
    { lead_id: id, connected_with: "Frank", invited_at: at(3), accepted_at: at(4) },
  ]);
  const [message] = await server.query<{ id: string }>(
    `insert into messages (company_id, lead_id, message_type, message_flow, date_created)
      values ($1, $2, 'icebreaker', 'Frank', $3) returning id`,
    [company, id, at(5)],
  );
  await server.query(
    `insert into adjustments (company_id, message_id, section, original, edited, made_by, made_at)
      values ($1, $2, 'Ice Breaker', 'a', 'b', 'Bram', $3)`,
    [company, message?.id, at(6)],
  );
  await server.query(
    `insert into queue_items (company_id, lead_id, message_name, message_flow, status, created_at, date_sent, updated_at)
      values ($1, $2, 'Ice Breaker', 'Frank', 'SENT', $3, $4, $4), ($1, $2, 'Bericht 1', 'Frank', 'CANCELLED', $5, null, $6)`,
    [company, id, at(7), at(8), at(9), at(10)],
  );
  await server.query(
    `insert into meetings (company_id, meeting_name, meeting_owner, meeting_date, attendees, status)
      values ($1, 'Kennismaking', 'Frank', $2, 'anna@zon.nl, frank@ons.nl', 'NEW'),
        ($1, 'Weg', 'Frank', $2, 'anna@zon.nl', 'DELETED'), ($1, 'Van een ander', 'Frank', $2, 'anna@zon.nl.be', 'NEW')`,
    [company, at(11)],
  );
  await me.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
  const found = await timeline(id);
  expect(found.map(({ kind, by, detail }) => [kind, by, detail])).toEqual([
    ["classified", "Anna Jansen", "HOT"],
    ["meeting", "Frank", "Kennismaking"],
    ["cancelled", "Frank", "Bericht 1"],
    ["queued", "Frank", "Bericht 1"],
    ["sent", "Frank", "Ice Breaker"],
    ["queued", "Frank", "Ice Breaker"],
    ["adjusted", "Bram", "Ice Breaker"],
    ["message", "Frank", "icebreaker"],
    ["accepted", "Frank", null],
    ["invited", "Frank", null],
    ["rated", null, "8"],
    ["added", null, null],
  ]);
  expect(new Set(found.map((entry) => entry.id)).size).toBe(found.length);
});

test("events within one minute are in the order in which they happened", async () => {
  const minute = at(1).getTime();
  const second = (seconds: number) => new Date(minute + seconds * 1000);
  const id = await makeLead(server, me.company.id, { full_name: "Cor", date_added: at(1) });
  await server.query(
    `insert into messages (company_id, lead_id, message_type, message_flow, date_created)
      values ($1, $2, 'icebreaker', 'Frank', $3)`,
    [me.company.id, id, at(1)],
  );
  // Airtable stores when a part was sent in whole minutes.
  await server.query(
    `insert into queue_items (company_id, lead_id, message_name, message_flow, status, created_at, date_sent, updated_at)
      values ($1, $2, 'Ice Breaker', 'Frank', 'SENT', $3, $4, $4), ($1, $2, 'Bericht 1', 'Frank', 'CANCELLED', $3, null, $3)`,
    [me.company.id, id, second(20), at(1)],
  );
  expect((await timeline(id)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["sent", "Ice Breaker"],
    ["cancelled", "Bericht 1"],
    ["queued", expect.any(String)],
    ["queued", expect.any(String)],
    ["message", "icebreaker"],
    ["added", null],
  ]);
});

test("parts that were queued, sent or cancelled at the same time are in their order, the last one first", async () => {
  const id = await makeLead(server, me.company.id, { full_name: "Dirk", date_added: at(1) });
  for (const name of ["Bericht 2", "Ice Breaker", "Bericht 1", "Bericht 3", "Follow up 1"])
    await server.query(
      `insert into queue_items (company_id, lead_id, message_name, status, created_at, date_sent, updated_at)
        values ($1, $2, $3, 'SENT', $4, $5, $5), ($1, $2, $3, 'CANCELLED', $4, null, $6)`,
      [me.company.id, id, name, at(2), at(3), at(4)],
    );
  const found = await timeline(id);
  const partsOf = (kind: TimelineEntry["kind"]) => found.flatMap((entry) => (entry.kind === kind ? entry.detail : []));
  const lastFirst = ["Follow up 1", "Bericht 3", "Bericht 2", "Bericht 1", "Ice Breaker"];
  expect(partsOf("sent")).toEqual(lastFirst);
  expect(partsOf("cancelled")).toEqual(lastFirst);
  expect(partsOf("queued")).toEqual(lastFirst.flatMap((name) => [name, name]));
});

test("the timeline contains no events of other leads or companies", async () => {
  const id = await makeLead(server, me.company.id, { full_name: "Bea", email: "bea@zon.nl" });
  const other = await signedIn(server);
  await server.query("insert into meetings (company_id, meeting_name, attendees) values ($1, 'Geheim', 'bea@zon.nl')", [
    other.company.id,
  ]);
  expect((await timeline(id)).map(({ kind }) => kind)).toEqual(["added"]);
});

test("a part that failed or was cancelled says why", async () => {
  const id = await makeLead(server, me.company.id, { full_name: "Cor" });
  await server.query(
    `insert into queue_items (company_id, lead_id, message_name, status, problem)
      values ($1, $2, 'Ice Breaker', 'ERROR', 'Geweigerd.'), ($1, $2, 'Bericht 1', 'CANCELLED', 'De lead heeft geantwoord.')`,
    [me.company.id, id],
  );
  const reasons = (await timeline(id)).flatMap(({ kind, detail, waitsFor }) =>
    waitsFor ? [`${kind} ${detail}: ${waitsFor.text}`] : [],
  );
  expect(reasons.toSorted()).toEqual([
    "cancelled Bericht 1: De lead heeft geantwoord.",
    "queued Ice Breaker: Geweigerd.",
  ]);
});

describe("invitations, replies and cancelled messages", () => {
  const kindsOf = (entries: readonly TimelineEntry[]) =>
    entries.map(({ kind, by, detail, previous }) => [kind, by, detail, previous]);

  test("the replies of a lead and what a user typed on LinkedIn are among the other events, with the beginning of their text", async () => {
    const id = await makeLead(server, me.company.id, { full_name: "Els", date_added: at(1) });
    const [account] = await server.query<{ id: string }>(
      `insert into linkedin_accounts (company_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
        values ($1, 'g1', 'Frank Hoekstra', 'o1', 'ok', $2, $2) returning id`,
      [me.company.id, at(1)],
    );
    await makeInvitations(server, me.company.id, [
      { lead_id: id, connected_with: "Frank", queued_at: at(2), invited_at: at(3), accepted_at: at(4) },
    ]);
    await server.query(
      `insert into queue_items (company_id, lead_id, message_name, message_flow, status, channel, text, created_at, date_sent, updated_at)
        values ($1, $2, 'Ice Breaker', 'Frank', 'SENT', 'linkedin', E'Dag Els,\n\nleuk!', $3, $4, $4)`,
      [me.company.id, id, at(5), at(6)],
    );
    await server.query(
      `insert into linkedin_messages (company_id, account_id, lead_id, message_id, is_ours, text, at)
        values ($1, $2, $3, 'm1', true, E'Dag Els,\nleuk! ', $4), ($1, $2, $3, 'm2', false, $5, $6),
          ($1, $2, $3, 'm3', true, 'Ik bel je morgen.', $7)`,
      [me.company.id, account?.id, id, at(6), `Leuk! ${"x".repeat(300)}`, at(7), at(8)],
    );
    expect(kindsOf(await timeline(id))).toEqual([
      ["written", "Frank Hoekstra", "Ik bel je morgen.", null],
      ["replied", "Frank Hoekstra", `Leuk! ${"x".repeat(194)}`, null],
      ["sent", "Frank", "Ice Breaker", null],
      ["queued", "Frank", "Ice Breaker", null],
      ["accepted", "Frank", null, null],
      ["invited", "Frank", null, null],
      ["invitation_queued", "Frank", null, null],
      ["added", null, null, null],
    ]);
  });

  test("a reply of which Airtable only knows the sentiment is shown when we learnt of it, and not twice", async () => {
    const id = await makeLead(server, me.company.id, { full_name: "Fien", date_added: at(1) });
    await server.query(
      `insert into messages (company_id, lead_id, message_type, message_flow, date_created, status, changed_at, replied_at)
        values ($1, $2, 'icebreaker', 'Frank', $3, 'interested', $4, null), ($1, $2, 'followup', 'Frank', $3, 'neutral', $4, $4)`,
      [me.company.id, id, at(2), at(5)],
    );
    const replies = (await timeline(id)).filter(({ kind }) => kind === "replied");
    expect(replies).toMatchObject([
      { by: "Frank", detail: null, previous: "interested", at: "2026-06-05T12:00:00.000000Z" },
    ]);
  });

  test("an invitation says what it waits for, and how it ended", async () => {
    const id = await makeLead(server, me.company.id, { full_name: "Gijs", date_added: at(1) });
    await makeInvitations(server, me.company.id, [
      { lead_id: id, connected_with: "Frank", status: "QUEUED", channel: "linkedin", queued_at: at(2) },
      { lead_id: id, connected_with: "Bea", status: "ON_HOLD", channel: "linkedin", queued_at: at(3) },
      { lead_id: id, connected_with: "Cor", status: "QUEUED", channel: "airtable", created_at: at(4) },
      {
        lead_id: id,
        connected_with: "Dirk",
        status: "ON_HOLD",
        channel: "linkedin",
        invited_at: at(5),
        outcome: "withdrawn",
        outcome_at: at(6),
        problem: "Ingetrokken door Anna.",
      },
    ]);
    expect((await timeline(id)).map(({ kind, by, waitsFor }) => [kind, by, waitsFor?.text ?? null])).toEqual([
      ["invitation_ended", "Dirk", "Ingetrokken door Anna."],
      ["invited", "Dirk", null],
      ["invitation_queued", "Cor", "Je eigen automatisering verstuurt deze."],
      ["invitation_queued", "Bea", "Staat in de wacht."],
      ["invitation_queued", "Frank", expect.stringContaining("Frank heeft geen verbonden LinkedIn-account.")],
      ["added", null, null],
    ]);
  });

  test("a message that was cancelled before anything was queued is shown; otherwise its parts are", async () => {
    const id = await makeLead(server, me.company.id, { full_name: "Hans", date_added: at(1) });
    const makeDraft = async () => (await makeMessage(server, me.company.id, { lead_id: id })).id;
    const [draft, approved] = [await makeDraft(), await makeDraft()];
    await server.query(
      `insert into queue_items (company_id, lead_id, message_id, message_name, status, channel)
        values ($1, $2, $3, 'Ice Breaker', 'QUEUED', 'webhook')`,
      [me.company.id, id, approved],
    );
    const { status } = await me.client.post("/api/messages/batch", { action: "cancel", ids: [draft, approved] });
    expect(status).toBe(200);
    const cancelled = (await timeline(id)).filter(({ kind }) => kind.endsWith("cancelled"));
    expect(cancelled.map(({ kind, by, detail }) => `${kind} ${by} ${detail}`).toSorted()).toEqual([
      "cancelled null Ice Breaker",
      "message_cancelled Anna Jansen icebreaker",
    ]);
  });
});
