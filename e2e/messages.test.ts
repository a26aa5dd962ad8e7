import type { Locator, Page } from "@playwright/test";
import { expectNoViolationsAnywhere, expectNoViolationsInBothThemes } from "./browser/accessibility.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, contact: string): Locator => page.getByRole("article", { name: contact });
const listFooter = (page: Page): Locator => page.getByText(/berichten weergegeven$/);
const openMessages = async (page: Page, username: string, path = "/"): Promise<void> => {
  await signIn(page, username);
  await page.goto(path);
};

test("filters are in the URL, and clearing them keeps the account manager", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.message("José de Vries", { message_flow: "Frank" });
  await company.message("Anna van den Berg", { message_flow: "Marieke" }, { company: "Kroon & Zonen" });
  await company.message("Anna Bakker", { message_flow: "Frank" });
  await openMessages(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Berichten Overzicht3");
  await expect(listFooter(page)).toHaveText("3 van 3 berichten weergegeven");

  await page.getByLabel("Voornaam").fill("jose");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL("/?voornaam=jose");
  await expect(listFooter(page)).toHaveText("1 van 3 berichten weergegeven");
  await page.getByLabel("Voornaam").fill("");
  await page.getByLabel("Achternaam").fill("van den");
  await expect(card(page, "Anna van den Berg")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByLabel("Achternaam").fill("");
  await page.getByLabel("Bedrijf").fill("kroon");
  await expect(page).toHaveURL("/?bedrijf=kroon");
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.getByLabel("Account manager").click();
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(page).toHaveURL("/?accountmanager=Frank");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
});

test("skeleton cards are shown while loading, and a failure offers to retry", async ({
  page,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  await company.message("Anna Bakker");
  await signIn(page, company.user.username);
  const { release } = await holdApiCall(page, "/api/messages");
  await page.goto("/");
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(3);
  release();
  await expect(card(page, "Anna Bakker")).toBeVisible();
  await page.unrouteAll();
  await failApiCall(page, "/api/messages");
  consoleWatch.allow(/ERR_FAILED/);
  await page.reload();
  await expect(page.getByText("De berichten konden niet worden geladen")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect(card(page, "Anna Bakker")).toBeVisible();
});

test("a card shows the contact, the rating and the message", async ({ page, context, product }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const company = await createTestCompany(product);
  const { providerId } = await company.message(
    "Anna Bakker",
    { sentiment: "positive", due_ice_breaker: new Date("2027-03-29T07:30:00Z") },
    {
      title: "Directeur",
      linkedin_url: "https://www.linkedin.com/in/anna",
      company: "Molenaar B.V.",
      website: "https://molenaar.example",
      lead_rating: 8,
      classification: "HOT",
      html_report: "<h1>Rapport over Anna</h1>",
    },
  );
  await company.message("Niek Onbekend", { sentiment: "negative" }, { company: "Geen bedrijf" });
  await openMessages(page, company.user.username);
  const anna = card(page, "Anna Bakker");
  await expect(anna.getByRole("link", { name: "Molenaar B.V." })).toHaveAttribute("href", "https://molenaar.example");
  await expect(anna.getByText("Geen motivation rating beschikbaar")).toBeVisible();
  await expect(anna.getByText("Positief")).toBeVisible();
  await expect(anna.getByRole("heading", { level: 3 })).toHaveText([
    "Ice Breaker",
    "Bericht 1",
    "Bericht 2",
    "Bericht 3",
  ]);
  await expect(anna.getByText("29 maart 2027 09:30")).toBeVisible();
  await expect(anna.getByRole("button", { name: /^Datum van/ })).toHaveCount(3);
  await expect(card(page, "Niek Onbekend").getByText("Geen bedrijf")).toHaveCount(0);
  await expect(card(page, "Niek Onbekend").getByRole("button", { name: /geen rapport/ })).toBeDisabled();

  await anna.getByRole("button", { name: "Kopieer Provider ID" }).click();
  await expectToast(page, "Gekopieerd!", "Provider ID is gekopieerd naar klembord");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(providerId);
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('geweigerd'))");
  await anna.getByRole("button", { name: "Kopieer Provider ID" }).click();
  await expectErrorToast(page, "Fout", "Kon Provider ID niet kopiëren");

  await anna.getByRole("button", { name: "8 van 10, open het rapport" }).click();
  const report = page.getByRole("dialog", { name: "Lead Rapport - Anna Bakker" });
  await expect(report.frameLocator("iframe").getByRole("heading", { name: "Rapport over Anna" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(report).toBeHidden();
});

const OUTCOMES = [
  ["sent", "Wacht op reactie..."],
  ["connected", "Contact heeft geaccepteerd - LinkedIn verbinding gemaakt"],
  ["interested", "Contact heeft interesse getoond - follow-up mogelijk"],
  ["not_interested", "Contact niet geïnteresseerd - geen verdere actie nodig"],
  ["neutral", "Neutrale reactie - eventueel later opnieuw benaderen"],
  ["error", "Fout bij verzenden - check LinkedIn verbinding"],
] as const;

test("the footer of a card depends on its status", async ({ page, product }) => {
  const company = await createTestCompany(product);
  const created = { date_created: new Date("2026-11-02T09:00:00Z") };
  for (const status of ["pending", "rewritten", "edited"])
    await company.message(`Open ${status}`, { status, ...created });
  for (const [status] of OUTCOMES) {
    await company.message(`Uit ${status}`, { status, sent_at: new Date("2026-11-04T09:00:00Z"), ...created });
  }
  await company.message("Klaar Goedgekeurd", { status: "approved", ...created });
  await openMessages(page, company.user.username);
  for (const status of ["pending", "rewritten", "edited"]) {
    await page.getByLabel("Achternaam").fill(status);
    const cardFooter = card(page, `Open ${status}`).locator("footer");
    await expect(cardFooter.getByRole("button")).toHaveText(["Rerun", "SENT", "Herschrijf", "Bewerken", "Cancel"]);
    await expect(cardFooter).toContainText("Created: 02-11-2026");
  }
  for (const [status, text] of OUTCOMES) {
    await page.getByLabel("Achternaam").fill(status);
    await expect(card(page, `Uit ${status}`).locator("footer")).toContainText(text);
    await expect(card(page, `Uit ${status}`).locator("footer").getByRole("button")).toHaveCount(0);
  }
  await page.getByLabel("Achternaam").fill("sent");
  await expect(card(page, "Uit sent").getByText("Ice breaker verzonden op 04-11-2026")).toBeVisible();
  await page.getByLabel("Achternaam").fill("goedgekeurd");
  await expect(card(page, "Klaar Goedgekeurd")).toBeVisible();
  await expect(card(page, "Klaar Goedgekeurd").locator("footer")).toHaveCount(0);
});

test("every action by mouse shows a toast", async ({ page, product }) => {
  const company = await createTestCompany(product);
  for (const name of ["Rer Un", "Ver Stuur", "Her Schrijf", "Be Werk", "An Nuleer", "Klas Se", "Da Tum"]) {
    await company.message(name);
  }
  await openMessages(page, company.user.username);
  const clickOnCard = async (contact: string, button: string) => {
    await page.getByLabel("Voornaam").fill(contact.split(" ")[0] ?? "");
    await expect(page.getByRole("article")).toHaveCount(1);
    await card(page, contact).getByRole("button", { name: button }).click();
  };

  await clickOnCard("Rer Un", "Rerun");
  await expectToast(page, "Ice Breaker Rerun", "Er wordt een nieuwe tekst gemaakt.");
  await expect(card(page, "Rer Un").getByText("Wordt herschreven")).toBeVisible();

  await clickOnCard("Ver Stuur", "SENT");
  await expectToast(page, "Ice Breaker Verstuurd", "Het bericht wordt verstuurd.");
  await expect(card(page, "Ver Stuur").getByText("Goedgekeurd")).toBeVisible();

  await clickOnCard("Her Schrijf", "Herschrijf");
  const feedback = page.getByRole("dialog", { name: "Herschrijf feedback voor Her Schrijf" });
  await expect(feedback.getByRole("textbox")).toHaveCount(3);
  await expect(feedback.getByText("(optioneel)")).toHaveCount(2);
  const submit = feedback.getByRole("button", { name: "Verstuur voor Herschrijven" });
  await expect(submit).toBeDisabled();
  await feedback.getByLabel("Bericht 1 (optioneel)").fill("Korter graag");
  await submit.click();
  await expectToast(page, "Feedback Verstuurd", "Het bericht aan Her Schrijf wordt herschreven.");
  const [rewritten] = await product.query<{ feedback: string }>(
    "select feedback from messages where company_id = $1 and status = 'rewritten'",
    [company.companyId],
  );
  expect(rewritten?.feedback).toBe("Bericht 1: Korter graag");

  await clickOnCard("Be Werk", "Bewerken");
  const edit = page.getByRole("dialog", { name: "Berichten Bewerken - Be Werk" });
  await expect(edit).toContainText("aanpassingstabel");
  await expect(edit.getByText("Geen wijzigingen")).toBeVisible();
  await expect(edit.getByRole("button", { name: "Wijzigingen Opslaan" })).toBeDisabled();
  await edit.getByLabel("Ice Breaker").fill("Hallo Be!");
  await expect(edit.getByText("Origineel: 10 tekens · Bewerkt: 9 tekens")).toBeVisible();
  await expect(edit.getByText("Er zijn wijzigingen gedetecteerd")).toBeVisible();
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expectToast(page, "Wijzigingen Opgeslagen", "De wijzigingen voor Be Werk staan in de aanpassingstabel.");
  await expect(card(page, "Be Werk").getByText("Bewerkt", { exact: true })).toBeVisible();
  await expect(card(page, "Be Werk").getByText("Hallo Be!")).toBeVisible();

  await clickOnCard("An Nuleer", "Cancel");
  await expectToast(page, "Berichten Geannuleerd", "De berichten van deze lead zijn geannuleerd.");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expect(card(page, "An Nuleer")).toBeVisible();

  await clickOnCard("Klas Se", "Classificatie: Geen classificatie. Wijzigen");
  const classificationDialog = page.getByRole("dialog", { name: "Classificatie wijzigen" });
  await expect(classificationDialog.getByRole("listitem")).toHaveCount(8);
  await classificationDialog.getByRole("button", { name: "HOT | 80" }).click();
  await expectToast(page, "Classificatie Bijgewerkt", "Klas Se is nu HOT.");
  await expect(card(page, "Klas Se").getByRole("button", { name: /HOT \| 80/ })).toBeVisible();

  await clickOnCard("Da Tum", "Datum van Bericht 1 wijzigen");
  const dateDialog = page.getByRole("dialog", { name: "Datum van Bericht 1 wijzigen" });
  await dateDialog.getByLabel("Bericht 1 versturen op").fill("29-3-2027");
  await dateDialog.getByLabel("Bericht 1 versturen op").press("Enter");
  await dateDialog.getByLabel("Tijd").fill("930");
  await dateDialog.getByLabel("Tijd").press("Tab");
  await dateDialog.getByRole("button", { name: "Datum opslaan" }).click();
  await expectToast(page, "Datum Aangepast", "Bericht 1 gaat uit op 29 maart 2027 09:30.");
  await expect(card(page, "Da Tum").getByText("29 maart 2027 09:30")).toBeVisible();
});

test("a failed action restores the card and shows an error toast", async ({ page, product, consoleWatch }) => {
  const company = await createTestCompany(product);
  const { id, providerId } = await company.message("Anna Bakker");
  await openMessages(page, company.user.username);
  const anna = card(page, "Anna Bakker");
  await expect(anna).toBeVisible();
  consoleWatch.allow(/ERR_FAILED/);
  const paths = [
    `/api/messages/${id}`,
    `/api/messages/${id}/edit`,
    `/api/send-icebreaker/${id}`,
    `/api/rerun-icebreaker/${id}`,
    `/api/messages/cancel-all/${providerId}`,
    `/api/messages/classification/${providerId}`,
  ];
  for (const path of paths) await failApiCall(page, path);

  await anna.getByRole("button", { name: "SENT" }).click();
  await expectErrorToast(page, "Verstuur Fout", "Kon ice breaker niet versturen. Probeer opnieuw.");
  await anna.getByRole("button", { name: "Rerun" }).click();
  await expectErrorToast(page, "Rerun Fout", "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw.");
  await expect(anna.getByText("Wordt herschreven")).toBeHidden();
  await anna.getByRole("button", { name: "Cancel" }).click();
  await expectErrorToast(page, "Annuleer Fout", "Kon berichten niet annuleren. Probeer opnieuw.");
  await expect(anna).toBeVisible();
  await anna.getByRole("button", { name: "Goedkeuren" }).click();
  await expectErrorToast(page, "Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw.");
  await expect(anna.getByText("Te beoordelen")).toBeVisible();

  await anna.getByRole("button", { name: /^Classificatie/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "COLD | 10" }).click();
  await expectErrorToast(page, "Fout", "Kon classificatie niet bijwerken. Probeer opnieuw.");
  await anna.getByRole("button", { name: "Bewerken" }).click();
  const edit = page.getByRole("dialog");
  await edit.getByLabel("Ice Breaker").fill("Hallo Anna!");
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expectErrorToast(page, "Fout", "Kon het bericht niet bewerken. Probeer het opnieuw.");
  await expect(edit.getByLabel("Ice Breaker")).toHaveValue("Hallo Anna!");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
  await expect(edit).toBeHidden();
});

test("messages are reviewed with the keyboard only", async ({ page, product }) => {
  const company = await createTestCompany(product);
  for (const name of ["Vijf Vijf", "Vier Vier", "Drie Drie", "Twee Twee", "Een Een"]) await company.message(name);
  await openMessages(page, company.user.username);
  await expect(page.getByRole("article")).toHaveCount(5);
  await page.keyboard.press("j");
  await expect(card(page, "Een Een")).toBeFocused();
  await page.keyboard.press("j");
  await expect(card(page, "Twee Twee")).toBeFocused();
  await page.keyboard.press("k");
  await expect(card(page, "Een Een")).toBeFocused();

  await page.keyboard.press("a");
  await expectToast(page, "Bericht Bijgewerkt", "Het bericht aan Een Een is goedgekeurd.");
  await expect(card(page, "Twee Twee")).toBeFocused();
  await expect(card(page, "Een Een").getByText("Goedgekeurd")).toBeVisible();
  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expect(card(page, "Een Een").getByText("Te beoordelen")).toBeVisible();
  await expect(card(page, "Een Een")).toBeFocused();

  await page.keyboard.press("x");
  await expectToast(page, "Berichten Geannuleerd", "De berichten van deze lead zijn geannuleerd.");
  await expect(card(page, "Een Een")).toBeHidden();
  await expect(card(page, "Twee Twee")).toBeFocused();

  await page.keyboard.press("e");
  await expect(page.getByRole("dialog").getByLabel("Ice Breaker")).toBeFocused();
  await page.keyboard.type("Anders: ");
  await page.getByRole("button", { name: "Wijzigingen Opslaan" }).press("Enter");
  await expect(card(page, "Drie Drie")).toBeFocused();

  await page.keyboard.press("h");
  await expect(page.getByRole("dialog").getByLabel("Ice Breaker")).toBeFocused();
  await page.keyboard.type("Korter");
  await page.getByRole("button", { name: "Verstuur voor Herschrijven" }).press("Enter");
  await expectToast(page, "Feedback Verstuurd", "Het bericht aan Drie Drie wordt herschreven.");
  await expect(card(page, "Vier Vier")).toBeFocused();

  await page.keyboard.press("Shift+A");
  const approve = page.getByRole("dialog", { name: "Bericht Bewerken" });
  await expect(approve.getByLabel("Ontvanger")).toHaveValue("Vier Vier");
  await expect(approve.getByRole("heading", { name: "Tips" })).toBeVisible();
  await approve.getByLabel("Bericht *").fill("   ");
  await approve.getByRole("button", { name: "Opslaan & Goedkeuren" }).press("Enter");
  await expectErrorToast(page, "Validatiefout", "Het bericht kan niet leeg zijn.");
  await approve.getByLabel("Bericht *").fill("Ice Breaker: Hallo Vier");
  await approve.getByRole("button", { name: "Opslaan & Goedkeuren" }).press("Enter");
  await expectToast(page, "Bericht Bijgewerkt", "Het bericht aan Vier Vier is goedgekeurd.");
  await expect(card(page, "Vijf Vijf")).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByLabel("Voornaam")).toBeFocused();
  await page.keyboard.type("a?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel("Voornaam").fill("");
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Sneltoetsen" })).toContainText("Berichten beoordelen");
});

test("bulk approve and cancel ask for confirmation with the number of messages", async ({ page, product }) => {
  const company = await createTestCompany(product);
  for (const name of ["Drie Drie", "Twee Twee", "Een Een"]) await company.message(name);
  await openMessages(page, company.user.username);
  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Een Een" }).click();
  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Twee Twee" }).click();
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await expect(toolbar).toContainText("2 berichten geselecteerd");
  await toolbar.getByRole("button", { name: "Goedkeuren" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "2 berichten goedkeuren?" });
  await confirmation.getByRole("button", { name: "2 berichten goedkeuren" }).click();
  await expectToast(page, "Berichten Bijgewerkt", "2 berichten zijn goedgekeurd.");
  await expect(toolbar).toBeHidden();
  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expect(card(page, "Een Een").getByText("Te beoordelen")).toBeVisible();

  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Drie Drie" }).click();
  await toolbar.getByRole("button", { name: "Selecteer alles" }).click();
  await toolbar.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "3 berichten annuleren" }).click();
  await expectToast(page, "Berichten Geannuleerd", "3 berichten zijn geannuleerd.");
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
});

test("a colleague's change appears without overwriting what is being typed", async ({
  page,
  newBrowser,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  const { id } = await company.message("Anna Bakker");
  await openMessages(page, company.user.username);
  await card(page, "Anna Bakker").getByRole("button", { name: "Bewerken" }).click();
  const edit = page.getByRole("dialog", { name: "Berichten Bewerken - Anna Bakker" });
  await edit.getByLabel("Ice Breaker").fill("Mijn tekst");

  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  const change = (editedContent: Record<string, string>) =>
    other.request.post(`/api/messages/${id}/edit`, { data: { editedContent } });
  expect((await change({ "Bericht 1": "Van Bram" })).status()).toBe(200);
  await expect(edit.getByLabel("Bericht 1")).toHaveValue("Van Bram");
  await expect(edit.getByLabel("Ice Breaker")).toHaveValue("Mijn tekst");

  await change({ "Ice Breaker": "Brams tekst" });
  await expect(edit.getByText("Bram Jansen heeft deze tekst intussen gewijzigd")).toBeVisible();
  await expect(edit.getByLabel("Ice Breaker")).toHaveValue("Mijn tekst");
  await expect(edit.getByRole("blockquote")).toHaveText("Brams tekst");
  consoleWatch.expectProblems(`409 /api/messages/${id}/edit`);
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expect(page.getByLabel("Meldingen").getByRole("alert")).toContainText("Bram Jansen");
  await edit.getByRole("button", { name: "Houd mijn tekst" }).click();
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expect(edit).toBeHidden();
  await expect(card(page, "Anna Bakker").getByText("Mijn tekst")).toBeVisible();
  await expect(card(page, "Anna Bakker").getByText("Van Bram")).toBeVisible();
});

test("follow-ups show the older conversation, and have two empty states", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await openMessages(page, company.user.username, "/berichten");
  await expect(page.getByText("Geen follow-up leads gevonden")).toBeVisible();
  await company.message("Anna Bakker", {
    message_type: "followup",
    content:
      "Older conversations:\n2026-03-01 09:15:00 - Sales Frank: Hoi Anna\n2026-03-02 10:00:00 - lead: Waar gaat het over?\n\nFollow up 1: Eerste",
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Follow-up Messages1");
  const anna = card(page, "Anna Bakker");
  await expect(anna.getByRole("heading", { level: 3 })).toHaveText(["Older conversations", "Follow up 1"]);
  await expect(anna.getByText("Sales Frank · 1 maart 2026 09:15")).toBeVisible();
  await expect(anna.getByText("Anna Bakker · 2 maart 2026 10:00")).toBeVisible();
  await page.getByLabel("Bedrijf").fill("bestaat niet");
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(anna).toBeVisible();
});

test("Sync Airtable shows its progress and its result", async ({ page, product, request, consoleWatch }) => {
  const company = await createTestCompany(product);
  await openMessages(page, company.user.username);
  const button = page.getByRole("button", { name: "Sync Airtable" });
  consoleWatch.expectProblems("409 /api/sync-airtable");
  await button.click();
  await expectErrorToast(page, "Sync Fout", "Airtable is nog niet ingesteld voor dit bedrijf.");
  await failApiCall(page, "/api/sync-airtable");
  consoleWatch.allow(/ERR_FAILED/);
  await button.click();
  await expectErrorToast(page, "Sync Fout", "Kon niet synchroniseren met Airtable. Controleer je verbinding.");
  await page.unrouteAll();
  await connectAirtable(product, request, company.companyId);
  await button.click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  const toast = page.getByLabel("Meldingen").getByRole("status");
  await expect(toast.getByText("Sync Voltooid", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("progressbar")).toBeHidden();
});

test("the cards and their dialogs are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.message("Twee Twee", { status: "sent" });
  await company.message("Een Een", { sentiment: "positive" }, { lead_rating: 7, website: "https://molenaar.example" });
  await openMessages(page, company.user.username);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expectNoViolationsAnywhere(page);
  await page.getByRole("checkbox").first().click();
  await expectNoViolationsInBothThemes(page);
  await card(page, "Een Een").focus();
  for (const key of ["e", "h", "Shift+A"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolationsInBothThemes(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});
