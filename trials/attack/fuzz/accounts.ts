import { ROLES, type Role } from "#contract/roles.ts";
import { openSession, type SessionKind } from "#platform/sessions.ts";
import { type MadeCompany, type MadeUser, makeUser } from "#testing/account-factories.ts";
import type { TestServer } from "#testing/test-server.ts";

const COOKIES = { main: "usa_session", admin: "usa_admin" } as const;

/** A user with a session. */
interface FuzzAccount {
  user: MadeUser;
  cookie: string;
  token: string;
}

export interface FuzzAccounts {
  roles: Record<Role, FuzzAccount>;
  admin: FuzzAccount;
}

const signInAccount = async (
  server: TestServer,
  companyId: string | null,
  role: Role,
  sessionKind: SessionKind,
): Promise<FuzzAccount> => {
  const { database, clock } = server.platform;
  const user = await makeUser(database, companyId, { role });
  const visitor = { ipAddress: "127.0.0.1", userAgent: "proef" };
  const { token } = await openSession({ db: database.platform }, sessionKind, user.id, visitor, clock.now());
  return { user, token, cookie: `${COOKIES[sessionKind]}=${token}` };
};

/** New users for every route, because a request may remove their account, role or session. */
export const signInAccounts = async (server: TestServer, company: MadeCompany): Promise<FuzzAccounts> => {
  await server.query("update platform_settings set admin_two_step_required = false");
  const made = await Promise.all(
    ROLES.map(async (role) => [role, await signInAccount(server, company.id, role, "main")] as const),
  );
  const roles = Object.fromEntries(made) as Record<Role, FuzzAccount>;
  // Without a company: an admin cannot delete their own company.
  return { roles, admin: await signInAccount(server, null, "super_admin", "admin") };
};
