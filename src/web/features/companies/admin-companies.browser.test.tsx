import { describe, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes, type SyncHealth } from "#contract/airtable.ts";
import { type AdminCompany, companiesRoutes } from "#contract/companies.ts";
import { COMPANY } from "#web/testing/company.fixture.ts";
import { expectErrorToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { AdminCompaniesPage } from "./admin-companies.page.tsx";
import { RecentlyDeleted } from "./recently-deleted.tsx";

const companyNamed = (name: string, changes: Partial<AdminCompany> = {}): AdminCompany => ({
  ...COMPANY,
  id: `id-${name}`,
  name,
  ...changes,
});

const showCompanies = async (server: FakeServer, companies: readonly AdminCompany[], health: SyncHealth[] = []) => {
  server.handle(companiesRoutes.list, () => listResponse(companies));
  server.handle(airtableRoutes.health, () => health);
  // The app's main element scrolls; the table looks for it when it appears.
  const release = server.hold(companiesRoutes.list);
  const screen = await renderScreen(<AdminCompaniesPage />, {
    url: "/admin/companies",
    user: { companyId: "id-Duinwijck", role: "super_admin" },
  });
  (page.getByRole("main").element() as HTMLElement).style.cssText = "height: 800px; overflow-y: auto";
  release();
  await expect.element(page.getByRole("table", { name: "Companies" })).toBeVisible();
  return screen;
};

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = page.getByRole("dialog", { name: /^Bedrijf (toevoegen|bewerken)$/ });

const healthOf = ({ id }: AdminCompany, changes: Partial<SyncHealth>): SyncHealth => ({
  companyId: id,
  isRunning: false,
  lastEndedAt: null,
  problem: null,
  awaitsMapping: false,
  paused: null,
  nextRunAt: null,
  ...changes,
});

test("a base that was never mapped is not shown as a failed sync", async ({ server }) => {
  const connected = { airtableBaseId: "appAbCdEfGhIjKlMn", hasAirtableApiKey: true };
  const [unmapped, failing] = [companyNamed("Noorderlicht", connected), companyNamed("Zuiderzee", connected)];
  const problem = "Deze base heeft andere tabellen.";
  await showCompanies(
    server,
    [unmapped, failing],
    [healthOf(unmapped, { problem, awaitsMapping: true }), healthOf(failing, { problem })],
  );
  const text = "Airtable is nog niet ingesteld: de velden zijn nog niet gekoppeld.";
  await expect.element(row("Noorderlicht").getByText("Velden niet gekoppeld")).toHaveAttribute("title", text);
  await expect.element(row("Noorderlicht").getByText("Sync mislukt")).not.toBeInTheDocument();
  await expect.element(row("Zuiderzee").getByText("Sync mislukt")).toHaveAttribute("title", problem);
  await page.getByRole("button", { name: "Noorderlicht bewerken" }).click();
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(dialog.getByText(problem)).not.toBeInTheDocument();
});

test("a paused sync is shown with its start", async ({ server }) => {
  const company = companyNamed("Noorderlicht", { airtableBaseId: "appAbCdEfGhIjKlMn", hasAirtableApiKey: true });
  const paused = { by: "Anna Bakker", since: "2026-11-14T08:30:00.000Z" };
  await showCompanies(server, [company], [healthOf(company, { paused })]);
  const badge = row("Noorderlicht").getByText("Gepauzeerd");
  const text = "Gepauzeerd sinds 14 november 2026 09:30.";
  await expect.element(badge).toHaveAttribute("title", text);
  await page.getByRole("button", { name: "Noorderlicht bewerken" }).click();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

describe("deleting a company", () => {
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" });

  test("asks first, and shows the server's message or a general one when it fails", async ({ server }) => {
    await showCompanies(server, [companyNamed("Noorderlicht")]);
    server.breakRoute(companiesRoutes.remove);
    const remove = page.getByRole("button", { name: "Noorderlicht verwijderen" });
    await remove.click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete Noorderlicht?" });
    await question.getByRole("button", { name: "Annuleren" }).click();
    expect(server.requestsOf(companiesRoutes.remove)).toEqual([]);
    await remove.click();
    await confirm.click();
    await expectErrorToast("Error", "Failed to delete company");
    server.refuse(companiesRoutes.remove, 404, "Niet gevonden.");
    await remove.click();
    await confirm.click();
    await expectErrorToast("Error", "Niet gevonden.");
    await expect.element(row("Noorderlicht")).toBeVisible();
  });

  test("is not possible for the own company, and the tooltip says why", async ({ server }) => {
    await showCompanies(server, [companyNamed("Duinwijck")]);
    const remove = page.getByRole("button", { name: "Duinwijck verwijderen" });
    await expect.element(remove).toHaveAttribute("aria-disabled", "true");
    await remove.hover();
    await expect.element(page.getByRole("tooltip")).toHaveTextContent("Je hoort zelf bij dit bedrijf.");
  });
});

test("a long name takes two lines in the table, and a phone has one menu with the actions", async ({ server }) => {
  const name = "Vereniging van Nederlandse Installatiebedrijven";
  await showCompanies(server, [companyNamed(name)]);
  const text = row(name).getByText(name);
  const isWhole = () => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = text.element();
    return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
  };
  expect(isWhole()).toBe(true);
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await expect.poll(isWhole).toBe(true);
  await row(name)
    .getByRole("button", { name: `Meer acties voor ${name}` })
    .click();
  await expect.element(page.getByRole("menuitem", { name: "Verwijderen" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: `${name} bewerken` })).not.toBeInTheDocument();
  await page.getByRole("menuitem", { name: "Bewerken" }).click();
  await expect.element(dialog).toBeVisible();
});

test("a company that cannot be restored shows an error", async ({ server }) => {
  const at = "2026-11-14T08:30:00.000Z";
  server.breakRoute(companiesRoutes.restore);
  await renderScreen(
    <RecentlyDeleted companies={[{ id: "1", name: "Duinwijck", deletedAt: at, purgeAt: at, userCount: 2 }]} />,
  );
  await page.getByRole("button", { name: "Duinwijck herstellen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Herstellen" }).click();
  await expectErrorToast("Error", "Failed to restore company");
});

test("the list is operated with the keyboard", async ({ server }) => {
  const { currentUrl } = await showCompanies(server, [
    companyNamed("Noorderlicht"),
    companyNamed("Duinwijck", { city: "Edam" }),
  ]);
  const add = page.getByRole("button", { name: "Bedrijf toevoegen" });
  focus(add);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByLabelText("Bedrijfsnaam *")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(add).toHaveFocus();

  const cityColumn = page.getByRole("columnheader", { name: "Woonplaats" });
  focus(cityColumn.getByRole("button"));
  await userEvent.keyboard("{Enter}");
  await expect.element(cityColumn).toHaveAttribute("aria-sort", "ascending");
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent("Duinwijck");
  await userEvent.keyboard("{Enter}");
  await expect.element(cityColumn).toHaveAttribute("aria-sort", "descending");
  await expect.poll(currentUrl).toMatch(/sort=-city/);
});

test("five thousand companies are searched and sorted while typing", async ({ server }) => {
  const companies = Array.from({ length: 5000 }, (_, index) =>
    companyNamed(`Reeks ${String(index + 1).padStart(4, "0")}`),
  );
  await showCompanies(server, companies);
  const rows = page.getByRole("table").getByRole("row");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Companies5.000");
  await expect.element(rows.nth(1)).toHaveTextContent("Reeks 0001");
  // The table renders only the visible rows.
  expect(rows.elements().length).toBeLessThan(80);
  await page.getByRole("columnheader", { name: "Bedrijf" }).getByRole("button").click();
  await expect.element(rows.nth(1)).toHaveTextContent("Reeks 5000");
  await page.getByRole("searchbox", { name: "Zoek een bedrijf" }).fill("reeks 4321");
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(rows.nth(1)).toHaveTextContent("Reeks 4321");
});
