import type { Side } from "#lib/session-expiry.ts";

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

export const SIGN_IN_TEXTS: Record<Side, SignInTexts> = {
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
