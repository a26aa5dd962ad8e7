import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

const domainKey = (domain: string): string => `sso domain ${domain.toLowerCase()}`;

/**
 * Call it before checking whether an email address is free for a user: no unique index covers open invitations or the domains of
 * addresses. Until the transaction ends, nobody else can be given the address, and no company can claim its domain
 * for SSO. Take it after the lock of the user's row and before that of the admins, to avoid a deadlock.
 */
export const lockAddress = async ({ db }: PlatformScope, email: string): Promise<void> => {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  // Shared: users of one domain do not wait for each other, only for a company that stores the domain.
  await db.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${domainKey(domain)}, 0))`);
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('address ' || sign_in_name(${email}), 0))`);
};

/** Call it before a company stores domains for SSO: until the transaction ends, no user gets an address in them. */
export const lockDomains = async ({ db }: PlatformScope, domains: readonly string[]): Promise<void> => {
  // In one order, so that two companies with the same domains do not wait for each other.
  for (const domain of domains.toSorted())
    await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${domainKey(domain)}, 0))`);
};
