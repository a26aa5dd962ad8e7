import { expectVisibleFocus, tabTo } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
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

test("the first Tab stop is a link that skips the menu", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/prompts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Prompts Beheer/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Naar de inhoud" })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/prompts");
});

test("Ctrl+K opens every screen by a few letters, and returns the focus", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/meetings");
  const palette = page.getByRole("dialog", { name: "Ga naar" });
  const search = page.getByRole("combobox", { name: "Zoek een scherm of actie" });
  const meetings = page.getByRole("link", { name: "Meetings" });
  await meetings.focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(meetings).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(search).toBeFocused();
  await page.keyboard.type("bestaat niet");
  await expect(palette).toContainText("Niets gevonden.");
  await search.fill("");
  await page.keyboard.type("queued");
  await expect(palette.getByRole("option", { name: "Messages Queued" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Messages Queued/);
  await expect(page.getByRole("main")).toBeFocused();
});

test("the question mark opens the list of shortcuts", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/meetings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Sneltoetsen" });
  await expect(help.getByRole("term").filter({ hasText: "Ga naar een scherm" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
});

test("a dialog traps the focus and returns it", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/");
  const userButton = page.getByRole("button", { name: "Sanne de Vries" });
  const dialog = page.getByRole("dialog", { name: "Profiel" });
  await userButton.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profiel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("tab", { name: "Gegevens" })).toBeFocused();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(key);
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
  }

  await dialog.getByRole("tab", { name: "Gegevens" }).focus();
  for (const name of ["Wachtwoord", "Twee stappen", "Sessies"]) {
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("tab", { name })).toBeFocused();
  }
  const signOutEverywhere = dialog.getByRole("button", { name: "Overal uitloggen" });
  await tabTo(page, signOutEverywhere);
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: "Overal uitloggen?" });
  await expect(confirmation.getByRole("button", { name: "Annuleren" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(signOutEverywhere).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(userButton).toBeFocused();
});

test("an Escape typed while a confirmation opens closes only the confirmation", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/");
  await page.getByRole("button", { name: "Sanne de Vries" }).click();
  await page.getByRole("menuitem", { name: "Profiel" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiel" });
  await dialog.getByRole("tab", { name: "Sessies" }).click();
  await page.evaluate(`
    const typeEscape = ({ target }) => {
      if (!target.closest("[role=alertdialog]")) return;
      document.removeEventListener("focusin", typeEscape);
      document.body.dataset.escapeTyped = "";
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    };
    document.addEventListener("focusin", typeEscape);
  `);
  await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
  await expect(page.locator("body[data-escape-typed]")).toBeAttached();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(dialog).toBeVisible();
});
