import type { Role } from "#contract/roles.ts";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { cheapHash, type MadeUser, makeCompany, makeUser } from "#testing/account-factories.ts";
import { makeLeads } from "#testing/factories.ts";
import type { Product } from "./product.ts";

type AccountOptions = { role?: Role; isActive?: boolean };

/** A user (Anna Jansen) in a new company, with the demo password: for tests that change an account. */
export const createAccount = async ({ database }: Product, options: AccountOptions = {}): Promise<MadeUser> => {
  const company = await makeCompany(database);
  return makeUser(database, company.id, { ...options, passwordHash: await cheapHash(DEMO_PASSWORD) });
};

export const companyOfUser = async (
  { query }: Product,
  user: { id: string },
): Promise<{ id: string; name: string }> => {
  const [company] = await query<{ id: string; name: string }>(
    "select c.id, c.name from companies c join users u on u.company_id = c.id where u.id = $1",
    [user.id],
  );
  if (!company) throw new Error("the user has no company");
  return company;
};

/** A statement with the placeholders $1 to $9, in this order, as a `sql` template. */
const toSql = (text: string, values: unknown[]) => ({ parts: text.split(/\$\d/), values });

/** Creates a user in a new company with these leads, isolated from other tests. */
export const createUserWithLeads = async (
  { database }: Product,
  leads: readonly Record<string, unknown>[],
  role: Role = "user",
): Promise<{ username: string; companyId: string; leadIds: string[] }> => {
  const company = await makeCompany(database);
  const user = await makeUser(database, company.id, { role, passwordHash: await cheapHash(DEMO_PASSWORD) });
  const db = database.tenant(company.id);
  const query = <Row extends object>(text: string, values: unknown[] = []) => db.rows<Row>(toSql(text, values));
  const leadIds = await makeLeads({ query }, company.id, leads);
  return { username: user.username, companyId: company.id, leadIds };
};
