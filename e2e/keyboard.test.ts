import { closeWithEscape, expectVisibleFocus, tabTo } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

test("sign in, open a screen and sign out with the keyboard only", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Naar de inhoud" })).toBeFocused();
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Inloggen" }));
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Gebruikersnaam")).toBeFocused();
  await page.keyboard.type("gebruiker");
  await tabTo(page, page.getByLabel("Wachtwoord", { exact: true }));
  await page.keyboard.type("welkom123");
  await page.keyboard.press("Enter");
  await expectToast(page, "Login succesvol", "Welkom terug!");
  await expect(page.getByRole("main")).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Meetings" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
  await expect(page.getByRole("main")).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: "Sanne de Vries" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profiel" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Uitloggen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});

test("a link inside a screen moves the focus to the screen that it opens", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await signIn(page, username);
  await page.goto("/planning");
  await page.getByRole("main").getByRole("link", { name: "Prompt maken" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Prompts/);
  await expect(page.getByRole("main")).toBeFocused();
});

test("the skip link focuses the content, Ctrl+K opens the palette, and ? lists the shortcuts except in a field", async ({
  page,
}) => {
  await signIn(page, "gebruiker");
  await page.goto("/prompts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Prompts Beheer/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Naar de inhoud" })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/prompts");

  const palette = page.getByRole("dialog", { name: "Ga naar" });
  const search = page.getByRole("combobox", { name: "Zoek een scherm of actie" });
  const meetings = page.getByRole("link", { name: "Meetings" });
  await meetings.focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(search).toBeFocused();
  await closeWithEscape(palette);
  await expect(meetings).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(search).toBeFocused();
  await page.keyboard.type("bestaat niet");
  await expect(palette).toContainText("Niets gevonden.");
  await search.fill("ice breakers");
  await expect(palette.getByRole("option", { name: "Ice Breakers" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Berichten Overzicht/);
  await expect(page.getByRole("main")).toBeFocused();

  // In a field, a question mark is typed text.
  await page.getByLabel("Voornaam").focus();
  await page.keyboard.type("a?");
  await expect(page.getByLabel("Voornaam")).toHaveValue("a?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Sneltoetsen" });
  await expect(help).toContainText("Berichten beoordelen");
  await expect(help.getByRole("term").filter({ hasText: "Ga naar een scherm" })).toBeVisible();
  await closeWithEscape(help);
});
