import type { SessionKind } from "#lib/session/session.ts";

type SignInTexts = {
  language?: "en";
  title: string;
  text?: string;
  username: string;
  password: string;
  submit: string;
  busy: string;
  welcome: { title: string; description: string };
  failedTitle: string;
  invalidCredentials: string;
};

export const SIGN_IN_TEXTS: Record<SessionKind, SignInTexts> = {
  main: {
    title: "Inloggen",
    username: "Gebruikersnaam",
    password: "Wachtwoord",
    submit: "Inloggen",
    busy: "Inloggen...",
    welcome: { title: "Login succesvol", description: "Welkom terug!" },
    failedTitle: "Login mislukt",
    invalidCredentials: "Ongeldige gebruikersnaam of wachtwoord",
  },
  admin: {
    language: "en",
    title: "Admin Panel",
    username: "Username",
    password: "Password",
    submit: "Sign In",
    busy: "Signing in...",
    welcome: { title: "Login successful", description: "Welcome to the admin panel" },
    failedTitle: "Login failed",
    invalidCredentials: "Invalid username or password",
  },
};
