import type { Locator, Page } from "@playwright/test";
import { FOLLOW_UP, removeSendingLimits } from "#testing/factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { NEXT_YEAR } from "./product/dates.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, contact: string): Locator => page.getByRole("article", { name: contact });
const listFooter = (page: Page): Locator => page.getByText(/berichten weergegeven$/);
/** In a window that is too narrow for three panes, so that all cards are shown. */
const openMessages = async (page: Page, username: string, path = "/"): Promise<void> => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await signIn(page, username);
  await page.goto(path);
};

test("messages are filtered in the URL, and follow-ups show the older conversation", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createMessage("José de Vries", { message_flow: "Frank" });
  await company.createMessage("Anna van den Berg", { message_flow: "Marieke" }, { company: "Kroon & Zonen" });
  await company.createMessage("Anna Bakker", { message_flow: "Frank" });
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

  await page.getByLabel("Accountmanager").click();
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(page).toHaveURL("/?accountmanager=Frank");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText("Geen berichten gevonden")).toBeVisible();

  await page.goto("/berichten");
  await expect(page.getByText("Geen follow-up leads gevonden")).toBeVisible();
  await company.createMessage("Anna Bakker", {
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

test("every action by mouse shows a toast", async ({ page, product }) => {
  const company = await createTestCompany(product);
  // Outside working hours the SENT button asks when to send.
  await removeSendingLimits(product, company.companyId);
  await company.createMessage("Met Rapport", {}, { lead_rating: 8, html_report: "<h1>Rapport over Met</h1>" });
  for (const name of ["Rer Un", "Ver Stuur", "Her Schrijf", "Be Werk", "An Nuleer", "Klas Se", "Da Tum"]) {
    await company.createMessage(name);
  }
  await openMessages(page, company.user.username);
  const clickOnCard = async (contact: string, button: string) => {
    await page.getByLabel("Voornaam").fill(contact.split(" ")[0] ?? "");
    await expect(page.getByRole("article")).toHaveCount(1);
    await card(page, contact).getByRole("button", { name: button }).click();
  };

  await clickOnCard("Met Rapport", "8 van 10, open het rapport");
  const report = page.getByRole("dialog", { name: "Lead Rapport - Met Rapport" });
  await expect(report.frameLocator("iframe").getByRole("heading", { name: "Rapport over Met" })).toBeVisible();
  await closeWithEscape(report);

  await clickOnCard("Rer Un", "Rerun");
  await expectToast(page, "Ice Breaker Rerun", "Er wordt een nieuwe tekst gemaakt.");
  await expect(card(page, "Rer Un").getByText("Wordt herschreven")).toBeVisible();

  await clickOnCard("Ver Stuur", "SENT");
  await expectToast(
    page,
    "Ice Breaker Verstuurd",
    "Het bericht aan Ver Stuur is doorgegeven aan de automatisering. Ongedaan maken kan zolang die het nog niet heeft verstuurd.",
  );
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
  await expect(edit).toContainText("tabel met aanpassingen");
  await expect(edit.getByText("Geen wijzigingen")).toBeVisible();
  await expect(edit.getByRole("button", { name: "Wijzigingen Opslaan" })).toBeDisabled();
  await edit.getByLabel("Ice Breaker").fill("Hallo Be!");
  await expect(edit.getByText("Origineel: 10 tekens · Bewerkt: 9 tekens")).toBeVisible();
  await expect(edit.getByText("Er zijn wijzigingen gedetecteerd")).toBeVisible();
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expectToast(page, "Wijzigingen Opgeslagen", "De wijzigingen voor Be Werk staan in de tabel met aanpassingen.");
  await expect(card(page, "Be Werk").getByText("Bewerkt", { exact: true })).toBeVisible();
  await expect(card(page, "Be Werk").getByText("Hallo Be!")).toBeVisible();

  await clickOnCard("An Nuleer", "Cancel");
  await expectToast(page, "Berichten Geannuleerd", "De berichten aan An Nuleer zijn geannuleerd.");
  const undo = page.getByRole("button", { name: "Ongedaan maken" });
  // A toast stays visible while the pointer is over it.
  await undo.hover();
  await expect(page.getByRole("article")).toHaveCount(0);
  await undo.click();
  await expect(card(page, "An Nuleer")).toBeVisible();

  await clickOnCard("Klas Se", "Classificatie: Geen classificatie. Wijzigen");
  const classificationDialog = page.getByRole("dialog", { name: "Classificatie wijzigen" });
  await expect(classificationDialog.getByRole("listitem")).toHaveCount(8);
  await classificationDialog.getByRole("button", { name: "HOT | 80" }).click();
  await expectToast(page, "Classificatie Bijgewerkt", "Klas Se is nu HOT.");
  await expect(card(page, "Klas Se").getByRole("button", { name: /HOT \| 80/ })).toBeVisible();

  await clickOnCard("Da Tum", "Datum van Bericht 1 wijzigen");
  const dateDialog = page.getByRole("dialog", { name: "Datum van Bericht 1 wijzigen" });
  await dateDialog.getByLabel("Bericht 1 versturen op").fill(NEXT_YEAR.typedDay);
  await dateDialog.getByLabel("Bericht 1 versturen op").press("Enter");
  await dateDialog.getByLabel("Tijd").fill("930");
  await dateDialog.getByLabel("Tijd").press("Tab");
  await dateDialog.getByRole("button", { name: "Datum opslaan" }).click();
  await expectToast(page, "Datum Aangepast", `Bericht 1 gaat uit op ${NEXT_YEAR.shown}.`);
  await expect(card(page, "Da Tum").getByText(NEXT_YEAR.shown)).toBeVisible();
});

test("a colleague's change appears without overwriting what is being typed", async ({
  page,
  newBrowser,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  const { id } = await company.createMessage("Anna Bakker");
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
  consoleWatch.requireErrors(`409 /api/messages/${id}/edit`);
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expectErrorToast(page, "Fout", /Bram Jansen/);
  await edit.getByRole("button", { name: "Houd mijn tekst" }).click();
  await edit.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
  await expect(edit).toBeHidden();
  await expect(card(page, "Anna Bakker").getByText("Mijn tekst")).toBeVisible();
  await expect(card(page, "Anna Bakker").getByText("Van Bram")).toBeVisible();
});

test("the cards and their dialogs are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createMessage("Twee Twee", { status: "sent" });
  await company.createMessage(
    "Een Een",
    { sentiment: "positive" },
    { lead_rating: 7, website: "https://molenaar.example" },
  );
  await company.createMessage("Drie Drie", { message_type: "followup", content: FOLLOW_UP });
  await openMessages(page, company.user.username, "/berichten");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expectAccessibleAtAllSizes(page);
  await page.goto("/");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("checkbox").first().click();
  await expectAccessibleAtAllSizes(page);
  const message = card(page, "Een Een");
  await message.focus();
  for (const key of ["e", "h", "Shift+A"]) {
    // A dialog returns the focus just after it has closed.
    await expect(message).toBeFocused();
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await closeWithEscape(page.getByRole("dialog"));
  }
});
