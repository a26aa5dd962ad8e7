import { holdRequest } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

/** The code of what opens over a screen. */
const OVERLAYS = /assets\/(overlays|select-list)-/;

test("the first press opens a menu by keyboard, however slowly its code comes, and the focus goes back", async ({
  page,
}) => {
  await signIn(page, "gebruiker");
  const { release } = await holdRequest(page, OVERLAYS);
  await page.goto("/");
  const person = page.getByRole("button", { name: "Sanne de Vries" });
  await person.focus();
  await page.keyboard.press("Enter");
  await expect(person).toHaveAttribute("aria-expanded", "true");
  release();
  await expect(page.getByRole("menuitem", { name: "Profiel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(person).toBeFocused();
});

test("a list is chosen from by keyboard: opened, walked through, left as it was and changed", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/accepted-invitations");
  const list = page.getByRole("combobox").nth(1);
  const before = await list.innerText();
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: before })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(list).toBeFocused();
  await expect(list).toHaveText(before);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: before })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toBeFocused();
  await expect(list).not.toHaveText(before);
});

test("a key is heeded as soon as it is pressed, however quickly the next one follows", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/accepted-invitations");
  const list = page.getByRole("combobox").nth(1);
  await list.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "ALL" })).toBeFocused();
  const first = await page.getByRole("option").nth(1).innerText();
  // In one go, before the browser comes to anything else.
  await page.evaluate(`
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"])
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  `);
  await expect(list).toHaveText(first);
});

test("what cannot be opened says so", async ({ page, consoleWatch }) => {
  await signIn(page, "gebruiker");
  consoleWatch.allow(/overlays-|ERR_/);
  await page.route(OVERLAYS, (route) => route.abort());
  await page.goto("/");
  const person = page.getByRole("button", { name: "Sanne de Vries" });
  await person.click();
  await expectErrorToast(page, "Dit kon niet worden geopend", "Ververs de pagina en probeer het opnieuw.");
  await expect(person).toHaveAttribute("aria-expanded", "false");
});
