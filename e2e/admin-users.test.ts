import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { makeCompany, makeUser } from "#testing/factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { tabTo } from "./browser/keyboard.ts";
import { failApiCall } from "./browser/network.ts";
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
  context,
  product,
  newBrowser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const username = `fleur-${Date.now()}`;
  const email = `${username}@voorbeeld.nl`;
  await openUsers(page);
  await expect(page.getByRole("columnheader")).toHaveText(COLUMNS);
  await page.getByRole("button", { name: "Gebruiker toevoegen" }).click();
  const dialog = dialogOf(page);
  await save(page);
  for (const [label, message] of [
    ["Voornaam *", "Vul de voornaam in."],
    ["Achternaam *", "Vul de achternaam in."],
    ["Gebruikersnaam *", "Vul de gebruikersnaam in."],
    ["Wachtwoord *", /6/],
  ] as const)
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(message);
  await expect(dialog.getByRole("combobox", { name: "Bedrijf" })).toHaveAccessibleDescription("Kies een bedrijf.");
  await expectAccessible(page);

  await dialog.getByLabel("Voornaam *").fill("Fleur");
  await dialog.getByLabel("Achternaam *").fill("Kuipers");
  await dialog.getByLabel("Gebruikersnaam *").fill(username);
  await dialog.getByLabel("E-mailadres").fill(email);
  await choose(page, "Bedrijf", "Zuiderzee Consulting B.V.");
  await choose(page, "Rol", "Account Manager");
  await dialog.getByRole("button", { name: "Genereer wachtwoord" }).click();
  const password = (await dialog.locator("code").textContent()) ?? "";
  expect(password.length).toBeGreaterThanOrEqual(16);
  await dialog.getByRole("button", { name: "Kopieer wachtwoord" }).click();
  await expectToast(page, "Wachtwoord gekopieerd", "Plak het waar de gebruiker het veilig kan lezen.");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(password);
  await dialog.getByRole("switch", { name: "Stuur uitnodiging" }).click();
  await save(page);
  await expectToast(page, "Success", "User created successfully");
  await expect(dialog).toBeHidden();

  await page.getByRole("searchbox", { name: "Zoek een gebruiker" }).fill(username);
  const row = page.getByRole("row").filter({ hasText: username });
  for (const text of ["Fleur Kuipers", email, "Zuiderzee Consulting B.V.", "Account Manager", "Actief", "Nog nooit"])
    await expect(row).toContainText(text);
  const mail = await findMail(product, email, "Je account bij Ultimate Sales Agent");
  const invited = await newBrowser();
  await invited.goto(linkIn(mail));
  await expect(invited.getByLabel("Nieuw wachtwoord")).toBeVisible();

  await row.getByRole("button", { name: "Fleur Kuipers bewerken" }).click();
  await expect(dialog.getByLabel("Nieuw wachtwoord")).toHaveValue("");
  await expect(dialog.getByLabel("Nieuw wachtwoord")).toHaveAccessibleDescription(
    "Blijft dit leeg, dan houdt de gebruiker het huidige wachtwoord.",
  );
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
  await expect(confirmation).toContainText(
    "This will permanently delete the user Fleur de Kuiper. This action cannot be undone.",
  );
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  await row.getByRole("button", { name: "Fleur de Kuiper verwijderen" }).click();
  await confirmation.getByRole("button", { name: "Verwijderen" }).click();
  await expectToast(page, "Success", "User deleted successfully");
  await expect(row).toBeHidden();
});

test("failures show the server's message, or a general one", async ({ page, product, consoleWatch }) => {
  const LAST_ADMIN = "Dit is de laatste actieve beheerder van het bedrijf. Maak eerst iemand anders beheerder.";
  const admin = await createAccount(product, { role: "company_admin" });
  const userPath = `${API_PATH}/${admin.id}`;
  await openUsers(page, `?q=${admin.username}`);
  consoleWatch.requireErrors(`409 ${API_PATH}`, `ERR_FAILED ${API_PATH}`, `409 ${userPath}`, `ERR_FAILED ${userPath}`);
  consoleWatch.requireErrors(`ERR_FAILED ${userPath}/invitation`, `409 ${userPath}/invitation`);

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
  await expect(dialog.getByLabel("Gebruikersnaam *")).toHaveAccessibleDescription(
    "Deze gebruikersnaam is al in gebruik.",
  );
  const createFailure = await failApiCall(page, API_PATH, "POST");
  await dialog.getByLabel("Gebruikersnaam *").fill(`${admin.username}-2`);
  await save(page);
  await expectErrorToast(page, "Error", "Failed to create user");
  await createFailure.restore();
  await page.keyboard.press("Escape");

  const edit = page.getByRole("button", { name: "Anna Jansen bewerken" });
  await edit.click();
  await dialog.getByRole("switch", { name: "Actief" }).click();
  await save(page);
  await expectErrorToast(page, "Error", LAST_ADMIN);
  const changeFailure = await failApiCall(page, userPath);
  await save(page);
  await expectErrorToast(page, "Error", "Failed to update user");
  await page.keyboard.press("Escape");

  const remove = page.getByRole("button", { name: "Anna Jansen verwijderen" });
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" });
  await remove.click();
  await confirm.click();
  await expectErrorToast(page, "Error", "Failed to delete user");
  await changeFailure.restore();
  await remove.click();
  await confirm.click();
  await expectErrorToast(page, "Error", LAST_ADMIN);

  const invite = page.getByRole("button", { name: "Stuur uitnodiging naar Anna Jansen" });
  const send = page.getByRole("alertdialog").getByRole("button", { name: "Stuur uitnodiging" });
  const inviteFailure = await failApiCall(page, `${userPath}/invitation`);
  await invite.click();
  await send.click();
  await expectErrorToast(page, "Uitnodiging niet verstuurd", "Er ging iets mis bij het versturen van de uitnodiging.");
  await inviteFailure.restore();
  await invite.click();
  await product.query("update users set email = null where id = $1", [admin.id]);
  await send.click();
  await expectErrorToast(page, "Uitnodiging niet verstuurd", "Voor een uitnodiging is een e-mailadres nodig.");
});

test("users cannot delete, demote or deactivate themselves, and see why", async ({ page }) => {
  await openUsers(page);
  const remove = page.getByRole("button", { name: "Jeroen Postma verwijderen" });
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await remove.hover();
  await expect(page.getByRole("tooltip")).toContainText("Je kunt je eigen account niet verwijderen.");
  await page.getByRole("button", { name: "Jeroen Postma bewerken" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("combobox", { name: "Rol" })).toBeDisabled();
  await expect(dialog.getByText("Je kunt je eigen rol niet wijzigen.")).toBeVisible();
  await expect(dialog.getByRole("switch", { name: "Actief" })).toBeDisabled();
});

test("the list of users is accessible at all widths and by keyboard, with a colour per role", async ({
  page,
  product,
}) => {
  const { id, name } = await makeCompany(product.database);
  for (const role of ["user", "account_manager", "company_admin", "super_admin"] as const)
    await makeUser(product.database, id, { role });
  await openUsers(page, `?q=${encodeURIComponent(name)}`);
  const badge = (role: string) => page.getByRole("cell").getByText(role, { exact: true });
  const colours = await Promise.all(
    ["User", "Account Manager", "Company Admin", "Super Admin"].map((role) => badge(role).getAttribute("class")),
  );
  expect(new Set(colours).size).toBe(4);
  await expectAccessibleAtAllSizes(page);
  await expect(page.getByRole("button", { name: "Anna Jansen bewerken" }).first()).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  const roleColumn = page.getByRole("columnheader", { name: "Rol" });
  await tabTo(page, roleColumn.getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(roleColumn).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("User");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").nth(1)).toContainText("Super Admin");
  const edit = page.getByRole("row").nth(1).getByRole("button", { name: "Anna Jansen bewerken" });
  await tabTo(page, edit);
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByLabel("Voornaam *")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
});
