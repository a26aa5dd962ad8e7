import { expectAccessible, expectAccessibleAtAllSizes, expectAccessibleInBothThemes } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createAccount, createUserWithLeads } from "./product/accounts.ts";
import { connectAirtable } from "./product/airtable.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

test("a lead is added with our own form and opened from the toast", async ({ page, product, consoleWatch }) => {
  const { username } = await createUserWithLeads(product, [{ full_name: "Anna de Vries", email: "anna@zon.nl" }]);
  await signIn(page, username);
  await page.goto("/add-leads");
  await expect(page.getByRole("heading", { level: 1, name: "ADD Leads" })).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  const form = page.getByRole("form", { name: "Lead toevoegen" });
  await form.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect(form.getByText("Vul de naam van de lead in.")).toBeVisible();
  await expect(form.getByLabel("Naam")).toBeFocused();

  consoleWatch.requireErrors("409 /api/leads");
  await form.getByLabel("Naam").fill("Chloë Brandsma");
  await form.getByLabel("E-mailadres").fill("anna@zon.nl");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Deze lead staat al in de lijst: Anna de Vries.");
  await form.getByLabel("E-mailadres").fill("chloe@zon.nl");
  await form.getByLabel("Bedrijf").fill("Zon");
  await page.keyboard.press("Enter");
  // A toast stays visible while the pointer is over it.
  await page.getByRole("button", { name: "Bekijken" }).hover();
  await expectToast(page, "Lead toegevoegd", "Chloë Brandsma staat in de lijst.");
  await expect(form.getByLabel("Naam")).toHaveValue("");
  await expect(form.getByLabel("Naam")).toBeFocused();
  await page.getByRole("button", { name: "Bekijken" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Chloë Brandsma");
});

test("a lead from the company's Airtable form arrives with the synchronisation", async ({ page, product }) => {
  const user = await createAccount(product);
  const [company] = await product.query<{ id: string }>("select company_id as id from users where id = $1", [user.id]);
  const { baseId } = await connectAirtable(product, page.request, company?.id ?? "");
  await product.query("update companies set airtable_form_url = $2 where id = $1", [
    company?.id,
    `${product.sandboxUrl.replace(/\/$/, "")}/airtable-form/${baseId}`,
  ]);
  await signIn(page, user.username);
  await page.goto("/add-leads");
  const form = page.frameLocator('iframe[title="Formulier om een lead toe te voegen"]');
  await form.getByLabel("Naam").fill("Chloë Brandsma");
  await form.getByLabel("Bedrijf").fill("Zon & Zn");
  await form.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect(form.getByText("Chloë Brandsma staat in de lijst.")).toBeVisible();
  const started = page.waitForResponse("**/api/sync-airtable");
  await page.getByRole("button", { name: "Sync Airtable" }).click();
  await started;
  await page.goto("/all-leads");
  // Reading all tables takes a while at Airtable's rate limit.
  await expect(page.getByRole("link", { name: "Chloë Brandsma", exact: true })).toBeVisible({ timeout: 120_000 });
});

const CSV = [
  "Contact;Mail;Bedrijf",
  "Anna de Vries;anna@zon.nl;Zon",
  "Bea Bos;bea@zon.nl;Maan",
  "Cor Cot;geen adres;Ster",
].join("\n");

test("a CSV import, accessible in each step: choosing the file, mapping the columns, reading the report", async ({
  page,
  product,
}) => {
  const { username } = await createUserWithLeads(product, [{ full_name: "Anna", email: "anna@zon.nl" }]);
  await signIn(page, username);
  await page.goto("/add-leads");
  await page.getByRole("tab", { name: "CSV importeren" }).click();
  await page
    .getByLabel("CSV-bestand")
    .setInputFiles({ name: "leads.xlsx", mimeType: "x/y", buffer: Buffer.from("PK") });
  await expect(page.getByRole("alert")).toContainText("Dit is een spreadsheet.");
  await page
    .getByLabel("CSV-bestand")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
  await expect(page.getByRole("heading", { name: "leads.csv" })).toBeVisible();
  await expect(page).toHaveURL(/import=/);

  // The column "Contact" is not recognised as the name and has to be mapped by hand.
  await expect(page.getByText("Kies de kolom waarin de naam staat.")).toBeVisible();
  await page.getByLabel("Naam", { exact: true }).click();
  await page.getByRole("option", { name: "Contact" }).click();
  const preview = page.getByRole("table", { name: "Voorbeeld van de eerste rijen" });
  await expect(preview.getByRole("row", { name: /Dubbel.*Anna de Vries/ })).toContainText(
    "Deze lead staat al in de lijst: Anna.",
  );
  await expect(preview.getByRole("row", { name: /Nieuw.*Bea Bos/ })).toBeVisible();
  await expect(preview.getByRole("row", { name: /Niet bruikbaar.*Cor Cot/ })).toBeVisible();
  await expectAccessibleAtAllSizes(page);

  await page.getByRole("button", { name: "1 nieuwe lead importeren" }).click();
  await expect(page.getByText("Klaar", { exact: true })).toBeVisible();
  const skipped = page.getByRole("table", { name: "Overgeslagen rijen" });
  await expect(skipped.getByRole("row")).toHaveCount(3);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(skipped.getByRole("row", { name: /Cor Cot/ })).toContainText("Vul een geldig e-mailadres in.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Downloaden als CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("overgeslagen leads.csv");

  await page.reload();
  await expect(page.getByText("Klaar", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ander bestand" }).click();
  await expect(page.getByRole("button", { name: /leads\.csv/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /leads\.csv.*1 toegevoegd, 1 dubbel, 1 niet bruikbaar/ }).click();
  await page.getByRole("link", { name: "Leads bekijken" }).click();
  await expect(page.getByRole("link", { name: "Bea Bos", exact: true })).toBeVisible();
});

/** Lets every batch of an import take a while, so that it lasts longer than the steps of a test on a busy machine. */
const slowDownImports = ({ query }: Product) =>
  query(`
    create function wait_after_insert() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return null; end $$;
    create trigger wait_after_insert after insert on leads for each statement execute function wait_after_insert()`);
const stopSlowingDownImports = ({ query }: Product) => query("drop function wait_after_insert cascade");

test("a long import shows its progress, continues in the background and can be stopped", async ({ page, product }) => {
  const { username } = await createUserWithLeads(product, [{ full_name: "Anna" }]);
  await signIn(page, username);
  await page.goto("/add-leads?via=csv");
  const rows = Array.from({ length: 60_000 }, (_, index) => `Lead ${index}`).join("\n");
  await page
    .getByLabel("CSV-bestand")
    .setInputFiles({ name: "veel.csv", mimeType: "text/csv", buffer: Buffer.from(`naam\n${rows}`) });
  const progressBar = page.getByRole("progressbar", { name: "Rijen verwerkt" });
  await slowDownImports(product);
  try {
    await page.getByRole("button", { name: "60.000 rijen importeren" }).click();
    await expect(progressBar).toBeVisible();
    await expect(page.getByText(/^[1-9][\d.]* toegevoegd/)).toBeVisible();
    await page.goto("/all-leads");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("100 leads geladen");
    await page.goBack();
    await expect(progressBar).toBeVisible();
    await page.getByRole("button", { name: "Importeren stoppen" }).click();
    await expect(page.getByText("Gestopt", { exact: true })).toBeVisible();
    await expect(page.getByText(/Gestopt door .* Wat al was toegevoegd, staat in de lijst\./)).toBeVisible();
  } finally {
    await stopSlowingDownImports(product);
  }
});

test("each list is exported with its filters", async ({ page, product }) => {
  const { username } = await createUserWithLeads(product, [
    { full_name: "Anna de Vries", classification: "HOT" },
    { full_name: "Bea Bos" },
  ]);
  await signIn(page, username);
  const exportNames = async (path: string) => {
    await page.goto(path);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Exporteren" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const [, ...rows] = Buffer.concat(chunks).toString().trim().split("\r\n");
    return rows.map((row) => row.split(";")[0]);
  };
  expect(await exportNames("/all-leads?sort=-fullName")).toEqual(["Bea Bos", "Anna de Vries"]);
  expect(await exportNames("/hot-leads")).toEqual(["Anna de Vries"]);
  expect(await exportNames("/search-leads?q=bos")).toEqual(["Bea Bos"]);
});
