import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CompanyUser } from "#contract/users.ts";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { mailInvitationJob } from "./users.jobs.ts";
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

/** Of the company. The worker changes other rows meanwhile, such as the job of an invitation. */
const countWritten = () =>
  server.query(
    `select (select count(*) from users where company_id = $1) as users, (select count(*) from audit_log where company_id = $1) as log,
      (select count(*) from pgboss.job where name = $2) as mails`,
    [me.company.id, mailInvitationJob.name],
  );

test("the address of a colleague is refused at its field, without a mail", async () => {
  const colleague = await makeUser(server.platform.database, me.company.id);
  const invited = colleagueOf(await invite(me, form()));
  const before = await countWritten();
  for (const { email } of [colleague, invited]) {
    const response = await invite(me, form({ email: email?.toUpperCase() }));
    expect(statusAndMessage(response)).toEqual([409, "Dit e-mailadres is al in gebruik."]);
    expect(response.body["details"]).toEqual([{ path: "email", message: "Dit e-mailadres is al in gebruik." }]);
  }
  expect(await countWritten()).toEqual(before);
});

/** What an inviter sees of an invitation: the responses, the list and the log, without what differs between any two. */
const visibleSteps = async (email: string) => {
  const made = colleagueOf(await invite(me, form({ email })));
  const mail = await server.nextMail(email);
  const again = await invite(me, form({ email }));
  const changed = await me.client.patch(`/api/users/${made.id}`, { firstName: "Bo" });
  const resent = await me.client.post(`/api/users/${made.id}/invitation`);
  const list = JSON.parse((await me.client.get("/api/users")).text) as CompanyUser[];
  const logged = "select actor_id, action, before, after, address, subject_name from audit_log";
  const log = await server.query(`${logged} where subject_id = $1 order by at, action`, [made.id]);
  const withdrawn = await me.client.delete(`/api/users/${made.id}/invitation`);
  const steps = [made, statusAndMessage(again), colleagueOf(changed), colleagueOf(resent), withdrawn.text];
  const seen = JSON.stringify([steps, list.find(({ id }) => id === made.id), log])
    .replaceAll(made.id, "ID")
    .replaceAll(email, "EMAIL")
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, "TIME");
  return { seen, mail };
};

test("an inviter does not learn that an address has an account at another company; its owner does", async () => {
  const other = await signedIn(server);
  const { email } = other.user;
  const [taken, free] = [await visibleSteps(email), await visibleSteps(newEmail().replace("+", "."))];
  expect(taken.seen).toBe(free.seen);
  expect(free.mail.text).toContain("token=");
  const { subject, text } = taken.mail;
  expect(subject).toBe("Je hebt al een account bij Ultimate Sales Agent");
  expect(text).toContain(me.company.name);
  expect(text).not.toContain("token=");
  // Nothing has changed for the owner of the address.
  expect((await server.client().signIn(email, PASSWORD)).body).toMatchObject({ companyId: other.company.id });
});

test("an invitation to an address whose account was deleted meanwhile is an ordinary one", async () => {
  const other = await signedIn(server);
  const { email } = other.user;
  const { id } = colleagueOf(await invite(me, form({ email })));
  expect((await server.nextMail(email)).text).not.toContain("token=");
  await server.query("delete from users where id = $1", [other.user.id]);
  expect((await me.client.post(`/api/users/${id}/invitation`)).status).toBe(200);
  expect((await setPassword(await mailedLink(email), "zelf-gekozen")).status).toBe(200);
  expect((await server.client().signIn(email, "zelf-gekozen")).body).toMatchObject({ id, companyId: me.company.id });
});

test("the username of an address with a plus is nobody else's address", async () => {
  const email = newEmail();
  const other = await signedIn(server);
  await server.query("update users set email = $2 where id = $1", [other.user.id, email.replace("+", "-")]);
  const response = await invite(me, form({ email }));
  expect(response.status).toBe(201);
  expect((await mailedLink(email)).pathname).toBe("/reset-password");
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
  const before = await countWritten();
  expect((await invite(user, form())).status).toBe(403);
  for (const change of ["post", "delete"] as const) {
    expect((await user.client[change](`/api/users/${invited.id}/invitation`)).status).toBe(403);
    expect((await stranger.client[change](`/api/users/${invited.id}/invitation`)).status).toBe(404);
    expect((await me.client[change](`/api/users/${colleague.id}/invitation`)).status).toBe(409);
  }
  expect(await countWritten()).toEqual(before);
});

test("a company sends a limited number of invitations a day", async () => {
  await server.query(
    `insert into audit_log (company_id, at, actor_name, action, subject_type)
      select $1, $2, 'Anna', 'user.invited', 'user' from generate_series(2, $3::int)`,
    [me.company.id, server.clock.now(), INVITATIONS_PER_DAY],
  );
  // An address with an account elsewhere counts too, or trying addresses would be free.
  const { email } = (await signedIn(server)).user;
  expect((await invite(me, form({ email }))).status).toBe(201);
  expect(statusAndMessage(await invite(me, form()))).toEqual([429, INVITATION_TEXTS.tooMany]);
});
