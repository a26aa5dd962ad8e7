import { expect } from "vitest";
import { page } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { HotLeadsPage } from "./hot-leads.page.tsx";
import { buildLeads } from "./lead.fixture.ts";

test("the dense list takes the place of the cards, and is remembered", async ({ server }) => {
  server.handle(leadListsRoutes.hot, () => ({ items: buildLeads("Anna", "Bea"), nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({ formUrl: null, formFrame: null, hubspotPortalUrl: null }));
  const { unmount } = await renderScreen(<HotLeadsPage />);
  await expect.element(page.getByRole("article", { name: "Anna" })).toBeVisible();
  await page.getByRole("button", { name: "Compacte lijst" }).click();
  await expect.element(page.getByRole("table", { name: "Hot Leads" })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Bea.*8 van 10/ })).toBeVisible();
  await expect.element(page.getByRole("article")).not.toBeInTheDocument();
  await unmount();
  await renderScreen(<HotLeadsPage />);
  await expect.element(page.getByRole("table", { name: "Hot Leads" })).toBeVisible();
  await page.getByRole("button", { name: "Kaarten" }).click();
  await expect.element(page.getByRole("article", { name: "Anna" })).toBeVisible();
});
