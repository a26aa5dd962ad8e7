import { openProfile } from "./browser/profile.ts";
import { signIn } from "./browser/sign-in.ts";
import { expect, test } from "./test.ts";

test("a theme is chosen in the profile and remembered", async ({ page }) => {
  const root = page.locator("html");
  await signIn(page, "gebruiker");
  await page.goto("/");
  await expect(root).not.toHaveClass(/dark/);
  const dialog = await openProfile(page, "Sanne de Vries", "Weergave");
  await expect(dialog.getByLabel("Systeem")).toBeChecked();
  await dialog.getByLabel("Donker").check();
  await expect(root).toHaveClass(/dark/);
  await page.reload();
  await expect(root).toHaveClass(/dark/);

  await openProfile(page, "Sanne de Vries", "Weergave");
  await dialog.getByLabel("Licht").check();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).not.toHaveClass(/dark/);
  await dialog.getByLabel("Systeem").check();
  await expect(root).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).not.toHaveClass(/dark/);
});

test("other tabs and the landing page follow the choice", async ({ page, context }) => {
  await signIn(page, "gebruiker");
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/meetings");
  const dialog = await openProfile(page, "Sanne de Vries", "Weergave");
  await dialog.getByLabel("Donker").check();
  await expect(other.locator("html")).toHaveClass(/dark/);
  await context.clearCookies();
  await other.goto("/");
  await expect(other.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
  await expect(other.locator("html")).toHaveClass(/dark/);
});
