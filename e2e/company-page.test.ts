import type { Page } from "@playwright/test";
import { makeUser } from "#testing/factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { tabTo } from "./browser/keyboard.ts";
import { failApiCall } from "./browser/network.ts";
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
  for (const [label, placeholder] of [
    ["Adres (Straat + Huisnummer)", "Kerkstraat 123"],
    ["Postcode", "1234 AB"],
    ["Woonplaats", "Amsterdam"],
    ["BTW Nummer", "NL123456789B01"],
  ] as const)
    await expect(dialog.getByLabel(label)).toHaveAttribute("placeholder", placeholder);
  await expect(dialog.getByLabel("Administratie Email")).toHaveAttribute("type", "email");
  await expect(dialog.getByRole("button", { name: "Logo Uploaden (PNG, JPG, SVG)" })).toBeVisible();
  await expect(dialog).toContainText("Max. 5MB. Aanbevolen formaat: PNG of SVG voor beste kwaliteit.");
  await expectAccessible(page);

  await dialog.getByLabel("Bedrijfsnaam *").fill("");
  await dialog.getByLabel("Administratie Email").fill("geen adres");
  await saveIn(page, "Bedrijfsinformatie bewerken");
  await expect(dialog.getByLabel("Bedrijfsnaam *")).toHaveAccessibleDescription("Vul de bedrijfsnaam in.");
  await expect(dialog.getByLabel("Administratie Email")).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  await expect(dialog.getByLabel("Bedrijfsnaam *")).toHaveValue(company.name);

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

  const path = `/api/companies/${company.id}`;
  consoleWatch.requireErrors(`ERR_FAILED ${path}`, `403 ${path}`);
  const failure = await failApiCall(page, path, "PATCH");
  await page.getByRole("button", { name: "Bewerken", exact: true }).click();
  await dialog.getByLabel("Woonplaats").fill("Edam");
  await saveIn(page, "Bedrijfsinformatie bewerken");
  await expectErrorToast(page, "Fout", "Er ging iets mis bij het bijwerken van het bedrijf.");
  await expect(dialog.getByLabel("Woonplaats")).toHaveValue("Edam");
  await failure.restore();
  // The user loses the role while the dialog is open.
  await product.query("update users set role = 'user' where company_id = $1", [company.id]);
  await saveIn(page, "Bedrijfsinformatie bewerken");
  await expectErrorToast(page, "Fout", "Je hebt geen rechten om dit te doen.");
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
  await expect(bram).toContainText("User");
  const nameless = people.filter({ hasText: inactive.email });
  await expect(nameless.getByText(inactive.email).first()).toBeVisible();
  await expect(nameless).toContainText("Inactief");
  await expect(people.filter({ hasText: manager.email })).toContainText("Account Manager");
  await expect(people.filter({ hasText: admin.email })).toContainText("Admin");

  await bram.getByRole("button", { name: "Bram Visser bewerken" }).click();
  const dialog = page.getByRole("dialog", { name: "Gebruiker bewerken" });
  await expect(dialog.getByLabel("Email")).toHaveValue(user.email);
  await expect(dialog.getByLabel("Email")).not.toBeEditable();
  await dialog.getByRole("combobox", { name: "Rol" }).click();
  await expect(page.getByRole("option")).toHaveText(["User", "Account Manager", "Company Admin"]);
  await expectAccessible(page);
  await page.getByRole("option", { name: "Account Manager" }).click();
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await bram.getByRole("button", { name: "Bram Visser bewerken" }).click();
  await expect(dialog.getByRole("combobox", { name: "Rol" })).toHaveText("User");

  await dialog.getByLabel("Achternaam").fill("de Visser");
  await dialog.getByRole("combobox", { name: "Rol" }).click();
  await page.getByRole("option", { name: "Company Admin" }).click();
  await saveIn(page, "Gebruiker bewerken");
  await expectToast(page, "Gebruiker bijgewerkt", "De gebruikersgegevens zijn succesvol bijgewerkt.");
  await expect(dialog).toBeHidden();
  await expect(bram).toContainText("Bram de Visser");
  await expect(countOf(page, "Admins")).toHaveText("2");

  const path = `/api/users/${user.id}`;
  consoleWatch.requireErrors(`ERR_FAILED ${path}`, `404 ${path}`);
  const failure = await failApiCall(page, path);
  await bram.getByRole("button", { name: "Bram de Visser bewerken" }).click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await saveIn(page, "Gebruiker bewerken");
  await expectErrorToast(page, "Fout", "Er ging iets mis bij het bijwerken van de gebruiker.");
  await failure.restore();
  await product.query("delete from users where id = $1", [user.id]);
  await saveIn(page, "Gebruiker bewerken");
  await expectErrorToast(page, "Fout", "Niet gevonden.");
});

for (const username of ["gebruiker", "accountmanager"]) {
  test(`${username} can read the page and sees why it cannot be edited`, async ({ page }) => {
    await signIn(page, username);
    await page.goto("/company-admin");
    await expect(page.getByRole("main")).toContainText("administratie@noorderlicht-sales.nl");
    await expect(page.getByText(ADMIN_ONLY, { exact: true })).toHaveCount(2);
    const edit = page.getByRole("button", { name: "Bewerken", exact: true });
    await tabTo(page, edit);
    await expect(edit).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("tooltip")).toContainText(ADMIN_ONLY);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const button of await page.getByRole("button", { name: / bewerken$/ }).all())
      await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("heading", { name: "Wijzigingslog" })).toHaveCount(0);
  });
}

test("a company admin cannot edit a platform admin; a user without a company sees an empty page", async ({
  page,
  product,
}) => {
  await signIn(page, "bedrijfsadmin");
  await page.goto("/company-admin");
  const edit = page.getByRole("button", { name: "Jeroen Postma bewerken" });
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await edit.hover();
  await expect(page.getByRole("tooltip")).toContainText("alleen door een platformbeheerder");
  await expectAccessibleAtAllSizes(page);

  const withoutCompany = await createAccount(product, { role: "super_admin" });
  await product.query("update users set company_id = null where id = $1", [withoutCompany.id]);
  await signIn(page, withoutCompany.username);
  await page.goto("/company-admin");
  await expect(page.getByText("Je account hoort bij geen bedrijf")).toBeVisible();
});
