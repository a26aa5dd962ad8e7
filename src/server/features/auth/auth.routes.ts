import type { authRoutes } from "#contract/auth.ts";
import { NO_COMPANY, type PlatformScope } from "#platform/database/scope.ts";
import type { Handlers, RequestOf } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, type SessionKind } from "#platform/sessions.ts";
import { toSessionUser } from "./auth.policy.ts";
import { findCompanyCard } from "./auth.queries.ts";
import { confirmEmail } from "./email-change.ts";
import { findInvitation } from "./emailed-links.queries.ts";
import { setSessionCookie } from "./open-session.ts";
import { requestReset, resetPassword } from "./password-reset.ts";
import {
  changePassword,
  endAllSessions,
  endOneSession,
  listSessions,
  removePicture,
  replacePicture,
  signOut,
  updateProfile,
} from "./profile.ts";
import { signIn } from "./sign-in.ts";

const RESET_MAIL_SENT = "Als er een account bestaat met dit emailadres, hebben we een wachtwoord reset link verstuurd.";
const PASSWORD_CHANGED = "Je wachtwoord is gewijzigd.";
const SIGNED_OUT = "Je bent uitgelogd.";

type Table = typeof authRoutes;

export const authHandlers = (platform: Platform): Handlers<Table> => {
  const scope: PlatformScope = { db: platform.database.platform };

  const login = async (sessionKind: SessionKind, request: RequestOf<Table["login"]>) => {
    const outcome = await signIn(platform, sessionKind, request.body, request.visitor);
    if ("twoStep" in outcome) return outcome;
    await setSessionCookie(platform, sessionKind, outcome, request);
    return outcome.user;
  };

  const logout = async (sessionKind: SessionKind, { tokenOf, reply, visitor }: RequestOf<Table["logout"]>) => {
    const token = tokenOf(sessionKind);
    if (token) await signOut(platform, sessionKind, token, visitor);
    reply.clearSession(sessionKind);
    return { message: SIGNED_OUT };
  };

  const handleForgotPassword = async (
    sessionKind: SessionKind,
    { body, visitor }: RequestOf<Table["forgotPassword"]>,
  ) => {
    await requestReset(platform, sessionKind, body.email, visitor);
    return { message: RESET_MAIL_SENT };
  };

  const reset = async (sessionKind: SessionKind, { body, visitor }: RequestOf<Table["resetPassword"]>) => {
    await resetPassword(platform, sessionKind, body, visitor);
    return { message: PASSWORD_CHANGED };
  };

  return {
    login: (request) => login("main", request),
    logout: (request) => logout("main", request),
    currentUser: ({ user }) => toSessionUser(user),
    currentCompany: async ({ user }) =>
      (await findCompanyCard(scope, user.companyId ?? NO_COMPANY)) ?? {
        name: null,
        logoUrl: null,
        syncsWithAirtable: false,
      },
    forgotPassword: (request) => handleForgotPassword("main", request),
    resetPassword: (request) => reset("main", request),
    readInvitation: async ({ body }) => ({
      invitation: (await findInvitation(scope, hashToken(body.token), platform.clock.now())) ?? null,
    }),
    updateProfile: ({ user, body, visitor }) => updateProfile(platform, user, body, visitor),
    changePassword: async ({ user, body, visitor }) => {
      await changePassword(platform, user, body, visitor);
      return { message: PASSWORD_CHANGED };
    },
    putPicture: ({ user, body, visitor }) => replacePicture(platform, user, body, visitor),
    deletePicture: ({ user, visitor }) => removePicture(platform, user, visitor),
    listSessions: ({ user }) => listSessions(scope, user, platform.clock.now()),
    endSession: async ({ user, params, reply, visitor }) => {
      await endOneSession(platform, user, params.id, visitor);
      if (params.id === user.sessionId) reply.clearSession("main");
      return { message: "De sessie is beëindigd." };
    },
    confirmEmail: async ({ body, visitor }) => {
      await confirmEmail(platform, body.token, visitor);
      return { message: "Je e-mailadres is gewijzigd." };
    },
    endSessions: async ({ user, reply, visitor }) => {
      await endAllSessions(platform, user, visitor);
      reply.clearSession("main");
      return { message: "Je bent overal uitgelogd." };
    },
    adminLogin: (request) => login("admin", request),
    adminLogout: (request) => logout("admin", request),
    adminUser: ({ user }) => toSessionUser(user),
    adminForgotPassword: (request) => handleForgotPassword("admin", request),
    adminResetPassword: (request) => reset("admin", request),
  };
};
