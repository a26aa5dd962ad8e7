import { expect } from "vitest";
import { page } from "vitest/browser";
import { companiesRoutes } from "#contract/companies.ts";
import { settingsRoutes } from "#contract/settings.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { AdminDashboardPage } from "./admin-dashboard.page.tsx";

test("the switch of two-step sign-in shows what was saved, before the settings are fetched again", async ({
  server,
}) => {
  server.handle(companiesRoutes.stats, () => ({
    totalCompanies: 1,
    activeCompanies: 1,
    totalUsers: 1,
    activeUsers: 1,
  }));
  server.handle(companiesRoutes.platformOverview, () => ({ troubled: [], recentSignIns: [], deleted: [] }));
  server.handle(settingsRoutes.read, () => ({ adminTwoStepRequired: true }));
  server.handle(settingsRoutes.update, () => ({ adminTwoStepRequired: false }));
  await renderScreen(<AdminDashboardPage />, { user: { role: "super_admin" } });
  const required = page.getByRole("switch", { name: "Inloggen in twee stappen is verplicht voor het admin panel" });
  await expect.element(required).toBeChecked();
  const release = server.hold(settingsRoutes.read);
  await required.click();
  await expectToast("Success", "Settings updated successfully");
  await expect.element(required).not.toHaveAttribute("aria-busy");
  expect(required.element().getAttribute("aria-checked")).toBe("false");
  server.handle(settingsRoutes.read, () => ({ adminTwoStepRequired: false }));
  release();
});
