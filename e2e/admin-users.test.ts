import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { findMail, linkIn } from "./product/mailbox.ts";
import { expect, test } from "./test.ts";

const API_PATH = "/admin/api/users";
const COLUMNS = "Naam, Gebruikersnaam, E-mail, Bedrijf, Rol, Status, Laatst ingelogd, Acties".split(", ");

const openUsers = async (page: Page, query = ""): Promise<void> => {
  await signInToAdminPanel(page, "superadmin");
  await page.goto(`/admin/users${query}`);
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
};

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Gebruiker (toevoegen|bewerken)$/ });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Opslaan" }).click();
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await dialogOf(page).getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

test("a user is created with a generated password and invited, edited and deleted", async ({
  page,
  product,
  newBrowser,
}) => {
  const username = `fleur-${Date.now()}`;
  const email = `${username}@voorbeeld.nl`;
  await openUsers(page);
  await expect(page.getByRole("columnheader")).toHaveText(COLUMNS);
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  const dialog = dialogOf(page);
  await expectAccessible(page);

  await dialog.getByLabel("Voornaam *").fill("Fleur");
  await dialog.getByLabel("Achternaam *").fill("Kuipers");
  await dialog.getByLabel("Gebruikersnaam *").fill(username);
  await dialog.getByLabel("E-mailadres").fill(email);
  await choose(page, "Bedrijf", "Zuiderzee Consulting B.V.");
  await choose(page, "Rol", "Account Manager");
  await dialog.getByRole("button", { name: "Genereer wachtwoord" }).click();
  const password = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("switch", { name: "Stuur uitnodiging" }).click();
  await save(page);
  await expectToast(page, "Success", "User created successfully");
  await expect(dialog).toBeHidden();

  await page.getByRole("searchbox", { name: "Zoek een gebruiker" }).fill(username);
  const row = page.getByRole("row").filter({ hasText: username });
  for (const text of ["Fleur Kuipers", email, "Zuiderzee Consulting B.V.", "Account Manager", "Actief", "Nog nooit"])
    await expect(row).toContainText(text);
  await expectAccessibleAtAllSizes(page);
  await expect(row.getByRole("button", { name: "Meer acties voor Fleur Kuipers" })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  const mail = await findMail(product, email, "Je account bij Ultimate Sales Agent");
  const invited = await newBrowser();
  await invited.goto(linkIn(mail));
  await expect(invited.getByLabel("Nieuw wachtwoord")).toBeVisible();

  await row.getByRole("button", { name: "Fleur Kuipers bewerken" }).click();
  await expect(dialog.getByLabel("Nieuw wachtwoord")).toHaveValue("");
  await dialog.getByLabel("Achternaam *").fill("de Kuiper");
  await save(page);
  await expectToast(page, "Success", "User updated successfully");
  await expect(row).toContainText("Fleur de Kuiper");
  await signIn(invited, username, password);

  await row.getByRole("button", { name: "Stuur uitnodiging naar Fleur de Kuiper" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stuur uitnodiging" }).click();
  await expectToast(page, "Uitnodiging verstuurd", "De uitnodiging is verstuurd.");

  await row.getByRole("button", { name: "Fleur de Kuiper bewerken" }).click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await save(page);
  await expectToast(page, "Success", "User updated successfully");
  await expect(row).toContainText("Inactief");

  const confirmation = page.getByRole("alertdialog", { name: "Are you sure?" });
  await row.getByRole("button", { name: "Fleur de Kuiper verwijderen" }).click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectToast(page, "Success", "User deleted successfully");
  await expect(row).toBeHidden();
});

test("a username that is in use and the last admin of a company are refused", async ({
  page,
  product,
  consoleWatch,
}) => {
  const LAST_ADMIN = "Dit is de laatste actieve beheerder van het bedrijf. Maak eerst iemand anders beheerder.";
  const admin = await createAccount(product, { role: "company_admin" });
  await openUsers(page, `?q=${admin.username}`);
  consoleWatch.requireErrors(`409 ${API_PATH}`, `409 ${API_PATH}/${admin.id}`);
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Voornaam *").fill("Anna");
  await dialog.getByLabel("Achternaam *").fill("Tweede");
  await dialog.getByLabel("Gebruikersnaam *").fill(admin.username.toUpperCase());
  await dialog.getByLabel("Wachtwoord *").fill(DEMO_PASSWORD);
  await choose(page, "Bedrijf", "Zuiderzee Consulting B.V.");
  await save(page);
  await expectErrorToast(page, "Error", "Deze gebruikersnaam is al in gebruik.");
  await expect(dialog.getByLabel("Gebruikersnaam *")).toBeFocused();
  await closeWithEscape(dialog);

  await page.getByRole("button", { name: "Anna Jansen bewerken" }).click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await save(page);
  await expectErrorToast(page, "Error", LAST_ADMIN);
  await closeWithEscape(dialog);
  await page.getByRole("button", { name: "Anna Jansen verwijderen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expectErrorToast(page, "Error", LAST_ADMIN);
});
