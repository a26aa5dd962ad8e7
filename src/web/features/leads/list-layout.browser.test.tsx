import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { HotLeadsPage } from "./hot-leads.page.tsx";
import { buildLeads } from "./lead.fixture.ts";

test("the dense list takes the place of the cards, and is remembered", async ({ server }) => {
  server.handle(leadListsRoutes.hot, () => ({ items: buildLeads("Anna", "Bea"), nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
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

test("a phone shows each lead as a short card, with its class and its details", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  server.handle(leadListsRoutes.hot, () => ({ items: buildLeads("Anna", "Bea", "Cees"), nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  server.handle(leadsRoutes.timeline, () => []);
  await renderScreen(<HotLeadsPage />);
  const anna = page.getByRole("row", { name: /Anna/ });
  await expect.element(anna.getByRole("button", { name: /Classificatie van Anna/ })).toBeVisible();
  expect(anna.element().getBoundingClientRect().height).toBeLessThan(100);
  await anna.click();
  await expect.element(page.getByRole("dialog", { name: "Anna" })).toBeVisible();
});

test("a long company does not push the rating of a card out of the window or to another line", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const items = buildLeads("Anna").map((lead) => ({
    ...lead,
    title: "Commercieel directeur Benelux",
    company: "Steenbergen & Smeets Installatietechniek Nederland",
    leadRating: 7,
  }));
  server.handle(leadListsRoutes.hot, () => ({ items, nextCursor: null }));
  await renderScreen(<HotLeadsPage />);
  const row = page.getByRole("row", { name: /Anna/ });
  const box = (text: string) => row.getByText(text).element().getBoundingClientRect();
  await expect.element(row).toBeVisible();
  const rating = row.getByRole("img", { name: "7 van 10" }).element().getBoundingClientRect();
  expect(rating.right).toBeLessThanOrEqual(390 - 12);
  expect(Math.abs(rating.top - box("Steenbergen & Smeets Installatietechniek Nederland").top)).toBeLessThan(8);
  expect(row.element().getBoundingClientRect().height).toBeLessThan(80);
});
