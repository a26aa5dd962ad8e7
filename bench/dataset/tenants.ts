import type { Database } from "#platform/database/database.ts";
import { hashPassword } from "#platform/passwords.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/factories.ts";

export interface Tenant {
  companyId: string;
  username: string;
  leads: number;
}

const COMPANIES = 50;

/** Three tenths in the largest, a tenth in the next, the rest evenly over all others. */
export const shareLeads = (rows: number): number[] => {
  const [largest, next] = [Math.round(rows * 0.3), Math.round(rows * 0.1)];
  const others = COMPANIES - 2;
  const each = Math.floor((rows - largest - next) / others);
  const rest = rows - largest - next - each * (others - 1);
  return [largest, next, ...Array.from({ length: others - 1 }, () => each), rest];
};

/** Companies with somebody in each who may see everything. */
export const makeTenants = async (database: Database, rows: number): Promise<Tenant[]> => {
  const passwordHash = await hashPassword(PASSWORD);
  const tenants: Tenant[] = [];
  for (const leads of shareLeads(rows)) {
    const { id } = await makeCompany(database);
    const { username } = await makeUser(database, id, { role: "company_admin", passwordHash });
    tenants.push({ companyId: id, username, leads });
  }
  return tenants;
};
