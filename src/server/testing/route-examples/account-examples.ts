import { hashToken } from "#platform/sessions.ts";
import { makeUser, PASSWORD } from "../account-factories.ts";
import { png, requestUploadUrl, uploadLogo } from "../images.ts";
import { CLIENT, type Issuer, redirectPathOf, startIssuer } from "../issuer.ts";
import { signedIn } from "../signed-in.ts";
import { appCode, requestChallenge, startTwoStep, turnOnTwoStep } from "../two-step.ts";
import { type Caller, unique } from "./caller.ts";
import type { ExampleCall, ExamplesOf } from "./route-example.ts";

let issuer: Promise<Issuer> | undefined;
const sharedIssuer = (): Promise<Issuer> => {
  issuer ??= startIssuer();
  return issuer;
};

/** A domain in which the company has an account, so that it may sign in with it. */
const ownDomain = async ({ server, company }: Caller): Promise<string> => {
  const domain = `${company.id}.nl`;
  await makeUser(server.platform.database, company.id, { email: `${unique()}@${domain}` });
  return domain;
};

/** Gives the company single sign-on that creates users. */
const setUpSso = async (caller: Caller) => {
  const { server, company } = caller;
  const { client } = await signedIn(server, { role: "company_admin", company });
  const issuer = await sharedIssuer();
  const domains = [await ownDomain(caller)];
  await client.put("/api/sso", { ...CLIENT, issuer: issuer.url, domains, ssoOnly: false, createsUsers: true });
  return { issuer, email: `${unique()}@${domains[0]}` };
};

const resetLink =
  (sessionKind: "main" | "admin") =>
  async ({ server, user }: Caller): Promise<ExampleCall> => {
    const token = unique();
    await server.query(
      `insert into password_resets (token_hash, session_kind, user_id, created_at, expires_at)
        values ($1, $2, $3, now(), now() + interval '1 hour')`,
      [hashToken(token), sessionKind, user.id],
    );
    return { body: { token, password: "een-nieuw-wachtwoord" } };
  };

const emailLink = async ({ server, user }: Caller): Promise<ExampleCall> => {
  const token = unique();
  await server.query(
    `insert into email_changes (token_hash, user_id, email, created_at, expires_at)
      values ($1, $2, $3, now(), now() + interval '1 hour')`,
    [hashToken(token), user.id, `${unique()}@voorbeeld.nl`],
  );
  return { body: { token } };
};

const signInCode =
  (sessionKind: "main" | "admin") =>
  async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => {
    const secret = await turnOnTwoStep(server, user);
    return { body: { challenge: await requestChallenge(server, user, sessionKind), code: appCode(server, secret) } };
  };
const firstCode = async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => ({
  body: { code: appCode(server, await startTwoStep(server, user)) },
});
const passwordCheck = { currentPassword: PASSWORD };
const passwordAndCode = async (_owner: Caller, { server, user }: Caller): Promise<ExampleCall> => {
  const secret = await turnOnTwoStep(server, user);
  return { body: { ...passwordCheck, code: appCode(server, secret) } };
};

const credentials = ({ user }: Caller): ExampleCall => ({ body: { username: user.username, password: PASSWORD } });
const ownAddress = ({ user }: Caller): ExampleCall => ({ body: { email: user.email } });
const picture = (): ExampleCall => ({ body: png(8, 8), contentType: "image/png" });

export const ACCOUNT_EXAMPLES: ExamplesOf<
  "apiKeys" | "audit" | "auth" | "companies" | "logo" | "settings" | "sso" | "system" | "twoStep" | "users" | "webhooks"
> = {
  apiKeys: {
    list: {},
    create: { call: () => ({ body: { name: "n8n", scope: "read", expiresInDays: "30" } }) },
    revoke: { ids: { id: "apiKey" } },
  },
  audit: { list: {}, filterOptions: {}, companyLog: {}, companyFilterOptions: {} },
  auth: {
    login: { call: credentials },
    logout: {},
    currentUser: {},
    currentCompany: {},
    forgotPassword: { call: ownAddress },
    resetPassword: { call: resetLink("main") },
    readInvitation: { call: () => ({ body: { token: unique() } }) },
    confirmEmail: { call: emailLink },
    updateProfile: {
      call: ({ user }) => ({ body: { firstName: "Anna", lastName: "Jansen", email: user.email } }),
    },
    changePassword: { call: () => ({ body: { currentPassword: PASSWORD, newPassword: "een-nieuw-wachtwoord" } }) },
    putPicture: { call: picture },
    deletePicture: {},
    listSessions: {},
    endSession: { ids: { id: "session" } },
    endSessions: {},
    adminLogin: { call: credentials },
    adminLogout: {},
    adminUser: {},
    adminForgotPassword: { call: ownAddress },
    adminResetPassword: { call: resetLink("admin") },
  },
  companies: {
    stats: {},
    platformOverview: {},
    list: {},
    create: { call: () => ({ body: { name: `Bedrijf ${unique()}` } }) },
    update: { ids: { id: "company" }, call: () => ({ body: { city: "Zwolle" } }) },
    remove: { ids: { id: "company" } },
    listDeleted: {},
    restore: { ids: { id: "deletedCompany" } },
    testConnection: { call: () => ({ body: {} }) },
    own: { ids: { id: "company" } },
    updateOwn: { ids: { id: "company" }, call: () => ({ body: { city: "Zwolle" } }) },
  },
  logo: {
    startLogoUpload: {},
    uploadLogo: { ids: { token: "logoUploadToken" }, call: picture },
    setLogo: {
      ids: { id: "company" },
      call: async ({ server, company }) => {
        const { client } = await signedIn(server, { role: "company_admin", company });
        const logoURL = await requestUploadUrl(client);
        await uploadLogo(client, logoURL, png(8, 8));
        return { body: { logoURL } };
      },
    },
  },
  settings: { read: {}, update: { call: () => ({ body: { adminTwoStepRequired: false } }) } },
  sso: {
    start: { call: async (owner) => ({ body: { email: (await setUpSso(owner)).email } }) },
    finish: {
      call: async (owner) => {
        const { email, issuer } = await setUpSso(owner);
        const { body } = await owner.server.client().post("/api/sso/start", { email });
        issuer.person = { email };
        const url = String(body["url"]);
        return {
          body: { browserToken: body["browserToken"], path: redirectPathOf(url), query: await issuer.signIn(url) },
        };
      },
    },
    read: {},
    save: {
      call: async (caller) => ({
        body: {
          ...CLIENT,
          issuer: (await sharedIssuer()).url,
          domains: [await ownDomain(caller)],
          ssoOnly: false,
          createsUsers: true,
        },
      }),
    },
    remove: {},
  },
  system: {
    alive: {},
    ready: {},
    metrics: { call: ({ server }) => ({ bearer: server.platform.config.metricsToken }) },
    version: {},
    contact: {},
    events: {},
    docs: {},
    openapi: {},
    object: {
      call: async ({ server }) => {
        const key = `pictures/${unique()}.png`;
        await server.platform.storage.put(key, png(8, 8), { contentType: "image/png" });
        return { params: { key } };
      },
    },
  },
  twoStep: {
    status: {},
    start: { call: () => ({ body: passwordCheck }) },
    confirm: { call: firstCode },
    renewCodes: { call: passwordAndCode },
    turnOff: { call: passwordAndCode },
    adminStatus: {},
    adminStart: { call: () => ({ body: passwordCheck }) },
    adminConfirm: { call: firstCode },
    adminRenewCodes: { call: passwordAndCode },
    adminTurnOff: { call: passwordAndCode },
    signIn: { call: signInCode("main") },
    adminSignIn: { call: signInCode("admin") },
    reset: { ids: { id: "twoStepUser" } },
  },
  users: {
    list: {},
    create: {
      call: ({ company }) => ({
        body: {
          username: `nieuw-${unique()}`,
          firstName: "Anna",
          lastName: "Jansen",
          password: PASSWORD,
          companyId: company.id,
        },
      }),
    },
    update: { ids: { id: "user" }, call: () => ({ body: { firstName: "Bea" } }) },
    remove: { ids: { id: "user" } },
    invite: { ids: { id: "user" } },
    endSessions: { ids: { id: "user" } },
    endColleagueSessions: { ids: { id: "user" } },
    colleagues: { queryIds: { companyId: "company" } },
    updateColleague: { ids: { id: "user" }, call: () => ({ body: { firstName: "Bea" } }) },
    inviteColleague: {
      call: () => ({
        body: { email: `${unique()}@voorbeeld.nl`, firstName: "Bea", lastName: "Smit", role: "user" },
      }),
    },
    resendInvitation: { ids: { id: "invitedUser" } },
    withdrawInvitation: { ids: { id: "invitedUser" } },
  },
  webhooks: {
    list: {},
    create: { call: ({ server }) => ({ body: { url: `${server.url}/hook`, events: ["message.sent"] } }) },
    update: { ids: { id: "webhook" }, call: () => ({ body: { isActive: false } }) },
    remove: { ids: { id: "webhook" } },
    deliveries: { ids: { id: "webhook" } },
    test: { ids: { id: "webhook" } },
    resend: { ids: { id: "webhookDelivery" } },
  },
};
