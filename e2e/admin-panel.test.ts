import { failApiCall, holdApiCall } from "./browser/network.ts";
import { fillAdminSignIn, signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

test("a platform admin signs in, sees name, role and menu, and signs out", async ({ page, consoleWatch }) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
  consoleWatch.requireErrors("401 /admin/api/login", "ERR_FAILED /admin/api/logout");
  // Another role gets the same error as a wrong password.
  await fillAdminSignIn(page, "bedrijfsadmin2");
  await expectErrorToast(page, "Login failed", "Invalid username or password");
  await expect(page).toHaveURL("/admin/login");
  const { release } = await holdApiCall(page, "/admin/api/login");
  await fillAdminSignIn(page, "superadmin");
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
  release();
  await expectToast(page, "Login successful", "Welcome to the admin panel");
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(page).toHaveTitle("Dashboard · Ultimate Sales Agent");

  await expect(page.getByRole("banner").first()).toContainText("Ultimate Sales Agent");
  await expect(page.getByRole("banner").first()).toContainText("superadmin@noorderlicht-sales.nl");
  const sidebar = page.getByRole("complementary");
  await expect(sidebar.getByText("superadmin", { exact: true })).toBeVisible();
  await expect(sidebar.getByText("Super Admin", { exact: true })).toBeVisible();
  const { version } = await (await page.request.get("/api/version")).json();
  await expect(sidebar).toContainText(`Versie ${version}`);

  const links = sidebar.getByRole("link");
  await expect(links).toHaveText(["Dashboard", "Companies", "Users", "Audit log"]);
  for (const [name, path] of [
    ["Companies", "/admin/companies"],
    ["Users", "/admin/users"],
    ["Audit log", "/admin/audit"],
    ["Dashboard", "/admin"],
  ] as const) {
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${name}`));
    await expect(page).toHaveTitle(`${name} · Ultimate Sales Agent`);
  }

  await sidebar.getByRole("button", { name: "Zijbalk inklappen" }).click();
  await expect(sidebar).toHaveCSS("width", "80px");
  const failure = await failApiCall(page, "/admin/api/logout");
  await page.getByRole("button", { name: "Uitloggen" }).click();
  await expectErrorToast(page, "Fout", "Er is een fout opgetreden bij het uitloggen.");
  await expect(page).toHaveURL("/admin");
  await failure.restore();
  await page.getByRole("button", { name: "Uitloggen" }).click();
  await expectToast(page, "Uitgelogd", "Je bent succesvol uitgelogd.");
  await expect(page).toHaveURL("/admin/login");
});

test("a link to a page of the admin panel stays there after signing in", async ({ page }) => {
  await page.goto("/admin/users");
  await fillAdminSignIn(page, "superadmin");
  await expectToast(page, "Login successful", "Welcome to the admin panel");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Users/);
  await expect(page).toHaveURL("/admin/users");
});

test("the sessions of the workspace and of the admin panel are separate", async ({ page, newBrowser }) => {
  await signIn(page, "superadmin");
  await page.goto("/");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();

  const other = await newBrowser();
  await other.goto("/admin/onbekend");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
  await signInToAdminPanel(other, "superadmin");
  const { release } = await holdApiCall(other, "/admin/api/user");
  await other.reload();
  await expect(other.getByText("Loading admin panel...", { exact: true })).toBeVisible();
  release();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(other.getByRole("complementary").getByRole("link", { name: "Companies" })).toBeVisible();
  await other.goto("/meetings");
  await expect(other.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});
