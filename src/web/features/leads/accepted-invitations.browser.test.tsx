import { expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { invitationsRoutes } from "#contract/invitations.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { AcceptedInvitationsPage } from "./accepted-invitations.page.tsx";
import { buildLead } from "./lead.fixture.ts";

test("a failure to load invitations replaces the loading text and offers to retry", async ({ server }) => {
  server.handle(invitationsRoutes.connectedWith, () => []);
  server.handle(invitationsRoutes.counts, () => ({ total: 0, matching: 0 }));
  server.breakRoute(invitationsRoutes.accepted);
  const release = server.hold(invitationsRoutes.accepted);
  await renderScreen(<AcceptedInvitationsPage />);
  await expect.element(page.getByText("Uitnodigingen laden...")).toBeInTheDocument();
  release();
  await expect.element(page.getByText("De leads konden niet worden geladen")).toBeVisible();
  await expect.element(page.getByText("Uitnodigingen laden...")).not.toBeInTheDocument();
  server.handle(invitationsRoutes.accepted, () => ({ items: [], nextCursor: null }));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("Nog geen geaccepteerde uitnodigingen")).toBeVisible();
  const next = page.getByRole("link", { name: "Uitnodigingen bekijken" });
  await expect.element(next).toHaveAttribute("href", "/invitations");
});

test("on a phone all buttons are on the line of the title; the sheet of filters clears them, and the cross closes it", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  server.handle(invitationsRoutes.connectedWith, () => ["Frank"]);
  server.handle(invitationsRoutes.counts, () => ({ total: 0, matching: 0 }));
  server.handle(invitationsRoutes.accepted, () => ({ items: [], nextCursor: null }));
  const { currentUrl } = await renderScreen(<AcceptedInvitationsPage />, {
    url: "/?connectedWith=Frank&classification=HOT",
  });
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  const filters = page.getByRole("button", { name: "Filters (2)" });
  await expect.element(page.getByText("0 van 0 geladen")).toBeVisible();
  expect(middleOf(page.getByRole("link", { name: "Uitnodigingen" }).element())).toBe(middleOf(filters.element()));
  expect(page.getByRole("heading", { level: 1 }).element().getBoundingClientRect().bottom).toBeLessThan(50);
  expect(document.documentElement.scrollWidth).toBe(390);
  await filters.click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect.element(sheet.getByLabelText("Connected With")).toHaveTextContent("Frank");
  await sheet.getByRole("button", { name: "Wis Filters" }).click();
  await expect.element(sheet.getByLabelText("Connected With")).toHaveTextContent("ALL");
  await expect.poll(currentUrl).toBe("/");
  await sheet.getByRole("button", { name: "Sluiten" }).click();
  await expect.element(page.getByRole("button", { name: "Filters", exact: true })).toHaveFocus();
});

test("the dense list shows all columns of the invitation beside the menu", async ({ server }) => {
  // A window of 1440 pixels without the menu.
  await page.viewport(1184, 900);
  onTestFinished(() => page.viewport(1280, 900));
  const invitation = { invitationId: "uitnodiging", connectedWith: "Frank", dateInvited: null };
  const items = [{ ...buildLead(), ...invitation, dateAccepted: "2026-11-14T09:00:00.000Z" }];
  server.handle(invitationsRoutes.connectedWith, () => []);
  server.handle(invitationsRoutes.counts, () => ({ total: 1, matching: 1 }));
  server.handle(invitationsRoutes.accepted, () => ({ items, nextCursor: null }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  await renderScreen(<AcceptedInvitationsPage />);
  await page.getByRole("button", { name: "Compacte lijst" }).click();
  const accepted = page.getByRole("columnheader", { name: "Date Accepted" });
  await expect.element(accepted).toBeVisible();
  const { right } = accepted.element().getBoundingClientRect();
  await page.getByRole("button", { name: "Kaarten" }).click();
  expect(right).toBeLessThanOrEqual(1184);
});

test("counts that fail to load are left out", async ({ server }) => {
  server.handle(invitationsRoutes.connectedWith, () => []);
  server.handle(invitationsRoutes.accepted, () => ({ items: [], nextCursor: null }));
  server.breakRoute(invitationsRoutes.counts);
  await renderScreen(<AcceptedInvitationsPage />);
  await expect.element(page.getByText("Nog geen geaccepteerde uitnodigingen")).toBeVisible();
  await expect.element(page.getByText("Uitnodigingen laden...")).not.toBeInTheDocument();
});

test("a lead that gets another class leaves a list of its class, also in the counts", async ({ server }) => {
  let classification: "HOT" | "COLD" = "HOT";
  const lead = buildLead({ leadClassification: "HOT" });
  const invitation = {
    ...lead,
    invitationId: "uitnodiging",
    connectedWith: "Frank",
    dateInvited: null,
    dateAccepted: "2026-11-14T09:00:00.000Z",
  };
  server.handle(invitationsRoutes.connectedWith, () => []);
  server.handle(invitationsRoutes.counts, () => ({ total: 1, matching: classification === "HOT" ? 1 : 0 }));
  server.handle(invitationsRoutes.accepted, () => ({
    items: classification === "HOT" ? [invitation] : [],
    nextCursor: null,
  }));
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  server.handle(leadsRoutes.classify, () => {
    classification = "COLD";
    return { ...lead, leadClassification: "COLD" as const, stoppedMessages: 0 };
  });
  await renderScreen(<AcceptedInvitationsPage />, { url: "/?classification=HOT" });
  await expect.element(page.getByText("1 van 1 geladen")).toBeVisible();
  const badge = page.getByRole("button", { name: new RegExp(`^Classificatie van ${lead.fullName}`) });
  await badge.click();
  await page.getByRole("dialog").getByRole("button", { name: "COLD" }).click();
  await expect.element(badge).not.toBeInTheDocument();
  await expect.element(page.getByText("0 van 0 geladen")).toBeVisible();
});

test("the leads of today are loaded again after midnight", async ({ server }) => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-17T22:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  server.handle(invitationsRoutes.connectedWith, () => []);
  server.handle(invitationsRoutes.counts, () => ({ total: 0, matching: 0 }));
  server.handle(invitationsRoutes.accepted, () => ({ items: [], nextCursor: null }));
  await renderScreen(<AcceptedInvitationsPage />, { url: "/?connectedDate=today" });
  await expect.element(page.getByText("0 van 0 geladen")).toBeVisible();
  expect(server.requestsOf(invitationsRoutes.accepted)).toHaveLength(1);
  vi.setSystemTime(new Date("2026-11-18T07:00:00Z"));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => server.requestsOf(invitationsRoutes.accepted)).toHaveLength(2);
  await expect.poll(() => server.requestsOf(invitationsRoutes.counts)).toHaveLength(2);
});
