import { expect, type Locator, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { codeOf, stepAt } from "#server/features/auth/two-step/totp.ts";

const open = async (page: Page, path: string, username: string, password: string): Promise<void> => {
  const answer = await page.request.post(path, { data: { username, password } });
  expect(answer.status(), `sign-in of ${username}`).toBe(200);
};

/** Gives the browser a session of the workspace. The form has journeys of its own. */
export const signIn = (page: Page, username: string, password = DEMO_PASSWORD): Promise<void> =>
  open(page, "/api/login", username, password);

export const signInToAdminPanel = (page: Page, username: string): Promise<void> =>
  open(page, "/admin/api/login", username, DEMO_PASSWORD);

export const fillSignIn = async (page: Page, username: string, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByLabel("Gebruikersnaam").fill(username);
  await page.getByLabel("Wachtwoord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Inloggen" }).click();
};

export const fillAdminSignIn = async (page: Page, username: string, password = DEMO_PASSWORD): Promise<void> => {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
};

/** What an authenticator app would show. A code works once, so the one after a first is the next. */
export const appCode = (secret: string, steps = 0): string => codeOf(secret, stepAt(new Date()) + steps);

/** The key below the QR code, as somebody types it over. */
export const readSecret = async (place: Page | Locator): Promise<string> =>
  ((await place.locator("code").textContent()) ?? "").replaceAll(" ", "");

export const readRecoveryCodes = async (place: Page | Locator, name = "Herstelcodes"): Promise<string[]> => {
  const codes = place.getByRole("list", { name }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
};

/** The one field for a password that is in sight: the profile has others on its other tabs. */
export const passwordIn = (dialog: Locator): Locator => dialog.getByRole("textbox", { name: "Wachtwoord" });

/** From its status to the recovery codes, for whoever is in. Gives the secret and the codes. */
export const turnOnTwoStep = async (
  dialog: Locator,
  password: string,
): Promise<{ secret: string; codes: string[] }> => {
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  await passwordIn(dialog).fill(password);
  await dialog.getByRole("button", { name: "Verder" }).click();
  const secret = await readSecret(dialog);
  await dialog.getByLabel("Code van zes cijfers").fill(appCode(secret));
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  const codes = await readRecoveryCodes(dialog);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  return { secret, codes };
};

type ProfileTab = "Gegevens" | "Wachtwoord" | "Twee stappen" | "Sessies" | "Weergave";

/** Opens one's profile from the user menu, which bears the name of whoever is in. */
export const openProfile = async (page: Page, name: string, tab: ProfileTab = "Gegevens"): Promise<Locator> => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Profiel" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiel" });
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog;
};
