import { expect, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";

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
