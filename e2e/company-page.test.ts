import type { Page } from "@playwright/test";
import { makeUser } from "#testing/account-factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { companyOfUser, createAccount } from "./product/accounts.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const ADMIN_ONLY = "Alleen een beheerder van je bedrijf kan dit wijzigen.";

/** The company page as its admin sees it; the company also has an active user, an inactive user and an account manager. */
const openPage = async (page: Page, product: Product) => {
  const admin = await createAccount(product, { role: "company_admin" });
  const company = await companyOfUser(product, admin);
  const manager = await makeUser(product.database, company.id, { role: "account_manager" });
  const user = await makeUser(product.database, company.id);
  const inactive = await makeUser(product.database, company.id, { isActive: false });
  await product.query("update users set first_name = 'Bram', last_name = 'Visser' where id = $1", [user.id]);
  await product.query("update users set first_name = null, last_name = null where id = $1", [inactive.id]);
  await signIn(page, admin.username);
  await page.goto("/company-admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bedrijf Beheer");
  return { admin, company, manager, user, inactive };
};

const saveIn = (page: Page, title: string) =>
  page.getByRole("dialog", { name: title }).getByRole("button", { name: "Opslaan" }).click();

const countOf = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: label }).locator("dd");

test("company details are shown, edited and saved", async ({ page, product, consoleWatch }) => {
  const { company } = await openPage(page, product);
  await expect(page.getByText("Overzicht van jouw bedrijf en gebruikers", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Bedrijf Beheer · Ultimate Sales Agent");
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Bedrijfsinformatie bewerken" });
  await expect(dialog.getByLabel("Bedrijfsnaam *")).toHaveValue(company.name);
  await expectAccessible(page);
  await dialog.getByLabel("Bedrijfsnaam *").fill(`${company.name} & Zonen`);
  await dialog.getByLabel("Adres (Straat + Huisnummer)").fill("Dorpsstraat 1");
  await dialog.getByLabel("Postcode").fill("1621 AB");
  await dialog.getByLabel("Woonplaats").fill("Hoorn");
  await dialog.getByLabel("BTW Nummer").fill("NL001234567B01");
  await dialog.getByLabel("Administratie Email").fill("post@zonen.nl");
  await saveIn(page, "Bedrijfsinformatie bewerken");
  await expectToast(page, "Bedrijf bijgewerkt", "De bedrijfsinformatie is succesvol bijgewerkt.");
  await expect(dialog).toBeHidden();
  const main = page.getByRole("main");
  for (const text of ["& Zonen", "Dorpsstraat 1", "1621 AB", "Hoorn", "NL001234567B01", "post@zonen.nl", "Basic"])
    await expect(main).toContainText(text);

  consoleWatch.requireErrors(`403 /api/companies/${company.id}`);
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  await dialog.getByLabel("Woonplaats").fill("Edam");
  // The user loses the role while the dialog is open.
  await product.query("update users set role = 'user' where company_id = $1", [company.id]);
  await saveIn(page, "Bedrijfsinformatie bewerken");
  await expectErrorToast(page, "Fout", "Je hebt geen rechten om dit te doen.");
  await expect(dialog.getByLabel("Woonplaats")).toHaveValue("Edam");
});

test("colleagues are counted, listed and edited", async ({ page, product, consoleWatch }) => {
  const { admin, user, inactive, manager } = await openPage(page, product);
  for (const [label, count] of [
    ["Admins", "1"],
    ["Actieve Gebruikers", "3"],
    ["Users", "2"],
    ["Account Managers", "1"],
  ] as const)
    await expect(countOf(page, label)).toHaveText(count);
  const people = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /bewerken$/ }) });
  await expect(people).toHaveCount(4);
  const bram = people.filter({ hasText: user.email });
  await expect(bram).toContainText("Bram Visser");
  await expect(people.filter({ hasText: inactive.email })).toContainText("Inactief");
  await expect(people.filter({ hasText: manager.email })).toContainText("Account Manager");
  await expect(people.filter({ hasText: admin.email })).toContainText("Admin");

  await bram.getByRole("button", { name: "Bram Visser bewerken" }).click();
  const dialog = page.getByRole("dialog", { name: "Gebruiker bewerken" });
  await dialog.getByLabel("Achternaam").fill("de Visser");
  await dialog.getByRole("combobox", { name: "Rol" }).click();
  await expectAccessible(page);
  await page.getByRole("option", { name: "Company Admin" }).click();
  await saveIn(page, "Gebruiker bewerken");
  await expectToast(page, "Gebruiker bijgewerkt", "De gebruikersgegevens zijn succesvol bijgewerkt.");
  await expect(dialog).toBeHidden();
  await expect(bram).toContainText("Bram de Visser");
  await expect(countOf(page, "Admins")).toHaveText("2");

  consoleWatch.requireErrors(`404 /api/users/${user.id}`);
  await bram.getByRole("button", { name: "Bram de Visser bewerken" }).click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await product.query("delete from users where id = $1", [user.id]);
  await saveIn(page, "Gebruiker bewerken");
  await expectErrorToast(page, "Fout", "Niet gevonden.");
});

test("other roles can read the page and see why it cannot be edited", async ({ page, product }) => {
  for (const username of ["gebruiker", "accountmanager"]) {
    await signIn(page, username);
    await page.goto("/company-admin");
    await expect(page.getByRole("main")).toContainText("administratie@noorderlicht-sales.nl");
    await expect(page.getByText(ADMIN_ONLY, { exact: true })).toHaveCount(3);
    const edit = page.getByRole("button", { name: "Bewerken", exact: true });
    await expect(edit).toHaveAttribute("aria-disabled", "true");
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const button of await page.getByRole("button", { name: / bewerken$/ }).all())
      await expect(button).toHaveAttribute("aria-disabled", "true");
    for (const name of ["Wijzigingslog", "Synchronisatie"])
      await expect(page.getByRole("heading", { name })).toHaveCount(0);
    expect((await page.request.get("/api/sync")).status()).toBe(403);
  }
  const withoutCompany = await createAccount(product, { role: "super_admin" });
  await product.query("update users set company_id = null where id = $1", [withoutCompany.id]);
  await signIn(page, withoutCompany.username);
  await page.goto("/company-admin");
  await expect(page.getByText("Je account hoort bij geen bedrijf")).toBeVisible();
});

test("a company admin opens the page from the menu and cannot edit a platform admin", async ({ page }) => {
  await signIn(page, "bedrijfsadmin");
  await page.goto("/prompts");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/company-admin");
  const edit = page.getByRole("button", { name: "Jeroen Postma bewerken" });
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await expectAccessibleAtAllSizes(page);
});
