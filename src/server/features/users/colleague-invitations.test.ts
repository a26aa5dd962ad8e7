import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CompanyUser } from "#contract/users.ts";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { sendTwoAtOnce } from "#testing/concurrent-requests.ts";
import { fingerprint, untilJobsEnded } from "#testing/database-contents.ts";
import { isAnsweredWithoutHashing } from "#testing/hashing-slots.ts";
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
const linkIn = ({ text }: { text: string }) =>
  new URL(/http:\/\/app\.voorbeeld\.nl\S+/.exec(text)?.[0] ?? "http://no-link");
const mailedLink = async (email: string) => linkIn(await server.nextMail(email));
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

test("an invitation is sent while every hashing slot is taken, because no password is hashed for it", async () => {
  const statuses: number[] = [];
  const inviteOne = async () => statuses.push((await invite(me, form())).status);
  await inviteOne();
  expect(await isAnsweredWithoutHashing(inviteOne)).toBe(true);
  expect(statuses).toEqual([201, 201]);
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

test("an open invitation reserves nothing at another company: both mails have a link, and the first one accepted wins", async () => {
  const [first, second] = [await signedIn(server, { role: "company_admin" }), me];
  const body = form({ email: `gezocht-${randomBytes(5).toString("hex")}@voorbeeld.nl` }) as { email: string };
  const { id } = colleagueOf(await invite(first, body));
  const firstLink = await mailedLink(body.email);
  const wanted = colleagueOf(await invite(second, body));
  const secondLink = await mailedLink(body.email);
  expect(secondLink.searchParams.get("token")).toBeTruthy();
  expect((await setPassword(secondLink, "zelf-gekozen")).status).toBe(200);
  const { body: user } = await server.client().signIn(body.email, "zelf-gekozen");
  expect(user).toMatchObject({ id: wanted.id, companyId: second.company.id });
  expect((await server.nextMail(body.email)).subject).toBe("Je wachtwoord is gewijzigd");
  const refused = await setPassword(firstLink, "een-ander-wachtwoord");
  expect(statusAndMessage(refused)).toEqual([409, expect.stringContaining("deze uitnodiging is vervallen")]);
  expect((await server.client().signIn(body.email, "een-ander-wachtwoord")).status).toBe(401);
  // The invited user now has an account in another company; the response must not tell the first company.
  expect((await first.client.post(`/api/users/${id}/invitation`)).status).toBe(200);
  expect((await server.nextMail(body.email)).subject).toBe("Je hebt al een account bij Ultimate Sales Agent");
});

test("a deactivated invitation of another company blocks neither an invitation nor a new link nor a new address", async () => {
  const other = await signedIn(server, { role: "company_admin" });
  const body = form() as { email: string };
  const { id } = colleagueOf(await invite(other, body));
  await mailedLink(body.email);
  expect((await other.client.patch(`/api/users/${id}`, { isActive: false })).status).toBe(200);
  const own = { firstName: "Anna", lastName: "Jansen", email: body.email, currentPassword: PASSWORD };
  expect((await me.client.patch("/api/profile", own)).status).toBe(200);
  expect((await mailedLink(body.email)).pathname).toBe("/confirm-email");
  const wanted = colleagueOf(await invite(me, body));
  expect((await mailedLink(body.email)).searchParams.get("token")).toBeTruthy();
  // Such as when the link in the mail has expired.
  const askForLink = () => server.client().post("/api/forgot-password", { email: body.email });
  expect((await askForLink()).status).toBe(200);
  const { subject, text } = await server.nextMail(body.email);
  expect(subject).toBe("Je account bij Ultimate Sales Agent");
  const made = `heeft een account voor je gemaakt in de werkomgeving van ${me.company.name}`;
  expect(text.replaceAll(/\s+/g, " ")).toContain(`Anna Jansen ${made}`);
  await server.query("delete from password_resets where user_id = $1", [wanted.id]);
  expect((await askForLink()).status).toBe(200);
  const last = await server.nextMail(body.email);
  expect(last.text.replaceAll(/\s+/g, " ")).toContain(`Een beheerder ${made}`);
  const link = linkIn(last);
  const token = link.searchParams.get("token");
  const { body: page } = await server.client().post("/api/reset-password/invitation", { token });
  expect(page).toMatchObject({ invitation: { companyName: me.company.name } });
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(200);
  expect((await server.client().signIn(body.email, "zelf-gekozen")).body).toMatchObject({ id: wanted.id });
});

test("a platform admin gives an invited colleague a password, and their address to no colleague", async () => {
  const body = form() as { email: string };
  const { id } = colleagueOf(await invite(me, body));
  const { client } = await signedIn(server, { sessionKind: "admin" });
  const double = { ...body, username: `bea-${id}`, password: "zelf-gekozen", role: "user", companyId: me.company.id };
  expect(statusAndMessage(await client.post("/admin/api/users", double))).toEqual([
    409,
    "Dit e-mailadres is al in gebruik.",
  ]);
  expect((await server.client().signIn(body.email, "zelf-gekozen")).status).toBe(401);
  expect((await client.patch(`/admin/api/users/${id}`, { password: "zelf-gekozen" })).status).toBe(200);
  expect((await server.client().signIn(body.email, "zelf-gekozen")).body).toMatchObject({ id });
});

test("of an invitation and a platform admin's new user at the same moment, one gets the address", async () => {
  const body = form() as { email: string };
  const { client } = await signedIn(server, { sessionKind: "admin" });
  const username = `bea-${randomBytes(5).toString("hex")}`;
  const user = { ...body, username, password: "zelf-gekozen", role: "user", companyId: me.company.id };
  const responses = await sendTwoAtOnce(
    server,
    "users",
    () => invite(me, body),
    () => client.post("/admin/api/users", user),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(responses.flatMap(({ body }) => body["details"] ?? [])).toEqual([
    { path: "email", message: "Dit e-mailadres is al in gebruik." },
  ]);
  expect(await server.query("select 1 from users where email = $1", [body.email])).toHaveLength(1);
});

test("of an invitation and a platform admin's change of a colleague at the same moment, one gets the address", async () => {
  const body = form() as { email: string };
  const { client } = await signedIn(server, { sessionKind: "admin" });
  const colleague = await makeUser(server.platform.database, me.company.id);
  const responses = await sendTwoAtOnce(
    server,
    "users",
    () => invite(me, body),
    () => client.patch(`/admin/api/users/${colleague.id}`, { email: body.email }),
  );
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
  expect(await server.query("select 1 from users where email = $1", [body.email])).toHaveLength(1);
});

/** The link that confirms the new address of the signed-in user. */
const requestAddress = async (email: string) => {
  const own = { firstName: "Anna", lastName: "Jansen", email, currentPassword: PASSWORD };
  expect((await me.client.patch("/api/profile", own)).status).toBe(200);
  return { token: (await mailedLink(email)).searchParams.get("token") };
};
const confirmAddress = (link: { token: string | null }) => server.client().post("/api/confirm-email", link);

test("an address that a colleague was invited with since the link was sent cannot be confirmed", async () => {
  const body = form() as { email: string };
  const link = await requestAddress(body.email);
  const { id } = colleagueOf(await invite(me, body));
  const refusal = "Met dit e-mailadres is intussen een collega uitgenodigd. Vraag je beheerder om hulp.";
  expect(statusAndMessage(await confirmAddress(link))).toEqual([409, refusal]);
  expect(await server.query("select id from users where email = $1", [body.email])).toEqual([{ id }]);
});

test("of an invitation and a confirmed new address at the same moment, one gets the address", async () => {
  const body = form() as { email: string };
  const link = await requestAddress(body.email);
  const responses = await sendTwoAtOnce(
    server,
    "users",
    () => invite(me, body),
    () => confirmAddress(link),
  );
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(await server.query("select 1 from users where email = $1", [body.email])).toHaveLength(1);
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
  await untilJobsEnded(server);
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

test("the open invitation of a platform admin is not a company admin's to change, and the refusal says so", async () => {
  const { id } = colleagueOf(await invite(me, form()));
  await server.query("update users set role = 'super_admin' where id = $1", [id]);
  for (const change of ["post", "delete"] as const)
    expect(statusAndMessage(await me.client[change](`/api/users/${id}/invitation`))).toEqual([
      409,
      INVITATION_TEXTS.platformAdmin,
    ]);
});

test("a company sends a limited number of invitations in 24 hours", async () => {
  const yesterday = new Date(server.clock.now().getTime() - 23 * 3_600_000);
  await server.query(
    `insert into audit_log (company_id, at, actor_name, action, subject_type)
      select $1, $2, 'Anna', 'user.invited', 'user' from generate_series(2, $3::int)`,
    [me.company.id, yesterday, INVITATIONS_PER_DAY],
  );
  // An address with an account elsewhere counts too, or trying addresses would be free.
  const { email } = (await signedIn(server)).user;
  expect((await invite(me, form({ email }))).status).toBe(201);
  expect(statusAndMessage(await invite(me, form()))).toEqual([429, INVITATION_TEXTS.tooMany]);
  expect(INVITATION_TEXTS.tooMany).toContain("in de afgelopen 24 uur");
});
