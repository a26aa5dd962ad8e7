import { openProfile, signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

test("after signing out in another tab, the next call leads to the sign-in page", async ({
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
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Daan Visser" }).click();
  await other.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");

  consoleWatch.requireErrors("401 /api/profile/sessions");
  await page.bringToFront();
  await openProfile(page, "Daan Visser", "Sessies");
  await expectToast(page, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
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
