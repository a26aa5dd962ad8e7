import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Role } from "#contract/roles.ts";
import type { Database } from "#platform/database/database.ts";
import { sql } from "#platform/database/sql.ts";

export const PASSWORD = "geheim-123";
// One pass instead of two: the tests make many users, and what they test is not the cost.
const cheapHash = hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });

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
    insert into companies (name, is_active, deleted_at)
    values (${name}, ${more.isActive ?? true}, ${more.deletedAt ?? null}) returning id, name`);
  if (!made) throw new Error("no company was made");
  return made;
};

export interface MadeUser {
  id: string;
  username: string;
  email: string;
}

export const makeUser = async (
  { platform }: Database,
  companyId: string | null,
  more: { role?: Role; isActive?: boolean; passwordHash?: string } = {},
): Promise<MadeUser> => {
  const username = `persoon-${unique()}`;
  const made = await platform.row<MadeUser>(sql`
    insert into users (company_id, username, email, first_name, last_name, role, is_active, password_hash)
    values (${companyId}, ${username}, ${`${username}@voorbeeld.nl`}, 'Anna', 'Jansen', ${more.role ?? "user"},
      ${more.isActive ?? true}, ${more.passwordHash ?? (await cheapHash)})
    returning id, username, email`);
  if (!made) throw new Error("no user was made");
  return made;
};
