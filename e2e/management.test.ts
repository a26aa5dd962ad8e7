import type { Locator, Page } from "@playwright/test";
import { makeInvitations } from "#testing/factories.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { NEXT_YEAR, waitForFullDay } from "./product/dates.ts";
import type { Product } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

type TestCompany = Awaited<ReturnType<typeof createTestCompany>>;

const openDashboard = async (page: Page, company: TestCompany, search = ""): Promise<void> => {
  await signIn(page, company.user.username);
  await page.goto(`/acties${search}`);
};

const figure = (page: Page, label: string): Locator =>
  page.locator("dl > div").filter({ has: page.locator("dt").getByText(label, { exact: true }) });
const figureValue = (page: Page, label: string): Locator => figure(page, label).locator("dd").first();
const chart = (page: Page, name: string): Locator => page.getByRole("figure", { name, exact: true });

/** Inserts a number of equal invitations, by default of Frank. */
const invite = (product: Product, { companyId }: TestCompany, count: number, columns: Record<string, unknown>) =>
  makeInvitations(
    product,
    companyId,
    Array.from({ length: count }, () => ({ connected_with: "Frank Hoekstra", lead_id: null, ...columns })),
  );

const now = (): Date => new Date();

test("every counter shows the number in the database, is refetched on request and updates live", async ({
  page,
  newBrowser,
  product,
}) => {
  await waitForFullDay();
  const company = await createTestCompany(product);
  await invite(product, company, 3, { status: "SENT", invited_at: now() });
  await invite(product, company, 1, { status: "SENT", invited_at: now(), connected_with: "Lotte" });
  await invite(product, company, 30, { status: "QUEUED" });
  await invite(product, company, 51, { status: "ON_HOLD" });
  await invite(product, company, 2, { invited_at: new Date("2026-01-05T09:00:00Z"), accepted_at: now() });
  await company.createMessage("Anna Bakker", { date_created: now() });
  await company.createMessage("Bea Bos", { date_created: new Date("2026-01-05T09:00:00Z"), message_flow: "Lotte" });
  await company.createQueueItem("Nu Klaar", { date_due: now() });
  await company.createQueueItem("Later Klaar", { date_due: NEXT_YEAR.at });
  await company.createQueueItem("Is Weg", { status: "SENT", date_sent: now() });
  await openDashboard(page, company);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Management");
  await expect(page).toHaveTitle("Management · Ultimate Sales Agent");
  for (const [label, value] of [
    ["Vandaag verstuurd", "4"],
    ["In de wachtrij", "30"],
    ["On hold", "51"],
    ["Geaccepteerd", "2"],
    ["Ice breakers vandaag gemaakt", "1"],
    ["Ice breakers goed te keuren Frank", "1"],
    ["Berichten vandaag verstuurd", "1"],
    ["Berichten vandaag in de wachtrij", "1"],
    ["Workflows", "3"],
    ["Geslaagde starts", "0"],
    ["Laatste activiteit", "Nog niet gestart"],
    ["Berichten in de wachtrij", "2"],
    ["Klaar om te versturen", "1"],
    ["Invitations Frank vandaag", "3 (let op)"],
    ["Invitations Frank in de wachtrij", "30 (let op)"],
    ["Invitations Frank on hold", "51 (let op)"],
    ["Invitations Frank geaccepteerd", "2"],
  ] as const) {
    await expect(figureValue(page, label), label).toHaveText(value);
  }
  await expect(page.getByText("van 6 verstuurd")).toBeVisible();
  for (const name of ["LinkedIn Invitations", "Message Statistics", "Resultaten", "Beschikbare Acties"]) {
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  }

  await invite(product, company, 2, { status: "SENT", invited_at: now() });
  await page.getByRole("button", { name: "Ververs data" }).click();
  await expectToast(page, "Data ververst", "Alle cijfers zijn opnieuw opgehaald.");
  await expect(figureValue(page, "Vandaag verstuurd")).toHaveText("6");

  const { id } = await company.createMessage("Cor Cot", { due_ice_breaker: NEXT_YEAR.at });
  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  const approved = await other.request.post("/api/messages/batch", { data: { action: "approve", ids: [id] } });
  expect(approved.status()).toBe(200);
  await expect(figureValue(page, "Berichten in de wachtrij")).not.toHaveText("2");
});

test("every chart shows the figures of its month and can be downloaded", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await invite(product, company, 4, { status: "SENT", invited_at: new Date("2026-10-06T10:00:00Z") });
  // In Amsterdam this is 31 October.
  await invite(product, company, 1, { status: "SENT", invited_at: new Date("2026-10-30T23:30:00Z") });
  await openDashboard(page, company, "?maand=2026-10");
  await expect(page.getByText("5 verstuurd in oktober 2026")).toBeVisible();
  const bars = chart(page, "Verstuurde uitnodigingen per dag").locator("[data-bar]");
  await expect(bars).toHaveCount(31);
  await expect(bars.nth(5)).toHaveAttribute("data-bar", "4");
  await expect(bars.nth(30)).toHaveAttribute("data-bar", "1");
  await page.reload();
  await expect(page.getByText("5 verstuurd in oktober 2026")).toBeVisible();
  const firstDownload = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download als CSV: Verstuurde uitnodigingen per dag" }).click();
  const download = await firstDownload;
  expect(download.suggestedFilename()).toBe("uitnodigingen-per-dag-2026-10.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().split("\r\n");
  expect(lines[0]).toBe("\uFEFFDag;Verstuurd");
  expect(lines[6]).toBe("6 oktober 2026;4");
  for (const name of [
    "Verstuurde uitnodigingen vandaag per uur",
    "messages send",
    "Geaccepteerde uitnodigingen per dag",
  ]) {
    await expect(chart(page, name)).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download als CSV: ${name}` }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  }
  await expect(chart(page, "Verstuurde uitnodigingen vandaag per uur").locator("[data-bar]")).toHaveCount(24);
  await expect(chart(page, "messages send").locator("[data-bar]")).toHaveCount(30);
});

test("an account manager has no access to Management", async ({ page, product }) => {
  const user = await createAccount(product, { role: "account_manager" });
  await signIn(page, user.username);
  await page.goto("/acties");
  await expect(page.getByText("Geen toegang")).toBeVisible();
  await expect(page.getByRole("link", { name: "Management" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ververs data" })).toHaveCount(0);
  for (const path of ["/api/workflows", "/api/linkedin-invitations/stats", "/api/statistics/results"]) {
    expect((await page.request.get(path)).status(), path).toBe(403);
  }
  expect((await page.request.get("/api/dashboard/stats")).status()).toBe(200);
});

/** Four invitations, one of them accepted after twelve hours, and two messages with one reply. In the previous period no invitation was accepted. */
const makeResults = async (product: Product, company: TestCompany): Promise<void> => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await invite(product, company, 3, { status: "SENT", invited_at: hoursAgo(30) });
  await invite(product, company, 1, { invited_at: hoursAgo(30), accepted_at: hoursAgo(18) });
  await invite(product, company, 4, { status: "SENT", invited_at: hoursAgo(30 * 24), connected_with: "Lotte Bos" });
  await company.createMessage("Anna Bakker", { status: "interested", sent_at: hoursAgo(20) });
  await company.createMessage("Bea Bos", { status: "sent", sent_at: hoursAgo(20) });
  const [prompt] = await product.query<{ id: string }>(
    "insert into prompts (company_id, prompt_name, account_manager, prompt) values ($1, 'LinkedIn uitnodiging', 'Frank Hoekstra', 'Schrijf') returning id",
    [company.companyId],
  );
  expect(prompt).toBeDefined();
};

test("results are compared with the previous period and explained", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await makeResults(product, company);
  await openDashboard(page, company);
  const results = page.getByRole("region", { name: "Resultaten" });
  const measure = (name: string) => figure(page, name);
  await expect(measure("Acceptatiegraad")).toContainText("25,0%");
  await expect(measure("Acceptatiegraad")).toContainText(
    "1 van 4 uitnodigingen · +25,0 pp (nog niet te vergelijken met de vorige periode) (was 0,0%)",
  );
  await expect(measure("Antwoordgraad")).toContainText("50,0%");
  await expect(measure("Antwoordgraad")).toContainText("1 van 2 berichten");
  await expect(measure("Tijd tot acceptatie")).toContainText("12,0 uur");
  const help = results.getByRole("button", { name: "Wat betekent Acceptatiegraad?" });
  const meaning = "Van de uitnodigingen die in deze periode zijn verstuurd: het deel dat tot nu toe is geaccepteerd.";
  // Content that still loads above it shifts the page, and scrolling closes a tooltip.
  await expect(async () => {
    await help.blur();
    await help.focus();
    await expect(page.getByRole("tooltip")).toHaveText(meaning, { timeout: 1_000 });
  }).toPass();

  const table = results.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(table.getByRole("row", { name: /Frank Hoekstra/ })).toContainText("25,0%");
  await results.getByRole("tab", { name: "Per promptversie" }).click();
  await expect(results.getByText("Teksten uit Airtable tellen hier niet mee.", { exact: false })).toBeVisible();
  await results.getByRole("tab", { name: "Per periode" }).click();
  await expect(table.getByRole("row")).toHaveCount(5);
  await page.getByRole("combobox", { name: "Periode" }).click();
  await page.getByRole("option", { name: "Laatste 7 dagen" }).click();
  await expect(page).toHaveURL(/periode=7/);
  await expect(table.getByRole("row")).toHaveCount(8);
  const downloading = page.waitForEvent("download");
  await results.getByRole("button", { name: "Download als CSV: resultaten per periode" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^resultaten-per-periode-\d{4}-\d\d-\d\d\.csv$/);
});

test("the dashboard is accessible, and prints on one A4 page", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await makeResults(product, company);
  await openDashboard(page, company);
  await expect(chart(page, "messages send")).toBeVisible();
  await expect(figure(page, "Acceptatiegraad")).toBeVisible();
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "Management" })).toBeVisible();
  const steps = page.getByRole("list", { name: "Van uitnodiging tot klant" }).getByRole("listitem");
  await expect(steps.last()).toBeVisible();
  await expect(steps.first().locator("rect").last()).toBeVisible();
  for (const name of ["Ververs data", "Afdrukken"]) await expect(page.getByRole("button", { name })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Beschikbare Acties" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectAccessibleAtAllSizes(page);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Toon als tabel: messages send" }).click();
  await expectAccessible(page);
});
