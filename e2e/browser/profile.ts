import type { Locator, Page } from "@playwright/test";

export type ProfileTab = "Gegevens" | "Wachtwoord" | "Twee stappen" | "Sessies" | "Weergave";

/** Opens one's profile from the user menu, which bears the name of whoever is in. */
export const openProfile = async (page: Page, name: string, tab: ProfileTab = "Gegevens"): Promise<Locator> => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Profiel" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiel" });
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog;
};
