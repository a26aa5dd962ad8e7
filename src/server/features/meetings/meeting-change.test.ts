import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SELECTABLE_STATUSES } from "#contract/meeting-status.ts";
import { MEETING_TYPES } from "#contract/meetings.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { openEvents } from "#testing/event-reader.ts";
import { makeMeeting } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  // A company admin may change private meetings too.
  me = await signedIn(server, { role: "company_admin" });
});
afterAll(() => server.close());

const make = (meeting = {}) => makeMeeting(server, me.company.id, meeting);
const change = (id: string, body: unknown) => me.client.patch(`/api/meetings/${id}`, body);
const row = async (id: string) =>
  (
    await server.query<Record<string, unknown>>("select meeting_name, type, status from meetings where id = $1", [id])
  )[0];
const outbox = (id: string) =>
  server.query("select field, value, based_on, author from airtable_outbox where local_id = $1 order by id", [id]);
const logged = (id: string) =>
  server.query("select action, before, after from audit_log where subject_id = $1 order by at, id", [id]);

/** What a user's choice does to a meeting, by its status: it is refused, or it changes nothing. Every other choice becomes the status. */
const EXPECTED: Readonly<Record<string, { refused: string[]; unchanged: string[] }>> = {
  NEW: { refused: ["RERUN"], unchanged: ["NEW"] },
  TO_PROCESS: { refused: ["RERUN"], unchanged: ["To PROCESS", "TO_PROCESS"] },
  "To PROCESS": { refused: ["RERUN"], unchanged: ["To PROCESS", "TO_PROCESS"] },
  PRIVE: { refused: ["RERUN"], unchanged: ["PRIVE"] },
  IGNORED: { refused: ["RERUN"], unchanged: ["IGNORED"] },
  PROCESSED: { refused: [], unchanged: [] },
  RERUN: { refused: [], unchanged: ["RERUN"] },
  DELETED: { refused: ["To PROCESS", "TO_PROCESS", "PRIVE", "IGNORED", "RERUN", "DELETED"], unchanged: [] },
  Onbekend: { refused: ["RERUN"], unchanged: [] },
};

describe("every status with every choice of a user", () => {
  const cases = Object.entries(EXPECTED).flatMap(([from, expected]) =>
    SELECTABLE_STATUSES.map((to) => ({ from, to, ...expected })),
  );
  test.each(cases)("$from to $to", async ({ from, to, refused, unchanged }) => {
    const id = await make({ status: from });
    const before = await fingerprint(server);
    const response = await change(id, { status: to });
    if (refused.includes(to)) {
      expect(response.status).toBe(409);
      expect(await fingerprint(server)).toEqual(before);
      return;
    }
    expect(response.status).toBe(200);
    const isUnchanged = unchanged.includes(to);
    expect(await row(id)).toMatchObject({ status: isUnchanged ? from : to });
    expect(await outbox(id)).toHaveLength(isUnchanged ? 0 : 1);
  });
});

test("processing logs status and type as one change, and sends each to Airtable", async () => {
  const id = await make({ meeting_name: "Intake" });
  const response = await change(id, { status: "To PROCESS", type: "CFO intake" });
  expect(response.body).toMatchObject({ id, status: "To PROCESS", type: "CFO intake", sync: "pending" });
  expect(await outbox(id)).toEqual([
    { field: "type", value: "CFO intake", based_on: null, author: "Anna Jansen" },
    { field: "status", value: "To PROCESS", based_on: "NEW", author: "Anna Jansen" },
  ]);
  expect(await logged(id)).toEqual([
    {
      action: "meeting.updated",
      before: { type: null, status: "NEW" },
      after: { type: "CFO intake", status: "To PROCESS" },
    },
  ]);
});

test("a meeting that runs again can be made new, and the log has each previous status", async () => {
  const id = await make({ status: "PROCESSED" });
  await change(id, { status: "RERUN" });
  expect((await change(id, { status: "NEW" })).body).toMatchObject({ status: "NEW" });
  expect(await logged(id)).toEqual([
    { action: "meeting.updated", before: { status: "PROCESSED" }, after: { status: "RERUN" } },
    { action: "meeting.updated", before: { status: "RERUN" }, after: { status: "NEW" } },
  ]);
});

test("a title is trimmed and neither empty nor too long", async () => {
  const id = await make({ meeting_name: "Oud" });
  expect((await change(id, { meetingName: "  Nieuw  " })).body).toMatchObject({ meetingName: "Nieuw" });
  expect(await outbox(id)).toMatchObject([{ field: "meeting_name", value: "Nieuw", based_on: "Oud" }]);
  for (const meetingName of ["", "   ", "x".repeat(501), null, 4]) {
    expect((await change(id, { meetingName })).status).toBe(400);
  }
  expect(await row(id)).toMatchObject({ meeting_name: "Nieuw" });
});

test.each(MEETING_TYPES)("type %s is accepted", async (type) => {
  const id = await make({ type: "iets van vroeger" });
  expect((await change(id, { type })).body).toMatchObject({ type });
});

test.each([
  {},
  { type: "Anders" },
  { status: "PROCESSED" },
  { status: "new" },
  { status: null },
  { meetingReport: "x" },
])("%j is refused", async (body) => {
  const id = await make();
  const before = await fingerprint(server);
  expect((await change(id, body)).status).toBe(400);
  expect(await fingerprint(server)).toEqual(before);
});

test("a change without an effect records nothing", async () => {
  const id = await make({ meeting_name: "Zo", type: "Sales", status: "TO_PROCESS" });
  const before = await fingerprint(server);
  expect((await change(id, { meetingName: "Zo", type: "Sales", status: "To PROCESS" })).status).toBe(200);
  expect(await fingerprint(server)).toEqual(before);
});

test("a deleted meeting can only be restored", async () => {
  const id = await make({ status: "DELETED", report: "<p>x</p>" });
  expect((await change(id, { meetingName: "Anders" })).status).toBe(409);
  expect((await me.client.get(`/api/meetings/${id}/report`)).status).toBe(404);
  expect((await change(id, { status: "NEW" })).status).toBe(200);
});

test("a private meeting that was deleted can be private again, with who marked it, and nothing else but new", async () => {
  const id = await make();
  const marker = await signedIn(server, { company: me.company });
  await marker.client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
  await change(id, { status: "DELETED" });
  expect((await change(id, { status: "IGNORED" })).status).toBe(409);
  expect((await change(id, { status: "PRIVE", currentStatus: "DELETED" })).status).toBe(200);
  expect(await server.query("select status, is_private, private_by from meetings where id = $1", [id])).toEqual([
    { status: "PRIVE", is_private: true, private_by: marker.user.id },
  ]);
});

describe("a private meeting of a colleague that an admin moves", () => {
  let marker: SignedIn;
  beforeAll(async () => {
    marker = await signedIn(server, { company: me.company });
  });
  const moved = async (to: string): Promise<string> => {
    const id = await make();
    await marker.client.patch(`/api/meetings/${id}`, { status: "PRIVE" });
    await change(id, { status: to });
    return id;
  };
  const privateBy = async (id: string) =>
    (await server.query<{ private_by: string | null }>("select private_by from meetings where id = $1", [id]))[0]
      ?.private_by;
  const isInList = async (id: string) => {
    const { text } = await marker.client.get("/api/meetings?tab=private&limit=100");
    return text.includes(id);
  };

  test.each(["NEW", "IGNORED"])("to %s is the colleague's again when the admin undoes it", async (status) => {
    const id = await moved(status);
    expect(await privateBy(id)).toBeNull();
    await change(id, { meetingName: "Een andere titel" });
    expect((await change(id, { status: "PRIVE", currentStatus: status })).status).toBe(200);
    expect(await privateBy(id)).toBe(marker.user.id);
    expect(await isInList(id)).toBe(true);
  });

  test("is the admin's when the admin marks it, or when it had another status since", async () => {
    const marked = await moved("NEW");
    await change(marked, { status: "PRIVE" });
    const movedTwice = await moved("NEW");
    await change(movedTwice, { status: "IGNORED" });
    await change(movedTwice, { status: "PRIVE", currentStatus: "IGNORED" });
    for (const id of [marked, movedTwice]) {
      expect(await privateBy(id)).toBe(me.user.id);
      expect(await isInList(id)).toBe(false);
    }
  });

  test("is nobody's when Airtable makes it private", async () => {
    const id = await moved("NEW");
    await server.query("update meetings set status = 'PRIVE' where id = $1", [id]);
    expect(await privateBy(id)).toBeNull();
    expect(await isInList(id)).toBe(false);
  });
});

test("the change is published to open screens, without its id: the meeting may be private", async () => {
  const events = await openEvents(server, me.client);
  const id = await make();
  await change(id, { status: "IGNORED" });
  expect(await events.next()).toEqual({ topic: "meetings" });
  events.close();
});

test("a change that is based on another status is refused", async () => {
  const id = await make({ status: "To PROCESS" });
  await server.query("update meetings set status = 'PROCESSED' where id = $1", [id]);
  const refused = await change(id, { status: "NEW", currentStatus: "To PROCESS" });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: "Deze meeting is intussen gewijzigd en blijft zoals die is." },
  ]);
  expect(await row(id)).toMatchObject({ status: "PROCESSED" });
  expect((await change(id, { currentStatus: "PROCESSED" })).status).toBe(400);
  expect((await change(id, { status: "NEW", currentStatus: "processed" })).status).toBe(200);
});
