import type { TestServer } from "./test-server.ts";

type Inserter = Pick<TestServer, "query">;

export const ICE_BREAKER =
  "Ice Breaker:\nHoi Sanne!\n\nBericht 1:\nNog even dit.\n\nBericht 2: Laatste poging\n\nBericht 3: Dag";
export const FOLLOW_UP =
  "Older conversations:\n2026-03-01 09:15:00 - Sales: Hoi\n\nFollow up 1: Eerste\n\nFollow up 2: Tweede\n\nFollow up 3: Derde";

/** Columns of the table; what is absent is what the database gives. */
type Columns = Record<string, unknown>;

const insert = async ({ query }: Inserter, table: string, row: Columns): Promise<string> => {
  const names = Object.keys(row);
  const places = names.map((_name, index) => `$${index + 1}`);
  const made = await query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${places.join(", ")}) returning id`,
    Object.values(row),
  );
  return made[0]?.id ?? "";
};

let count = 0;

interface MadeMessage {
  id: string;
  leadId: string;
  providerId: string;
}

/** A message with its lead, which nobody has looked at yet. */
export const makeMessage = async (
  server: Inserter,
  companyId: string,
  message: Columns = {},
  lead: Columns = {},
): Promise<MadeMessage> => {
  count += 1;
  const providerId = `persoon-${count}`;
  const leadId = await insert(server, "leads", {
    company_id: companyId,
    full_name: "Sanne de Vries",
    company: "Molenaar B.V.",
    provider_id: providerId,
    ...lead,
  });
  const type = message["message_type"] ?? "icebreaker";
  const id = await insert(server, "messages", {
    company_id: companyId,
    lead_id: leadId,
    message_type: type,
    message_flow: "Frank Hoekstra",
    content: type === "icebreaker" ? ICE_BREAKER : FOLLOW_UP,
    ...message,
  });
  return { id, leadId, providerId };
};

/** A part that waits, without a message, as Airtable can bring one. */
export const makeQueueItem = async (
  server: Inserter,
  companyId: string,
  item: Columns = {},
  lead: Columns = {},
): Promise<string> => {
  const leadId = await insert(server, "leads", { company_id: companyId, full_name: "Sanne de Vries", ...lead });
  return insert(server, "queue_items", {
    company_id: companyId,
    lead_id: leadId,
    message_name: "Ice Breaker",
    text: "Hoi Sanne!",
    date_due: new Date(),
    ...item,
  });
};
