import { expect, type Locator, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { codeOf, stepAt } from "#server/features/auth/two-step/totp.ts";

const postLogin = async (page: Page, path: string, username: string, password: string): Promise<void> => {
  const response = await page.request.post(path, { data: { username, password } });
  expect(response.status(), `sign-in of ${username}`).toBe(200);
};

/** Gives the browser a workspace session. Skips the form, which has its own tests. */
export const signIn = (page: Page, username: string, password = DEMO_PASSWORD): Promise<void> =>
  postLogin(page, "/api/login", username, password);

export const signInToAdminPanel = (page: Page, username: string): Promise<void> =>
  postLogin(page, "/admin/api/login", username, DEMO_PASSWORD);

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

/** The code an authenticator app shows now. A code is valid once: a second sign-in in the same 30 seconds is refused. */
export const totpCode = (secret: string): string => codeOf(secret, stepAt(new Date()));

/** The secret shown below the QR code, without spaces. */
export const readSecret = async (container: Page | Locator): Promise<string> =>
  ((await container.locator("code").textContent()) ?? "").replaceAll(" ", "");

export const readRecoveryCodes = async (container: Page | Locator, name = "Herstelcodes"): Promise<string[]> => {
  const codes = container.getByRole("list", { name }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
};

/** The visible password field: the profile has others on its hidden tabs. */
export const passwordField = (dialog: Locator): Locator => dialog.getByRole("textbox", { name: "Wachtwoord" });

/** Enables two-step sign-in for the signed-in user; returns the secret and the recovery codes. */
export const turnOnTwoStep = async (
  dialog: Locator,
  password: string,
): Promise<{ secret: string; codes: string[] }> => {
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  await passwordField(dialog).fill(password);
  await dialog.getByRole("button", { name: "Verder" }).click();
  const secret = await readSecret(dialog);
  await dialog.getByLabel("Code van zes cijfers").fill(totpCode(secret));
  await dialog.getByRole("button", { name: "Aanzetten" }).click();
  const codes = await readRecoveryCodes(dialog);
  await dialog.getByRole("button", { name: "Klaar" }).click();
  return { secret, codes };
};

type ProfileTab = "Gegevens" | "Wachtwoord" | "Twee stappen" | "Sessies" | "Weergave";

/** Opens the profile from the user menu, whose button is labelled with the user's name. */
export const openProfile = async (page: Page, name: string, tab: ProfileTab = "Gegevens"): Promise<Locator> => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Profiel" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiel" });
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog;
};

/** As when the user comes back to the tab; the page then checks its session. */
export const focusTab = (page: Page): Promise<unknown> => page.evaluate("dispatchEvent(new Event('focus'))");
