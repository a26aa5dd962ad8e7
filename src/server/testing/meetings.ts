import { type Columns, type Inserter, insertRows } from "./rows.ts";

let count = 0;

/** Meetings with a name of their own and whatever else a test wants of them, each newer than the one before. */
export const makeMeetings = (server: Inserter, companyId: string, meetings: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "meetings",
    meetings.map((meeting) => {
      count += 1;
      return {
        id: crypto.randomUUID(),
        company_id: companyId,
        meeting_name: `Meeting ${count}`,
        status: "NEW",
        created_at: new Date(Date.UTC(2026, 0, 1) + count * 1000),
        updated_at: new Date(),
        ...meeting,
      };
    }),
  );

export const makeMeeting = async (server: Inserter, companyId: string, meeting: Columns = {}): Promise<string> => {
  const [id = ""] = await makeMeetings(server, companyId, [meeting]);
  return id;
};
