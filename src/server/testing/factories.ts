import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { WEBHOOK_EVENTS } from "#contract/integration-forms.ts";
import type { LeadImport } from "#contract/lead-imports.ts";
import type { Role } from "#contract/roles.ts";
import { newApiKeyToken } from "#platform/api-keys.ts";
import type { Database } from "#platform/database/database.ts";
import { sql } from "#platform/database/sql.ts";
import { hashToken } from "#platform/sessions.ts";
import type { TestClient, TestResponse } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

export const PASSWORD = "geheim-123";

/** One pass over little memory, because the tests sign thousands of users in: the product's own hash takes 30 ms of a core. */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
const hashOfPassword = cheapHash(PASSWORD);

const unique = () => randomBytes(5).toString("hex");

export interface MadeCompany {
  id: string;
  name: string;
}

export const makeCompany = async (
  { platform }: Pick<Database, "platform">,
  more: { isActive?: boolean; deletedAt?: Date } = {},
): Promise<MadeCompany> => {
  const name = `Bedrijf ${unique()}`;
  const made = await platform.row<MadeCompany>(sql`
    insert into companies (name, is_active, deleted_at, onboarding_ended_at, statistics_person)
    values (${name}, ${more.isActive ?? true}, ${more.deletedAt ?? null}, now(), 'Frank') returning id, name`);
  if (!made) throw new Error("no company was made");
  return made;
};

export interface MadeUser {
  id: string;
  username: string;
  email: string;
}

/** A platform admin is not asked for the second factor: tests move the clock by weeks. */
export const makeUser = async (
  { platform }: Database,
  companyId: string | null,
  more: { role?: Role; isActive?: boolean; passwordHash?: string } = {},
): Promise<MadeUser> => {
  const username = `persoon-${unique()}`;
  const made = await platform.row<MadeUser>(sql`
    insert into users (company_id, username, email, first_name, last_name, role, is_active, password_hash, two_step_due_at)
    values (${companyId}, ${username}, ${`${username}@voorbeeld.nl`}, 'Anna', 'Jansen', ${more.role ?? "user"},
      ${more.isActive ?? true}, ${more.passwordHash ?? (await hashOfPassword)}, '2100-01-01')
    returning id, username, email`);
  if (!made) throw new Error("no user was made");
  return made;
};

/** An API key that is valid for a month. */
export const makeApiKey = async (
  { platform: { database } }: Pick<TestServer, "platform">,
  companyId: string,
  scope: "read" | "write" = "read",
): Promise<{ id: string; token: string }> => {
  const token = newApiKeyToken();
  const made = await database.tenant(companyId).row<{ id: string }>(sql`
    insert into api_keys (company_id, name, scope, token_hash, token_ending, created_by, created_at, expires_at)
    values (${companyId}, 'n8n', ${scope}, ${hashToken(token)}, ${token.slice(-4)}, 'Anna Jansen', now(),
      now() + interval '30 days') returning id`);
  if (!made) throw new Error("no API key was made");
  return { id: made.id, token };
};

/** A webhook that gets every event. */
export const makeWebhook = async (
  { platform: { secrets }, query }: Pick<TestServer, "platform" | "query">,
  companyId: string,
  { url = "http://127.0.0.1:9/hook", secret = "whsec_Z2VoZWlt" } = {},
): Promise<string> => {
  const id = crypto.randomUUID();
  await query(
    `insert into webhooks (company_id, id, url, events, secret_encrypted, created_at) values ($1, $2, $3, $4, $5, now())`,
    [companyId, id, url, WEBHOOK_EVENTS, secrets.encrypt(secret, `webhook:${id}:secret`)],
  );
  return id;
};

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

/** Senders who may send at any hour and without limits, for tests of other rules. */
export const openSenders = async (
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
