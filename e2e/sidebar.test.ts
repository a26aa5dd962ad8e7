import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expect, test } from "./test.ts";

test("the sidebar shows the user and the version; collapsed, it shows icons with tooltips, also after a reload", async ({
  page,
}) => {
  await signIn(page, "gebruiker");
  await page.goto("/");
  const sidebar = page.getByRole("complementary");
  const meetings = sidebar.getByRole("link", { name: "Meetings" });
  await expect(sidebar).toHaveCSS("width", "256px");
  await expect(sidebar).toContainText("Ultimate Sales Agent");
  const { version } = await (await page.request.get("/api/version")).json();
  await expect(sidebar).toContainText(`Versie ${version}`);
  const userButton = sidebar.getByRole("button", { name: "Sanne de Vries" });
  await expect(userButton).toContainText("gebruiker@noorderlicht-sales.nl");
  await expect(userButton.getByText("S", { exact: true })).toBeVisible();
  await sidebar.getByRole("button", { name: "Zijbalk inklappen" }).click();
  await expect(sidebar).toHaveCSS("width", "80px");
  expect(await page.evaluate(() => localStorage.getItem("sidebar-collapsed"))).toBe("true");

  await page.reload();
  await expect(sidebar).toHaveCSS("width", "80px");
  // Scrolling closes a tooltip, and the page may scroll while its content is loading.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Berichten Overzicht/);
  await expect(page.getByRole("main").locator(".animate-pulse")).toHaveCount(0);
  await expect(async () => {
    await page.mouse.move(720, 0);
    await meetings.hover();
    await expect(page.getByRole("tooltip", { name: "Meetings" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const prompts = sidebar.getByRole("link", { name: "Prompts" });
  await expect(async () => {
    await prompts.blur();
    await prompts.focus();
    await expect(page.getByRole("tooltip", { name: "Prompts" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await meetings.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");

  await sidebar.getByRole("button", { name: "Zijbalk uitklappen" }).click();
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.reload();
  await expect(sidebar).toHaveCSS("width", "256px");
});

test("on a phone the menu is a sheet that closes after a choice", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "gebruiker");
  await page.goto("/");
  await expect(page.getByRole("complementary")).toBeHidden();
  const menuButton = page.getByRole("button", { name: "Menu openen" });
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await menuButton.click();
  await expect(sheet.getByRole("link")).toHaveCount(14);
  await closeWithEscape(sheet);
  await expect(menuButton).toBeFocused();

  await menuButton.click();
  await sheet.getByRole("link", { name: "Hot Leads" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Hot Leads/);

  await menuButton.click();
  await sheet.getByRole("button", { name: "Sanne de Vries" }).click();
  await page.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});
