import { type Columns, type Inserter, insertRows } from "./rows.ts";

let count = 0;

/** Leads with a name of their own and whatever else a test wants of them, added a second after each other. */
export const makeLeads = (server: Inserter, companyId: string, leads: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "leads",
    leads.map((lead, index) => ({
      id: newId(),
      company_id: companyId,
      full_name: `Lead ${++count}`,
      date_added: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      created_at: new Date(),
      updated_at: new Date(),
      erased: false,
      ...lead,
    })),
  );

export const makeLead = async (server: Inserter, companyId: string, lead: Columns = {}): Promise<string> => {
  const [id = ""] = await makeLeads(server, companyId, [lead]);
  return id;
};

export const makeInvitations = (server: Inserter, companyId: string, rows: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "invitations",
    rows.map((row) => ({
      id: newId(),
      company_id: companyId,
      status: "ACCEPTED",
      created_at: new Date(),
      updated_at: new Date(),
      ...row,
    })),
  );

const newId = (): string => crypto.randomUUID();
