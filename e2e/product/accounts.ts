import type { Role } from "#contract/roles.ts";
import { hashPassword } from "#platform/passwords.ts";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { type MadeUser, makeCompany, makeUser } from "#testing/factories.ts";
import type { Product } from "./product.ts";

type Wanted = { role?: Role; isActive?: boolean };

/** Anna Jansen, in a company of her own, with the password of the demo: for tests that change an account. */
export const makeAccount = async ({ database }: Product, wanted: Wanted = {}): Promise<MadeUser> => {
  const company = await makeCompany(database);
  return makeUser(database, company.id, { ...wanted, passwordHash: await hashPassword(DEMO_PASSWORD) });
};
