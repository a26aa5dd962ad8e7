import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { WEBHOOK_EVENTS } from "#contract/integration-forms.ts";
import type { Role } from "#contract/roles.ts";
import { newApiKeyToken } from "#platform/api-keys.ts";
import type { Database } from "#platform/database/database.ts";
import { sql } from "#platform/database/sql.ts";
import { hashToken } from "#platform/sessions.ts";
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
  more: { role?: Role; isActive?: boolean; passwordHash?: string; email?: string } = {},
): Promise<MadeUser> => {
  const username = `persoon-${unique()}`;
  const made = await platform.row<MadeUser>(sql`
    insert into users (company_id, username, email, first_name, last_name, role, is_active, password_hash, two_step_due_at)
    values (${companyId}, ${username}, ${more.email ?? `${username}@voorbeeld.nl`}, 'Anna', 'Jansen', ${more.role ?? "user"},
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
