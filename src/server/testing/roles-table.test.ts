import { afterAll, beforeAll, expect, test } from "vitest";
import { companyAdministration, everyRole, management, ROLES, type Role } from "#contract/roles.ts";
import { routes } from "#contract/routes.ts";
import { fingerprint } from "./database-contents.ts";
import { PASSWORD } from "./factories.ts";
import { listRouteCases, prepareCall, type RouteCase, sendCall } from "./route-cases.ts";
import { routeExamples } from "./route-examples.ts";
import { signedIn } from "./signed-in.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const { stops } = listRouteCases(routes, routeExamples);

/** What everybody does for themselves, whatever their role. */
const OWN_ACCOUNT = ["auth", "twoStep", "system"];
const COMPANY_PAGE = ["companies", "users", "logo", "audit"];

const featureOf = ({ name }: RouteCase): string => name.split(".")[0] ?? "";
const isOf = (features: readonly string[]) => (stop: RouteCase) => features.includes(featureOf(stop));
const mayBe = (roles: readonly Role[]) => (stop: RouteCase) =>
  stop.route.access.side === "main" && stop.route.access.roles.join() === roles.join();

const inWorkspace = stops.filter((stop) => stop.route.access.side === "main" && !isOf(OWN_ACCOUNT)(stop));
const onCompanyPage = inWorkspace.filter(isOf(COMPANY_PAGE));
const elsewhere = inWorkspace.filter((stop) => !isOf(COMPANY_PAGE)(stop));

/** Who may do what, as it is agreed; the calls are those of the table that ask for it. */
const TABLE: Record<string, { calls: RouteCase[]; may: readonly Role[] }> = {
  "workspace screens and actions": {
    calls: elsewhere.filter(mayBe(everyRole.roles)),
    may: ["user", "account_manager", "company_admin", "super_admin"],
  },
  Management: { calls: elsewhere.filter(mayBe(management.roles)), may: ["user", "company_admin", "super_admin"] },
  "reading the own company and colleagues": {
    calls: onCompanyPage.filter(mayBe(everyRole.roles)),
    may: ["user", "account_manager", "company_admin", "super_admin"],
  },
  "changing the own company, its logo and its people": {
    calls: onCompanyPage.filter(mayBe(companyAdministration.roles)),
    may: ["company_admin", "super_admin"],
  },
  "looking after the synchronisation and what people may ask of their own data": {
    calls: elsewhere.filter(mayBe(companyAdministration.roles)),
    may: ["company_admin", "super_admin"],
  },
};

const rows = Object.entries(TABLE);
const cells = (holds: boolean) =>
  rows.flatMap(([row, { calls, may }]) =>
    ROLES.filter((role) => may.includes(role) === holds).map((role) => [role, row, calls] as const),
  );

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

test("every call of the workspace stands in one row, and no row is empty", () => {
  expect(rows.filter(([, { calls }]) => calls.length === 0)).toEqual([]);
  const standing = rows.flatMap(([, { calls }]) => calls).map(({ name }) => name);
  expect(standing.toSorted()).toEqual(inWorkspace.map(({ name }) => name).toSorted());
});

test.each(cells(true))("a %s may: %s", async (role, _row, calls) => {
  const caller = { server, ...(await signedIn(server, { role })) };
  for (const stop of calls) {
    const { status, text } = await sendCall(stop, await prepareCall(stop, caller), caller.client);
    expect(status, `${stop.name}: ${text.slice(0, 200)}`).toBeLessThan(300);
  }
});

test.each(cells(false))("a %s may not: %s", async (role, _row, calls) => {
  const admin = { server, ...(await signedIn(server, { role: "company_admin" })) };
  const { client } = await signedIn(server, { role, company: admin.company });
  for (const stop of calls) {
    const call = await prepareCall(stop, admin);
    const before = await fingerprint(server);
    const { status, body } = await sendCall(stop, call, client);
    expect([stop.name, status, body["code"]]).toEqual([stop.name, 403, "forbidden"]);
    expect(await fingerprint(server)).toEqual(before);
  }
});

test.each(ROLES)("a %s comes into the admin panel, or is told what a wrong password is told", async (role) => {
  const { user } = await signedIn(server, { role });
  const client = server.client();
  const answer = await client.signIn(user.username, PASSWORD, "admin");
  const panel = await client.get("/admin/api/stats");
  if (role === "super_admin") return expect([answer.status, panel.status]).toEqual([200, 200]);
  expect([answer.status, answer.body["message"], panel.status]).toEqual([401, "Invalid username or password", 401]);
});
