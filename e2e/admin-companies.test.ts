import type { Page } from "@playwright/test";
import { AirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

const COLUMNS = "Bedrijf, Woonplaats, Administratie Email, Abonnement, Airtable, Gebruikers, Status, Acties".split(
  ", ",
);

const openCompanies = async (page: Page): Promise<void> => {
  await signInToAdminPanel(page, "superadmin");
  await page.goto("/admin/companies");
  await expect(page.getByRole("table", { name: "Companies" })).toBeVisible();
};

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Bedrijf (toevoegen|bewerken)$/ });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Opslaan" }).click();

test("a company is created, found, edited, deleted and restored", async ({ page, product, consoleWatch }) => {
  const name = `Duinwijck ${Date.now()}`;
  const { id: baseId, token } = await new AirtableSandbox(product.sandboxUrl).newBase();
  await openCompanies(page);
  await expect(page.getByRole("columnheader")).toHaveText(COLUMNS);
  await page.getByRole("button", { name: "Bedrijf toevoegen" }).click();
  const dialog = dialogOf(page);

  // High enough for the whole form: axe reports partly hidden controls as too small.
  await page.setViewportSize({ width: 1440, height: 2600 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog.getByLabel("Bedrijfsnaam *").fill(name);
  await dialog.getByLabel("Woonplaats").fill("Zandvoort");
  await dialog.getByLabel("Administratie Email").fill("post@duinwijck.nl");
  const preview = dialog.getByRole("img", { name: "Voorbeeld van het logo" });
  await dialog.getByLabel("Logo-adres").fill(`${product.url}/og.png`);
  await expect(preview).toBeVisible();
  consoleWatch.requireErrors("404 /weg.png");
  await dialog.getByLabel("Logo-adres").fill(`${product.url}/weg.png`);
  await expect(preview).toBeHidden();
  await dialog.getByLabel("Logo-adres").fill(`${product.url}/og.png`);

  const outcome = dialog.getByRole("status");
  const testConnection = dialog.getByRole("button", { name: "Test verbinding" });
  await testConnection.click();
  await expect(outcome).toHaveText("Er is nog geen base-id ingevuld.");
  await dialog.getByLabel("Airtable base-id").fill(baseId);
  await dialog.getByLabel("Airtable API-sleutel").fill("patVerkeerd.000");
  await testConnection.click();
  await expect(outcome).toHaveText(/^Airtable weigert het toegangstoken\./);
  await dialog.getByLabel("Airtable API-sleutel").fill(token);
  await testConnection.click();
  await expect(outcome).toHaveText(/^Verbinding gelukt: \d+ tabellen gevonden\.$/);
  await save(page);
  await expectToast(page, "Success", "Company created successfully");
  await expect(dialog).toBeHidden();

  await page.getByRole("searchbox", { name: "Zoek een bedrijf" }).fill(name.toLowerCase());
  await expect(page).toHaveURL(/\?q=duinwijck/);
  const row = rowOf(page, name);
  for (const text of ["Zandvoort", "post@duinwijck.nl", "Basic", "Verbonden", "Actief"])
    await expect(row).toContainText(text);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessibleAtAllSizes(page);
  await expect(row.getByRole("button", { name: `Meer acties voor ${name}` })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  await row.getByRole("button", { name: `${name} bewerken` }).click();
  await expect(dialog.getByLabel("Airtable API-sleutel")).toHaveAttribute("readonly");
  await expect(dialog).not.toContainText(token);
  await dialog.getByRole("button", { name: "Vervangen" }).click();
  await testConnection.click();
  await expect(outcome).toHaveText(/^Verbinding gelukt/);
  await dialog.getByRole("combobox", { name: "Abonnement" }).click();
  await page.getByRole("option", { name: "Enterprise" }).click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await save(page);
  await expectToast(page, "Success", "Company updated successfully");
  for (const text of ["Enterprise", "Verbonden", "Inactief"]) await expect(row).toContainText(text);

  const confirmation = page.getByRole("alertdialog", { name: `Are you sure you want to delete ${name}?` });
  await row.getByRole("button", { name: `${name} verwijderen` }).click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectToast(page, "Success", "Company deleted successfully");
  await expect(row).toBeHidden();

  await page.goto("/admin");
  await page.getByRole("button", { name: `${name} herstellen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Herstellen" }).click();
  await expectToast(page, "Success", "Company restored successfully");
  await page.goto(`/admin/companies?q=${name}`);
  await expect(row).toBeVisible();
});
