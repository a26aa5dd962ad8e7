import { expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
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
  // Cards have no header: the focus would be on a checkbox out of sight.
  expect(page.getByRole("checkbox", { name: "Selecteer alle geladen leads" }).elements()).toHaveLength(0);
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
  expect(Math.abs(rating.top - box("Commercieel directeur Benelux").top)).toBeLessThan(8);
  expect(row.element().getBoundingClientRect().height).toBeLessThan(80);
});

test("on the cards of a phone all ratings are at the right edge, and title and company are one text of which the end is cut off", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const texts = [
    { title: "Eigenaar", company: "Zon" },
    { title: "Directeur-grootaandeelhouder", company: "Helderteam Academie Nederland" },
  ];
  const items = buildLeads("Anna", "Bea").map((lead, index) => ({ ...lead, ...texts[index], leadRating: 7 }));
  server.handle(leadListsRoutes.hot, () => ({ items, nextCursor: null }));
  await renderScreen(<HotLeadsPage />);
  const ratings = page.getByRole("img", { name: "7 van 10" });
  await expect.element(ratings.nth(1)).toBeVisible();
  const [first, second] = ratings.elements().map((element) => element.getBoundingClientRect().right);
  expect(first).toBe(second);
  const position = page.getByText("Directeur-grootaandeelhouder").element().parentElement as HTMLElement;
  expect(getComputedStyle(position, "::after").content).toBe('" · Helderteam Academie Nederland"');
  expect(position.scrollWidth, "a text that wraps is as wide as its box").toBeGreaterThan(position.clientWidth);
  await expect.element(page.getByText("Zon", { exact: true })).not.toBeVisible();
});

test("on the card of a lead without a rating the company has its room", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const company = "Steenbergen & Smeets Installatietechniek Nederland";
  const items = buildLeads("Anna", "Bea").map((lead, index) => ({ ...lead, company, leadRating: index ? null : 7 }));
  server.handle(leadListsRoutes.hot, () => ({ items, nextCursor: null }));
  await renderScreen(<HotLeadsPage />);
  await expect.element(page.getByRole("row", { name: /Bea/ })).toBeVisible();
  const right = (name: RegExp) =>
    page.getByRole("row", { name }).element().querySelector("[data-company]")?.getBoundingClientRect().right ?? 0;
  expect(right(/Bea/)).toBeGreaterThan(right(/Anna/) + 24);
});

test.for([1280, 390])(
  "going down keeps the focused row above the actions for selected leads in a window of %i pixels",
  async (width, { server }) => {
    await page.viewport(width, 500);
    onTestFinished(() => page.viewport(1280, 900));
    const names = Array.from({ length: 20 }, (_lead, nth) => `Lead ${nth + 1}`);
    server.handle(leadListsRoutes.hot, () => ({ items: buildLeads(...names), nextCursor: null }));
    server.handle(leadsRoutes.settings, () => ({
      formUrl: null,
      formFrame: null,
      hubspotPortalUrl: null,
      readOnlyFields: [],
    }));
    await renderScreen(<HotLeadsPage />);
    if (width > 1000) await page.getByRole("button", { name: "Compacte lijst" }).click();
    await page.getByRole("checkbox", { name: "Selecteer Lead 1", exact: true }).click();
    const toolbar = page.getByRole("toolbar", { name: "Selectie" });
    await expect.element(toolbar.getByRole("button", { name: "Verwijderen" })).toBeInTheDocument();
    const bar = () => document.querySelector("[data-bottom-bar]")?.getBoundingClientRect().top ?? 0;
    await expect.poll(() => document.documentElement.style.getPropertyValue("--bottom-bar")).not.toBe("");
    for (let step = 0; step < 12; step++) {
      await userEvent.keyboard("j");
      const row = document.activeElement?.closest("[data-list-item]")?.getBoundingClientRect();
      expect(row?.bottom).toBeLessThanOrEqual(bar());
    }
  },
);

test.for([1280, 390])("selecting a lead moves no row in a window of %i pixels", async (width, { server }) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 900));
  server.handle(leadListsRoutes.hot, () => ({ items: buildLeads("Anna", "Bea"), nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  await renderScreen(<HotLeadsPage />);
  const box = page.getByRole("checkbox", { name: "Selecteer Bea" });
  await expect.element(box).toBeVisible();
  const top = () => box.element().getBoundingClientRect().top + window.scrollY;
  const before = top();
  (box.element() as HTMLElement).click();
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await expect.element(toolbar.getByRole("status")).toHaveTextContent("1 lead geselecteerd");
  await expect.element(toolbar.getByRole("button", { name: "Verwijderen" })).toBeInTheDocument();
  expect(top()).toBe(before);
});
