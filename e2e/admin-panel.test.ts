import { expectNoViolations } from "./browser/accessibility.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { fillAdminSignIn, signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

test("a platform admin signs in, sees name, role and menu, and signs out", async ({ page }) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
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
  await expect(sidebar.getByText("super_admin", { exact: true })).toBeVisible();
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
    await expectNoViolations(page);
  }

  await sidebar.getByRole("button", { name: "Zijbalk inklappen" }).click();
  await expect(sidebar).toHaveCSS("width", "80px");
  await page.getByRole("button", { name: "Uitloggen" }).click();
  await expectToast(page, "Uitgelogd", "Je bent succesvol uitgelogd.");
  await expect(page).toHaveURL("/admin/login");
});

test("other roles get the same error as with a wrong password", async ({ page, consoleWatch }) => {
  consoleWatch.expectProblems("401 /admin/api/login");
  await page.goto("/admin/login");
  await fillAdminSignIn(page, "bedrijfsadmin2");
  await expectErrorToast(page, "Login failed", "Invalid username or password");
  await expect(page).toHaveURL("/admin/login");
});

test("username and password are required", async ({ page }) => {
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Username")).toBeFocused();
  for (const label of ["Username", "Password"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("required");
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
});

test("a session of the workspace does not open the admin panel", async ({ page }) => {
  await signIn(page, "superadmin");
  await page.goto("/");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("a session of the admin panel does not open the workspace", async ({ page }) => {
  await signInToAdminPanel(page, "superadmin");
  await page.goto("/meetings");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});

test("an unknown path shows the not-found page after signing in", async ({ page }) => {
  await page.goto("/admin/onbekend");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Panel");
  await signInToAdminPanel(page, "superadmin");
  const { release } = await holdApiCall(page, "/admin/api/user");
  await page.reload();
  await expect(page.getByText("Loading admin panel...", { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(page.getByRole("complementary").getByRole("link", { name: "Companies" })).toBeVisible();
});

test("a failed sign-out shows an error and keeps the session", async ({ page, consoleWatch }) => {
  await signInToAdminPanel(page, "superadmin");
  await page.goto("/admin/users");
  await failApiCall(page, "/admin/api/logout");
  consoleWatch.expectProblems("ERR_FAILED /admin/api/logout");
  await page.getByRole("button", { name: "Uitloggen" }).click();
  await expectErrorToast(page, "Fout", "Er is een fout opgetreden bij het uitloggen.");
  await expect(page).toHaveURL("/admin/users");
});
