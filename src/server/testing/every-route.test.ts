import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { anyone, ROLES, type Role } from "#contract/roles.ts";
import { routes } from "#contract/routes.ts";
import { buildApp } from "#server/app.ts";
import { makeApiKey, makeUser } from "./account-factories.ts";
import { fingerprint } from "./database-contents.ts";
import { openEvents } from "./event-reader.ts";
import {
  allowedRole,
  fieldsOf,
  listRouteCases,
  type PreparedCall,
  prepareCall,
  prepareMixedCall,
  type RouteCase,
  sendCall,
  withOtherIds,
} from "./route-cases.ts";
import type { Caller } from "./route-examples/caller.ts";
import { ENTITIES, unknownId } from "./route-examples/entities.ts";
import { routeExamples } from "./route-examples.ts";
import { type SignedIn, signedIn, signInAs } from "./signed-in.ts";
import type { TestClient, TestResponse } from "./test-client.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** The routes that need no session, on purpose. */
const PUBLIC = [
  "airtable.receiveNotification",
  "auth.login",
  "auth.logout",
  "auth.forgotPassword",
  "auth.resetPassword",
  "auth.readInvitation",
  "auth.confirmEmail",
  "auth.adminLogin",
  "auth.adminLogout",
  "auth.adminForgotPassword",
  "auth.adminResetPassword",
  "linkedIn.connected",
  "linkedIn.events",
  "sso.start",
  "sso.finish",
  "system.alive",
  "system.ready",
  "system.metrics",
  "system.version",
  "system.contact",
  "system.object",
  "twoStep.signIn",
  "twoStep.adminSignIn",
];

/** Airtable and the LinkedIn gateway choose the fields of these bodies and may add some; at most ids are read from them. */
const GATEWAY_BODIES = ["airtable.receiveNotification", "linkedIn.connected", "linkedIn.events"];

const DANGEROUS = ["companyId", "company_id", "role", "isActive", "id", "dateSent", "onbekend"];

const { routeCases, missing } = listRouteCases(routes, routeExamples);
const namedCases = (choose: (routeCase: RouteCase) => boolean) =>
  routeCases.filter(choose).map((routeCase) => [routeCase.name, routeCase] as const);
const isMain = ({ route }: RouteCase) => route.access.session === "main";
const isAdmin = ({ route }: RouteCase) => route.access.session === "admin";
const hasIds = ({ example }: RouteCase) => Boolean(example.ids ?? example.queryIds);
const refusedRoles = ({ route: { access } }: RouteCase): Role[] =>
  access.session === "main" ? ROLES.filter((role) => !access.roles.includes(role)) : [];

let server: TestServer;
let usersByRole: Record<Role, SignedIn>;
let admin: SignedIn;
let otherCompanyAdmin: Caller;
let withoutCompany: TestClient;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const user = await signedIn(server);
  const colleague = (role: Role) => signedIn(server, { role, company: user.company });
  usersByRole = {
    user,
    account_manager: await colleague("account_manager"),
    company_admin: await colleague("company_admin"),
    super_admin: await colleague("super_admin"),
  };
  admin = await signedIn(server, { sessionKind: "admin" });
  withoutCompany = await signInAs(server, await makeUser(server.platform.database, null, { role: "super_admin" }));
  otherCompanyAdmin = { server, ...(await signedIn(server, { role: "company_admin" })) };
});
afterAll(() => server.close());

const callerFor = ({ route }: RouteCase): Caller => ({
  server,
  ...(route.access.session === "admin" ? admin : usersByRole[allowedRole(route)]),
});

const refusedCalls = new Map<string, Promise<PreparedCall>>();

/** A call that would succeed, made once per route: a refused call writes nothing, so the next test can send it again. */
const callToRefuse = (routeCase: RouteCase): Promise<PreparedCall> => {
  const prepared = refusedCalls.get(routeCase.name) ?? prepareCall(routeCase, callerFor(routeCase));
  refusedCalls.set(routeCase.name, prepared);
  return prepared;
};

/** Sends a call that would succeed for an allowed person, and checks that it is refused and writes nothing. */
const expectDenied = async (
  routeCase: RouteCase,
  clients: TestClient[],
  expected: { status: number; code: string },
): Promise<void> => {
  const call = await callToRefuse(routeCase);
  const before = await fingerprint(server);
  for (const client of clients) {
    const response = await sendCall(routeCase, call, client);
    expect({ status: response.status, code: response.body["code"] }).toEqual(expected);
  }
  expect(await fingerprint(server)).toEqual(before);
};

const UNAUTHENTICATED = { status: 401, code: "unauthenticated" };

test("every route has an example", () => {
  expect(missing).toEqual([]);
});

test("a route without an example is reported", () => {
  const planted = { ...routes.system, planted: { ...routes.system.version, path: "/api/planted" } };
  expect(listRouteCases({ ...routes, system: planted }, routeExamples).missing).toEqual(["system.planted"]);
});

test("a route outside the table cannot be served", async () => {
  const app = await buildApp(server.platform);
  const smuggle = () => app.get("/api/planted", () => "open to everybody");
  expect(smuggle).toThrow("GET /api/planted is not in the route table");
  const copied = { ...routes.system.version, path: "/api/planted", access: anyone };
  const disguise = () =>
    app.route({ method: "GET", url: "/api/planted", config: { route: copied }, handler: () => "" });
  expect(disguise).toThrow("is not in the route table");
  await app.close();
});

test("the routes without a session are the listed ones", () => {
  expect(routeCases.filter(({ route }) => route.access.session === "none").map(({ name }) => name)).toEqual(PUBLIC);
});

test.each(namedCases((routeCase) => isMain(routeCase) || isAdmin(routeCase)))(
  "%s needs a session",
  async (_name, routeCase) => {
    await expectDenied(routeCase, [server.client()], UNAUTHENTICATED);
  },
);

test.each(namedCases(isMain))("%s is closed at once to a session that has ended", async (_name, routeCase) => {
  const role = allowedRole(routeCase.route);
  const person = await signedIn(server, { role, company: usersByRole[role].company });
  const call = await callToRefuse(routeCase);
  // The session was valid a moment ago.
  expect((await person.client.get("/api/hot-leads")).status).toBe(200);
  await server.query("delete from sessions where user_id = $1", [person.user.id]);
  const before = await fingerprint(server);
  const { status, body } = await sendCall(routeCase, call, person.client);
  expect({ status, code: body["code"] }).toEqual(UNAUTHENTICATED);
  expect(await fingerprint(server)).toEqual(before);
});

test.each(namedCases((routeCase) => refusedRoles(routeCase).length > 0))(
  "%s is refused to a role that is not allowed",
  async (_name, routeCase) => {
    const clients = refusedRoles(routeCase).map((role) => usersByRole[role].client);
    await expectDenied(routeCase, clients, { status: 403, code: "forbidden" });
  },
);

test.each(namedCases(isAdmin))("%s is closed to every session of the workspace", async (_name, routeCase) => {
  const clients = Object.values(usersByRole).map(({ client }) => client);
  await expectDenied(routeCase, clients, UNAUTHENTICATED);
});

test.each(namedCases(isMain))("%s is closed to a session of the admin panel", async (_name, routeCase) => {
  await expectDenied(routeCase, [admin.client], UNAUTHENTICATED);
});

test.each(
  namedCases(({ route: { access, method } }) => access.session === "main" && method !== "GET" && !access.ownAccount),
)("%s asks a platform admin without a company to choose one, and writes nothing", async (_name, routeCase) => {
  const call = await callToRefuse(routeCase);
  const before = await fingerprint(server);
  const { status, body } = await sendCall(routeCase, call, withoutCompany);
  expect([status, body["error"]]).toEqual([409, "Kies eerst een bedrijf"]);
  expect(await fingerprint(server)).toEqual(before);
});

const visible = ({ status, text, headers }: TestResponse) => {
  const { date: _date, "x-request-id": _id, ...rest } = Object.fromEntries(headers);
  return { status, text, rest };
};

test.each(namedCases((routeCase) => isMain(routeCase) && hasIds(routeCase)))(
  "%s of another company does not exist",
  async (_name, routeCase) => {
    const { access } = routeCase.route;
    const call = await callToRefuse(routeCase);
    const foreign = await withOtherIds(routeCase, call, (entity) => ENTITIES[entity].make(otherCompanyAdmin));
    const unknown = await withOtherIds(routeCase, call, unknownId);
    const before = await fingerprint(server);
    for (const role of access.session === "main" ? access.roles : []) {
      for (const [nth, other] of foreign.entries()) {
        const response = await sendCall(routeCase, other, usersByRole[role].client);
        expect(response.status).toBe(404);
        expect(visible(response)).toEqual(
          visible(await sendCall(routeCase, unknown[nth] ?? other, usersByRole[role].client)),
        );
      }
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

const UUID = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;

/** All rows of a company, as text per table. */
const rowsOf = async (companyId: string): Promise<Record<string, string>> => {
  const tables = await server.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const contents = tables.map(
    ({ name }) => `select '${name}' as name, string_agg(t::text, ' ' order by t::text) as rows from ${name} t
      where company_id = '${companyId}'`,
  );
  const found = await server.query<{ name: string; rows: string }>(contents.join(" union all "));
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
};

test("ids of another company in a body are never used", async () => {
  const caller = { server, ...(await signedIn(server, { role: "company_admin" })) };
  const mixed: { routeCase: RouteCase; call: PreparedCall }[] = [];
  for (const [, routeCase] of namedCases(isMain)) {
    const call = await prepareMixedCall(routeCase, caller, otherCompanyAdmin);
    if (UUID.test(JSON.stringify(call.body ?? null))) mixed.push({ routeCase, call });
  }
  expect(mixed.length).toBeGreaterThan(10);
  const before = await rowsOf(otherCompanyAdmin.company.id);
  for (const { routeCase, call } of mixed) await sendCall(routeCase, call, caller.client);
  expect(await rowsOf(otherCompanyAdmin.company.id)).toEqual(before);
  const own = await rowsOf(caller.company.id);
  const storing = mixed.map(({ routeCase, call }) => {
    const id = UUID.exec(JSON.stringify(call.body))?.[1] ?? "";
    return [routeCase.name, Object.keys(own).filter((table) => own[table]?.includes(id))];
  });
  expect(storing.filter(([, tables]) => tables?.length)).toEqual([]);
});

test.each(namedCases((routeCase) => isAdmin(routeCase) && hasIds(routeCase)))(
  "%s of an unknown id is a 404",
  async (_name, routeCase) => {
    const call = await prepareCall(routeCase, { server, ...(await signedIn(server)) });
    const unknown = await withOtherIds(routeCase, call, unknownId);
    const before = await fingerprint(server);
    for (const other of unknown)
      expect((await sendCall(routeCase, other, admin.client)).body["code"]).toBe("not_found");
    expect(await fingerprint(server)).toEqual(before);
  },
);

test.each(namedCases(({ route, name }) => typeof route.body === "object" && !GATEWAY_BODIES.includes(name)))(
  "%s refuses fields that are not in its schema",
  async (_name, routeCase) => {
    const { body } = routeCase.route;
    const known = typeof body === "object" ? fieldsOf(body) : [];
    const caller = callerFor(routeCase);
    const call = await callToRefuse(routeCase);
    const before = await fingerprint(server);
    for (const field of DANGEROUS.filter((name) => !known.includes(name))) {
      const response = await sendCall(
        routeCase,
        { ...call, body: { ...Object(call.body), [field]: "super_admin" } },
        caller.client,
      );
      expect({ field, status: response.status, code: response.body["code"] }).toEqual({
        field,
        status: 400,
        code: "invalid",
      });
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

/** A key may do what a user may, except with an account. Says so without the function that the server uses. */
const isOpenToUsers = ({ access }: RouteCase["route"]): boolean =>
  access.session === "main" && !access.ownAccount && access.roles.includes("user");

const keyOf = (token: string) => ({ authorization: `Bearer ${token}` });

test.each(namedCases(isAdmin))("%s is closed to every API key", async (_name, routeCase) => {
  const call = await callToRefuse(routeCase);
  const { token } = await makeApiKey(server, usersByRole.user.company.id, "write");
  const before = await fingerprint(server);
  const { status, body } = await sendCall(routeCase, call, server.client(), keyOf(token));
  expect({ status, code: body["code"] }).toEqual(UNAUTHENTICATED);
  expect(await fingerprint(server)).toEqual(before);
});

test.each(namedCases(isMain))("%s with an API key: what each scope may", async (_name, routeCase) => {
  const { route } = routeCase;
  const caller: Caller = { server, ...(await signedIn(server, { role: allowedRole(route) })) };
  const call = await prepareCall(routeCase, caller);
  const [read, write, foreign] = await Promise.all([
    makeApiKey(server, caller.company.id, "read"),
    makeApiKey(server, caller.company.id, "write"),
    makeApiKey(server, otherCompanyAdmin.company.id, "write"),
  ]);
  const statusWith = async ({ token }: { token: string }) =>
    (await sendCall(routeCase, call, server.client(), keyOf(token))).status;
  const isOpen = isOpenToUsers(route);
  const before = await fingerprint(server);
  if (!isOpen) expect([await statusWith(read), await statusWith(write)]).toEqual([403, 403]);
  if (isOpen && route.method !== "GET") expect(await statusWith(read)).toBe(403);
  if (isOpen && hasIds(routeCase)) expect(await statusWith(foreign)).toBe(404);
  expect(await fingerprint(server)).toEqual(before);
  if (!isOpen) return;
  if (route.method === "GET") expect(await statusWith(read)).toBeLessThan(300);
  expect(await statusWith(write)).toBeLessThan(300);
});

/** Words of zod's default messages. */
const ENGLISH = /\b(invalid|expected|received|required|unrecognized|too (small|big)|must|should)\b/i;

test.each(namedCases(({ route }) => typeof route.body === "object" && fieldsOf(route.body).length > 0))(
  "%s has validation messages in Dutch",
  async (_name, routeCase) => {
    const { body } = routeCase.route;
    const fields = typeof body === "object" ? fieldsOf(body) : [];
    const caller = callerFor(routeCase);
    const call = await callToRefuse(routeCase);
    const before = await fingerprint(server);
    for (const wrong of [Object.fromEntries(fields.map((field) => [field, [[]]])), []]) {
      const response = await sendCall(routeCase, { ...call, body: wrong }, caller.client);
      expect([response.status, response.body["code"]]).toEqual([400, "invalid"]);
      const problems = errorBody.parse(response.body).details ?? [];
      expect(problems.map(({ message }) => message).join("\n")).not.toMatch(ENGLISH);
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

test.each(namedCases(() => true))("%s succeeds for an allowed role", async (_name, routeCase) => {
  const { access, status = 200, response } = routeCase.route;
  const sessionKind = access.session === "admin" ? "admin" : "main";
  // A company of their own, because some of these calls delete it or its people.
  const caller = { server, ...(await signedIn(server, { role: allowedRole(routeCase.route), sessionKind })) };
  const owner = access.session === "admin" ? { server, ...(await signedIn(server)) } : caller;
  const call = await prepareCall(routeCase, owner, caller);
  if (response === "events") {
    const stream = await openEvents(server, caller.client);
    stream.close();
    return expect(stream.status).toBe(status);
  }
  const answered = await sendCall(routeCase, call, caller.client);
  expect({ status: answered.status, text: answered.text }).toEqual({
    status: response === "nothing" ? 204 : status,
    text: answered.text,
  });
});
