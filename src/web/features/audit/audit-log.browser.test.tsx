import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
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
  action: "session.opened",
  subjectType: "user",
  subjectId: null,
  subjectName: null,
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
