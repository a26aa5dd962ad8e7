import type { Mutation } from "./mutated-source.ts";

const AUTHORIZATION = "src/server/platform/http/authorization.ts";

/** Mutations of the rules for tenants, roles and sessions. */
export const TENANT_MUTATIONS: Record<string, Mutation> = {
  "stale-session": {
    file: "migrations/0002_companies_and_users.sql",
    find: "  where u.is_active and (u.company_id is null or (c.id is not null and c.deleted_at is null))",
    replace: "  where (u.company_id is null or (c.id is not null and c.deleted_at is null))",
  },
  "one-session-for-both": {
    file: AUTHORIZATION,
    find: `  const token = deps.cookies.read(request, sessionKind);
  const session =
    token && (await findAndTouchSession({ db: deps.database.platform }, sessionKind, token, deps.clock.now()));`,
    replace: `  const token = deps.cookies.read(request, "main") ?? deps.cookies.read(request, "admin") ?? "";
  const find = (kind: SessionKind) => findAndTouchSession({ db: deps.database.platform }, kind, token, deps.clock.now());
  const session = (await find(sessionKind)) ?? (await find("main")) ?? (await find("admin"));`,
  },
  "private-for-all": {
    file: "src/server/features/meetings/meeting-visibility.queries.ts",
    find: "(not m.is_private or ",
    replace: "(true or not m.is_private or ",
  },
  "name-opens-meetings": {
    file: "src/server/features/meetings/meeting-visibility.queries.ts",
    find: " and not u.has_chosen_name",
    replace: "",
  },
  "colleague-of-another-company": {
    file: "src/server/features/users/users.service.ts",
    find: "if (!before || before.companyId !== scope.companyId) throw notFound();",
    replace: "if (!before) throw notFound();",
  },
  "unlisted-route": {
    file: "src/server/app.ts",
    find: "if (!route || !table.has(route)) throw",
    replace: "if (table.size === 0) throw",
  },
  "policy-for-all": {
    file: "migrations/0001_roles_and_functions.sql",
    find: "create policy tenant on %I to usa_tenant using (company_id = (select current_company()))",
    replace: "create policy tenant on %I to usa_tenant using (true)",
  },
  "loose-bodies": {
    file: "src/server/platform/http/bind-routes.ts",
    find: "const parsed = schema.safeParse(value);",
    replace: "const parsed = (schema instanceof z.ZodObject ? schema.strip() : schema).safeParse(value);",
  },
  "table-without-policy": {
    file: "migrations/0011_integrations.sql",
    find: "call protect_tenant_table('webhook_events');",
    replace: "grant select, insert, update, delete on webhook_events to usa_tenant;",
  },
  "short-tokens": {
    file: "src/server/platform/sessions.ts",
    find: 'randomBytes(32).toString("base64url")',
    replace: 'randomBytes(8).toString("base64url")',
  },
  "cookie-over-http": {
    file: AUTHORIZATION,
    find: "reply.setCookie(name, token, { ...where, secure, httpOnly: true, expires });",
    replace: "reply.setCookie(name, token, { ...where, secure: false, httpOnly: true, expires });",
  },
  "trust-any-proxy": {
    file: "src/server/app.ts",
    find: "trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,",
    replace: "trustProxy: true,",
  },
  "failures-not-stored": {
    file: "src/server/features/auth/auth.queries.ts",
    find: "insert into sign_in_failures (account, address, failed_at) values (${account}, ${address}, ${at})",
    replace: "select ${account}::text, ${address}::text, ${at}::timestamptz",
  },
  "unlimited-reset-mails": {
    file: "src/server/features/auth/password-link.ts",
    find: "const MAILS_PER_HOUR = 3;",
    replace: "const MAILS_PER_HOUR = 300;",
  },
  "forged-event": {
    file: "src/server/features/linkedin/events.service.ts",
    find: "if (!companyId) throw notSignedIn();",
    replace: "if (!companyId) return void notSignedIn;",
  },
  "account-of-two-companies": {
    file: "src/server/features/linkedin/accounts.service.ts",
    find: "throw accountTaken();",
    replace: "void accountTaken();",
  },
  "text-as-json": {
    file: "src/server/platform/http/body-parsers.ts",
    find: 'app.addContentTypeParser("application/json", {',
    replace: 'app.addContentTypeParser(["application/json", "text/plain"], {',
  },
};
