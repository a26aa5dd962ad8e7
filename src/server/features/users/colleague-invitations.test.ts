import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CompanyUser } from "#contract/users.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { makeUser } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { INVITATION_TEXTS, INVITATIONS_PER_DAY } from "./users.policy.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: "http://app.voorbeeld.nl" } });
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
});
afterAll(() => server.close());

const newEmail = () => `bea+${randomBytes(5).toString("hex")}@voorbeeld.nl`;
const form = (more: object = {}) => ({
  email: newEmail(),
  firstName: "Bea",
  lastName: "Smit",
  role: "account_manager",
  ...more,
});
const invite = (who: SignedIn, body: object) => who.client.post("/api/users/invitations", body);
const colleagueOf = ({ text }: TestResponse) => JSON.parse(text) as CompanyUser;
const statusAndMessage = ({ status, body }: TestResponse) => [status, body["message"]];
const mailedLink = async (email: string) => {
  const { text } = await server.nextMail(email);
  return new URL(/http:\/\/app\.voorbeeld\.nl\S+/.exec(text)?.[0] ?? "http://no-link");
};
const setPassword = (link: URL, password: string) =>
  server.client().post("/api/reset-password", { token: link.searchParams.get("token"), password });
const actionsOn = (id: string) =>
  server.query("select action from audit_log where subject_id = $1 and action like 'user.%' order by at, action", [id]);

test("a company admin invites a colleague, who chooses a password and signs in with the e-mail address", async () => {
  const body = form();
  const response = await invite(me, body);
  expect(response.status).toBe(201);
  const made = colleagueOf(response);
  expect(made).toMatchObject({ ...body, isActive: true, companyId: me.company.id, invitedAt: expect.any(String) });
  const link = await mailedLink(body.email);
  expect(link.pathname).toBe("/reset-password");
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(200);
  const colleague = server.client();
  expect((await colleague.signIn(body.email, "zelf-gekozen")).status).toBe(200);
  const [known] = (JSON.parse((await colleague.get("/api/users")).text) as CompanyUser[]).filter(
    ({ id }) => id === made.id,
  );
  expect(known).toMatchObject({ role: "account_manager", invitedAt: null });
  expect(await actionsOn(made.id)).toEqual([{ action: "user.created" }, { action: "user.invited" }]);
  for (const change of ["post", "delete"] as const) {
    const refused = await me.client[change](`/api/users/${made.id}/invitation`);
    expect(statusAndMessage(refused)).toEqual([409, INVITATION_TEXTS.notOpen]);
  }
});

test("an open invitation is sent again, and the first link ends", async () => {
  const body = form();
  const { id } = colleagueOf(await invite(me, body));
  const first = await mailedLink(body.email);
  expect((await me.client.post(`/api/users/${id}/invitation`)).status).toBe(200);
  const second = await mailedLink(body.email);
  expect((await setPassword(first, "zelf-gekozen")).status).toBe(400);
  expect((await setPassword(second, "zelf-gekozen")).status).toBe(200);
});

test("a withdrawn invitation leaves no account, and the address can be invited again", async () => {
  const body = form();
  const { id } = colleagueOf(await invite(me, body));
  const link = await mailedLink(body.email);
  expect((await me.client.delete(`/api/users/${id}/invitation`)).body).toEqual({
    message: "De uitnodiging is ingetrokken.",
  });
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(400);
  expect(await server.query("select 1 from users where id = $1", [id])).toEqual([]);
  expect((await actionsOn(id)).at(-1)).toEqual({ action: "user.invitation_withdrawn" });
  expect((await invite(me, body)).status).toBe(201);
});

test("an address that is in use is refused at its field, without a mail", async () => {
  const other = await signedIn(server);
  const before = await fingerprint(server);
  const response = await invite(me, form({ email: other.user.email.toUpperCase() }));
  expect(statusAndMessage(response)).toEqual([409, "Dit e-mailadres is al in gebruik."]);
  expect(response.body["details"]).toEqual([{ path: "email", message: "Dit e-mailadres is al in gebruik." }]);
  expect(await fingerprint(server)).toEqual(before);
});

test.each([
  { role: "super_admin" },
  { email: "geen adres" },
  { firstName: " " },
  { companyId: "x" },
  { password: "a" },
])("%j is refused, and nothing is written", async (body) => {
  const before = await fingerprint(server);
  expect((await invite(me, form(body))).status).toBe(400);
  expect(await fingerprint(server)).toEqual(before);
});

test("users, other companies and colleagues who were never invited are left alone", async () => {
  const invited = colleagueOf(await invite(me, form()));
  const colleague = await makeUser(server.platform.database, me.company.id);
  const [user, stranger] = [
    await signedIn(server, { company: me.company }),
    await signedIn(server, { role: "company_admin" }),
  ];
  const before = await fingerprint(server);
  expect((await invite(user, form())).status).toBe(403);
  for (const change of ["post", "delete"] as const) {
    expect((await user.client[change](`/api/users/${invited.id}/invitation`)).status).toBe(403);
    expect((await stranger.client[change](`/api/users/${invited.id}/invitation`)).status).toBe(404);
    expect((await me.client[change](`/api/users/${colleague.id}/invitation`)).status).toBe(409);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a company sends a limited number of invitations a day", async () => {
  await server.query(
    `insert into audit_log (company_id, at, actor_name, action, subject_type)
      select $1, $2, 'Anna', 'user.invited', 'user' from generate_series(2, $3::int)`,
    [me.company.id, server.clock.now(), INVITATIONS_PER_DAY],
  );
  expect((await invite(me, form())).status).toBe(201);
  expect(statusAndMessage(await invite(me, form()))).toEqual([429, INVITATION_TEXTS.tooMany]);
});
