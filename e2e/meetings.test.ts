import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/airtable.ts";
import { NEXT_YEAR } from "./product/dates.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, name: string): Locator => page.getByRole("article", { name, exact: true });
const tab = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Meetings per status" }).getByRole("button", { name });
/** The block of a card under the given heading. */
const blockOf = (article: Locator, name: string): Locator => article.getByRole("heading", { name }).locator("..");
const heading = (page: Page): Locator => page.getByRole("heading", { level: 2 });
const openMeetings = async (page: Page, username: string, path = "/meetings"): Promise<void> => {
  await signIn(page, username);
  await page.goto(path);
};

const TABS = ["Nieuwe Meetings", "Te Verwerken", "Privé", "Genegeerd", "Verwerkt"];
const PROCESSED = { status: "PROCESSED", transcription_date: "2026-03-02T09:00:00Z" };

test("the five tabs count and filter meetings; 'To PROCESS' counts as TO_PROCESS, and deleted ones are hidden", async ({
  page,
  product,
}) => {
  // A company admin sees private meetings too.
  const company = await createTestCompany(product, "company_admin");
  for (const status of ["NEW", "TO_PROCESS", "To PROCESS", "PRIVE", "IGNORED", "PROCESSED", "RERUN", "DELETED"]) {
    await company.createMeeting(`Als ${status}`, { status });
  }
  await company.createMeeting("Als raadsel", { status: "Wacht op klant" });
  await openMeetings(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meetings");
  await expect(page.getByText("Beheer de meetings die verwerkt moeten worden.")).toBeVisible();
  for (const [index, count] of [1, 2, 1, 1, 2].entries()) {
    await expect(tab(page, TABS[index] ?? "")).toContainText(String(count));
  }
  await expect(heading(page)).toHaveText("Nieuwe Meetings1");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card(page, "Als NEW").getByText("Nieuw", { exact: true })).toBeVisible();

  await tab(page, "Te Verwerken").click();
  await expect(page).toHaveURL("/meetings?tab=te-verwerken");
  await expect(heading(page)).toHaveText("Te Verwerken2");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(card(page, "Als TO_PROCESS").getByText("Te Verwerken", { exact: true })).toBeVisible();
  await tab(page, "Verwerkt").press("Enter");
  await expect(card(page, "Als RERUN").getByText("Opnieuw Draaien")).toBeVisible();
  await expect(card(page, "Als PROCESSED").getByText("Verwerkt", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText("Te Verwerken2");

  await expect(page.getByText("1 meeting heeft in Airtable een andere status.")).toBeVisible();
  await page.getByRole("button", { name: "Bekijken" }).click();
  await expect(card(page, "Als raadsel").getByText("Wacht op klant")).toBeVisible();
  await expect(page.getByText("Als DELETED")).toHaveCount(0);
});

test("processed meetings can be searched and filtered; leaving the tab clears that", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createMeeting("Kennismaking", {
    ...PROCESSED,
    meeting_owner: "Frank",
    action_items: "<p>Offerte sturen</p>",
  });
  await company.createMeeting("Evaluatie", { ...PROCESSED, meeting_owner: "Lotte", attendees: "sanne@molen.example" });
  await company.createMeeting("Nieuw gesprek");
  await openMeetings(page, company.user.username);
  await expect(page.getByPlaceholder("Zoek in verwerkte meetings...")).toBeHidden();
  await tab(page, "Verwerkt").click();
  const search = page.getByPlaceholder("Zoek in verwerkte meetings...");
  await search.fill("OFFERTE");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card(page, "Kennismaking")).toBeVisible();
  await expect(page).toHaveURL("/meetings?tab=verwerkt&zoek=OFFERTE");
  await search.fill("sanne@molen");
  await expect(card(page, "Evaluatie")).toBeVisible();
  await page.getByLabel("Owner").click();
  await expect(page.getByRole("option")).toHaveText(["Alle owners", "Mijn", "Frank", "Lotte"]);
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByText("Geen meetings gevonden")).toBeVisible();
  await expect(page.getByText("met de status “Verwerkt”")).toBeVisible();
  await search.fill("");
  await expect(card(page, "Kennismaking")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);

  await tab(page, "Nieuwe Meetings").click();
  await expect(page).toHaveURL("/meetings");
  await tab(page, "Verwerkt").click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByPlaceholder("Zoek in verwerkte meetings...")).toHaveValue("");
});

test("a card shows the summary and the attendees, and opens the transcript, report and HubSpot", async ({
  page,
  context,
  product,
}) => {
  // The links point outside the product; the test only checks the URL that opens.
  await context.route(/\.example\//, (route) => route.fulfill({ body: "elders", contentType: "text/plain" }));
  const company = await createTestCompany(product);
  await company.createMeeting("Met verslag", {
    ...PROCESSED,
    type: "Sales",
    meeting_owner: "Frank Hoekstra",
    meeting_date: "2026-03-01T09:00:00Z",
    transcript_url: "https://transcript.example/1",
    meeting_url: "https://meet.example/1",
    hubspot_url: "https://crm.example/7",
    attendees: "Sanne <sanne@molen.example>, bram@molen.example",
    summary: "Een goed gesprek.",
    sales_opportunities: "<ul><li>Groei</li></ul>",
    report: "<h1>Verslag</h1>",
  });
  await company.createMeeting("Zonder transcript", {
    meeting_url: "https://meet.example/2",
    hubspot_url: "https://crm.example/8",
  });
  await openMeetings(page, company.user.username, "/meetings?tab=verwerkt");
  const article = card(page, "Met verslag");
  for (const text of ["Frank Hoekstra", "1 maart 2026 10:00", "2 maart 2026 10:00", "Een goed gesprek.", "Sales"]) {
    await expect(article.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(article.getByRole("heading", { level: 4 })).toHaveText([
    "Sales Opportunities",
    "Follow-up Interests",
    "Action Items",
  ]);
  await expect(blockOf(article, "Sales Opportunities").getByRole("listitem")).toHaveText("Groei");
  await expect(article.getByText("Geen data beschikbaar")).toHaveCount(2);
  await expect(article.getByRole("link", { name: /sanne@molen/ })).toHaveAttribute(
    "href",
    "mailto:sanne@molen.example,bram@molen.example",
  );
  await expect(article.getByRole("link", { name: "HubSpot Contact" })).toHaveAttribute("href", "https://crm.example/7");
  await expect(article.locator("footer").getByRole("button")).toHaveText([
    "Rapport",
    "Rerun",
    "Process",
    "Privé",
    "Ignore",
    "Delete",
  ]);

  const transcript = page.waitForEvent("popup");
  await article.getByRole("link", { name: "Met verslag" }).press("Enter");
  const popup = await transcript;
  await expect(popup).toHaveURL("https://transcript.example/1");
  await popup.waitForLoadState();
  const windowFacts = () => popup.evaluate("[outerWidth > 1100, outerWidth < 1300, opener === null]");
  await expect.poll(windowFacts).toEqual([true, true, true]);
  await popup.close();

  await article.getByRole("button", { name: "Rapport" }).click();
  const report = page.getByRole("dialog", { name: "Meeting Rapport - Met verslag" });
  await expect(report.frameLocator("iframe").getByRole("heading", { name: "Verslag" })).toBeVisible();
  const reportWindow = page.waitForEvent("popup");
  await report.getByRole("link", { name: "Open in een eigen venster" }).click();
  await expect((await reportWindow).getByRole("heading", { name: "Verslag" })).toBeVisible();
  await closeWithEscape(report);
  await expect(article.getByRole("button", { name: "Rapport" })).toBeFocused();

  await tab(page, "Nieuwe Meetings").click();
  const withoutTranscript = card(page, "Zonder transcript");
  const link = withoutTranscript.getByRole("link", { name: "Zonder transcript" });
  await expect(link).toHaveAttribute("href", "https://meet.example/2");
  await expect(link).toHaveClass(/orange/);
  await expect(withoutTranscript.getByText("No STATUS")).toBeVisible();
  await expect(withoutTranscript.getByRole("link")).toHaveCount(1);
  await expect(withoutTranscript.locator("footer").getByRole("button")).toHaveText([
    "Process",
    "Privé",
    "Ignore",
    "Delete",
  ]);
});

test("every action by mouse shows a toast, and the last one can be undone once", async ({ page, product }) => {
  const company = await createTestCompany(product);
  for (const name of ["Vijf", "Vier", "Drie", "Twee", "Een"]) await company.createMeeting(name);
  await company.createMeeting("Klaar", { ...PROCESSED, status: "RERUN" });
  await openMeetings(page, company.user.username);
  const undo = page.getByRole("button", { name: "Ongedaan maken" });
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(undo).toBeHidden();

  await card(page, "Een").getByRole("button", { name: "Privé" }).click();
  await expectToast(page, "Gemarkeerd als privé!", "“Een” staat nu bij Privé.");
  await expect(card(page, "Een")).toBeHidden();
  await expect(card(page, "Twee")).toBeFocused();
  await expect(tab(page, "Privé")).toContainText("1");

  await undo.click();
  await expectToast(page, "Actie ongedaan gemaakt!", "“Een” staat weer bij Nieuwe Meetings.");
  await expect(card(page, "Een")).toBeVisible();
  await expect(undo).toBeHidden();

  await card(page, "Twee").getByRole("button", { name: "Ignore" }).click();
  await expectToast(page, "Genegeerd!", "“Twee” staat nu bij Genegeerd.");
  await card(page, "Drie").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Meeting verwijderd!", "“Drie” is uit de lijsten gehaald.");
  await expect(undo).toContainText("Drie");
  await undo.click();
  await expectToast(page, "Actie ongedaan gemaakt!", "“Drie” staat weer bij Nieuwe Meetings.");
  await expect(card(page, "Drie")).toBeVisible();

  await card(page, "Vier").getByRole("button", { name: "Process" }).click();
  const typeDialog = page.getByRole("dialog", { name: "Meeting Type Selecteren" });
  await expect(typeDialog.getByRole("listitem")).toHaveText([
    "Sales",
    "CFO intake",
    "Client intake",
    "verkenningsgesprek",
    "CFO Update",
    "Client Update",
  ]);
  await typeDialog.getByRole("button", { name: "CFO intake" }).click();
  await expectToast(page, "Klaar voor verwerking!", "“Vier” staat nu bij Te Verwerken.");
  await expect(typeDialog).toBeHidden();
  await tab(page, "Te Verwerken").click();
  await expect(card(page, "Vier").getByText("CFO intake")).toBeVisible();

  await tab(page, "Verwerkt").click();
  await card(page, "Klaar").getByRole("button", { name: "Rerun" }).click();
  await expectToast(page, "Meeting gemarkeerd voor herverwerking!", "“Klaar” wordt opnieuw verwerkt.");
  await expect(card(page, "Klaar").getByText("Opnieuw Draaien")).toBeVisible();
  const [logged] = await product.query<{ before: object }>(
    "select before from audit_log where company_id = $1 and subject_name = 'Drie' order by at limit 1",
    [company.companyId],
  );
  expect(logged?.before).toEqual({ status: "NEW" });
});

test("a colleague's change appears, also while a title is being edited", async ({ page, newBrowser, product }) => {
  const company = await createTestCompany(product, "company_admin");
  const id = await company.createMeeting("Een");
  await openMeetings(page, company.user.username);
  await card(page, "Een")
    .getByRole("button", { name: /^Titel van/ })
    .click();
  const titleDialog = page.getByRole("dialog", { name: "Meeting Titel Bewerken" });
  await titleDialog.getByLabel("Titel").fill("Mijn titel");
  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  await other.request.patch(`/api/meetings/${id}`, { data: { meetingName: "Brams titel" } });
  await expect(titleDialog.getByText("De titel is intussen gewijzigd in “Brams titel”.")).toBeVisible();
  await expect(titleDialog.getByLabel("Titel")).toHaveValue("Mijn titel");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
  await other.request.patch(`/api/meetings/${id}`, { data: { status: "PRIVE" } });
  await expect(page.getByText("Geen meetings gevonden")).toBeVisible();
  await expect(page.getByText("Er zijn geen meetings met de status “Nieuw”.")).toBeVisible();
  await expect(tab(page, "Privé")).toContainText("1");
});

test("an attendee who is a lead is linked, and their messages can be paused", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createQueueItem("Sanne de Vries", { date_due: NEXT_YEAR.at }, { email: "sanne@molen.example" });
  await company.createMeeting("Verwerkt gesprek", { ...PROCESSED, attendees: "sanne@molen.example" });
  await company.createMeeting("Nieuw gesprek", { attendees: "sanne@molen.example" });
  await openMeetings(page, company.user.username);
  await expect(card(page, "Nieuw gesprek").getByRole("link", { name: "Sanne de Vries" })).toBeVisible();
  await expect(card(page, "Nieuw gesprek").getByRole("button", { name: /Pauzeer/ })).toHaveCount(0);
  await tab(page, "Verwerkt").click();
  const article = card(page, "Verwerkt gesprek");
  await article.getByRole("button", { name: "Pauzeer 1 bericht aan Sanne de Vries" }).click();
  await expectToast(page, "Berichten gepauzeerd", "1 bericht is gepauzeerd.");
  await expect(article.getByRole("button", { name: "Hervat 1 bericht aan Sanne de Vries" })).toBeVisible();
  await page.goto("/messages-queued");
  await page.getByRole("button", { name: "Gepauzeerd" }).click();
  const pausedMessage = page.getByRole("dialog", { name: "Ice Breaker - Sanne de Vries" });
  await expect(pausedMessage.getByText("Gepauzeerd door Anna Jansen")).toBeVisible();
  await pausedMessage.getByRole("button", { name: "Hervatten" }).click();
  await expectToast(page, "Berichten hervat", "1 bericht is hervat.");
  await expect(page.getByText(NEXT_YEAR.shown)).toBeVisible();
  await page.goBack();
  await article.getByRole("button", { name: "Pauzeer 1 bericht aan Sanne de Vries" }).press("Enter");
  await article.getByRole("button", { name: "Hervat 1 bericht aan Sanne de Vries" }).press("Enter");
  await expectToast(page, "Berichten hervat", "1 bericht is hervat.");
  await article.getByRole("link", { name: "Sanne de Vries" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sanne de Vries");
});

const HOSTILE = `
  <p onclick="document.title='gehackt'">Tekst <b>vet</b></p><script>document.title = "gehackt"</script>
  <img src="https://spion.example/p.gif" onerror="document.title='gehackt'"><iframe src="https://spion.example/f"></iframe>
  <svg><image href="https://spion.example/s"/></svg><style>@import "https://spion.example/c"; body { display: none }</style>
  <a href="javascript:document.title='gehackt'">knoei</a> <a href="https://goed.example/">goed</a>
  <form action="https://spion.example/"><input name="x"></form><div style="position:fixed;inset:0;background:url(https://spion.example/b)">los</div>
  <link rel="stylesheet" href="https://spion.example/l"><object data="https://spion.example/o"></object><math><mtext><img src=x></mtext></math>`;

test("hostile HTML in a meeting runs no script, sends no request and covers nothing", async ({
  page,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  await company.createMeeting("Vijandig <img src=https://spion.example/t>", {
    ...PROCESSED,
    summary: HOSTILE,
    sales_opportunities: HOSTILE,
    follow_up_interests: HOSTILE,
    action_items: "<script>1</script><img src=https://spion.example/x>",
    transcript_url: "javascript:alert(1)",
    meeting_url: "data:text/html,x",
    hubspot_url: "javascript:alert(1)",
    // A report shows placeholders for images on other sites: safe-html.test.ts tests them.
    report: HOSTILE.replaceAll(/<img[^>]*>/g, ""),
  });
  // The browser reports what the content security policy blocked; those reports are expected.
  consoleWatch.allowErrors(/Executing inline event handler violates/);
  const externalRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("spion")) externalRequests.push(request.url());
  });
  await openMeetings(page, company.user.username, "/meetings?tab=verwerkt");
  const article = page.getByRole("article");
  const block = blockOf(article, "Sales Opportunities");
  await expect(block.getByText("vet")).toBeVisible();
  await expect(block.getByRole("link")).toHaveText(["goed"]);
  await expect(block.locator("img, iframe, svg, style, form, input, link, object, [style], [onclick]")).toHaveCount(0);
  await expect(blockOf(article, "Action Items")).toContainText("Geen data beschikbaar");
  await expect(article.locator("a[href^='javascript' i], a[href^='data' i]")).toHaveCount(0);
  await expect(article.getByRole("link", { name: "HubSpot Contact" })).toHaveCount(0);
  await expect(page).toHaveTitle("Meetings · Ultimate Sales Agent");
  expect(externalRequests).toEqual([]);
  await article.getByRole("button", { name: "Rapport" }).click();
  const report = page.getByRole("dialog").frameLocator("iframe");
  await expect(report.getByText("vet").first()).toBeVisible();
  await expect(report.locator("script, iframe, form, object, [onclick], [onerror]")).toHaveCount(0);
  await expect(page).toHaveTitle("Meetings · Ultimate Sales Agent");
});

test("Ververs data loads changes from Airtable", async ({ page, product, request }) => {
  const company = await createTestCompany(product);
  await openMeetings(page, company.user.username);
  const button = page.getByRole("button", { name: "Ververs data" });
  const { baseId } = await connectAirtable(product, request, company.companyId);
  await request.post(`${product.sandboxUrl}/_control/airtable/bases/${baseId}/tables/Meetings/records`, {
    data: { records: [{ fields: { Name: "Uit Airtable", Status: "NEW" } }] },
  });
  await button.click();
  await expectToast(page, "Data ververst", "Alle meeting gegevens zijn bijgewerkt vanuit Airtable.");
  await expect(card(page, "Uit Airtable")).toBeVisible();
});

test("ten thousand meetings can be scrolled, counted and searched", async ({ page, product }) => {
  const company = await createTestCompany(product);
  // The meetings that are scrolled through have long texts: for all of them, the search text would take seconds.
  await product.query(
    `insert into meetings (company_id, meeting_name, status, meeting_owner, transcription_date, summary, action_items)
      select $1, 'Meeting ' || nth, 'PROCESSED', 'Owner ' || nth % 7, timestamptz '2026-01-01' - make_interval(mins => nth),
        case when nth <= 500 then repeat('Samenvatting van een lang gesprek. ', 20) end,
        case when nth <= 500 then repeat('<ul><li>Actiepunt voor later</li></ul>', 20) end
      from generate_series(1, 10000) nth`,
    [company.companyId],
  );
  await openMeetings(page, company.user.username, "/meetings?tab=verwerkt");
  await expect(heading(page)).toHaveText("Verwerkt10.000");
  await expect(card(page, "Meeting 1")).toBeVisible();
  await page.mouse.move(700, 600);
  const lastRow = page.locator("li[aria-posinset]").last();
  await expect(async () => {
    await page.mouse.wheel(0, 10_000);
    expect(Number(await lastRow.getAttribute("aria-posinset"))).toBeGreaterThan(270);
  }).toPass({ intervals: [100] });
  expect(await page.getByRole("article").count()).toBeLessThan(40);

  // Scrolled this far down, the list does not reorder by itself.
  const [first] = await product.query<{ id: string }>(
    "select id from meetings where company_id = $1 and meeting_name = 'Meeting 1'",
    [company.companyId],
  );
  await page.request.patch(`/api/meetings/${first?.id}`, { data: { status: "PRIVE" } });
  await expect(page.getByText("De lijst is gewijzigd.")).toBeVisible();
  await page.getByRole("button", { name: "Lijst vernieuwen" }).click();
  await expect(heading(page)).toHaveText("Verwerkt9.999");
  await expect(card(page, "Meeting 2")).toBeAttached();
  await page.getByPlaceholder("Zoek in verwerkte meetings...").fill("meeting 9876");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card(page, "Meeting 9876")).toBeVisible();
});

const ALL_FIELDS = {
  ...PROCESSED,
  attendees: "sanne@molen.example",
  summary: "Kort",
  hubspot_url: "https://crm.example/1",
  report: "<h1>Verslag</h1>",
  sales_opportunities: '<h2>Kop</h2><p>Zie <a href="https://goed.example">dit</a>.</p>',
  type: "Client Update",
};

test("the cards and their dialogs are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.createQueueItem("Sanne de Vries", {}, { email: "sanne@molen.example" });
  await company.createMeeting("Klaar", ALL_FIELDS);
  await company.createMeeting("Zonder transcript", { meeting_url: "https://meet.example/1" });
  await openMeetings(page, company.user.username);
  await expect(card(page, "Zonder transcript")).toBeVisible();
  await tab(page, "Verwerkt").click();
  await expect(card(page, "Klaar")).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const button of ["Process", /^Titel van/, "Rapport"]) {
    await card(page, "Klaar").getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await closeWithEscape(page.getByRole("dialog"));
  }
});
