import { authRoutes } from "#contract/auth.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { adminSessionKey, type SessionKind, sessionKey } from "#lib/session/session.ts";

/** The workspace and the admin panel have separate sessions. Their sign-in screens differ only in these values and in their texts. */
export const SESSION_KINDS = {
  main: {
    panel: undefined,
    home: "/",
    signInPage: "/login",
    forgotPasswordPage: "/forgot-password",
    sessionKey,
    signIn: authRoutes.login,
    signInWithCode: twoStepRoutes.signIn,
    forgotPassword: authRoutes.forgotPassword,
    resetPassword: authRoutes.resetPassword,
  },
  admin: {
    panel: "Admin Panel",
    home: "/admin",
    signInPage: "/admin/login",
    forgotPasswordPage: "/admin/forgot-password",
    sessionKey: adminSessionKey,
    signIn: authRoutes.adminLogin,
    signInWithCode: twoStepRoutes.adminSignIn,
    forgotPassword: authRoutes.adminForgotPassword,
    resetPassword: authRoutes.adminResetPassword,
  },
} as const satisfies Record<SessionKind, object>;
