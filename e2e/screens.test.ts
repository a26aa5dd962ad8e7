import { expectNoViolations } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expect, test } from "./test.ts";

/** Per menu group: the label in the menu, which is also the document title, the path and the heading. */
const SCREENS = {
  Leads: [
    ["Rated Leads", "/rated-leads", "Recentelijk Leads Rated"],
    ["All Leads", "/all-leads", "All Leads"],
    ["Search Leads", "/search-leads", "Search Leads"],
    ["ADD Leads", "/add-leads", "ADD Leads"],
    ["Hot Leads", "/hot-leads", "Hot Leads"],
    ["Accepted Invitations", "/accepted-invitations", "Accepted Invitations"],
  ],
  Berichten: [
    ["Ice Breakers", "/", "Berichten Overzicht"],
    ["Follow-up Messages", "/berichten", "Follow-up Messages"],
    ["Messages Queued", "/messages-queued", "Messages Queued"],
    ["Messages SENT", "/messages-sent", "Messages SENT"],
  ],
  "Meetings en Beheer": [
    ["Meetings", "/meetings", "Meetings"],
    ["Prompts", "/prompts", "Prompts Beheer"],
    ["Management", "/acties", "Management"],
  ],
} as const;

for (const [group, screens] of Object.entries(SCREENS)) {
  test(`every entry of ${group} opens its screen, with one heading and its own title`, async ({ page }) => {
    await signIn(page, "gebruiker");
    await page.goto("/onbekend");
    for (const [name, path, heading] of screens) {
      const entry = page.getByRole("navigation", { name: "Hoofdmenu" }).getByRole("link", { name, exact: true });
      await entry.click();
      await expect(page).toHaveURL(path);
      // A count may follow the heading. A second heading of level 1 fails this assertion.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${heading}`));
      await expect(page).toHaveTitle(`${name} · Ultimate Sales Agent`);
      await expect(entry).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("main")).toBeFocused();
      await expectNoViolations(page);
    }
  });
}

test("a company admin has a screen for the company", async ({ page }) => {
  await signIn(page, "bedrijfsadmin");
  await page.goto("/prompts");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/company-admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bedrijf Beheer");
  await expect(page).toHaveTitle("Bedrijf Beheer · Ultimate Sales Agent");
  await expectNoViolations(page);
});

test("the browser's back and forward buttons navigate between screens", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/all-leads");
  await page.getByRole("link", { name: "Meetings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^All Leads/);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
});

test("an unknown path shows Page Not Found", async ({ page }) => {
  await signIn(page, "gebruiker");
  await page.goto("/onbekend");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(page).toHaveTitle("Page Not Found · Ultimate Sales Agent");
  await expect(page.getByRole("navigation", { name: "Hoofdmenu" })).toBeVisible();
  await page.getByRole("link", { name: "Naar de startpagina" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Berichten Overzicht/);
});

test("an account manager cannot open Management", async ({ page }) => {
  await signIn(page, "accountmanager");
  await page.goto("/acties");
  await expect(page.getByRole("main")).toContainText("Geen toegang");
});
