import type { Role } from "#contract/roles.ts";
import { hashPassword } from "#platform/passwords.ts";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { makeCompany, makeLeads, makeUser } from "#testing/factories.ts";

import type { Product } from "./product.ts";

/** Somebody in a company of their own that has these leads: what a journey changes, no other sees. */
export const makeTeam = async (
  { database }: Product,
  leads: readonly Record<string, unknown>[],
  role: Role = "user",
): Promise<{ username: string; companyId: string; leadIds: string[] }> => {
  const company = await makeCompany(database);
  const user = await makeUser(database, company.id, { role, passwordHash: await hashPassword(DEMO_PASSWORD) });
  const db = database.tenant(company.id);
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    db.rows<Row>({ parts: text.split(/\$\d/), values });
  const leadIds = await makeLeads({ query }, company.id, leads);
  return { username: user.username, companyId: company.id, leadIds };
};
