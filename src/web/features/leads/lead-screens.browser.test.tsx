import { expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { listResponse } from "#web/testing/fake-server.ts";
import { AddLeadForm } from "./add-lead-form.tsx";
import { AllLeadsPage } from "./all-leads.page.tsx";
import { HotLeadsPage } from "./hot-leads.page.tsx";
import { buildLead, buildLeads } from "./lead.fixture.ts";
import { RatedLeadsPage } from "./rated-leads.page.tsx";
import { SearchLeadsPage } from "./search-leads.page.tsx";

const SETTINGS = { formUrl: null, formFrame: null, hubspotPortalUrl: null, readOnlyFields: [] };

test("search runs on the submitted query only; the box has the focus, and / returns to it", async ({ server }) => {
  server.handle(leadListsRoutes.search, () => listResponse(buildLeads("Anna")));
  server.handle(leadsRoutes.settings, () => SETTINGS);
  await renderScreen(<SearchLeadsPage />, { url: "/search-leads" });
  const box = page.getByRole("searchbox", { name: "Zoek leads" });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard("anna");
  // Longer than any debounce of a filter.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(server.requestsOf(leadListsRoutes.search)).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("article", { name: "Anna" })).toBeVisible();
  expect(server.requestsOf(leadListsRoutes.search).map(({ query }) => query)).toEqual([{ q: "anna" }]);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("/");
  await expect.element(box).toHaveFocus();
});

test("every page of All Leads asks for 100 leads, and a rating of ten fits into its column", async ({ server }) => {
  const names = Array.from({ length: 100 }, (_, index) => `Lead ${index}`);
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadListsRoutes.all, ({ query }) =>
    query["cursor"]
      ? { items: [buildLead({ id: "00000000-0000-4000-8000-00000000ffff" })], nextCursor: null }
      : { items: buildLeads(...names).map((lead) => ({ ...lead, leadRating: 10 })), nextCursor: "next" },
  );
  await renderScreen(<AllLeadsPage />);
  const rating = page.getByRole("img", { name: "10 van 10" }).first();
  await expect.element(rating).toBeVisible();
  const cell = rating.element().closest("td") ?? rating.element().parentElement;
  expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect
    .poll(() => server.requestsOf(leadListsRoutes.all).map(({ query }) => query["limit"]))
    .toEqual(["100", "100"]);
});

test("a long name is complete, x selects the focused row, and Enter opens the lead", async ({ server }) => {
  await page.viewport(1184, 900); // The window of 1440 px beside the menu.
  onTestFinished(() => page.viewport(1280, 900));
  server.handle(leadsRoutes.settings, () => SETTINGS);
  const [first, second] = ["Maximiliaan van den Oudenhoven-Bakker", "Bram Bos"] as const;
  const leads = buildLeads(first, second);
  server.handle(leadListsRoutes.all, () => ({ items: leads, nextCursor: null }));
  const { currentUrl } = await renderScreen(<AllLeadsPage />);
  const name = page.getByRole("link", { name: first, exact: true });
  await expect.element(name).toBeVisible();
  const { scrollWidth, clientWidth } = name.element().closest("[role=cell]") ?? document.body;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(getComputedStyle(name.element()).textOverflow).toBe("clip");
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox", { name: "Zoek in alle leads" })).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("jx");
  await expect.element(page.getByRole("checkbox", { name: new RegExp(first) })).toBeChecked();
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("row").filter({ hasText: second })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(currentUrl).toBe(`/leads/${leads[1]?.id}`);
});

test("a wrong date does not move the page", async ({ server }) => {
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadListsRoutes.rated, () => ({ items: buildLeads("Anna"), nextCursor: null }));
  await renderScreen(<RatedLeadsPage />);
  const lead = page.getByRole("article", { name: "Anna" });
  await expect.element(lead).toBeVisible();
  const { top } = lead.element().getBoundingClientRect();
  await page.getByLabelText(/^Van/).fill("31-31-2026");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Geef een datum als dd-mm-jjjj.");
  expect(lead.element().getBoundingClientRect().top).toBe(top);
});

test("the popup does not move when its data arrives", async ({ server }) => {
  const [anna] = buildLeads("Anna");
  if (!anna) throw new Error("no lead");
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadListsRoutes.all, () => ({ items: [], nextCursor: null }));
  server.handle(leadsRoutes.timeline, () => []);
  server.handle(leadsRoutes.one, () => anna);
  const release = server.hold(leadsRoutes.one);
  // After the route of one lead, whose path matches this one too.
  server.handle(leadListsRoutes.total, () => ({ total: 0, isExact: true }));
  await renderScreen(<AllLeadsPage />, { url: `/all-leads?lead=${anna.id}` });
  const popup = page.getByRole("dialog");
  await expect.element(popup).toBeVisible();
  await expect.poll(() => popup.element().getAnimations().length).toBe(0);
  const { top } = popup.element().getBoundingClientRect();
  release();
  await expect.element(page.getByRole("dialog", { name: "Anna" })).toBeVisible();
  expect(popup.element().getBoundingClientRect().top).toBe(top);
});

test("the popup goes on beyond the loaded page of Hot Leads", async ({ server }) => {
  const leads = buildLeads(...Array.from({ length: 50 }, (_, index) => `Lead ${index + 1}`));
  const last = buildLead({ id: "00000000-0000-4000-8000-00000000ffff", fullName: "Laatste" });
  // The popup may open before the list is there. First, because its path matches those of the lists too.
  server.handle(leadsRoutes.one, ({ params }) => leads.find(({ id }) => id === params["id"]) ?? last);
  server.handle(leadListsRoutes.total, () => ({ total: 51, isExact: true }));
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadsRoutes.timeline, () => []);
  server.handle(leadListsRoutes.hot, ({ query }) =>
    query["cursor"] ? { items: [last], nextCursor: null } : { items: leads, nextCursor: "next" },
  );
  await renderScreen(<HotLeadsPage />, { url: `/hot-leads?lead=${leads[48]?.id}` });
  const next = page.getByRole("button", { name: "Volgende lead" });
  await next.click();
  await expect.element(page.getByRole("dialog", { name: "Lead 50" })).toBeVisible();
  await next.click();
  await expect.element(page.getByRole("dialog", { name: "Laatste" })).toBeVisible();
});

test("the popup goes on from a lead that has left the list, such as by its new class", async ({ server }) => {
  const leads = buildLeads("Anna", "Bea", "Cor");
  server.handle(leadsRoutes.one, ({ params }) => leads.find(({ id }) => id === params["id"]) ?? buildLead());
  server.handle(leadListsRoutes.total, () => ({ total: 3, isExact: true }));
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadsRoutes.timeline, () => []);
  server.handle(leadListsRoutes.hot, () => ({ items: leads, nextCursor: null }));
  const { client } = await renderScreen(<HotLeadsPage />, { url: `/hot-leads?lead=${leads[1]?.id}` });
  const next = page.getByRole("button", { name: "Volgende lead" });
  await expect.element(next).toBeEnabled();
  server.handle(leadListsRoutes.hot, () => ({ items: leads.filter((_, nth) => nth !== 1), nextCursor: null }));
  await client.invalidateQueries({ queryKey: ["lead-lists"] });
  await expect.element(page.getByRole("article", { name: "Bea" })).not.toBeInTheDocument();
  await next.click();
  await expect.element(page.getByRole("dialog", { name: "Cor" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Vorige lead" })).toBeEnabled();
});

test("a new lead that is typed while the one before is saved stays in the form", async ({ server }) => {
  server.handle(leadsRoutes.add, ({ body }) => buildLead({ fullName: body.fullName }));
  const release = server.hold(leadsRoutes.add);
  await renderScreen(<AddLeadForm />);
  const [name, company] = [page.getByLabelText("Naam"), page.getByLabelText("Bedrijf")];
  await name.fill("Anna");
  await company.fill("Zon B.V.");
  await page.getByRole("button", { name: "Lead toevoegen" }).click();
  await expect.poll(() => server.requestsOf(leadsRoutes.add)).toHaveLength(1);
  await name.fill("Bram");
  release();
  await expect.element(company).toHaveValue("");
  await expect.element(name).toHaveValue("Bram");
});

test("an empty period of Rated Leads offers the last 30 days, and then all leads", async ({ server }) => {
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadListsRoutes.rated, () => ({ items: [], nextCursor: null }));
  await renderScreen(<RatedLeadsPage />);
  await page.getByRole("button", { name: "Laatste 30 dagen tonen" }).click();
  await expect.element(page.getByRole("link", { name: "Alle leads bekijken" })).toHaveAttribute("href", "/all-leads");
  const { startDate, endDate } = server.requestsOf(leadListsRoutes.rated).at(-1)?.query ?? {};
  const days = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 86_400_000;
  expect(days).toBe(29);
});

test("a search without results leads to a new lead", async ({ server }) => {
  server.handle(leadsRoutes.settings, () => SETTINGS);
  server.handle(leadListsRoutes.search, () => listResponse([]));
  await renderScreen(<SearchLeadsPage />, { url: "/search-leads?q=zzz" });
  await expect.element(page.getByText('Geen leads gevonden voor "zzz".')).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Lead toevoegen" })).toHaveAttribute("href", "/add-leads");
});
