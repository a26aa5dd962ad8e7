import type { Locator, Page } from "@playwright/test";
import { expectNoViolationsAnywhere, expectNoViolationsInBothThemes } from "./browser/accessibility.ts";
import { failApiCall, holdApiCall } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, name: string): Locator => page.getByRole("article", { name, exact: true });
const openPrompts = async (page: Page, username: string): Promise<void> => {
  await signIn(page, username);
  await page.goto("/prompts");
};
const openEditor = async (page: Page, name: string): Promise<Locator> => {
  await card(page, name).getByRole("button", { name: "Adjust" }).click();
  return page.getByRole("dialog", { name: "Prompt Bewerken" });
};

test("prompts are sorted and collapsed, and can be filtered by account manager", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await company.prompt("Zomaar", { account_manager: "Lotte", prompt: "Tekst van zomaar" });
  await company.prompt("LinkedIn uitnodiging", { account_manager: "Frank" });
  await company.prompt("Follow-up na gesprek", { account_manager: "Frank" });
  await company.prompt("Icebreaker eerste bericht", { account_manager: "Lotte" });
  await openPrompts(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prompts Beheer4");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    /^Icebreaker/,
    /^Follow-up/,
    /^LinkedIn/,
    /^Zomaar/,
  ]);
  await expect(page.getByText("Tekst van zomaar")).toBeHidden();
  const toggle = card(page, "Zomaar").getByRole("button", { name: "Zomaar Lotte" });
  await toggle.press("Enter");
  await expect(page.getByText("Tekst van zomaar")).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await toggle.click();
  await expect(page.getByText("Tekst van zomaar")).toBeHidden();

  await page.getByLabel("Account manager").click();
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page).toHaveURL("/prompts?accountmanager=Frank");
  await page.goto("/prompts?accountmanager=Niemand");
  await expect(page.getByText("Geen prompts gevonden")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(page.getByRole("article")).toHaveCount(4);
});

test("copying shows a toast and a green icon for two seconds", async ({ page, context, product }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const company = await createTestCompany(product);
  await company.prompt("Icebreaker", { prompt: "Schrijf kort.\nEn vriendelijk." });
  await openPrompts(page, company.user.username);
  const copy = card(page, "Icebreaker").getByRole("button", { name: "Kopieer Icebreaker" });
  await copy.click();
  await expectToast(page, "Gekopieerd!", '"Icebreaker" is gekopieerd naar klembord');
  await expect(copy).toHaveAttribute("data-copied", "true");
  await expect(copy.locator("svg")).toHaveClass(/text-success/);
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Schrijf kort.\nEn vriendelijk.");
  await expect(copy).toHaveAttribute("data-copied", "false");
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('geweigerd'))");
  await copy.press("Enter");
  await expectErrorToast(page, "Fout", "Kon prompt niet kopiëren");
});

test("Adjust refuses an empty text, keeps the text when saving fails, and saves it", async ({
  page,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  const id = await company.prompt("Icebreaker", { account_manager: "Frank", prompt: "Schrijf kort." });
  await openPrompts(page, company.user.username);
  const dialog = await openEditor(page, "Icebreaker");
  const text = dialog.getByLabel("Prompt Tekst");
  await expect(text).toBeFocused();
  await expect(dialog.getByLabel("Naam")).toHaveValue("Icebreaker");
  await expect(dialog.getByLabel("Naam")).not.toBeEditable();
  await expect(dialog.getByLabel("Account Manager")).toHaveValue("Frank");
  await text.fill("   ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectErrorToast(page, "Validatiefout", "De prompt kan niet leeg zijn.");

  await text.fill("Schrijf lang.");
  await failApiCall(page, `/api/prompts/${id}`);
  consoleWatch.allow(/ERR_FAILED/);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expectErrorToast(page, "Fout", "Kon de prompt niet bijwerken. Probeer het opnieuw.");
  await expect(text).toHaveValue("Schrijf lang.");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expectToast(page, "Message saved", "De prompt is succesvol bijgewerkt");
  await expect(dialog).toBeHidden();
  await expect(card(page, "Icebreaker").getByRole("button", { name: "Adjust" })).toBeFocused();
  await card(page, "Icebreaker")
    .getByRole("button", { name: /^Icebreaker/ })
    .click();
  await expect(page.getByText("Schrijf lang.")).toBeVisible();
  await expect(page.getByText(/^Gewijzigd door Anna Jansen op/)).toBeVisible();

  await openEditor(page, "Icebreaker");
  await text.fill("Half getypt");
  await dialog.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
  await expect(dialog).toBeHidden();
});

test("the history shows every version with its author and differences, and restores one", async ({ page, product }) => {
  const company = await createTestCompany(product);
  const id = await company.prompt("Icebreaker", { prompt: "Maximaal 60 woorden.\nGeen link." });
  await openPrompts(page, company.user.username);
  const dialog = await openEditor(page, "Icebreaker");
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByText("Deze prompt is nog niet gewijzigd.")).toBeVisible();
  expect(
    (await page.request.patch(`/api/prompts/${id}`, { data: { prompt: "Maximaal 80 woorden.\nGeen link." } })).status(),
  ).toBe(200);
  const versions = dialog.getByRole("list", { name: "Versies" }).getByRole("button");
  await expect(versions).toHaveText([
    /^Versie 2 \(nu\)Anna Jansen, bewerkt/,
    /^Versie 1Airtable, oorspronkelijke tekst/,
  ]);
  const table = dialog.getByRole("table", { name: "Verschillen tussen versie 1 en nu" });
  await expect(table.getByRole("columnheader")).toHaveText(["Versie 1, Airtable", "Nu"]);
  await expect(table.locator("del")).toHaveText(["60"]);
  await expect(table.locator("ins")).toHaveText(["80"]);
  await expect(table.getByText("Geen link.")).toHaveCount(2);
  await versions.first().press("Enter");
  await expect(dialog.getByText("Deze teksten zijn gelijk.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Herstel/ })).toHaveCount(0);

  await versions.last().click();
  await dialog.getByRole("button", { name: "Herstel versie 1" }).click();
  await expectToast(page, "Versie hersteld", "De tekst van versie 1 is weer de huidige.");
  await expect(dialog.getByLabel("Prompt Tekst")).toHaveValue("Maximaal 60 woorden.\nGeen link.");
  await dialog.getByRole("tab", { name: "Geschiedenis" }).press("Enter");
  await expect(versions).toHaveText([/^Versie 3 \(nu\)Anna Jansen, hersteld/, /^Versie 2/, /^Versie 1/]);
});

test("a text that a colleague changed meanwhile is shown next to the user's own text", async ({
  page,
  newBrowser,
  product,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  const id = await company.prompt("Icebreaker", { prompt: "Schrijf kort." });
  await openPrompts(page, company.user.username);
  const dialog = await openEditor(page, "Icebreaker");
  const text = dialog.getByLabel("Prompt Tekst");
  await text.fill("Mijn tekst");
  const other = await newBrowser();
  await signIn(other, company.colleague.username);
  await other.request.patch(`/api/prompts/${id}`, { data: { prompt: "Brams tekst" } });
  await expect(dialog.getByText("Bram Jansen heeft deze tekst intussen gewijzigd")).toBeVisible();
  await expect(dialog.getByRole("blockquote")).toHaveText("Brams tekst");
  await expect(text).toHaveValue("Mijn tekst");
  consoleWatch.expectProblems(`409 /api/prompts/${id}`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectErrorToast(
    page,
    "Fout",
    "Deze prompt is intussen gewijzigd door Bram Jansen. Bekijk eerst de nieuwe tekst.",
  );
  await dialog.getByRole("button", { name: "Houd mijn tekst" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Message saved", "De prompt is succesvol bijgewerkt");
  const versions = await page.request.get(`/api/prompts/${id}/versions`);
  expect(((await versions.json()) as { author: string }[]).map(({ author }) => author)).toEqual([
    "Anna Jansen",
    "Bram Jansen",
    "Airtable",
  ]);
});

test("Vernieuwen loads Airtable's text as a new version, and shows a failure", async ({
  page,
  product,
  request,
  consoleWatch,
}) => {
  const company = await createTestCompany(product);
  await openPrompts(page, company.user.username);
  await expect(page.getByText("Geen prompts gevonden")).toBeVisible();
  const button = page.getByRole("button", { name: "Vernieuwen" });
  await failApiCall(page, "/api/sync-airtable");
  consoleWatch.allow(/ERR_FAILED/);
  await button.click();
  await expectErrorToast(page, "Fout", "Kon prompts niet vernieuwen");
  await page.unrouteAll();
  const { baseId } = await connectAirtable(product, request, company.companyId);
  const records = `${product.sandboxUrl}/_control/airtable/bases/${baseId}/tables/Prompts/records`;
  const created = await request.post(records, {
    data: { records: [{ fields: { Name: "Uit Airtable", Prompt: "een" } }] },
  });
  const [record] = ((await created.json()) as { records: { id: string }[] }).records;
  const toast = page.getByLabel("Meldingen").getByRole("status");
  await button.click();
  await expect(toast.getByText("Prompts zijn vernieuwd", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(toast.getByText("Gelukt", { exact: true })).toBeVisible();
  await expect(card(page, "Uit Airtable")).toBeVisible();
  const dialog = await openEditor(page, "Uit Airtable");
  await request.patch(records, { data: { records: [{ id: record?.id, fields: { Prompt: "twee" } }] } });
  await page.request.post("/api/sync-airtable", { data: { tables: ["prompts"] } });
  await expect(dialog.getByLabel("Prompt Tekst")).toHaveValue("twee", { timeout: 30_000 });
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByRole("button", { name: /^Versie 2 \(nu\)/ })).toContainText("gewijzigd in Airtable");
});

test("a skeleton is shown while loading, and a failure offers to retry", async ({ page, product, consoleWatch }) => {
  const company = await createTestCompany(product);
  await company.prompt("Icebreaker");
  await signIn(page, company.user.username);
  const { release } = await holdApiCall(page, "/api/prompts");
  await page.goto("/prompts");
  await expect(page.getByText("Prompts laden...")).toBeAttached();
  release();
  await expect(card(page, "Icebreaker")).toBeVisible();
  await page.unrouteAll();
  await failApiCall(page, "/api/prompts");
  consoleWatch.allow(/ERR_FAILED/);
  await page.reload();
  await expect(page.getByText("De prompts konden niet worden geladen")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect(card(page, "Icebreaker")).toBeVisible();
});

test("five hundred prompts scroll, and a card stays open while scrolled out of view", async ({ page, product }) => {
  const company = await createTestCompany(product);
  await product.query(
    `insert into prompts (company_id, prompt_name, account_manager, prompt)
      select $1, 'Prompt ' || lpad(nth::text, 3, '0'), 'Manager ' || nth % 9, repeat('Schrijf kort en vriendelijk. ', 40)
      from generate_series(1, 500) nth`,
    [company.companyId],
  );
  await openPrompts(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prompts Beheer500");
  await card(page, "Prompt 001")
    .getByRole("button", { name: /^Prompt 001/ })
    .click();
  await page.mouse.move(700, 600);
  const lastRow = page.locator("li[aria-posinset]").last();
  await expect(async () => {
    await page.mouse.wheel(0, 8_000);
    expect(Number(await lastRow.getAttribute("aria-posinset"))).toBe(500);
  }).toPass();
  expect(await page.getByRole("article").count()).toBeLessThan(60);
  await page.mouse.wheel(0, -100_000);
  await expect(card(page, "Prompt 001").getByText(/^Schrijf kort en vriendelijk/)).toBeVisible();
});

test("the prompts and their dialog are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  const id = await company.prompt("Icebreaker", { account_manager: "Frank", prompt: "een\ntwee\n\nvier" });
  await openPrompts(page, company.user.username);
  await page.request.patch(`/api/prompts/${id}`, { data: { prompt: "een\ndrie\n\nvier\nvijf" } });
  await card(page, "Icebreaker")
    .getByRole("button", { name: /^Icebreaker/ })
    .click();
  await expect(page.getByText(/^Gewijzigd door/)).toBeVisible();
  await expectNoViolationsAnywhere(page);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  const dialog = await openEditor(page, "Icebreaker");
  await expectNoViolationsInBothThemes(page);
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByRole("table")).toBeVisible();
  await expectNoViolationsInBothThemes(page);
});
