import { makeCompany, makeUser } from "#testing/account-factories.ts";
import { expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { signInToAdminPanel } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { expect, test } from "./test.ts";

test("the dashboard shows figures and problems, and restores a company", async ({ page, product }) => {
  const { database } = product;
  const inactive = await makeCompany(database, { isActive: false });
  await makeUser(database, inactive.id);
  const failing = await makeCompany(database);
  // In one statement, and as if the last run ended just now: the scheduler starts no other run during the test.
  await product.query(
    `with connected as (
      update companies set airtable_base_id = 'appAbCdEfGhIjKlMn', airtable_token_encrypted = 'v1' where id = $1 returning id)
    insert into sync_states (company_id, failures, last_problem, last_run_ended_at) select id, 2, $2, now() from connected`,
    [failing.id, "Airtable weigert het toegangstoken."],
  );
  const deleted = await makeCompany(database, { deletedAt: new Date() });
  await signInToAdminPanel(page, "superadmin");
  const stats = (await (await page.request.get("/admin/api/stats")).json()) as Record<string, number>;
  await page.goto("/admin");

  await expect(page.getByText("Overzicht van het multi-tenant platform", { exact: true })).toBeVisible();
  for (const [label, key] of [
    ["Total Companies", "totalCompanies"],
    ["Active Companies", "activeCompanies"],
    ["Total Users", "totalUsers"],
    ["Active Users", "activeUsers"],
  ] as const) {
    await expect(page.getByText(label, { exact: true }).locator("../..")).toContainText(String(stats[key]));
  }
  await makeUser(database, failing.id);
  await expect(page.getByText("Total Users", { exact: true }).locator("../..")).toContainText(
    String((stats["totalUsers"] ?? 0) + 1),
  );
  await expect(page.getByRole("link", { name: "Manage Companies" })).toHaveAttribute("href", "/admin/companies");
  await expect(page.getByRole("link", { name: "Manage Users" })).toHaveAttribute("href", "/admin/users");

  const problems = page.getByRole("listitem").filter({ has: page.getByRole("link") });
  await expect(problems.filter({ hasText: failing.name })).toContainText(
    "De synchronisatie met Airtable mislukt: Airtable weigert het toegangstoken.",
  );
  await expect(problems.filter({ hasText: inactive.name })).toContainText(
    "Het bedrijf is inactief, maar heeft nog 1 actieve gebruiker.",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Jeroen Postma" }).first()).toContainText("Admin Panel");
  await expectAccessibleAtAllSizes(page);

  const restore = page.getByRole("button", { name: `${deleted.name} herstellen` });
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Herstellen" });
  await restore.click();
  await confirm.click();
  await expectToast(page, "Success", "Company restored successfully");
  await expect(restore).toBeHidden();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: inactive.name }).click();
  await expect(page).toHaveURL(/\/admin\/companies\?q=/);
  await expect(page.getByRole("row").filter({ hasText: inactive.name })).toContainText("Inactief");
});
