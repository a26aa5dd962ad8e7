import { authRoutes } from "#contract/auth.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { adminSessionKey, type SessionKind, sessionKey } from "#lib/session/session.ts";

/** The workspace and the admin panel have separate sessions. Their sign-in screens differ only in these values. */
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
} as const satisfies Record<SessionKind, object>;

type SignInTexts = {
  language?: "en";
  title: string;
  text?: string;
  username: string;
  password: string;
  submit: string;
  busy: string;
  welcome: { title: string; description: string };
  failed: string;
  refused: string;
};

export const SIGN_IN_TEXTS: Record<SessionKind, SignInTexts> = {
  main: {
    title: "Inloggen",
    username: "Gebruikersnaam",
    password: "Wachtwoord",
    submit: "Inloggen",
    busy: "Inloggen...",
    welcome: { title: "Login succesvol", description: "Welkom terug!" },
    failed: "Login mislukt",
    refused: "Ongeldige gebruikersnaam of wachtwoord",
  },
  admin: {
    language: "en",
    title: "Admin Panel",
    username: "Username",
    password: "Password",
    submit: "Sign In",
    busy: "Signing in...",
    welcome: { title: "Login successful", description: "Welcome to the admin panel" },
    failed: "Login failed",
    refused: "Invalid username or password",
  },
};
