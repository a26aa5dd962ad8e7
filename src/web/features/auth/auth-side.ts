import { authRoutes } from "#contract/auth.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { adminSessionKey, sessionKey } from "#lib/session.ts";
import type { Side } from "#lib/session-expiry.ts";

/** The workspace and the admin panel each have a session of their own; their screens differ only in what stands here. */
export const SIDES = {
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
} as const satisfies Record<Side, object>;
