import type { Role } from "#contract/roles.ts";
import type { SessionKind } from "#platform/sessions.ts";
import { type MadeCompany, type MadeUser, makeCompany, makeUser, PASSWORD } from "./account-factories.ts";
import type { TestClient } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

export interface SignedIn {
  client: TestClient;
  user: MadeUser;
  company: MadeCompany;
}

interface NewSignedInUser {
  role?: Role;
  sessionKind?: SessionKind;
  /** By default a new company. */
  company?: MadeCompany;
}

/** Signs an existing user in. */
export const signInAs = async (
  server: TestServer,
  user: MadeUser,
  sessionKind: SessionKind = "main",
): Promise<TestClient> => {
  const client = server.client();
  const response = await client.signIn(user.username, PASSWORD, sessionKind);
  if (response.status !== 200) throw new Error(`signing in failed: ${response.status} ${response.text}`);
  return client;
};

/** A new user with a session. */
export const signedIn = async (server: TestServer, who: NewSignedInUser = {}): Promise<SignedIn> => {
  const { sessionKind = "main", role = sessionKind === "admin" ? "super_admin" : "user" } = who;
  const { database } = server.platform;
  const company = who.company ?? (await makeCompany(database));
  const user = await makeUser(database, company.id, { role });
  return { user, company, client: await signInAs(server, user, sessionKind) };
};

/** Changes that end every session of the user `$1`. */
export const SESSION_ENDING_CHANGES: [what: string, change: string][] = [
  ["deactivating the user", "update users set is_active = false where id = $1"],
  ["deleting the user", "delete from users where id = $1"],
  [
    "deactivating the company",
    "update companies set is_active = false where id = (select company_id from users where id = $1)",
  ],
  [
    "deleting the company",
    "update companies set deleted_at = now() where id = (select company_id from users where id = $1)",
  ],
];
