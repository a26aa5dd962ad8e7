import { openProfile, signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

test("after signing out in another tab, the next call asks to sign in again, and the screen stays", async ({
  page,
  context,
  consoleWatch,
}) => {
  await signIn(page, "gebruiker2");
  // All tabs share the event stream of one tab. It must be this one: if the other tab held it, its end would reveal the sign-out.
  const eventStream = page.waitForRequest("**/api/events?*");
  // A page that makes no API calls itself.
  await page.goto("/onbekend");
  await eventStream;
  const profile = await openProfile(page, "Daan Visser");
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Daan Visser" }).click();
  await other.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");

  // The end of the event stream reveals it, or the next call of the screen.
  consoleWatch.allowErrors(
    "401 /api/events",
    "401 /api/auth/user",
    "401 /api/profile/sessions",
    "401 /api/overview/counts",
  );
  await page.bringToFront();
  await profile
    .getByRole("tab", { name: "Sessies" })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  const signInAgain = page.getByRole("dialog", { name: "Je sessie is verlopen" });
  await expect(signInAgain.getByLabel("Wachtwoord", { exact: true })).toBeFocused();
  await page.keyboard.type("welkom123");
  await page.keyboard.press("Enter");
  await expectToast(page, "Login succesvol", "Je kunt verder waar je was.");
  await expect(signInAgain).toBeHidden();
  await expect(page).toHaveURL("/onbekend");
  await expect(profile).toBeVisible();
});

test("an ended admin session leads to the admin sign-in page", async ({ page, product, consoleWatch }) => {
  const { username } = await createAccount(product, { role: "super_admin" });
  await signInToAdminPanel(page, username);
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
  await page.request.post("/admin/api/logout");
  consoleWatch.allowErrors("401 /admin/api/companies", "401 /admin/api/sync");
  await page.getByRole("link", { name: "Companies" }).click();
  await expectToast(page, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});
