import { expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { focus, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { CompanyAuditCard } from "./audit-log.tsx";

const buildEntry = (id: number, overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(id),
  at: "2026-11-14T08:30:00.000Z",
  companyId: null,
  companyName: "Noorderlicht",
  actorId: null,
  actorName: `Persoon ${id}`,
  actorUsername: null,
  action: "session.opened",
  subjectType: "user",
  subjectId: null,
  subjectName: null,
  subjectUsername: null,
  before: null,
  after: null,
  address: null,
  ...overrides,
});

const showLog = async (server: FakeServer, url = "/company-admin") => {
  server.handle(auditRoutes.companyFilterOptions, () => ({ actions: ["session.opened"], actors: [] }));
  return renderScreen(<CompanyAuditCard />, { url, user: { role: "company_admin" } });
};

const entries = page.getByRole("list", { name: "Wijzigingen" }).getByRole("listitem");

test("an entry is a sentence that expands with the keyboard to the changed fields", async ({ server }) => {
  const change = { action: "company.updated", subjectType: "company", subjectName: "Noorderlicht" };
  server.handle(auditRoutes.companyLog, () => ({
    items: [buildEntry(1, { ...change, before: { city: null }, after: { city: "Hoorn" } }), buildEntry(2)],
    nextCursor: null,
  }));
  await showLog(server);
  await expect.element(entries.first()).toHaveTextContent("Persoon 1 wijzigde bedrijf Noorderlicht");
  await expect.element(entries.last()).toHaveTextContent("Persoon 2 logde in");
  expect(entries.last().getByRole("button").elements()).toHaveLength(0);
  focus(entries.first().getByRole("button"));
  await userEvent.keyboard("{Enter}");
  await expect.element(entries.first().getByRole("row").last()).toHaveTextContent("Woonplaats–Hoorn");
});

test("people with the same name are told apart by their username, also on a phone", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const longUsername = "jan.jansen-van-noorderlicht-verkoop@noorderlicht-sales-en-advies.nl";
  const change = { action: "user.updated", subjectName: "Jan Jansen", subjectUsername: longUsername };
  server.handle(auditRoutes.companyLog, () => ({
    items: [
      buildEntry(1, { ...change, actorName: "Jan Jansen", actorUsername: "jan" }),
      buildEntry(2, { actorName: "Jan Jansen", actorUsername: longUsername }),
      buildEntry(3, { actorName: "bea", actorUsername: "bea" }),
    ],
    nextCursor: null,
  }));
  server.handle(auditRoutes.companyFilterOptions, () => ({
    actions: [],
    actors: [
      { id: "6f2504e0-4f89-41d3-9a0c-0305e82c3301", name: "Jan Jansen", username: "jan" },
      { id: "6f2504e0-4f89-41d3-9a0c-0305e82c3302", name: "Jan Jansen", username: longUsername },
    ],
  }));
  await renderScreen(<CompanyAuditCard />, { url: "/company-admin", user: { role: "company_admin" } });
  await expect
    .element(entries.first())
    .toHaveTextContent(`Jan Jansen (jan) wijzigde gebruiker Jan Jansen (${longUsername})`);
  await expect.element(entries.nth(1)).toHaveTextContent(`Jan Jansen (${longUsername}) logde in`);
  await expect.element(entries.last()).toHaveTextContent(/^bea logde in/);
  for (const entry of entries.elements()) expect(entry.scrollWidth).toBeLessThanOrEqual(entry.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("a sign-in expands to how somebody signed in, and where", async ({ server }) => {
  const after = { signInMethod: "sso", issuer: "login.zon.nl" };
  server.handle(auditRoutes.companyLog, () => ({ items: [buildEntry(1, { after })], nextCursor: null }));
  await showLog(server);
  await entries.first().getByRole("button").click();
  await expect.element(entries.first()).toHaveTextContent("Ingelogd met–SSO");
  await expect.element(entries.first()).toHaveTextContent("Inlogdienst–login.zon.nl");
});

test("the next page follows, or shows an error with a retry", async ({ server }) => {
  const firstPage = Array.from({ length: 3 }, (_, index) => buildEntry(index + 1));
  server.handle(auditRoutes.companyLog, ({ query }) =>
    query["cursor"]
      ? Response.json({ message: "Even niet", error: "Even niet", code: "unavailable" }, { status: 503 })
      : { items: firstPage, nextCursor: "c1" },
  );
  await showLog(server);
  await expect.element(page.getByText("De rest van het log kon niet worden geladen.")).toBeVisible();
  server.handle(auditRoutes.companyLog, ({ query }) =>
    query["cursor"] ? { items: [buildEntry(4)], nextCursor: null } : { items: firstPage, nextCursor: "c1" },
  );
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("Persoon 4")).toBeVisible();
});

test("the filters come from the URL, and clearing them removes them from it", async ({ server }) => {
  server.handle(auditRoutes.companyLog, ({ query }) => ({
    items: query["action"] ? [] : [buildEntry(1)],
    nextCursor: null,
  }));
  const { currentUrl } = await showLog(server, "/company-admin?action=session.opened");
  await expect.element(page.getByText("Met deze filters is er niets vastgelegd.")).toBeVisible();
  await page.getByRole("button", { name: "Wis Filters" }).last().click();
  await expect.element(entries.first()).toHaveTextContent("Persoon 1");
  await expect.poll(currentUrl).toBe("/");
});

test("a log that fails to load shows an error and can be retried", async ({ server }) => {
  server.breakRoute(auditRoutes.companyLog);
  await showLog(server);
  await expect.element(page.getByText("Het log kon niet worden geladen")).toBeVisible();
  server.handle(auditRoutes.companyLog, () => ({ items: [buildEntry(1)], nextCursor: null }));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(entries.first()).toBeVisible();
});

test("an empty log shows an empty state", async ({ server }) => {
  server.handle(auditRoutes.companyLog, () => ({ items: [], nextCursor: null }));
  await showLog(server);
  await expect.element(page.getByText("Nog niets vastgelegd")).toBeVisible();
});

test("a long log is not fetched again at every change, but says that there is more", async ({ server }) => {
  const pages = 6;
  server.handle(auditRoutes.companyLog, ({ query }) => {
    const nth = Number(query["cursor"] ?? 1);
    const items = Array.from({ length: 5 }, (_, index) => buildEntry(nth * 10 + index));
    return { items, nextCursor: nth < pages ? String(nth + 1) : null };
  });
  const { client } = await showLog(server);
  await expect.poll(() => server.requestsOf(auditRoutes.companyLog).length).toBe(pages);
  await expect.poll(() => client.isFetching()).toBe(0);
  await refreshQueries(client, [["audit"]]);
  await expect.element(page.getByText("De lijst is gewijzigd")).toBeVisible();
  expect(server.requestsOf(auditRoutes.companyLog)).toHaveLength(pages);
});
