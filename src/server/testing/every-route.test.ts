import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { anyone, ROLES, type Role } from "#contract/roles.ts";
import { routes } from "#contract/routes.ts";
import { buildApp } from "#server/app.ts";
import { fingerprint } from "./database-contents.ts";
import { openEvents } from "./event-reader.ts";
import {
  allowedRole,
  fieldsOf,
  listRouteCases,
  prepareCall,
  type RouteCase,
  sendCall,
  withOtherIds,
} from "./route-cases.ts";
import { type Caller, ENTITIES, routeExamples } from "./route-examples.ts";
import { type SignedIn, signedIn } from "./signed-in.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** Open to everybody, and meant to be. */
const PUBLIC = [
  "auth.login",
  "auth.logout",
  "auth.forgotPassword",
  "auth.resetPassword",
  "auth.adminLogin",
  "auth.adminLogout",
  "auth.adminForgotPassword",
  "auth.adminResetPassword",
  "system.alive",
  "system.ready",
  "system.metrics",
  "system.version",
  "system.docs",
  "system.openapi",
  "system.object",
  "twoStep.signIn",
  "twoStep.adminSignIn",
];

const DANGEROUS = ["companyId", "company_id", "role", "isActive", "id", "dateSent", "onbekend"];

const { stops, missing } = listRouteCases(routes, routeExamples);
const named = (choose: (stop: RouteCase) => boolean) => stops.filter(choose).map((stop) => [stop.name, stop] as const);
const isMain = ({ route }: RouteCase) => route.access.side === "main";
const isAdmin = ({ route }: RouteCase) => route.access.side === "admin";
const hasIds = ({ entry }: RouteCase) => Boolean(entry.ids ?? entry.queryIds);
const refusedRoles = ({ route: { access } }: RouteCase): Role[] =>
  access.side === "main" ? ROLES.filter((role) => !access.roles.includes(role)) : [];

let server: TestServer;
let ours: Record<Role, SignedIn>;
let admin: SignedIn;
let theirs: Caller;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const user = await signedIn(server);
  const colleague = (role: Role) => signedIn(server, { role, company: user.company });
  ours = {
    user,
    account_manager: await colleague("account_manager"),
    company_admin: await colleague("company_admin"),
    super_admin: await colleague("super_admin"),
  };
  admin = await signedIn(server, { side: "admin" });
  theirs = { server, ...(await signedIn(server, { role: "company_admin" })) };
});
afterAll(() => server.close());

const callerFor = ({ route }: RouteCase): Caller => ({
  server,
  ...(route.access.side === "admin" ? admin : ours[allowedRole(route)]),
});

/** The very same call, which would succeed for somebody who may, and proof that it left nothing behind. */
const expectDenied = async (
  stop: RouteCase,
  clients: TestClient[],
  expected: { status: number; code: string },
): Promise<void> => {
  const call = await prepareCall(stop, callerFor(stop));
  const before = await fingerprint(server);
  for (const client of clients) {
    const answer = await sendCall(stop, call, client);
    expect({ status: answer.status, code: answer.body["code"] }).toEqual(expected);
  }
  expect(await fingerprint(server)).toEqual(before);
};

const UNAUTHENTICATED = { status: 401, code: "unauthenticated" };

test("every route says how it is called", () => {
  expect(missing).toEqual([]);
});

test("a route nobody has said how to call is noticed", () => {
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

test("what is open to everybody is what was meant to be", () => {
  expect(stops.filter(({ route }) => route.access.side === "public").map(({ name }) => name)).toEqual(PUBLIC);
});

test.each(named((stop) => isMain(stop) || isAdmin(stop)))("%s needs a session", async (_name, stop) => {
  await expectDenied(stop, [server.client()], UNAUTHENTICATED);
});

test.each(named(isMain))("%s is closed at once to a session that has ended", async (_name, stop) => {
  const role = allowedRole(stop.route);
  const person = await signedIn(server, { role, company: ours[role].company });
  const call = await prepareCall(stop, callerFor(stop));
  // The server knows them, and knows nothing of what comes.
  expect((await person.client.get("/api/hot-leads")).status).toBe(200);
  await server.query("delete from sessions where user_id = $1", [person.user.id]);
  const before = await fingerprint(server);
  const { status, body } = await sendCall(stop, call, person.client);
  expect({ status, code: body["code"] }).toEqual(UNAUTHENTICATED);
  expect(await fingerprint(server)).toEqual(before);
});

test.each(named((stop) => refusedRoles(stop).length > 0))(
  "%s is refused to a role that may not",
  async (_name, stop) => {
    const clients = refusedRoles(stop).map((role) => ours[role].client);
    await expectDenied(stop, clients, { status: 403, code: "forbidden" });
  },
);

test.each(named(isAdmin))("%s is closed to every session of the workspace", async (_name, stop) => {
  const clients = Object.values(ours).map(({ client }) => client);
  await expectDenied(stop, clients, UNAUTHENTICATED);
});

test.each(named(isMain))("%s is closed to a session of the admin panel", async (_name, stop) => {
  await expectDenied(stop, [admin.client], UNAUTHENTICATED);
});

const visible = ({ status, text, headers }: TestAnswer) => {
  const { date: _date, "x-request-id": _id, ...rest } = Object.fromEntries(headers);
  return { status, text, rest };
};

test.each(named((stop) => isMain(stop) && hasIds(stop)))(
  "%s of another company does not exist",
  async (_name, stop) => {
    const { access } = stop.route;
    const call = await prepareCall(stop, callerFor(stop));
    const foreign = await withOtherIds(stop, call, (thing) => ENTITIES[thing].make(theirs));
    const unknown = await withOtherIds(stop, call, (thing) => ENTITIES[thing].unknown());
    const before = await fingerprint(server);
    for (const role of access.side === "main" ? access.roles : []) {
      for (const [nth, other] of foreign.entries()) {
        const answer = await sendCall(stop, other, ours[role].client);
        expect(answer.status).toBe(404);
        expect(visible(answer)).toEqual(visible(await sendCall(stop, unknown[nth] ?? other, ours[role].client)));
      }
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

test.each(named((stop) => isAdmin(stop) && hasIds(stop)))("%s of nothing is a 404", async (_name, stop) => {
  const call = await prepareCall(stop, { server, ...(await signedIn(server)) });
  const unknown = await withOtherIds(stop, call, (thing) => ENTITIES[thing].unknown());
  const before = await fingerprint(server);
  for (const other of unknown) expect((await sendCall(stop, other, admin.client)).body["code"]).toBe("not_found");
  expect(await fingerprint(server)).toEqual(before);
});

test.each(named(({ route }) => typeof route.body === "object"))(
  "%s refuses what is not in its form",
  async (_name, stop) => {
    const { body } = stop.route;
    const known = typeof body === "object" ? fieldsOf(body) : [];
    const caller = callerFor(stop);
    const call = await prepareCall(stop, caller);
    const before = await fingerprint(server);
    for (const field of DANGEROUS.filter((name) => !known.includes(name))) {
      const answer = await sendCall(
        stop,
        { ...call, body: { ...Object(call.body), [field]: "super_admin" } },
        caller.client,
      );
      expect({ field, status: answer.status, code: answer.body["code"] }).toEqual({
        field,
        status: 400,
        code: "invalid",
      });
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

/** As a schema without words of its own speaks. */
const ENGLISH = /\b(invalid|expected|received|required|unrecognized|too (small|big)|must|should)\b/i;

test.each(named(({ route }) => typeof route.body === "object" && fieldsOf(route.body).length > 0))(
  "%s says what is wrong in the language of its users",
  async (_name, stop) => {
    const { body } = stop.route;
    const fields = typeof body === "object" ? fieldsOf(body) : [];
    const caller = callerFor(stop);
    const call = await prepareCall(stop, caller);
    const before = await fingerprint(server);
    for (const wrong of [Object.fromEntries(fields.map((field) => [field, [[]]])), []]) {
      const answer = await sendCall(stop, { ...call, body: wrong }, caller.client);
      expect([answer.status, answer.body["code"]]).toEqual([400, "invalid"]);
      const problems = errorBody.parse(answer.body).details ?? [];
      expect(problems.map(({ message }) => message).join("\n")).not.toMatch(ENGLISH);
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

test.each(named(() => true))("%s succeeds for somebody who may", async (_name, stop) => {
  const { access, status = 200, answer } = stop.route;
  const side = access.side === "admin" ? "admin" : "main";
  // A company of their own, because some of these calls take it or its people away.
  const caller = { server, ...(await signedIn(server, { role: allowedRole(stop.route), side })) };
  const owner = access.side === "admin" ? { server, ...(await signedIn(server)) } : caller;
  const call = await prepareCall(stop, owner, caller);
  if (answer === "events") {
    const stream = await openEvents(server, caller.client);
    stream.close();
    return expect(stream.status).toBe(status);
  }
  const answered = await sendCall(stop, call, caller.client);
  expect({ status: answered.status, text: answered.text }).toEqual({
    status: answer === "nothing" ? 204 : status,
    text: answered.text,
  });
});
