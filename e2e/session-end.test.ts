import { holdApiCall } from "./browser/network.ts";
import { focusTab, openProfile, signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { companyOfUser, createAccount } from "./product/accounts.ts";
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
  consoleWatch.allowErrors(/^401 \/api\//);
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

test("a user who was moved to another company signs in again to a new page", async ({
  page,
  product,
  consoleWatch,
}) => {
  const user = await createAccount(product);
  const company = await companyOfUser(product, await createAccount(product));
  await signIn(page, user.username);
  await page.goto("/prompts");
  await openProfile(page, "Anna Jansen");
  // In this order: with a session in the other company, the page would begin anew by itself.
  await product.query("delete from sessions where user_id = $1", [user.id]);
  await product.query("update users set company_id = $1 where id = $2", [company.id, user.id]);
  consoleWatch.allowErrors(/^401 \/api\//);
  await focusTab(page);
  await page
    .getByRole("dialog", { name: "Je sessie is verlopen" })
    .getByLabel("Wachtwoord", { exact: true })
    .fill("welkom123");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a tab in which another user has signed in meanwhile starts with a new page", async ({ page, product }) => {
  const [anna, bart] = [await createAccount(product), await createAccount(product)];
  await signIn(page, anna.username);
  await page.goto("/prompts");
  const profile = await openProfile(page, "Anna Jansen");
  await signIn(page, bart.username);
  await focusTab(page);
  await expect(page).toHaveURL("/");
  await expect(profile).toBeHidden();
  await expect(page.getByRole("button", { name: "Anna Jansen" })).toContainText(bart.email);
});

test("an ended admin session asks to sign in again, and the screen stays", async ({ page, product, consoleWatch }) => {
  const { username } = await createAccount(product, { role: "super_admin" });
  await signInToAdminPanel(page, username);
  await page.goto("/admin/companies");
  await page.getByRole("button", { name: "Bedrijf toevoegen" }).click();
  const name = page.getByRole("dialog", { name: "Bedrijf toevoegen" }).getByLabel("Bedrijfsnaam *");
  await name.fill("Half getypt");
  // Otherwise the next poll of this screen may ask to sign in before the button is pressed.
  await holdApiCall(page, "/admin/api/sync");
  await page.request.post("/admin/api/logout");
  consoleWatch.allowErrors(/^401 \/admin\/api\//);
  await page.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Je sessie is verlopen", "Log opnieuw in om verder te gaan.");
  await page
    .getByRole("dialog", { name: "Je sessie is verlopen" })
    .getByLabel("Password", { exact: true })
    .fill("welkom123");
  await page.keyboard.press("Enter");
  await expectToast(page, "Login succesvol", "Je kunt verder waar je was.");
  await expect(name).toHaveValue("Half getypt");
});
