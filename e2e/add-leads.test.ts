import { expectNoViolationsAnywhere } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { makeAccount } from "./product/accounts.ts";
import { connectAirtable } from "./product/airtable.ts";
import { makeTeam } from "./product/teams.ts";
import { expect, test } from "./test.ts";

test("a lead is added by the own form, and opened from the message", async ({ page, product, consoleWatch }) => {
  const { username } = await makeTeam(product, [{ full_name: "Anna de Vries", email: "anna@zon.nl" }]);
  await signIn(page, username);
  await page.goto("/add-leads");
  await expect(page.getByRole("heading", { level: 1, name: "ADD Leads" })).toBeVisible();
  await expectNoViolationsAnywhere(page);
  const form = page.getByRole("form", { name: "Lead toevoegen" });
  await form.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect(form.getByText("Vul de naam van de lead in.")).toBeVisible();
  await expect(form.getByLabel("Naam")).toBeFocused();

  consoleWatch.announce("409 /api/leads");
  await form.getByLabel("Naam").fill("Chloë Brandsma");
  await form.getByLabel("E-mailadres").fill("anna@zon.nl");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Deze lead staat al in de lijst: Anna de Vries.");
  await form.getByLabel("E-mailadres").fill("chloe@zon.nl");
  await form.getByLabel("Bedrijf").fill("Zon");
  await page.keyboard.press("Enter");
  await expectToast(page, "Lead toegevoegd", "Chloë Brandsma staat in de lijst.");
  await expect(form.getByLabel("Naam")).toHaveValue("");
  await expect(form.getByLabel("Naam")).toBeFocused();
  await page.getByRole("button", { name: "Bekijken" }).click();
  await expect(page.getByRole("dialog", { name: "Chloë Brandsma" })).toBeVisible();
});

test("a lead that is added in the company's form is there after a synchronisation", async ({ page, product }) => {
  const user = await makeAccount(product);
  const [owner] = await product.query<{ id: string }>("select company_id as id from users where id = $1", [user.id]);
  const { baseId } = await connectAirtable(product, page.request, owner?.id ?? "");
  await product.query("update companies set airtable_form_url = $2 where id = $1", [
    owner?.id,
    `${product.sandboxUrl.replace(/\/$/, "")}/airtable-form/${baseId}`,
  ]);
  await signIn(page, user.username);
  await page.goto("/add-leads");
  const form = page.frameLocator('iframe[title="Formulier om een lead toe te voegen"]');
  await form.getByLabel("Naam").fill("Chloë Brandsma");
  await form.getByLabel("Bedrijf").fill("Zon & Zn");
  await form.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect(form.getByText("Chloë Brandsma staat in de lijst.")).toBeVisible();
  await page.getByRole("button", { name: "Sync Airtable" }).click();
  await expectToast(page, "Sync Voltooid", "Nieuwe leads staan in de lijst.");
  await page.goto("/all-leads");
  await expect(page.getByRole("button", { name: "Chloë Brandsma", exact: true })).toBeVisible();
});
