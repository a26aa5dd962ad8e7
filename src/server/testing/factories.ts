import type { LeadImport } from "#contract/lead-imports.ts";
import type { TestClient, TestResponse } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

type QueryRunner = Pick<TestServer, "query">;
type Columns = Record<string, unknown>;

const insertRows = async ({ query }: QueryRunner, table: string, rows: readonly Columns[]): Promise<string[]> => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = columns.map((name) => `"${name}"`).join(", ");
  const made = await query<{ id: string }>(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1) returning id`,
    [JSON.stringify(rows)],
  );
  return made.map(({ id }) => id);
};

let leadCount = 0;

/** Leads with unique names, added one second after another; each entry overrides columns. */
export const makeLeads = (server: QueryRunner, companyId: string, leads: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "leads",
    leads.map((lead, index) => ({
      id: newRowId(),
      company_id: companyId,
      full_name: `Lead ${++leadCount}`,
      date_added: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      created_at: new Date(),
      updated_at: new Date(),
      erased: false,
      ...lead,
    })),
  );

export const makeLead = async (server: QueryRunner, companyId: string, lead: Columns = {}): Promise<string> => {
  const [id = ""] = await makeLeads(server, companyId, [lead]);
  return id;
};

export const makeInvitations = (server: QueryRunner, companyId: string, rows: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "invitations",
    rows.map((row) => ({
      id: newRowId(),
      company_id: companyId,
      status: "ACCEPTED",
      created_at: new Date(),
      updated_at: new Date(),
      ...row,
    })),
  );

const newRowId = (): string => crypto.randomUUID();

let meetingCount = 0;

/** Meetings with unique names, each newer than the one before; each entry overrides columns. */
export const makeMeetings = (server: QueryRunner, companyId: string, meetings: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "meetings",
    meetings.map((meeting) => {
      meetingCount += 1;
      return {
        id: crypto.randomUUID(),
        company_id: companyId,
        meeting_name: `Meeting ${meetingCount}`,
        status: "NEW",
        created_at: new Date(Date.UTC(2026, 0, 1) + meetingCount * 1000),
        updated_at: new Date(),
        ...meeting,
      };
    }),
  );

export const makeMeeting = async (server: QueryRunner, companyId: string, meeting: Columns = {}): Promise<string> => {
  const [id = ""] = await makeMeetings(server, companyId, [meeting]);
  return id;
};

export const ICE_BREAKER =
  "Ice Breaker:\nHoi Sanne!\n\nBericht 1:\nNog even dit.\n\nBericht 2: Laatste poging\n\nBericht 3: Dag";
export const FOLLOW_UP =
  "Older conversations:\n2026-03-01 09:15:00 - Sales: Hoi\n\nFollow up 1: Eerste\n\nFollow up 2: Tweede\n\nFollow up 3: Derde";

/** Unlike insertRows, absent columns get the defaults of the database. */
const insertRow = async ({ query }: QueryRunner, table: string, row: Columns): Promise<string> => {
  const names = Object.keys(row);
  const places = names.map((_name, index) => `$${index + 1}`);
  const made = await query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${places.join(", ")}) returning id`,
    Object.values(row),
  );
  return made[0]?.id ?? "";
};

let messageCount = 0;

interface MadeMessage {
  id: string;
  leadId: string;
  providerId: string;
}

/** A message to review, with its lead. */
export const makeMessage = async (
  server: QueryRunner,
  companyId: string,
  message: Columns = {},
  lead: Columns = {},
): Promise<MadeMessage> => {
  messageCount += 1;
  const providerId = `persoon-${messageCount}`;
  const leadId = await insertRow(server, "leads", {
    company_id: companyId,
    full_name: "Sanne de Vries",
    company: "Molenaar B.V.",
    provider_id: providerId,
    ...lead,
  });
  const type = message["message_type"] ?? "icebreaker";
  const id = await insertRow(server, "messages", {
    company_id: companyId,
    lead_id: leadId,
    message_type: type,
    message_flow: "Frank Hoekstra",
    content: type === "icebreaker" ? ICE_BREAKER : FOLLOW_UP,
    ...message,
  });
  return { id, leadId, providerId };
};

/** A queued message part without a message, as the Airtable sync can create one. */
export const makeQueueItem = async (
  server: QueryRunner,
  companyId: string,
  item: Columns = {},
  lead: Columns = {},
): Promise<string> => {
  const leadId = await insertRow(server, "leads", { company_id: companyId, full_name: "Sanne de Vries", ...lead });
  return insertRow(server, "queue_items", {
    company_id: companyId,
    lead_id: leadId,
    message_name: "Ice Breaker",
    text: "Hoi Sanne!",
    date_due: new Date(),
    ...item,
  });
};

/** As if the undo period after SENT or an approval had passed. */
export const endUndoPeriod = ({ query }: QueryRunner, messageId: string) =>
  query("update queue_items set date_due = date_due - interval '10 seconds' where message_id = $1", [messageId]);

/** As `endUndoPeriod`, after a user answered a lead. */
export const endUndoPeriodOfAnswers = ({ query }: QueryRunner, leadId: string) =>
  query("update queue_items set date_due = date_due - interval '10 seconds' where lead_id = $1 and is_answer", [
    leadId,
  ]);

/** Adds these senders, and lets every sender of the company send at any hour and without limits, for tests of other rules. */
export const removeSendingLimits = async (
  { query }: QueryRunner,
  companyId: string,
  names: readonly string[] = ["", "Frank Hoekstra"],
): Promise<void> => {
  await query("select add_senders($1, $2)", [companyId, names]);
  await query(
    `update senders set hours = '{"days": [1, 2, 3, 4, 5, 6, 7], "from": "00:00", "until": "24:00", "holidays": true}',
        caps = '{"invitationsPerDay": 9999, "invitationsPerWeek": 9999, "messagesPerDay": 9999}',
        spacing = '{"invitations": [0, 0], "messages": [0, 0]}'
      where company_id = $1`,
    [companyId],
  );
};

let promptCount = 0;

/** Prompts with unique names; each entry overrides columns. */
export const makePrompts = (server: QueryRunner, companyId: string, prompts: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "prompts",
    prompts.map((prompt) => {
      promptCount += 1;
      return {
        id: crypto.randomUUID(),
        company_id: companyId,
        prompt_name: `Prompt ${promptCount}`,
        prompt: "Schrijf kort.",
        version: 1,
        created_at: new Date("2026-01-01T09:00:00Z"),
        updated_at: new Date(),
        ...prompt,
      };
    }),
  );

export const makePrompt = async (server: QueryRunner, companyId: string, prompt: Columns = {}): Promise<string> => {
  const [id = ""] = await makePrompts(server, companyId, [prompt]);
  return id;
};

/** Uploads a file as the screen does. */
export const uploadCsv = (
  client: TestClient,
  file: string | Uint8Array,
  fileName = "leads.csv",
): Promise<TestResponse> =>
  client.post(`/api/lead-imports?fileName=${encodeURIComponent(fileName)}`, file, { "content-type": "text/csv" });

export const importOf = ({ status, text, body }: TestResponse): LeadImport => {
  if (status >= 300) throw new Error(`responded ${status} ${text}`);
  return body as LeadImport;
};

const amsterdamWeekdayAndTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Within the working hours of a sender whose hours nobody has changed; a public holiday counts too. */
export const isInDefaultHours = (at: Date): boolean => {
  const text = amsterdamWeekdayAndTime.format(at);
  return !/Sat|Sun/.test(text) && text.slice(-5) >= "08:30" && text.slice(-5) < "17:30";
};
