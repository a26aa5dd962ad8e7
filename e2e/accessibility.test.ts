import { expectAccessible, expectAccessibleAtAllSizes, expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { fillSignIn, openProfile, signIn } from "./browser/sign-in.ts";

import { expectErrorToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

const NAME = "Sanne de Vries";

/** Pages that need no session, with the heading that shows that they have loaded. */
const PUBLIC_PAGES = {
  workspace: [
    ["/", /geboekte meeting/],
    ["/forgot-password", "Wachtwoord vergeten"],
    ["/reset-password", "Ongeldige reset link"],
    ["/reset-password?token=abc", "Kies een wachtwoord"],
  ],
  "admin panel": [
    ["/admin/login", "Admin Panel"],
    ["/admin/forgot-password", "Wachtwoord vergeten"],
    ["/admin/reset-password?token=abc", "Kies een wachtwoord"],
  ],
} as const;

for (const [side, pages] of Object.entries(PUBLIC_PAGES)) {
  test(`the public pages of the ${side} are accessible`, async ({ page }) => {
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expectAccessibleAtAllSizes(page);
    }
  });
}

test("the sign-in page, its errors and an error toast are accessible", async ({ page, consoleWatch }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Inloggen" }).click();
  await expect(page.getByText("Vul je wachtwoord in.")).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  consoleWatch.requireErrors("401 /api/login");
  await fillSignIn(page, "niemand", "verkeerd");
  // A toast stays visible while the pointer is over it.
  await page.getByRole("alert").hover();
  await expectErrorToast(page, "Login mislukt", "Ongeldige gebruikersnaam of wachtwoord");
  await expectAccessibleInBothThemes(page);
});

test("the layout of the workspace and its menus are accessible: wide, on a phone and collapsed", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/onbekend");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expectAccessibleAtAllSizes(page);
  await page.getByRole("button", { name: "Menu openen" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await closeWithEscape(sheet);
  await expect(page.getByRole("button", { name: "Menu openen" })).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  const userButton = page.getByRole("button", { name: NAME });
  await userButton.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(userButton).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Ga naar" });
  await expect(palette).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await closeWithEscape(palette);
  await expect(userButton).toBeFocused();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Sneltoetsen" });
  await expect(help).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await closeWithEscape(help);
  await page.getByRole("button", { name: "Zijbalk inklappen" }).click();
  await expectAccessible(page);
});

test("every tab of the profile and the confirmation to sign out everywhere are accessible", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/onbekend");
  const dialog = await openProfile(page, NAME);
  await expectAccessibleAtAllSizes(page);
  for (const tab of ["Wachtwoord", "Twee stappen", "Weergave", "Sessies"]) {
    await dialog.getByRole("tab", { name: tab }).click();
    await expect(dialog.getByRole("tabpanel", { name: tab })).toBeVisible();
    await expectAccessible(page);
  }
  await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
