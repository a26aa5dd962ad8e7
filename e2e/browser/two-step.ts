import { expect, type Locator, type Page } from "@playwright/test";
import { codeOf, stepAt } from "#server/features/auth/two-step/totp.ts";

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
