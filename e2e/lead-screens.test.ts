import type { Page } from "@playwright/test";
import { makeInvitations } from "#testing/factories.ts";
import { expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createUserWithLeads } from "./product/accounts.ts";
import { waitForFullDay } from "./product/dates.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const card = (page: Page, name: string) => page.getByRole("article", { name });

/** A date in the format of the date fields. */
const formatDateInput = (date: Date): string =>
  new Intl.DateTimeFormat("nl-NL", {
    timeZone: "Europe/Amsterdam",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  }).format(date);

/** Not a day of 24 hours ago: the days on which the clock changes are shorter and longer. */
const yesterday = (): Date => {
  const [day = 0, month = 0, year = 0] = formatDateInput(new Date()).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1, 12));
};

test("rated leads default to yesterday and today", async ({ page, product }) => {
  await waitForFullDay();
  const { username } = await createUserWithLeads(product, [
    {
      full_name: "Anna Vandaag",
      lead_rating: 8,
      rated_at: new Date(),
      html_report: "<h1>Goed</h1>",
      motivation: "Past bij ons",
    },
    { full_name: "Bea Ooit", lead_rating: 3, rated_at: daysAgo(20) },
  ]);
  await signIn(page, username);
  await page.goto("/rated-leads");
  await expect(page.getByRole("heading", { level: 1, name: "Recentelijk Leads Rated" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Van" })).toHaveValue(formatDateInput(yesterday()));
  await expect(page.getByRole("textbox", { name: "Tot" })).toHaveValue(formatDateInput(new Date()));
  await expect(card(page, "Anna Vandaag")).toContainText("Past bij ons");
  await expect(card(page, "Anna Vandaag").getByRole("img", { name: /8/ })).toBeVisible();
  await expect(card(page, "Bea Ooit")).toHaveCount(0);
  await card(page, "Anna Vandaag")
    .getByRole("button", { name: /^Lead Rapport/ })
    .click();
  const report = page.getByRole("dialog", { name: "Lead Rapport - Anna Vandaag" });
  const sheet = report.frameLocator("iframe");
  await expect(sheet.getByRole("heading", { name: "Goed" })).toBeVisible();
  await expect(sheet.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(sheet.locator("body")).toHaveCSS("background-color", "rgb(23, 25, 29)");
  await page.emulateMedia({ colorScheme: "light" });
  await closeWithEscape(report);
  await page.getByRole("textbox", { name: "Van" }).fill(formatDateInput(daysAgo(25)));
  await page.keyboard.press("Enter");
  await expect(card(page, "Bea Ooit")).toBeVisible();
  await expect(page).toHaveURL(/van=/);
  await page.getByRole("textbox", { name: "Van" }).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Kies een begin- en een einddatum")).toBeVisible();
});

test("accepted invitations: filters, timeline dates and counts", async ({ page, product }) => {
  const { username, companyId, leadIds } = await createUserWithLeads(product, [
    { full_name: "Anna", classification: "HOT" },
    { full_name: "Bea", classification: "COLD" },
    { full_name: "Cor" },
  ]);
  const [anna, bea, cor] = leadIds;
  await makeInvitations(product, companyId, [
    { lead_id: anna, connected_with: "Frank", invited_at: daysAgo(4), accepted_at: daysAgo(3) },
    { lead_id: bea, connected_with: "Sofie", invited_at: daysAgo(9), accepted_at: daysAgo(5) },
    { lead_id: cor, connected_with: "Frank", accepted_at: daysAgo(100) },
  ]);
  await signIn(page, username);
  await page.goto("/accepted-invitations");
  await expect(page.getByText("3 van 3 geladen")).toBeVisible();
  await expect(card(page, "Anna")).toContainText(/Toegevoegd.*Date Invited.*Date Accepted.*Connected With: Frank/s);
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("Connected With", "Frank");
  await expect(page.getByText("2 van 2 geladen · 3 in totaal")).toBeVisible();
  await choose("Connected Date", "Last week");
  await expect(card(page, "Cor")).toHaveCount(0);
  await choose("Connected With", "ALL");
  await expect(card(page, "Bea")).toBeVisible();
  await choose("Lead Classification", "HOT | 80");
  await expect(card(page, "Bea")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("1 van 1 geladen · 3 in totaal")).toBeVisible();
  // As a colleague does, without a click on this screen.
  await page.request.patch(`/api/leads/${bea}/classification`, { data: { classification: "HOT" } });
  await expect(card(page, "Bea")).toBeVisible();
  await expect(page.getByText("2 van 2 geladen · 3 in totaal")).toBeVisible();
  await choose("Connected Date", "Yesterday");
  await expect(page.getByText("Geen uitnodigingen gevonden")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).last().click();
  await expect(page.getByText("3 van 3 geladen")).toBeVisible();
});

test("the timeline shows who changed the classification; a second browser opens the lead by its URL and sees changes live", async ({
  page,
  product,
  newBrowser,
}) => {
  const { username, leadIds } = await createUserWithLeads(product, [
    { full_name: "Anna de Vries", classification: "COLD" },
    { full_name: "Bea Bos" },
  ]);
  await signIn(page, username);
  await page.goto(`/all-leads?lead=${leadIds[0]}`);
  const popup = page.getByRole("dialog", { name: "Anna de Vries" });
  await popup.getByRole("button", { name: /^Classificatie/ }).click();
  await page
    .getByRole("dialog", { name: "Classificatie wijzigen" })
    .getByRole("button", { name: "NOT RELEVANT | 0" })
    .click();
  await expect(popup.getByRole("region", { name: "Tijdlijn" })).toContainText(
    "Van COLD naar NOT RELEVANT door Anna Jansen",
  );
  const secondPage = await newBrowser();
  await signIn(secondPage, username);
  await secondPage.goto(new URL(page.url()).href);
  const secondPopup = secondPage.getByRole("dialog", { name: "Anna de Vries" });
  await closeWithEscape(secondPopup);
  await expect(secondPage.getByRole("button", { name: /Anna de Vries: NOT RELEVANT/ })).toBeVisible();
  await page.request.patch(`/api/leads/${leadIds[0]}/classification`, { data: { classification: "CLIENT" } });
  await expect(secondPage.getByRole("button", { name: /Anna de Vries: CLIENT/ })).toBeVisible();
  await popup.getByRole("button", { name: "Vorige lead" }).click();
  await expect(page.getByRole("dialog", { name: "Bea Bos" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Vorige lead" })).toBeDisabled();
});

test("only an administrator can export and erase a person's data", async ({ page, product, newBrowser }) => {
  const leads = [{ full_name: "Anna de Vries", email: "anna@zon.nl" }];
  const { username, leadIds } = await createUserWithLeads(product, leads, "company_admin");
  await signIn(page, username);
  await page.goto(`/all-leads?lead=${leadIds[0]}`);
  const popup = page.getByRole("dialog", { name: "Anna de Vries" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    popup.getByRole("link", { name: "Alle gegevens van Anna de Vries exporteren" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Anna de Vries.json");
  await expectAccessibleInBothThemes(page);
  await popup.getByRole("button", { name: "Anna de Vries definitief wissen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Anna de Vries definitief wissen" });
  await confirmation.getByRole("button", { name: "Definitief wissen" }).click();
  await expectToast(
    page,
    "Persoon gewist",
    "Alle gegevens zijn hier gewist; in Airtable gebeurt dat met de synchronisatie die nu start.",
  );
  await expect(page.getByText("Nog geen leads")).toBeVisible();
  const other = await newBrowser();
  const ordinaryUser = await createUserWithLeads(product, leads);
  await signIn(other, ordinaryUser.username);
  await other.goto(`/all-leads?lead=${ordinaryUser.leadIds[0]}`);
  await expect(
    other.getByRole("dialog", { name: "Anna de Vries" }).getByRole("region", { name: "Tijdlijn" }),
  ).toBeVisible();
  await expect(other.getByRole("region", { name: "Privacy" })).toHaveCount(0);
});
