import type { Locator, Page } from "@playwright/test";
import { makeInvitations } from "#testing/factories.ts";
import { expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { tabTo } from "./browser/keyboard.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import type { Product } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const MONTHS = [
  "Januari",
  "Februari",
  "Maart",
  "April",
  "Mei",
  "Juni",
  "Juli",
  "Augustus",
  "September",
  "Oktober",
  "November",
  "December",
];

type TestCompany = Awaited<ReturnType<typeof createTestCompany>>;

/** The name of a past month, such as "Oktober 2026". */
const nameOfMonth = (monthsAgo: number): string => {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam", dateStyle: "short" }).format();
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - monthsAgo;
  return `${MONTHS[index % 12]} ${Math.floor(index / 12)}`;
};

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

test("every counter shows the number in the database", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await invite(product, company, 3, { status: "SENT", invited_at: now() });
  await invite(product, company, 1, { status: "SENT", invited_at: now(), connected_with: "Lotte" });
  await invite(product, company, 30, { status: "QUEUED" });
  await invite(product, company, 51, { status: "ON_HOLD" });
  await invite(product, company, 2, { invited_at: new Date("2026-01-05T09:00:00Z"), accepted_at: now() });
  await company.createMessage("Anna Bakker", { date_created: now() });
  await company.createMessage("Bea Bos", { date_created: new Date("2026-01-05T09:00:00Z"), message_flow: "Lotte" });
  await company.createQueueItem("Nu Klaar", { date_due: now() });
  await company.createQueueItem("Later Klaar", { date_due: new Date("2027-05-05T09:00:00Z") });
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
    ["Berichten vandaag verzonden", "1"],
    ["Berichten vandaag in de wachtrij", "1"],
    ["Workflows", "3"],
    ["Geslaagde starts", "0"],
    ["Laatste activiteit", "Nog niet gestart"],
    ["Berichten in de wachtrij", "2"],
    ["Klaar om te verzenden", "1"],
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
});

test("figures are those of the company's statistics person, coloured by thresholds", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await product.query("update companies set statistics_person = 'Lotte' where id = $1", [company.companyId]);
  await invite(product, company, 21, { status: "SENT", invited_at: now(), connected_with: "Lotte" });
  await invite(product, company, 51, { status: "QUEUED", connected_with: "Lotte" });
  await openDashboard(page, company);
  await expect(figure(page, "Invitations Lotte vandaag")).toHaveAttribute("data-tone", "danger");
  await expect(figure(page, "Invitations Lotte in de wachtrij")).toHaveAttribute("data-tone", "success");
  await expect(figure(page, "Invitations Lotte on hold")).toHaveAttribute("data-tone", "danger");
  await expect(figure(page, "Ice breakers goed te keuren Lotte")).toBeVisible();
});

test("months can be navigated across years, but not into the future", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await openDashboard(page, company);
  const next = page.getByRole("button", { name: "Volgende maand" });
  await expect(page.getByText(nameOfMonth(0), { exact: true })).toBeVisible();
  await expect(next).toBeDisabled();
  for (let monthsAgo = 1; monthsAgo <= 13; monthsAgo++) {
    await page.getByRole("button", { name: "Vorige maand" }).click();
    await expect(page.getByText(nameOfMonth(monthsAgo), { exact: true })).toBeVisible();
  }
  await expect(page).toHaveURL(/maand=20\d\d-\d\d/);
  await next.click();
  await expect(page.getByText(nameOfMonth(12), { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(nameOfMonth(12), { exact: true })).toBeVisible();
});

test("the values of a chart are available by pointer, by keyboard, as a table and as CSV", async ({
  page,
  product,
}) => {
  const company = await createTestCompany(product);
  await invite(product, company, 4, { status: "SENT", invited_at: new Date("2026-10-06T10:00:00Z") });
  await invite(product, company, 1, { status: "SENT", invited_at: new Date("2026-10-30T23:30:00Z") });
  await openDashboard(page, company, "?maand=2026-10");
  const days = chart(page, "Verstuurde uitnodigingen per dag");
  await expect(page.getByText("5 verstuurd in Oktober 2026")).toBeVisible();
  const bars = days.locator("[data-bar]");
  await expect(bars).toHaveCount(31);
  await expect(bars.nth(5)).toHaveAttribute("height", "70%");
  await expect(bars.nth(30)).toHaveAttribute("height", "17.5%");
  await expect(bars.nth(0)).toHaveAttribute("height", "3.5%");
  await bars.nth(5).hover({ force: true });
  await expect(days.locator("[data-value]")).toHaveText("6 oktober 2026: 4");
  await page.mouse.move(0, 0);
  await expect(days.locator("[data-value]")).toBeHidden();

  await tabTo(page, days.getByRole("slider"));
  await expect(days.locator("[data-value]")).toHaveText("31 oktober 2026: 1");
  await page.keyboard.press("Home");
  await expect(days.locator("[data-value]")).toHaveText("1 oktober 2026: 0");
  await page.keyboard.press("ArrowRight");
  await expect(days.locator("[data-value]")).toHaveText("2 oktober 2026: 0");
  await expect(days.getByRole("slider")).toHaveAttribute("aria-valuetext", "2 oktober 2026: 0");

  await page.getByRole("button", { name: "Toon als tabel: Verstuurde uitnodigingen per dag" }).click();
  const table = page.getByRole("table", { name: "Verstuurde uitnodigingen per dag" });
  await expect(table.getByRole("row")).toHaveCount(32);
  await expect(table.getByRole("row", { name: "6 oktober 2026 4" })).toBeVisible();
  await page.getByRole("button", { name: "Toon als grafiek: Verstuurde uitnodigingen per dag" }).click();
  await expect(days).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download als CSV: Verstuurde uitnodigingen per dag" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("uitnodigingen-per-dag-2026-10.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().split("\r\n");
  expect(lines[0]).toBe("\uFEFFDag;Verstuurd");
  expect(lines[6]).toBe("6 oktober 2026;4");
});

test("every chart is shown and can be downloaded", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await openDashboard(page, company);
  for (const name of [
    "Verstuurde uitnodigingen per dag",
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

/** Measures in the page how long the spinner stayed visible after the last response. */
const watchSpinner = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(`{
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Ververs data"));
    performance.clearResourceTimings();
    new MutationObserver(() => {
      if (button.getAttribute("aria-busy") !== "true") window.stoppedAt = performance.now();
    }).observe(button, { attributeFilter: ["aria-busy"] });
  }`);
  return () =>
    page.evaluate(`{
      const calls = performance.getEntriesByType("resource").filter(({ name }) => /api.(linkedin|message|workflow|statistic)/.test(name));
      window.stoppedAt - Math.max(...calls.map(({ responseEnd }) => responseEnd));
    }`);
};

test("Ververs data shows a spinner until all figures are refetched, then a toast", async ({
  page,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  await openDashboard(page, company);
  await expect(figureValue(page, "Vandaag verstuurd")).toHaveText("0");
  await invite(product, company, 2, { status: "SENT", invited_at: now() });
  const { release } = await holdApiCall(page, "/api/linkedin-invitations/stats");
  const button = page.getByRole("button", { name: "Ververs data" });
  const spinnerMs = await watchSpinner(page);
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
  await expectToast(page, "Data ververst", "Alle cijfers zijn opnieuw opgehaald.");
  await expect(figureValue(page, "Vandaag verstuurd")).toHaveText("2");
  await expect(button).not.toHaveAttribute("aria-busy", "true");
  expect(await spinnerMs()).toBeGreaterThanOrEqual(500);

  await page.unrouteAll();
  await failApiCall(page, "/api/message-stats");
  consoleWatch.requireErrors("ERR_FAILED /api/message-stats");
  await button.click();
  await expectErrorToast(page, "Fout", "Kon de cijfers niet verversen. Probeer het opnieuw.");
});

test("figures update live when a colleague changes something", async ({ page, newBrowser, product }) => {
  const company = await createTestCompany(product);
  const { id } = await company.createMessage("Anna Bakker", { due_ice_breaker: new Date("2027-05-05T09:00:00Z") });
  await openDashboard(page, company);
  await expect(figureValue(page, "Berichten in de wachtrij")).toHaveText("0");
  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  const approved = await other.request.post("/api/messages/batch", { data: { action: "approve", ids: [id] } });
  expect(approved.status()).toBe(200);
  await expect(figureValue(page, "Berichten in de wachtrij")).not.toHaveText("0");
});

test("a chart that fails to load shows an error and can be retried", async ({ page, product, consoleWatch }) => {
  const company = await createTestCompany(product);
  await signIn(page, company.user.username);
  await page.route("**/api/messages-sent-chart", (route) => route.fulfill({ status: 500, body: "{}" }));
  consoleWatch.requireErrors("500 /api/messages-sent-chart");
  await page.goto("/acties");
  await expect(page.getByText("messages send kon niet worden geladen")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect(chart(page, "messages send")).toBeVisible();
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
  await expect(measure("Acceptatiegraad")).toContainText("25%");
  await expect(measure("Acceptatiegraad")).toContainText(
    "1 van 4 uitnodigingen · +25 pp (beter dan de vorige periode) (was 0%)",
  );
  await expect(measure("Antwoordgraad")).toContainText("50%");
  await expect(measure("Antwoordgraad")).toContainText("1 van 2 berichten");
  await expect(measure("Tijd tot acceptatie")).toContainText("12 uur");
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
  await expect(table.getByRole("row", { name: /Frank Hoekstra/ })).toContainText("25%");
  await results.getByRole("tab", { name: "Per promptversie" }).click();
  await expect(table.getByRole("row", { name: /LinkedIn uitnodiging · versie 1/ })).toContainText(
    "1 van 4 uitnodigingen",
  );
  await results.getByRole("tab", { name: "Per periode" }).click();
  await expect(table.getByRole("row")).toHaveCount(5);
  await results.getByRole("combobox", { name: "Periode van de resultaten" }).click();
  await page.getByRole("option", { name: "Laatste 7 dagen" }).click();
  await expect(page).toHaveURL(/periode=7/);
  await expect(table.getByRole("row")).toHaveCount(8);
  const downloading = page.waitForEvent("download");
  await results.getByRole("button", { name: "Download als CSV: resultaten per periode" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^resultaten-per-periode-\d{4}-\d\d-\d\d\.csv$/);
});

test("without sent messages the results are empty", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await openDashboard(page, company);
  await expect(page.getByText("In deze periode is er niets verstuurd.")).toBeVisible();
  await expect(figureValue(page, "Acceptatiegraad")).toHaveText("–");
});

test("the dashboard prints on one A4 page", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await makeResults(product, company);
  await openDashboard(page, company);
  await expect(chart(page, "messages send")).toBeVisible();
  await expect(figure(page, "Acceptatiegraad")).toBeVisible();
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "Management" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Ververs data" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Beschikbare Acties" })).toBeHidden();
});

test("the dashboard is accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await makeResults(product, company);
  await openDashboard(page, company);
  await expect(chart(page, "messages send")).toBeVisible();
  await expect(figure(page, "Acceptatiegraad")).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await page.setViewportSize({ width: 390, height: 900 });
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Toon als tabel: messages send" }).click();
  await expectAccessibleAtAllSizes(page);
});
