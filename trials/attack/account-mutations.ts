import type { Mutation } from "./mutated-source.ts";

const AUTH = "src/server/features/auth";
const AUTHORIZATION = "src/server/platform/http/authorization.ts";

/** Mutations of the rules for signing in, sessions and accounts. */
export const ACCOUNT_MUTATIONS: Record<string, Mutation> = {
  "unknown-name-told": {
    file: `${AUTH}/sign-in.ts`,
    find: 'return new AppError("invalid_credentials", CREDENTIAL_ERRORS[sessionKind]);',
    replace:
      'return new AppError("invalid_credentials", account ? CREDENTIAL_ERRORS[sessionKind] : "Deze gebruiker bestaat niet");',
  },
  "unknown-address-told": {
    file: `${AUTH}/password-reset.ts`,
    find: "    await lockResetRequests(scope, addressKey(ipAddress));\n",
    replace: `    await lockResetRequests(scope, addressKey(ipAddress));
    const { findAccountByName } = await import("./auth.queries.ts");
    if (!(await findAccountByName(scope, email))) throw new AppError("not_found", "Dit adres is onbekend.");
`,
  },
  "session-of-the-browser": {
    file: "src/server/platform/sessions.ts",
    find: "  const token = newToken();\n  const expiresAt",
    replace: "  const token = (visitor as { sessionToken?: string }).sessionToken ?? newToken();\n  const expiresAt",
    also: [
      {
        file: "src/server/platform/http/bind-routes.ts",
        find: "    deviceToken: deps.cookies.readDevice(request),\n",
        replace:
          '    deviceToken: deps.cookies.readDevice(request),\n    sessionToken: deps.cookies.read(request, "main"),\n',
      },
    ],
  },
  "admin-cookie-everywhere": {
    file: AUTHORIZATION,
    find: 'path: "/admin", sameSite: "strict" as const',
    replace: 'path: "/", sameSite: "lax" as const',
  },
  "cookie-without-prefix": {
    file: AUTHORIZATION,
    find: "request.cookies[cookieFor(sessionKind, secure).name],",
    replace:
      "request.cookies[cookieFor(sessionKind, secure).name] ?? request.cookies[cookieFor(sessionKind, false).name],",
  },
  "names-of-invitations": {
    file: "migrations/0002_companies_and_users.sql",
    find: "    where name is not null and not new.awaits_acceptance;",
    replace: "    where name is not null;",
  },
  "namesakes-on-screen": {
    file: "src/web/features/audit/audit-texts.ts",
    find: "username && username !== name ?",
    replace: 'username && name === "" ?',
  },
  "unlimited-codes-to-turn-off": {
    file: `${AUTH}/two-step/two-step.service.ts`,
    find: `        if (blocked) return blocked;
        await lockUser(scope, user.id);
        const exhausted`,
    replace: `        void blocked;
        await lockUser(scope, user.id);
        const exhausted`,
  },
};
