import { openProfile } from "./browser/profile.ts";
import { signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { makeAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

test("signed out in another tab, the next call brings the sign-in page", async ({ page, context, consoleWatch }) => {
  await signIn(page, "gebruiker2");
  // The tab that follows changes for all others; had the other one done so, its leaving would already tell this one.
  const following = page.waitForRequest("**/api/events?*");
  // A page that reads nothing by itself.
  await page.goto("/onbekend");
  await following;
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Daan Visser" }).click();
  await other.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");

  consoleWatch.announce("401 /api/profile/sessions");
  await page.bringToFront();
  await openProfile(page, "Daan Visser", "Sessies");
  await expectToast(page, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});

test("an admin session that has ended brings the admin sign-in", async ({ page, product, consoleWatch }) => {
  const { username } = await makeAccount(product, { role: "super_admin" });
  await signInToAdminPanel(page, username);
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
  await page.request.post("/admin/api/logout");
  consoleWatch.allow("401 /admin/api/companies", "401 /admin/api/sync");
  await page.getByRole("link", { name: "Companies" }).click();
  await expectToast(page, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});
