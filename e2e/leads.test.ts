import type { Page } from "@playwright/test";
import { expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createUserWithLeads } from "./product/accounts.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const signInWithLeads = async (page: Page, product: Product, leads: Record<string, unknown>[]): Promise<void> => {
  const { username } = await createUserWithLeads(product, leads);
  await signIn(page, username);
};

const numberedLeads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ full_name: `Lead ${String(index).padStart(3, "0")}` }));

test("all leads: infinite scroll, popup and next lead", async ({ page, product }) => {
  await signInWithLeads(page, product, numberedLeads(230));
  await page.goto("/all-leads");
  const table = page.getByRole("table", { name: "All Leads" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Full Name",
    "Date Added",
    "Title",
    "Company",
    "Contact Owner",
    "Lead Rating",
    "Classification",
    "HubSpot ID",
  ]);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("100 leads geladen");

  await table.getByRole("button", { name: "Details van Lead 229", exact: true }).focus();
  await page.keyboard.press("Enter");
  const popup = page.getByRole("dialog", { name: "Lead 229" });
  await expect(popup.getByRole("button", { name: /^Lead Rapport/ })).toBeVisible();
  await expect(page).toHaveURL(/lead=/);
  const scrollTop = await page.evaluate("document.getElementById('inhoud').scrollTop");
  expect(scrollTop, "the list stays where it was").toBe(0);
  await popup.getByRole("button", { name: "Volgende lead" }).click();
  await expect(page.getByRole("dialog", { name: "Lead 228" })).toBeVisible();
  await page.reload();
  await closeWithEscape(page.getByRole("dialog", { name: "Lead 228" }));

  await expect(page.getByRole("heading", { level: 1 })).toContainText("100 leads geladen");
  await table.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/(200|230) leads geladen/, { timeout: 2_000 });
  }).toPass();
});

test("a lead is classified, deleted, restored at once and from the list of deleted leads", async ({
  page,
  product,
}) => {
  await signInWithLeads(page, product, [{ full_name: "Anna de Vries", classification: "COLD" }]);
  await page.goto("/all-leads");
  await page.getByRole("button", { name: /Classificatie van Anna de Vries: COLD/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "HOT | 80" }).click();
  await expectToast(page, "Classificatie Bijgewerkt", "Anna de Vries staat nu op HOT | 80.");

  await page.goto("/hot-leads");
  const card = page.getByRole("article", { name: "Anna de Vries" });
  await card.getByRole("button", { name: "Anna de Vries verwijderen" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText("Weet je zeker dat je deze lead wilt verwijderen?");
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Anna de Vries verwijderen" }).click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  const undo = page.getByRole("button", { name: "Ongedaan maken" });
  // A toast stays visible while the pointer is over it.
  await undo.hover();
  await expect(card).toHaveCount(0);
  await undo.click();
  await expectToast(page, "Lead hersteld", "Anna de Vries staat weer in de lijsten.");
  await expect(card).toContainText("HOT | 80");

  await card.getByRole("button", { name: "Anna de Vries verwijderen" }).click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  // The card disappears before the server has answered, and leaving the page could abort the request.
  await expectToast(page, "Lead verwijderd", "Anna de Vries is uit de lijsten gehaald.");
  await expect(card).toHaveCount(0);
  await page.goto("/all-leads");
  await page.getByRole("button", { name: "Verwijderde leads" }).click();
  const list = page.getByRole("dialog", { name: "Verwijderde leads" });
  await expect(list.getByRole("button", { name: /wissen/ })).toHaveCount(0);
  await list.getByRole("button", { name: "Anna de Vries herstellen" }).click();
  await expectToast(page, "Lead hersteld", "Anna de Vries staat weer in de lijsten.");
  await closeWithEscape(list);
  await expect(page.getByRole("link", { name: "Anna de Vries", exact: true })).toBeVisible();
});

test("search runs on the submitted query and shows the number of results", async ({ page, product }) => {
  await signInWithLeads(page, product, [{ full_name: "José García" }, { full_name: "Jan Smit" }]);
  await page.goto("/search-leads");
  await expect(page.getByText("Zoek op naam, email of bedrijf om leads te vinden.")).toBeVisible();
  const searchBox = page.getByPlaceholder("Zoek op naam, email of bedrijf...");
  await expect(searchBox).toBeFocused();
  await searchBox.fill("jose");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "José García" })).toBeVisible();
  await expect(page).toHaveURL(/q=jose/);
  await searchBox.fill("zzz");
  await page.getByRole("button", { name: "Zoeken" }).click();
  await expect(page.getByText('Geen leads gevonden voor "zzz".')).toBeVisible();
  await searchBox.fill("ja");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Jan Smit" })).toBeVisible();
});

test("the lead screens are accessible", async ({ page, product }) => {
  await signInWithLeads(page, product, [
    {
      full_name: "Anna de Vries",
      classification: "HOT",
      lead_rating: 8,
      company: "Zon",
      website: "https://zon.nl/",
      employees: "11-50",
    },
  ]);
  for (const path of ["/all-leads", "/hot-leads", "/rated-leads", "/search-leads?q=anna", "/accepted-invitations"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleAtAllSizes(page);
  }
});
