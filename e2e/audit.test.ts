import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { tabTo } from "./browser/keyboard.ts";
import { signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { companyOfUser, createAccount } from "./product/accounts.ts";
import type { Product } from "./product/product.ts";
import { expect, test } from "./test.ts";

/** A company that was changed by a platform admin and by its own admin. */
const createAuditedCompany = async (product: Product, page: Page) => {
  const account = await createAccount(product, { role: "company_admin" });
  const company = await companyOfUser(product, account);
  await signInToAdminPanel(page, "superadmin");
  await page.request.patch(`/admin/api/companies/${company.id}`, {
    data: { city: "Hoorn", subscriptionTier: "enterprise" },
  });
  await page.request.post("/api/login", { data: { username: account.username, password: DEMO_PASSWORD } });
  await page.request.patch(`/api/companies/${company.id}`, { data: { city: "Enkhuizen" } });
  return { account, company };
};

const entriesOf = (page: Page) => page.getByRole("list", { name: "Wijzigingen" }).getByRole("listitem");

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("combobox", { name: /^Zoek een/ }).fill(option);
  await page.getByRole("option", { name: option, exact: true }).first().click();
};

test("a platform admin filters the log by company, person, action and period", async ({ page, product }) => {
  const { account, company } = await createAuditedCompany(product, page);
  const anna = `Anna Jansen \\(${account.username}\\)`;
  const jeroen = "Jeroen Postma \\(superadmin\\)";
  await page.goto("/admin/audit");
  const entries = entriesOf(page);
  // Not the first of all: what earlier tests started may still add entries.
  await expect(entries.filter({ hasText: company.name }).first()).toContainText(
    `Anna Jansen (${account.username}) wijzigde bedrijf ${company.name}`,
  );
  await choose(page, "Bedrijf", company.name);
  await expect(entries).toHaveText([
    new RegExp(`${anna} wijzigde`),
    new RegExp(`${anna} logde in`),
    new RegExp(`${jeroen} wijzigde`),
  ]);
  await expect(page).toHaveURL(new RegExp(`companyId=${company.id}`));

  await entries.last().getByRole("button").click();
  const changes = entries.last().getByRole("row");
  await expect(changes).toContainText(["VeldVoorNa", "Woonplaats–Hoorn", "AbonnementBasicEnterprise"]);
  await expectAccessibleAtAllSizes(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await choose(page, "Persoon", "Jeroen Postma (superadmin)");
  await expect(entries).toHaveText([new RegExp(`${jeroen} wijzigde`)]);
  await page.reload();
  await expect(entries).toHaveText([new RegExp(`${jeroen} wijzigde`)]);
  await choose(page, "Soort", "Ingelogd");
  await expect(page.getByText("Niets gevonden", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).last().click();
  await expect(page).toHaveURL("/admin/audit");
  await expect(entries.first()).toBeVisible();

  await page.goto(`/admin/audit?companyId=${company.id}&until=2020-01-01`);
  await expect(page.getByText("Met deze filters is er niets vastgelegd.")).toBeVisible();
});

test("a company admin sees only the log of their own company, on the company page", async ({ page, product }) => {
  const { account } = await createAuditedCompany(product, page);
  const other = await createAuditedCompany(product, page);
  await signIn(page, account.username);
  await page.goto("/company-admin");
  await expect(page.getByRole("heading", { name: "Wijzigingslog" })).toBeVisible();
  const entries = entriesOf(page);
  const anna = `Anna Jansen \\(${account.username}\\)`;
  await expect(entries).toHaveText([
    new RegExp(`${anna} logde in`),
    new RegExp(`${anna} wijzigde`),
    new RegExp(`${anna} logde in`),
    /Jeroen Postma wijzigde/,
  ]);
  await expect(page.getByRole("main")).not.toContainText(other.company.name);
  await expect(page.getByRole("combobox", { name: "Bedrijf" })).toHaveCount(0);
  await choose(page, "Soort", "Bedrijf gewijzigd");
  await expect(entries).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole("navigation", { name: "Onderdelen" });
  await menu.getByRole("link", { name: "Webhooks" }).click();
  await expect(page).toHaveURL(/\?.+#webhooks$/);
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeInViewport();
  await menu.getByRole("link", { name: "Wijzigingslog" }).click();
  await expect(page).toHaveURL(/\?.+#wijzigingslog$/);
  await expect(entries).toHaveCount(2);
  await expectAccessible(page);
  await tabTo(page, entries.first().getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(entries.first().getByRole("row").last()).toContainText("Enkhuizen");
});
