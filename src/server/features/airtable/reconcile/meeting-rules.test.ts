import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let harness: SyncHarness;
beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const open = async (fields: Record<string, unknown>) => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Meetings", { Name: "Intake", Status: "NEW", ...fields });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("meetings", recordId);
  return {
    company,
    id,
    recordId,
    change: (body: object) => company.who.client.patch(`/api/meetings/${id}`, body),
    there: () => company.base.record("Meetings", recordId),
  };
};

test.concurrent("what a person decides about a meeting arrives at Airtable", async () => {
  const { company, id, change, there } = await open({});
  await change({ status: "To PROCESS", type: "CFO intake" });
  await change({ meetingName: "Intake Molenaar" });
  expect(await company.state("meetings", id)).toBe("pending");
  await company.sync();
  expect(await there()).toMatchObject({ Name: "Intake Molenaar", Status: "To PROCESS", Type: "CFO intake" });
  expect(await company.state("meetings", id)).toBe("synced");
});

test.concurrent("a meeting that was changed there meanwhile is a conflict, and nothing is lost", async () => {
  const { company, id, recordId, change, there } = await open({});
  await company.base.edit("Meetings", recordId, { Status: "IGNORED", Name: "Anders genoemd" });
  await change({ status: "PRIVE" });
  await company.sync();
  expect((await company.status()).conflicts).toMatchObject([
    { table: "meetings", recordName: "Anders genoemd", fieldName: "Status", ours: "PRIVE", theirs: "IGNORED" },
  ]);
  expect(await there()).toMatchObject({ Status: "IGNORED" });
  expect(await company.row("meetings", recordId)).toMatchObject({ status: "PRIVE", meeting_name: "Anders genoemd" });
  const shown = (await company.who.client.get("/api/meetings?tab=private")).body as unknown as { sync: string }[];
  expect([await company.state("meetings", id), shown[0]?.sync]).toEqual(["conflict", "conflict"]);
});

test.concurrent("both spellings are read as they stand, and agree with each other", async () => {
  const { company, recordId, change, there } = await open({ Status: "TO_PROCESS" });
  await change({ status: "To PROCESS", type: "Sales" });
  await company.sync();
  expect(await there()).toMatchObject({ Status: "TO_PROCESS", Type: "Sales" });
  expect((await company.status()).totalConflicts).toBe(0);
  expect(await company.row("meetings", recordId)).toMatchObject({ status: "TO_PROCESS" });
});

test.concurrent("HTML from there is cut down before it is kept", async () => {
  const { company, recordId } = await open({
    "Action Items": '<p onclick="x()">Bel</p><script>alert(1)</script><img src="javascript:x">',
  });
  expect((await company.row("meetings", recordId))["action_items"]).toBe("<p>Bel</p><img />");
});
