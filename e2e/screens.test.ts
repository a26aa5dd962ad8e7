import { signIn } from "./browser/sign-in.ts";
import { expect, test } from "./test.ts";

/** Label in the menu (also the document title), path, heading. */
const SCREENS = [
  ["Rated Leads", "/rated-leads", "Recentelijk Leads Rated"],
  ["All Leads", "/all-leads", "All Leads"],
  ["Search Leads", "/search-leads", "Search Leads"],
  ["ADD Leads", "/add-leads", "ADD Leads"],
  ["Hot Leads", "/hot-leads", "Hot Leads"],
  ["Accepted Invitations", "/accepted-invitations", "Accepted Invitations"],
  ["Ice Breakers", "/", "Berichten Overzicht"],
  ["Follow-up Messages", "/berichten", "Follow-up Messages"],
  ["Messages Queued", "/messages-queued", "Messages Queued"],
  ["Messages SENT", "/messages-sent", "Messages SENT"],
  ["Meetings", "/meetings", "Meetings"],
  ["Prompts", "/prompts", "Prompts Beheer"],
  ["Management", "/acties", "Management"],
] as const;

test("entries of the menu open their screen, with one heading and its own title", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/onbekend");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Page Not Found");
  await expect(page).toHaveTitle("Page Not Found · Ultimate Sales Agent");
  const menu = page.getByRole("navigation", { name: "Hoofdmenu" });
  for (const [name, path, text] of SCREENS) {
    const entry = menu.getByRole("link", { name, exact: true });
    await entry.click();
    await expect(page).toHaveURL(path);
    // A count may follow the heading. A second heading of level 1 fails this assertion.
    await expect(heading).toHaveText(new RegExp(`^${text}`));
    await expect(page).toHaveTitle(`${name} · Ultimate Sales Agent`);
    await expect(entry).toHaveAttribute("aria-current", "page");
    // Search Leads begins in its search box.
    const start =
      path === "/search-leads" ? page.getByRole("searchbox", { name: "Zoek leads" }) : page.getByRole("main");
    await expect(start).toBeFocused();
  }

  await page.goBack();
  await expect(heading).toHaveText(/^Prompts Beheer/);
  await page.goForward();
  await expect(heading).toHaveText("Management");
  await page.goto("/onbekend");
  await page.getByRole("link", { name: "Naar de startpagina" }).click();
  await expect(heading).toHaveText(/^Berichten Overzicht/);
});
