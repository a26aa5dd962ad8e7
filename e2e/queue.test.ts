import type { Locator, Page } from "@playwright/test";
import { expectAccessibleAtAllSizes, expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/airtable.ts";
import { NEXT_YEAR, waitForFullDay } from "./product/dates.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const row = (page: Page, contact: string): Locator => page.getByRole("row").filter({ hasText: contact });
const cancelButton = (page: Page, contact: string): Locator =>
  row(page, contact).getByRole("button", { name: "DO NOT SEND" });
const openQueue = async (page: Page, username: string, path = "/messages-queued"): Promise<void> => {
  await signIn(page, username);
  await page.goto(path);
};

test("the queue is sorted by due date", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createQueueItem("Zonder Datum", { date_due: null });
  await company.createQueueItem("Later Komt", { date_due: NEXT_YEAR.at, message_flow: "Frank" });
  await company.createQueueItem(
    "Te Laat",
    { date_due: new Date("2026-01-05T08:00:00Z"), message_name: "Bericht 1", text: "Hoi Te, nog even dit." },
    { provider_id: "ACoAAB-te-laat", linkedin_url: "https://www.linkedin.com/in/te-laat" },
  );
  await openQueue(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messages Queued");
  await expect(page.getByText("3 van 3 berichten")).toBeVisible();
  const headers = ["Provider ID", "Full Name", "Date Due", "Message", "Rapport"];
  await expect(page.getByRole("columnheader")).toHaveText(headers);
  await expect(page.getByRole("row").nth(1)).toContainText("Te Laat");
  await expect(page.getByRole("row").nth(2)).toContainText("Later Komt");
  await expect(page.getByRole("row").nth(3)).toContainText("Zonder Datum");

  const overdue = row(page, "Te Laat");
  await expect(overdue).toContainText("ACoAAB-te-laat");
  const link = overdue.getByRole("link", { name: "LinkedIn-profiel van Te Laat" });
  await expect(link).toHaveAttribute("href", "https://www.linkedin.com/in/te-laat");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(row(page, "Later Komt").getByRole("link")).toHaveText(["Later Komt"]);
  await expect(overdue.getByRole("button", { name: "Bericht 1", exact: true })).toBeDisabled();
  const due = overdue.getByText("5 januari 2026 09:00");
  await expect(due).toHaveCSS("font-weight", "700");
  const dueLater = row(page, "Later Komt").getByText(NEXT_YEAR.shown);
  await expect(dueLater).not.toHaveCSS("font-weight", "700");
  await expect(due).toHaveClass(/text-danger/);
  await expect(dueLater).toHaveClass(/text-success/);

  await overdue.getByRole("button", { name: "Lees Bericht 1 aan Te Laat" }).click();
  await expect(page.getByRole("dialog", { name: "Bericht 1 - Te Laat" })).toContainText("Hoi Te, nog even dit.");
});

test("on a phone the filters are in a sheet: the back button closes only the sheet, then undoes what was chosen in it", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const company = await createTestCompany(product);
  await company.createQueueItem("Van Frank", { date_due: inDays(1), message_flow: "Frank" });
  await company.createQueueItem("Van Marieke", { date_due: inDays(2), message_flow: "Marieke" });
  await openQueue(page, company.user.username);
  await expect(row(page, "Van Marieke")).toBeVisible();
  const filters = page.getByRole("button", { name: /^Filters/ });
  const sheet = page.getByRole("dialog", { name: "Filters" });
  // The sheet is an entry of the history; without it, going back would leave the list.
  const openFilters = async () => {
    await filters.click();
    await expect(sheet).toBeVisible();
    await expect.poll(() => page.evaluate("'filterSheet' in history.state")).toBe(true);
  };
  const chooseFrank = async () => {
    await sheet.getByLabel("Accountmanager").click();
    await page.getByRole("option", { name: "Frank" }).click();
    await expect(page).toHaveURL("/messages-queued?accountmanager=Frank");
  };

  await openFilters();
  await expectAccessibleInBothThemes(page);
  await expect(sheet.getByRole("button", { name: "Wis Filters" })).toBeHidden();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/messages-queued");

  await openFilters();
  await chooseFrank();
  await sheet.getByLabel("Datum").click();
  await page.getByRole("option", { name: "Alle datums" }).click();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(filters).toHaveText("Filters (1)");
  await expect(page).toHaveURL("/messages-queued?accountmanager=Frank");
  await expect(row(page, "Van Marieke")).toBeHidden();
  await page.goBack();
  await expect(filters).toHaveText("Filters");
  await expect(row(page, "Van Marieke")).toBeVisible();

  await openFilters();
  await chooseFrank();
  await closeWithEscape(sheet);
  await expect(filters).toHaveText("Filters (1)");
  await expect(filters).toBeFocused();
  await expect(row(page, "Van Frank")).toBeVisible();
  await expect(row(page, "Van Marieke")).toBeHidden();

  await openFilters();
  await sheet.getByRole("button", { name: "Wis Filters" }).click();
  await sheet.getByRole("button", { name: "Toon de lijst" }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/messages-queued");
  await expect(row(page, "Van Marieke")).toBeVisible();
});

test("the queue is filtered in the URL; messages are cancelled, retried and read with their report", async ({
  page,
  product,
}) => {
  await waitForFullDay();
  const company = await createTestCompany(product);
  await company.createQueueItem("Nu Meteen", { date_due: new Date(), message_flow: "Frank" });
  await company.createQueueItem("Over Veertig", { date_due: inDays(40), message_flow: "Marieke" });
  await openQueue(page, company.user.username);
  await expect(page.getByText("2 van 2 berichten")).toBeVisible();
  await page.getByLabel("Datum").click();
  await expect(page.getByRole("option")).toHaveText([
    "Alle datums",
    "Te laat",
    "Vandaag",
    "Morgen",
    "Deze week",
    "Deze maand",
  ]);
  await page.getByRole("option", { name: "Vandaag" }).click();
  await expect(page).toHaveURL("/messages-queued?datum=today");
  await expect(page.getByText("1 van 2 berichten")).toBeVisible();
  await expect(row(page, "Nu Meteen")).toBeVisible();
  await page.getByLabel("Accountmanager").click();
  await page.getByRole("option", { name: "Marieke" }).click();
  await expect(page.getByText("Geen berichten gevonden die klaar staan om verzonden te worden")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(page).toHaveURL("/messages-queued");
  await expect(page.getByText("2 van 2 berichten")).toBeVisible();

  await company.createQueueItem("Een Een", { date_due: inDays(30) });
  await company.createQueueItem("Met Rapport", { date_due: inDays(30) }, { html_report: "<h1>Over Met</h1>" });
  await company.createQueueItem("Zonder Rapport", { date_due: inDays(31) });
  const problem = "LinkedIn weigerde dit bericht.";
  await company.createQueueItem("Niet Gelukt", { date_due: inDays(30), status: "ERROR", problem });
  await page.reload();
  const reportButton = row(page, "Met Rapport").getByRole("button", { name: "Rapport", exact: true });
  await reportButton.click();
  const dialog = page.getByRole("dialog", { name: "Lead Rapport - Met Rapport" });
  await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Over Met" })).toBeVisible();
  await closeWithEscape(dialog);
  await expect(reportButton).toBeFocused();
  const disabledButton = row(page, "Zonder Rapport").getByRole("button", { name: "Rapport", exact: true });
  await expect(disabledButton).toHaveAttribute("aria-disabled", "true");

  await cancelButton(page, "Een Een").click();
  await expectToast(page, "Bericht Geannuleerd", "Het bericht aan Een Een wordt niet verstuurd.");
  await expect(row(page, "Een Een")).toContainText("Geannuleerd");
  await page.keyboard.press("z");
  await expectToast(page, "Actie ongedaan gemaakt", "Het bericht aan Een Een staat weer klaar.");
  await cancelButton(page, "Een Een").click();
  await expect(row(page, "Een Een")).toBeHidden();

  await page.getByLabel("Status").click();
  await page.getByRole("option", { name: "Niet verstuurd" }).click();
  await expect(page).toHaveURL("/messages-queued?status=problem");
  await row(page, "Niet Gelukt").getByRole("button", { name: "Niet verstuurd" }).click();
  const failedMessage = page.getByRole("dialog", { name: "Ice Breaker - Niet Gelukt" });
  await expect(failedMessage).toContainText(problem);
  await failedMessage.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast(page, "Bericht klaargezet", "Het bericht staat weer klaar om verstuurd te worden.");
  await expect(row(page, "Niet Gelukt")).toBeHidden();
});

test("sent messages are sorted newest first and cannot be cancelled", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await openQueue(page, company.user.username, "/messages-sent");
  await expect(page.getByText("Geen verzonden berichten gevonden")).toBeVisible();
  await company.createQueueItem("Eerst Uit", {
    status: "SENT",
    date_sent: new Date("2026-11-02T09:00:00Z"),
    message_flow: "Frank",
  });
  await company.createQueueItem("Laatst Uit", { status: "SENT", date_sent: new Date("2026-11-04T09:00:00Z") });
  await page.reload();
  await expect(page.getByText("2 van 2 berichten")).toBeVisible();
  const headers = ["Provider ID", "Full Name", "Date Sent", "Message", "Rapport"];
  await expect(page.getByRole("columnheader")).toHaveText(headers);
  await expect(page.getByRole("row").nth(1)).toContainText("Laatst Uit");
  await expect(page.getByRole("row").nth(2)).toContainText("2 november 2026 10:00");
  await expect(page.getByRole("button", { name: "DO NOT SEND" })).toHaveCount(0);
  await page.getByLabel("Accountmanager").click();
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByText("1 van 2 berichten")).toBeVisible();
});

test("Refresh Airtable shows its result", async ({ page, product, request }) => {
  const company = await createTestCompany(product);
  await openQueue(page, company.user.username);
  const button = page.getByRole("button", { name: "Refresh Airtable" });
  await connectAirtable(product, request, company.companyId);
  const { release } = await holdApiCall(page, "/api/sync-airtable");
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
  await expectToast(page, "Airtable Ververst", "De berichten zijn opnieuw opgehaald uit Airtable.");
  await expect(button).not.toHaveAttribute("aria-busy", "true");
});

test("a message approved by a colleague appears in the queue", async ({ page, newBrowser, product }) => {
  const company = await createTestCompany(product);
  const { id } = await company.createMessage("Anna Bakker", { due_ice_breaker: inDays(30) });
  await openQueue(page, company.user.username);
  await expect(page.getByText("Geen berichten gevonden die klaar staan om verzonden te worden")).toBeVisible();
  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  const approved = await other.request.post("/api/messages/batch", { data: { action: "approve", ids: [id] } });
  expect(approved.status()).toBe(200);
  await expect(row(page, "Anna Bakker").first()).toBeVisible();
});

test("the tables are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createQueueItem(
    "Een Een",
    { date_due: inDays(-3) },
    { linkedin_url: "https://www.linkedin.com/in/een" },
  );
  await company.createQueueItem("Twee Twee", { date_due: inDays(30), paused: true });
  await company.createQueueItem("Drie Drie", { status: "SENT", date_sent: new Date() });
  for (const path of ["/messages-queued", "/messages-sent"]) {
    await openQueue(page, company.user.username, path);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expectAccessibleAtAllSizes(page);
  }
});
