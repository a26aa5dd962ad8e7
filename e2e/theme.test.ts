import { openProfile, signIn } from "./browser/sign-in.ts";

import { expect, test } from "./test.ts";

const NAME = "Sanne de Vries";

test("a theme is chosen in the profile, followed by other tabs at once, and remembered", async ({ page, context }) => {
  const root = page.locator("html");
  await signIn(page, "gebruiker");
  await page.goto("/");
  await expect(root).not.toHaveClass(/dark/);
  const other = await context.newPage();
  await other.goto("/meetings");
  await page.bringToFront();
  const dialog = await openProfile(page, NAME, "Weergave");
  await expect(dialog.getByLabel("Systeem")).toBeChecked();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveClass(/dark/);
  await dialog.getByLabel("Licht").check();
  await expect(root).not.toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: "light" });
  await dialog.getByLabel("Donker").check();
  await expect(root).toHaveClass(/dark/);
  await expect(other.locator("html")).toHaveClass(/dark/);
  await other.close();
  await page.reload();
  await expect(root).toHaveClass(/dark/);

  // The landing page has the theme too, rendered by the app and as prerendered HTML.
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
  await expect(root).toHaveClass(/dark/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
  await expect(root).toHaveClass(/dark/);
});
