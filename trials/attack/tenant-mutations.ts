import type { Mutation } from "./mutated-source.ts";

const AUTHORIZATION = "src/server/platform/http/authorization.ts";

const EVERY_ROW_VISIBLE = {
  file: "migrations/0001_roles_and_functions.sql",
  find: "create policy tenant on %I to usa_tenant using (company_id = (select current_company()))",
  replace: "create policy tenant on %I to usa_tenant using (true)",
};

const ONE_SESSION_FOR_BOTH = {
  file: AUTHORIZATION,
  find: `  const token = deps.cookies.read(request, sessionKind);
  const session =
    token && (await findAndTouchSession({ db: deps.database.platform }, sessionKind, token, deps.clock.now()));`,
  replace: `  const token = deps.cookies.read(request, "main") ?? deps.cookies.read(request, "admin") ?? "";
  const find = (kind: SessionKind) => findAndTouchSession({ db: deps.database.platform }, kind, token, deps.clock.now());
  const session = (await find(sessionKind)) ?? (await find("main")) ?? (await find("admin"));`,
};

/** Mutations of the rules for tenants, roles and sessions. */
export const TENANT_MUTATIONS: Record<string, Mutation> = {
  "stale-session": {
    file: "migrations/0002_companies_and_users.sql",
    find: "  where u.is_active and (u.company_id is null or (c.id is not null and c.deleted_at is null))",
    replace: "  where (u.company_id is null or (c.id is not null and c.deleted_at is null))",
  },
  "one-session-for-both": ONE_SESSION_FOR_BOTH,
  "private-for-all": {
    file: "migrations/0005_outreach.sql",
    find: "(sees_all or not m.is_private or",
    replace: "(true or not m.is_private or",
  },
  "id-of-private-meeting": {
    file: "src/server/platform/events.ts",
    find: "&& topic !== TOPIC_WITHOUT_ID ?",
    replace: "&& TOPIC_WITHOUT_ID ?",
  },
  "name-opens-meetings": {
    file: "migrations/0005_outreach.sql",
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
  "policy-for-all": EVERY_ROW_VISIBLE,
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
    file: "src/server/features/auth/sign-in.queries.ts",
    find: "insert into sign_in_failures (account, address, failed_at) values (${account}, ${address}, ${at})",
    replace: "select ${account}::text, ${address}::text, ${at}::timestamptz",
  },
  "unlimited-reset-emails": {
    file: "src/server/features/auth/password-link.ts",
    find: "const EMAILS_PER_HOUR = 3;",
    replace: "const EMAILS_PER_HOUR = 300;",
  },
  "forged-event": {
    file: "src/server/features/linkedin/events.service.ts",
    find: "if (!companyId) throw notSignedIn();",
    replace: "if (!companyId) return void notSignedIn;",
  },
  "account-of-two-companies": {
    file: "src/server/features/linkedin/accounts/connect-account.service.ts",
    find: "throw accountTaken();",
    replace: "void accountTaken();",
  },
  "text-as-json": {
    file: "src/server/platform/http/body-parsers.ts",
    find: 'app.addContentTypeParser("application/json", {',
    replace: 'app.addContentTypeParser(["application/json", "text/plain"], {',
  },
  "remembered-session": {
    file: "src/server/platform/sessions.ts",
    find: `  if (!found) return undefined;
  const { seenAt, ...user } = found;`,
    replace: `  const known = ((globalThis as { known?: Map<string, Session> }).known ??= new Map());
  if (known.has(token) || !found) return known.get(token);
  const { seenAt, ...user } = found;
  known.set(token, { tokenHash, user, seenAt });`,
  },
  "no-sign-in-page": {
    file: "src/server/platform/http/bind-routes.ts",
    find: "if (!isSignedOut(error) || !opensPage(route, request)) throw error;",
    replace: "if (isSignedOut(error) || !opensPage(route, request)) throw error;",
  },
  "key-in-admin-panel": {
    file: AUTHORIZATION,
    find: 'const apiKey = access.session === "main" ? bearerTokenOf(request) : undefined;',
    replace: "const apiKey = bearerTokenOf(request);",
    also: [
      {
        file: "src/contract/roles.ts",
        find: 'access.session === "main" && !access.ownAccount && access.roles.includes(API_KEY_ROLE)',
        replace: 'access.session === "admin" || (!access.ownAccount && access.roles.includes(API_KEY_ROLE))',
      },
    ],
  },
  "key-of-another-company": {
    file: "src/server/platform/api-keys.ts",
    find: 'select k.id, k.company_id as "companyId",',
    replace: 'select k.id, (select id from companies order by id = k.company_id limit 1) as "companyId",',
  },
  "key-stored-as-text": {
    file: "src/server/features/api-keys/api-keys.service.ts",
    find: "tokenEnding: token.slice(-4),",
    replace: "tokenEnding: token,",
  },
  "unreported-route": {
    file: "src/server/testing/route-cases.ts",
    find: "else missing.push(name);",
    replace: "else void missing;",
  },
  "rows-for-others": {
    file: "migrations/0001_roles_and_functions.sql",
    find: "    with check (company_id = (select current_company()))', table_name);",
    replace: "    with check (true)', table_name);",
  },
  "task-of-another-company": {
    file: "src/server/features/tasks/tasks.queries.ts",
    find: "return found?.isValid ?? false;",
    replace: "return found !== undefined;",
    also: [
      {
        file: "migrations/0005_outreach.sql",
        find: `  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index tasks_open`,
        replace: `  check (lead_id is not null or lead_id is null)
);
create index tasks_open`,
      },
    ],
  },
  "results-of-all": {
    file: "src/server/features/statistics/management.queries.ts",
    find: "    from daily_results\n    where company_id = ${companyId} and",
    replace: "    from daily_results\n    where ${companyId}::uuid is not null and",
    also: [EVERY_ROW_VISIBLE],
  },
  "runs-of-all": {
    file: "src/server/features/workflows/workflows.queries.ts",
    find: "from workflow_runs where company_id = ${companyId} group by workflow_id)",
    replace: "from workflow_runs group by workflow_id)",
    also: [
      EVERY_ROW_VISIBLE,
      {
        file: "src/server/features/workflows/workflows.queries.ts",
        find: "where r.company_id = ${companyId} and r.workflow_id = counted.workflow_id",
        replace: "where r.workflow_id = counted.workflow_id and ${companyId}::uuid is not null",
      },
    ],
  },
  "admin-session-everywhere": {
    ...ONE_SESSION_FOR_BOTH,
    also: [
      {
        file: AUTHORIZATION,
        find: 'path: "/admin", sameSite: "strict" as const',
        replace: 'path: "/", sameSite: "lax" as const',
      },
    ],
  },
};
