import { holdRequest } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

/** The lazily loaded code of menus, dialogs and lists. */
const OVERLAY_CHUNKS = /assets\/(overlays|select-list)-/;

test("a menu opens on the first key press, even if its code loads slowly, and returns the focus", async ({ page }) => {
  await signIn(page, "gebruiker");
  const { release } = await holdRequest(page, OVERLAY_CHUNKS);
  await page.goto("/");
  const userButton = page.getByRole("button", { name: "Sanne de Vries" });
  await userButton.focus();
  await page.keyboard.press("Enter");
  await expect(userButton).toHaveAttribute("aria-expanded", "true");
  release();
  await expect(page.getByRole("menuitem", { name: "Profiel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(userButton).toBeFocused();
});

test("a menu whose code fails to load shows an error", async ({ page, consoleWatch }) => {
  await signIn(page, "gebruiker");
  consoleWatch.allowErrors(/overlays-|ERR_/);
  await page.route(OVERLAY_CHUNKS, (route) => route.abort());
  await page.goto("/");
  const userButton = page.getByRole("button", { name: "Sanne de Vries" });
  await userButton.click();
  await expectErrorToast(page, "Dit kon niet worden geopend", "Ververs de pagina en probeer het opnieuw.");
  await expect(userButton).toHaveAttribute("aria-expanded", "false");
});
