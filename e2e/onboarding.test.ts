import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { expectAccessible } from "./browser/accessibility.ts";
import { fillSignIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { findMail, linkIn } from "./product/mailbox.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

const MAIL_SUBJECT = "Je account bij Ultimate Sales Agent";
const PASSWORD = "een-eigen-wachtwoord";

/** A platform admin adds a company and invites its first admin. */
const inviteFirstAdmin = async ({ url }: Product, request: APIRequestContext): Promise<string> => {
  const name = `Nieuw ${crypto.randomUUID().slice(0, 8)}`;
  const email = `${name.replace(" ", "-").toLowerCase()}@voorbeeld.nl`;
  await request.post(`${url}/admin/api/login`, { data: { username: "superadmin", password: DEMO_PASSWORD } });
  const company = await (await request.post(`${url}/admin/api/companies`, { data: { name } })).json();
  const user = { username: email, email, firstName: "Bea", lastName: "Smit", password: "tijdelijk-wachtwoord" };
  const made = await request.post(`${url}/admin/api/users`, {
    data: { ...user, companyId: company.id, role: "company_admin", sendInvitation: true },
  });
  expect(made.status()).toBe(201);
  return email;
};

/** Opens the link of the invitation, chooses a password and signs in. */
const acceptInvitation = async (page: Page, product: Product, email: string): Promise<void> => {
  await page.goto(linkIn(await findMail(product, email, MAIL_SUBJECT)));
  await expect(page.getByText(`uitgenodigd. Je gebruikersnaam is ${email}.`)).toBeVisible();
  await page.getByLabel("Nieuw wachtwoord").fill(PASSWORD);
  await page.getByLabel("Bevestig wachtwoord").fill(PASSWORD);
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  await page.getByRole("link", { name: "Ga naar inloggen" }).click();
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Berichten Overzicht");
};

const useBuiltInWriter = async (page: Page, { sandboxUrl }: Product): Promise<void> => {
  const { ai } = (await (await fetch(sandboxUrl)).json()) as { ai: { url: string; apiKey: string; model: string } };
  await page.getByRole("button", { name: "Schrijver instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Schrijver instellen" });
  await dialog.getByRole("combobox", { name: "Wie schrijft de berichten" }).click();
  await page.getByRole("option", { name: "Ingebouwde schrijver" }).click();
  await dialog.getByLabel("Adres van het taalmodel").fill(ai.url);
  await dialog.getByLabel("Model", { exact: true }).fill(ai.model);
  await dialog.getByLabel("Sleutel").fill(ai.apiKey);
  await dialog.getByRole("switch").click();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect(dialog).toBeHidden();
};

const makePrompt = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Eerste prompt maken" }).click();
  const dialog = page.getByRole("dialog", { name: "Nieuwe prompt" });
  await dialog.getByLabel("Naam").fill("Icebreaker");
  await dialog.getByLabel("Accountmanager").fill("Bea Smit");
  await dialog.getByLabel("Prompt Tekst").fill("Schrijf een kort en persoonlijk bericht over {bedrijf}.");
  await dialog.getByRole("button", { name: "Toevoegen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Toch toevoegen" }).click();
  await expectToast(page, "Prompt toegevoegd", '"Icebreaker" staat in de lijst.');
};

const addLead = async (page: Page): Promise<void> => {
  const form = page.getByRole("form", { name: "Lead toevoegen" });
  await form.getByLabel("Naam").fill("Joris Kramer");
  await form.getByLabel("Functie").fill("Commercieel directeur");
  await form.getByLabel("Bedrijf").fill("Kramer Staal");
  await form.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect(form.getByLabel("Naam")).toHaveValue("");
};

const steps = (page: Page): Locator => page.getByRole("region", { name: "Aan de slag" });
const goHome = async (page: Page, progress: string): Promise<void> => {
  await page.goto("/");
  await expect(steps(page)).toContainText(`${progress} stappen klaar`);
};

test("a new, empty company gets from the invitation to its first approved message", async ({
  page,
  product,
  request,
  newBrowser,
}) => {
  const email = await inviteFirstAdmin(product, request);
  await acceptInvitation(page, product, email);
  await expect(steps(page)).toContainText("0 van 6 stappen klaar");
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
  await expectAccessible(page);

  await steps(page).getByRole("link", { name: "Collega uitnodigen" }).click();
  await page.getByRole("button", { name: "Collega uitnodigen" }).click();
  const invitation = page.getByRole("dialog", { name: "Collega uitnodigen" });
  const colleague = `collega-${email}`;
  await invitation.getByLabel("E-mailadres").fill(colleague);
  await invitation.getByLabel("Voornaam").fill("Daan");
  await invitation.getByLabel("Achternaam").fill("Visser");
  await expectAccessible(page);
  await invitation.getByRole("button", { name: "Uitnodigen" }).click();
  const colleagues = page.getByRole("list", { name: "Gebruikers" }).getByRole("listitem");
  await expect(colleagues.filter({ hasText: colleague })).toContainText("Uitgenodigd");
  await useBuiltInWriter(page, product);

  await goHome(page, "1 van 6");
  await steps(page).getByRole("link", { name: "Prompt maken" }).click();
  await makePrompt(page);
  await goHome(page, "2 van 6");
  await steps(page).getByRole("link", { name: "Leads toevoegen" }).click();
  await addLead(page);

  await page.goto("/company-admin");
  await page.getByRole("button", { name: "Afzender Bea Smit bewerken" }).click();
  const sender = page.getByRole("dialog", { name: "Afzender bewerken" });
  await sender.getByRole("combobox", { name: "Gekoppelde gebruiker" }).click();
  await page.getByRole("option", { name: "Bea Smit" }).click();
  await sender.getByRole("button", { name: "Opslaan" }).click();
  await expect(sender).toBeHidden();

  await page.goto("/all-leads");
  await page.getByRole("checkbox", { name: /Joris Kramer/ }).click();
  await page.getByRole("button", { name: "Laten schrijven" }).click();
  await page.getByRole("menuitem", { name: "Ice breakers laten schrijven" }).click();
  await expectToast(page, "Schrijver", "1 aangevraagd.");
  await goHome(page, "4 van 6");
  const message = page.getByRole("article", { name: "Joris Kramer" });
  await expect(message).toBeVisible({ timeout: 120_000 });
  await message
    .getByRole("button", { name: /^Goedkeuren/ })
    .first()
    .click();
  await expect(steps(page)).toContainText("5 van 6 stappen klaar");

  // Only the logo is left, which this company does not want.
  await steps(page).getByRole("button", { name: "Eerste stappen verbergen" }).click();
  await page.getByRole("button", { name: "Verbergen", exact: true }).click();
  await expect(steps(page)).toBeHidden();

  const other = await newBrowser();
  await other.setViewportSize({ width: 390, height: 844 });
  await acceptInvitation(other, product, colleague);
  await expect(steps(other)).toBeHidden();
});
