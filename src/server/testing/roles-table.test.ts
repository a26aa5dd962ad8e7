import { afterAll, beforeAll, expect, test } from "vitest";
import { companyAdministration, everyRole, management, ROLES, type Role } from "#contract/roles.ts";
import { routes } from "#contract/routes.ts";
import { PASSWORD } from "./account-factories.ts";
import { fingerprint } from "./database-contents.ts";
import { listRouteCases, prepareCall, type RouteCase, sendCall } from "./route-cases.ts";
import { routeExamples } from "./route-examples.ts";
import { signedIn } from "./signed-in.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const { routeCases } = listRouteCases(routes, routeExamples);

/** Features that everybody uses for their own account, whatever their role. */
const OWN_ACCOUNT = ["auth", "twoStep", "system"];
const COMPANY_PAGE = ["companies", "users", "logo", "audit", "apiKeys", "webhooks", "sso", "linkedIn"];

const featureOf = ({ name }: RouteCase): string => name.split(".")[0] ?? "";
const isOf = (features: readonly string[]) => (routeCase: RouteCase) => features.includes(featureOf(routeCase));
const mayBe = (roles: readonly Role[]) => (routeCase: RouteCase) =>
  routeCase.route.access.session === "main" && routeCase.route.access.roles.join() === roles.join();

const inWorkspace = routeCases.filter(
  (routeCase) => routeCase.route.access.session === "main" && !isOf(OWN_ACCOUNT)(routeCase),
);
const onCompanyPage = inWorkspace.filter(isOf(COMPANY_PAGE));
const outsideCompanyPage = inWorkspace.filter((routeCase) => !isOf(COMPANY_PAGE)(routeCase));

/** The agreed permissions per role, with the routes that require them. */
const TABLE: Record<string, { calls: RouteCase[]; may: readonly Role[] }> = {
  "workspace screens and actions": {
    calls: outsideCompanyPage.filter(mayBe(everyRole.roles)),
    may: ["user", "account_manager", "company_admin", "super_admin"],
  },
  Management: {
    calls: outsideCompanyPage.filter(mayBe(management.roles)),
    may: ["user", "company_admin", "super_admin"],
  },
  "reading the own company and colleagues": {
    calls: onCompanyPage.filter(mayBe(everyRole.roles)),
    may: ["user", "account_manager", "company_admin", "super_admin"],
  },
  "changing the own company, its logo and its people": {
    calls: onCompanyPage.filter(mayBe(companyAdministration.roles)),
    may: ["company_admin", "super_admin"],
  },
  "looking after the synchronisation and what people may ask of their own data": {
    calls: outsideCompanyPage.filter(mayBe(companyAdministration.roles)),
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

test("every route of the workspace is in exactly one row, and no row is empty", () => {
  expect(rows.filter(([, { calls }]) => calls.length === 0)).toEqual([]);
  const standing = rows.flatMap(([, { calls }]) => calls).map(({ name }) => name);
  expect(standing.toSorted()).toEqual(inWorkspace.map(({ name }) => name).toSorted());
});

test.each(cells(true))("a %s may: %s", async (role, _row, calls) => {
  const caller = { server, ...(await signedIn(server, { role })) };
  for (const routeCase of calls) {
    const { status, text } = await sendCall(routeCase, await prepareCall(routeCase, caller), caller.client);
    expect(status, `${routeCase.name}: ${text.slice(0, 200)}`).toBeLessThan(300);
  }
});

test.each(cells(false))("a %s may not: %s", async (role, _row, calls) => {
  const admin = { server, ...(await signedIn(server, { role: "company_admin" })) };
  const { client } = await signedIn(server, { role, company: admin.company });
  for (const routeCase of calls) {
    const call = await prepareCall(routeCase, admin);
    const before = await fingerprint(server);
    const { status, body } = await sendCall(routeCase, call, client);
    expect([routeCase.name, status, body["code"]]).toEqual([routeCase.name, 403, "forbidden"]);
    expect(await fingerprint(server)).toEqual(before);
  }
});

test.each(ROLES)("a %s gets into the admin panel, or gets the response of a wrong password", async (role) => {
  const { user } = await signedIn(server, { role });
  const client = server.client();
  const response = await client.signIn(user.username, PASSWORD, "admin");
  const panel = await client.get("/admin/api/stats");
  if (role === "super_admin") return expect([response.status, panel.status]).toEqual([200, 200]);
  expect([response.status, response.body["message"], panel.status]).toEqual([401, "Invalid username or password", 401]);
});
