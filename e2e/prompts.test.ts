import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAtAllSizes, expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/airtable.ts";
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

test("prompts are sorted, filtered by account manager, edited, and restored from their history", async ({
  page,
  product,
}) => {
  const company = await createTestCompany(product);
  await company.createPrompt("Zomaar", { account_manager: "Lotte" });
  await company.createPrompt("LinkedIn uitnodiging", { account_manager: "Frank" });
  await company.createPrompt("Follow-up na gesprek", { account_manager: "Frank" });
  await company.createPrompt("Icebreaker eerste bericht", {
    account_manager: "Lotte",
    prompt: "Maximaal 60 woorden.\nGeen link.",
  });
  await openPrompts(page, company.user.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prompts Beheer4");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    /^Icebreaker/,
    /^Follow-up/,
    /^LinkedIn/,
    /^Zomaar/,
  ]);
  await page.getByLabel("Accountmanager").click();
  await page.getByRole("option", { name: "Frank" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page).toHaveURL("/prompts?accountmanager=Frank");
  await page.goto("/prompts?accountmanager=Niemand");
  await expect(page.getByText("Geen prompts gevonden")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect(page.getByRole("article")).toHaveCount(4);

  const icebreaker = card(page, "Icebreaker eerste bericht");
  const dialog = await openEditor(page, "Icebreaker eerste bericht");
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByText("Deze prompt is nog niet gewijzigd.")).toBeVisible();
  await dialog.getByRole("tab", { name: "Tekst" }).click();
  await dialog.getByLabel("Prompt Tekst").fill("Maximaal 80 woorden.\nGeen link.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Message saved", "De prompt is succesvol bijgewerkt");
  await icebreaker.getByRole("button", { name: /^Icebreaker/ }).click();
  await expect(page.getByText("Maximaal 80 woorden.")).toBeVisible();
  await expect(page.getByText(/^Gewijzigd door Anna Jansen op/)).toBeVisible();

  await openEditor(page, "Icebreaker eerste bericht");
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
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
  const id = await company.createPrompt("Icebreaker", { prompt: "Schrijf kort." });
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
  consoleWatch.requireErrors(`409 /api/prompts/${id}`);
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

test("Vernieuwen loads Airtable's text as a new version", async ({ page, product, request }) => {
  const company = await createTestCompany(product);
  await openPrompts(page, company.user.username);
  await expect(page.getByText("Geen prompts gevonden")).toBeVisible();
  const button = page.getByRole("button", { name: "Vernieuwen" });
  const { baseId } = await connectAirtable(product, request, company.companyId);
  const records = `${product.sandboxUrl}/_control/airtable/bases/${baseId}/tables/Prompts/records`;
  const created = await request.post(records, {
    data: { records: [{ fields: { Name: "Uit Airtable", Prompt: "een" } }] },
  });
  const [record] = ((await created.json()) as { records: { id: string }[] }).records;
  await button.click();
  await expectToast(page, "Gelukt", "Prompts zijn vernieuwd");
  await expect(card(page, "Uit Airtable")).toBeVisible();
  const dialog = await openEditor(page, "Uit Airtable");
  await request.patch(records, { data: { records: [{ id: record?.id, fields: { Prompt: "twee" } }] } });
  await page.request.post("/api/sync-airtable", { data: { tables: ["prompts"] } });
  await expect(dialog.getByLabel("Prompt Tekst")).toHaveValue("twee");
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByRole("button", { name: /^Versie 2 \(nu\)/ })).toContainText("gewijzigd in Airtable");
});

test("the prompts and their dialog are accessible", async ({ page, product }) => {
  const company = await createTestCompany(product);
  const id = await company.createPrompt("Icebreaker", { account_manager: "Frank", prompt: "een\ntwee\n\nvier" });
  await openPrompts(page, company.user.username);
  await page.request.patch(`/api/prompts/${id}`, { data: { prompt: "een\ndrie\n\nvier\nvijf" } });
  await card(page, "Icebreaker")
    .getByRole("button", { name: /^Icebreaker/ })
    .click();
  await expect(page.getByText(/^Gewijzigd door/)).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  const dialog = await openEditor(page, "Icebreaker");
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  await expect(dialog.getByRole("table")).toBeVisible();
  await expectAccessible(page);
});
