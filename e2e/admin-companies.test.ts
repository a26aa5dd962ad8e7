import type { Page } from "@playwright/test";
import { AirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { makeCompany } from "#testing/factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { tabTo } from "./browser/keyboard.ts";
import { failApiCall } from "./browser/network.ts";
import { signInToAdminPanel } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

const API_PATH = "/admin/api/companies";
const COLUMNS = "Bedrijf, Woonplaats, Administratie Email, Abonnement, Airtable, Gebruikers, Status, Acties".split(
  ", ",
);

/** The table renders only visible rows, so a test that needs one company searches for it. */
const openCompanies = async (page: Page, query = ""): Promise<void> => {
  await signInToAdminPanel(page, "superadmin");
  await page.goto(`/admin/companies${query}`);
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

  await dialog.getByLabel("Administratie Email").fill("geen adres");
  await dialog.getByLabel("Logo-adres").fill("javascript:alert(1)");
  await save(page);
  await expect(dialog.getByLabel("Bedrijfsnaam *")).toBeFocused();
  await expect(dialog.getByLabel("Bedrijfsnaam *")).toHaveAccessibleDescription("Vul de bedrijfsnaam in.");
  await expect(dialog.getByLabel("Administratie Email")).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  await expect(dialog.getByLabel("Logo-adres")).toHaveAccessibleDescription(
    "Vul een adres in dat begint met http:// of https://.",
  );
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
  await expect(dialog.getByLabel("Airtable API-sleutel")).toHaveAttribute("type", "password");
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

  await row.getByRole("button", { name: `${name} bewerken` }).click();
  await expect(dialog.getByLabel("Airtable API-sleutel")).toHaveAttribute("readonly");
  await expect(dialog).not.toContainText(token);
  await dialog.getByRole("button", { name: "Vervangen" }).click();
  await expect(dialog.getByLabel("Airtable API-sleutel")).toBeFocused();
  await expect(dialog.getByLabel("Airtable API-sleutel")).toHaveAccessibleDescription(
    "Blijft dit leeg, dan blijft de huidige in gebruik.",
  );
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
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  await expect(row).toBeVisible();
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

test("failures show the server's message, or a general one", async ({ page, product, consoleWatch }) => {
  const { id, name } = await makeCompany(product.database);
  await openCompanies(page);
  consoleWatch.requireErrors(`ERR_FAILED ${API_PATH}`, `ERR_FAILED ${API_PATH}/${id}`, `404 ${API_PATH}/${id}`);

  const createFailure = await failApiCall(page, API_PATH, "POST");
  await page.getByRole("button", { name: "Bedrijf toevoegen" }).click();
  await dialogOf(page).getByLabel("Bedrijfsnaam *").fill("Zonder verbinding");
  await save(page);
  await expectErrorToast(page, "Error", "Failed to create company");
  await expect(dialogOf(page).getByLabel("Bedrijfsnaam *")).toHaveValue("Zonder verbinding");
  await createFailure.restore();
  await page.keyboard.press("Escape");

  const edit = page.getByRole("button", { name: `${name} bewerken` });
  const remove = page.getByRole("button", { name: `${name} verwijderen` });
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" });
  await page.getByRole("searchbox").fill(name);
  const changeFailure = await failApiCall(page, `${API_PATH}/${id}`);
  await edit.click();
  await dialogOf(page).getByLabel("Woonplaats").fill("Hoorn");
  await save(page);
  await expectErrorToast(page, "Error", "Failed to update company");
  await page.keyboard.press("Escape");
  await remove.click();
  await confirm.click();
  await expectErrorToast(page, "Error", "Failed to delete company");
  await changeFailure.restore();

  await edit.click();
  await dialogOf(page).getByLabel("Woonplaats").fill("Hoorn");
  await product.query("update companies set deleted_at = now() where id = $1", [id]);
  await save(page);
  await expectErrorToast(page, "Error", "Niet gevonden.");
  await page.keyboard.press("Escape");
  await expect(page.getByText(`Niets gevonden voor "${name}"`)).toBeVisible();

  await product.query("update companies set deleted_at = null where id = $1", [id]);
  await page.reload();
  await remove.click();
  await product.query("update companies set deleted_at = now() where id = $1", [id]);
  await confirm.click();
  await expectErrorToast(page, "Error", "Niet gevonden.");
});

test("platform admins cannot delete their own company, and see why", async ({ page }) => {
  await openCompanies(page, "?q=noorderlicht");
  const deleteButton = page.getByRole("button", { name: "Noorderlicht Sales B.V. verwijderen" });
  await expect(deleteButton).toHaveAttribute("aria-disabled", "true");
  await deleteButton.hover();
  await expect(page.getByRole("tooltip")).toContainText("Je hoort zelf bij dit bedrijf.");
});

test("the list of companies is accessible at all widths and by keyboard", async ({ page }) => {
  await openCompanies(page, "?q=noorderlicht");
  await expect(page.getByRole("button", { name: "Noorderlicht Sales B.V. bewerken" })).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await expect(page.getByRole("button", { name: "Noorderlicht Sales B.V. bewerken" })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  const add = page.getByRole("button", { name: "Bedrijf toevoegen" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByLabel("Bedrijfsnaam *")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();
  const cityColumn = page.getByRole("columnheader", { name: "Woonplaats" });
  await tabTo(page, cityColumn.getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(cityColumn).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Enter");
  await expect(cityColumn).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=-city/);
});

test("five thousand companies are searched and sorted while typing", async ({ page, product }) => {
  const count = 5_000;
  await product.query(
    `insert into companies (name, city, created_at) select 'Reeks ' || lpad(n::text, 4, '0'), 'Stad ' || n % 50, now()
     from generate_series(1, $1::int) n`,
    [count],
  );
  await openCompanies(page);
  const search = page.getByRole("searchbox", { name: "Zoek een bedrijf" });
  await search.fill("reeks");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Companies5.000");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText("Reeks 0001");
  // The table renders only the visible rows.
  expect(await rows.count()).toBeLessThan(80);
  await page.getByRole("columnheader", { name: "Bedrijf" }).getByRole("button").click();
  await expect(rows.nth(1)).toContainText("Reeks 5000");

  await search.fill("reeks 4321");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("Reeks 4321");
  await product.query("delete from companies where name like 'Reeks %'");
});
