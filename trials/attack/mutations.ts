import { ACCOUNT_MUTATIONS } from "./account-mutations.ts";
import { DEPENDENCY_MUTATIONS } from "./dependency-mutations.ts";
import { FILE_MUTATIONS } from "./file-mutations.ts";
import { INPUT_MUTATIONS } from "./input-mutations.ts";
import type { Mutation } from "./mutated-source.ts";
import { OUTBOUND_MUTATIONS } from "./outbound-mutations.ts";
import { RELIABILITY_MUTATIONS } from "./reliability-mutations.ts";
import { RESOURCE_MUTATIONS } from "./resource-mutations.ts";
import { SSO_MUTATIONS } from "./sso-mutations.ts";
import { TENANT_MUTATIONS } from "./tenant-mutations.ts";

const AUTH = "src/server/features/auth";

/** By the name that docs/security.md gives next to the test. */
export const MUTATIONS: Record<string, Mutation> = {
  ...TENANT_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...SSO_MUTATIONS,
  ...INPUT_MUTATIONS,
  ...FILE_MUTATIONS,
  ...OUTBOUND_MUTATIONS,
  ...DEPENDENCY_MUTATIONS,
  ...RELIABILITY_MUTATIONS,
  ...RESOURCE_MUTATIONS,
  "fast-current-passwords": {
    file: `${AUTH}/profile.ts`,
    find: "await delayAttackedName(platform, nameKey(user.username), visitor);",
    replace: "void delayAttackedName;",
  },
  "unlimited-reset-requests": {
    file: `${AUTH}/auth.policy.ts`,
    find: "const RESET_REQUESTS_PER_HOUR = 20;",
    replace: "const RESET_REQUESTS_PER_HOUR = 2_000;",
  },
  "refused-reset-requests-stored": {
    file: `${AUTH}/password-reset.ts`,
    find: "    await refuseTooManyResets(scope, ipAddress, now);\n    await insertResetRequest(scope, addressKey(ipAddress), now);",
    replace: "    await insertResetRequest(scope, addressKey(ipAddress), now);",
  },
  "hash-for-guessed-link": {
    file: `${AUTH}/password-reset.ts`,
    find: "const done = (await isOpenReset(scope, hashToken(token), sessionKind, now)) && (await changeByLink());",
    replace: "const done = (await changeByLink()) && isOpenReset !== undefined;",
  },
  "spellings-counted-apart": {
    file: `${AUTH}/auth.policy.ts`,
    find: '.replaceAll(/\\p{M}/gu, "").toLowerCase();',
    replace: ".toLowerCase();",
  },
  "unlimited-codes-per-challenge": {
    file: `${AUTH}/two-step/sign-in-with-code.ts`,
    find: "const CODES_PER_CHALLENGE = 5;",
    replace: "const CODES_PER_CHALLENGE = 300;",
  },
  "unlimited-codes-per-account": {
    file: `${AUTH}/auth.policy.ts`,
    find: "const CODES_PER_HOUR = 20;",
    replace: "const CODES_PER_HOUR = 2_000;",
  },
  "two-step-off-by-password": {
    file: `${AUTH}/two-step/two-step.service.ts`,
    find: "if (accepted) return change(scope, now);",
    replace: "if (accepted !== null) return change(scope, now);",
  },
  "later-totp-step": {
    file: `${AUTH}/two-step/totp.ts`,
    find: "const TOLERATED_STEPS = [0, -1];",
    replace: "const TOLERATED_STEPS = [0, -1, 1];",
  },
  "totp-code-twice": {
    file: `${AUTH}/two-step/two-step.queries.ts`,
    find: " and coalesce(totp_last_time_step < ${step}, true)",
    replace: "",
  },
  "whole-ipv6-address": {
    file: `${AUTH}/auth.policy.ts`,
    find: 'return `${groups.slice(0, 4).join(":")}::/64`;',
    replace: 'return groups.join(":");',
  },
  "no-slowdown": {
    file: `${AUTH}/sign-in-slowdown.ts`,
    find: "const SLOW_FROM_FAILURES = 50;",
    replace: "const SLOW_FROM_FAILURES = 5_000;",
  },
  "parallel-slowdown": {
    file: `${AUTH}/sign-in.queries.ts`,
    find: "greatest(t.next_at, ${now})",
    replace: "${now}::timestamptz",
  },
  "slow-known-device": {
    file: `${AUTH}/sign-in-slowdown.ts`,
    find: " || (await isOwnerOnKnownDevice(scope, name, deviceToken))) return;",
    replace: ") return; void [isOwnerOnKnownDevice, deviceToken];",
  },
  "count-per-account": {
    file: `${AUTH}/sign-in.ts`,
    find: "const blocked = await refuseBlocked(scope, nameKey(credentials.username), account, attempt);",
    replace:
      "const blocked = await refuseBlocked(scope, nameKey(account?.username ?? credentials.username), account, attempt);",
  },
  "failures-unrecorded": {
    file: "src/server/features/audit/audit.service.ts",
    find: `) =>
  recordAudit(scope, {
    companyId: account?.companyId ?? null,`,
    replace: `) =>
  action === "sign_in.refused" ? Promise.resolve(0) : recordAudit(scope, {
    companyId: account?.companyId ?? null,`,
  },
  "wrong-codes-unrecorded": {
    file: `${AUTH}/two-step/sign-in-with-code.ts`,
    find: 'await recordFailedSignIn(scope, "two_step.failed", account, visitor, now);',
    replace: "",
  },
  namesakes: {
    file: "src/server/features/audit/audit.queries.ts",
    find: '${usernameOf(sql`a.actor_id`)} as "actorUsername"',
    replace: 'null as "actorUsername"',
  },
  "typed-name-recorded": {
    file: `${AUTH}/sign-in.ts`,
    find: 'await recordFailedSignIn(scope, "sign_in.failed", account, visitor, now);',
    replace:
      'await recordFailedSignIn(scope, "sign_in.failed", account ?? { id: "", username: credentials.username, firstName: null, lastName: null, companyId: null }, visitor, now);',
  },
  "common-passwords": {
    file: `${AUTH}/password-rules.ts`,
    find: "if (commonPasswords.has(password.toLowerCase()))",
    replace: "if (password === undefined)",
  },
  "name-as-password": {
    file: `${AUTH}/password-rules.ts`,
    find: 'return simplified !== "" && simplified === simplify(password);',
    replace: 'return simplified === "" && simplified === simplify(password);',
  },
  "short-admin-password": {
    file: `${AUTH}/password-rules.ts`,
    find: "const ADMIN_PASSWORD_MIN = 12;",
    replace: "const ADMIN_PASSWORD_MIN = 6;",
  },
  "admin-without-second-factor": {
    file: `${AUTH}/two-step/sign-in-with-code.ts`,
    find: "(twoStepDueAt !== null && twoStepDueAt <= now) || ",
    replace: "(twoStepDueAt === now) || ",
  },
  "password-notation": {
    file: "src/server/platform/passwords.ts",
    find: 'password.normalize("NFC")',
    replace: "password",
  },
  "email-unconfirmed": {
    file: `${AUTH}/email-change.ts`,
    find: "if (!token) return;",
    replace: 'if (!token) return; await confirmEmail(platform, token, { ipAddress: "", userAgent: undefined });',
  },
  "old-address-unaware": {
    file: `${AUTH}/profile.ts`,
    find: "if (user.email)\n    await jobs.enqueue(scope.db, mailEmailChangeNoticeJob,",
    replace: "if (user.email === email)\n    await jobs.enqueue(scope.db, mailEmailChangeNoticeJob,",
  },
  "link-to-taken-address": {
    file: `${AUTH}/email-change.ts`,
    find: "if (owner && owner.id !== userId) return undefined;",
    replace: "void owner;",
  },
  "invitation-tells": {
    file: "src/server/features/users/users.queries.ts",
    find: "select from users where company_id = ${companyId} and id <> ${exceptId}",
    replace: "select from users where (company_id = ${companyId} or true) and id <> ${exceptId}",
  },
  "reserved-by-invitation": {
    file: "src/server/features/users/colleague-invitations.service.ts",
    find: "awaitsAcceptance: true",
    replace: "awaitsAcceptance: (await findTakenSignInNames(scope, user, id)).email",
    also: [
      {
        file: "src/server/features/users/colleague-invitations.service.ts",
        find: "  deleteUser,\n",
        replace: "  deleteUser,\n  findTakenSignInNames,\n",
      },
    ],
  },
  "address-unlocked": {
    file: `${AUTH}/address-locks.queries.ts`,
    find: "await db.run(sql`select pg_advisory_xact_lock(hashtextextended('address ' || sign_in_name(${email}), 0))`);",
    replace: "",
  },
  "invited-address-confirmed": {
    file: `${AUTH}/email-change.ts`,
    find: "if (await findInvitedAccount(scope, change.email, account.companyId)) throw givenToColleague();",
    replace: "",
  },
  "domain-unlocked": {
    file: `${AUTH}/address-locks.queries.ts`,
    find: "for (const domain of domains.toSorted())",
    replace: "for (const domain of domains.slice(domains.length))",
  },
  "accepted-twice": {
    file: "migrations/0002_companies_and_users.sql",
    find: "    where name is not null and not new.awaits_acceptance;",
    replace: "    where name is not null and not new.awaits_acceptance on conflict do nothing;",
  },
  "free-guesses": {
    file: "src/server/features/users/users.queries.ts",
    find: "and action = 'user.invited' and at > ${since}`",
    replace:
      "and action = 'user.invited' and at > ${since} and not exists (select from users where id::text = subject_id and awaits_acceptance)`",
  },
  "session-of-anybody": {
    file: `${AUTH}/sign-in.queries.ts`,
    find: "delete from sessions where user_id = ${userId} and id = ${id}",
    replace: "delete from sessions where (user_id = ${userId} or true) and id = ${id}",
  },
  "unlimited-sessions": {
    file: `${AUTH}/open-session.ts`,
    find: "const SESSIONS_PER_USER = 50;",
    replace: "const SESSIONS_PER_USER = 5_000;",
  },
  "all-sessions-at-once": {
    file: `${AUTH}/sign-in.queries.ts`,
    find: "delete from sessions where user_id = ${userId} and id = ${id}",
    replace: "delete from sessions where user_id = ${userId} and ${id}::uuid is not null",
  },
  "admin-cannot-end-sessions": {
    file: "src/server/features/users/users.service.ts",
    find: "await endSessionsOf(scope, id, actor.id === id ? actor.sessionId : undefined);",
    replace: "void endSessionsOf;",
  },
  "remote-images": {
    file: "src/server/platform/safe-html.ts",
    find: 'return host ? { tagName: "span"',
    replace: 'return host === "" ? { tagName: "span"',
  },
  "remote-images-by-policy": {
    file: "src/server/platform/report-page.ts",
    find: "img-src 'self' data:",
    replace: "img-src https: data:",
  },
  "foreign-logo": {
    file: "src/server/features/companies/companies.service.ts",
    find: "if (change.logoUrl !== before.logoUrl) requireOwnLogo(",
    replace: "if (change.logoUrl === before.logoUrl) requireOwnLogo(",
  },
  "uncallable-url-saved": {
    file: "src/server/platform/outbound/require-callable-url.ts",
    find: 'if (reason === "forbidden_address" || reason === "invalid_url")',
    replace: 'if (reason === "too_large")',
  },
  "write-without-company": {
    file: "src/server/platform/http/authorization.ts",
    find: "!user.companyId && !access.ownAccount",
    replace: "user.companyId === undefined && !access.ownAccount",
  },
  "disk-full-as-500": {
    file: "src/server/platform/database/connection-pool.ts",
    find: "if (!cannotStore(error)) throw error;",
    replace: "throw error;",
  },
  "open-documentation": {
    file: "src/contract/system.ts",
    find: `    summary: "The API documentation as a page",
    access: everyRole,`,
    replace: `    summary: "The API documentation as a page",
    access: anyone,`,
  },
  "http-in-production": {
    file: "src/server/platform/config.ts",
    find: "&& !found.ALLOW_HTTP)",
    replace: "&& found.ALLOW_HTTP === undefined && !production)",
  },
  "anonymous-log": {
    file: "src/server/platform/http/request-log.ts",
    find: "request.user ? { userId: request.user.id, companyId: request.user.companyId } : {}",
    replace: "{}",
  },
  "token-in-address-bar": {
    file: "src/web/features/auth/token-from-url.ts",
    find: "if (token !== undefined) history.replace(history.location.pathname);",
    replace: "void history;",
  },
  "token-as-referrer": {
    file: "src/server/web-files.ts",
    find: 'if (TOKEN_PATH.test(path)) reply.header("referrer-policy", "no-referrer");',
    replace: "void TOKEN_PATH;",
  },
  "sent-by-the-workers-clock": {
    file: "src/server/features/queue/sending.service.ts",
    find: "const now = toDatabaseTime(clock, sender.readAt);",
    replace: "const now = clock.now();",
    also: [
      {
        file: "src/server/features/queue/sending.service.ts",
        find: "  toDatabaseTime(clock, await readDatabaseClock(scope));",
        replace: "  (await readDatabaseClock(scope)) && clock.now();",
      },
    ],
  },
  "clock-of-the-worker": {
    file: "src/server/platform/time.ts",
    find: "new Date(clock.now().getTime() + (read.getTime() - systemClock.now().getTime()));",
    replace: "read.getTime() > 0 ? clock.now() : systemClock.now();",
  },
  "names-by-letter": {
    file: `${AUTH}/auth.queries.ts`,
    find: "where n.name = sign_in_name(${name})`",
    replace: "where n.name = lower(${name})`",
  },
  "no-session-needed": {
    file: "src/server/platform/http/authorization.ts",
    find: "if (!session) throw notSignedIn();",
    replace: "if (session === null) throw notSignedIn();",
  },
  "any-role": {
    file: "src/server/platform/http/authorization.ts",
    find: "!access.roles.includes(user.role))",
    replace: "access.roles.length === 0)",
  },
  "cross-site-allowed": {
    file: "src/server/platform/http/authorization.ts",
    find: 'if (method !== "GET") requireSameOrigin',
    replace: 'if (method === "GET") requireSameOrigin',
  },
  "timing-of-unknown-names": {
    file: "src/server/platform/passwords.ts",
    find: "const matches = await verify(passwordHash ?? (await hashOfUnknownPassword())",
    replace:
      "const matches = passwordHash !== undefined && await verify(passwordHash ?? (await hashOfUnknownPassword())",
  },
  "weak-hash": {
    file: "src/server/platform/passwords.ts",
    find: "memoryCost: 19_456, timeCost: 2",
    replace: "memoryCost: 8_192, timeCost: 1",
  },
  "every-place-for-one-client": {
    file: "src/server/platform/passwords.ts",
    find: "waiting.findIndex(({ client }) => !client || !servedClients.has(client))",
    replace: "waiting.length - 1 >= 0 ? 0 : -1",
  },
  "endless-hashing-queue": {
    file: "src/server/platform/passwords.ts",
    find: "const MAX_WAITING_PER_CLIENT = 100;",
    replace: "const MAX_WAITING_PER_CLIENT = 1_000;",
  },
  "hashing-for-anybody": {
    file: `${AUTH}/sign-in.ts`,
    find: "    addressKey(visitor.ipAddress),\n  );",
    replace: "  );",
  },
  "unlimited-hashing": {
    file: "src/server/platform/passwords.ts",
    find: "const MAX_CONCURRENT_HASHES = 4;",
    replace: "const MAX_CONCURRENT_HASHES = 400;",
  },
  "script-readable-cookie": {
    file: "src/server/platform/http/authorization.ts",
    find: "reply.setCookie(name, token, { ...where, secure, httpOnly: true, expires });",
    replace: "reply.setCookie(name, token, { ...where, secure, expires });",
  },
  "private-addresses": {
    file: "src/server/platform/outbound/destination.ts",
    find: '  "10.0.0.0/8", // private\n',
    replace: "",
  },
  "large-response": {
    file: "src/server/platform/outbound/outbound.ts",
    find: "maxBytes = 64 * 1024",
    replace: "maxBytes = 640 * 1024",
  },
  "secret-to-any-host": {
    file: "src/server/platform/outbound/outbound.ts",
    find: "if (allowHosts && !allowHosts.includes(host))",
    replace: "if (allowHosts && allowHosts.length === 99)",
  },
  "nul-accepted": {
    file: "src/server/platform/http/body-parsers.ts",
    find: "|| ESCAPED_NUL.test(text)) return",
    replace: '|| (ESCAPED_NUL.test(text) && text === "")) return',
  },
  "reports-with-scripts": {
    file: "src/server/platform/safe-html.ts",
    find: "allowedTags: [...STRUCTURE,",
    replace: 'allowedTags: ["script", ...STRUCTURE,',
  },
  "notification-without-mac": {
    file: "src/server/features/airtable/runs/feed-checks.ts",
    find: "if (!secret || !mac || !isAuthentic(secret, JSON.stringify(body), mac))",
    replace: "if (!secret)",
  },
  "base-of-another-company": {
    file: "src/server/features/airtable/runs/begin-turn.ts",
    find: "if (await isBaseOfAnotherCompany({ db: platform.database.platform }, companyId, baseId))",
    replace:
      'if ((await isBaseOfAnotherCompany({ db: platform.database.platform }, companyId, baseId)) && baseId === "")',
  },
};
