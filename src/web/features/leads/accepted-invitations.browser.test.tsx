import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { invitationsRoutes } from "#contract/invitations.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { AcceptedInvitationsPage } from "./accepted-invitations.page.tsx";

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
  expect(middleOf(page.getByRole("link", { name: "Wachtrij" }).element())).toBe(middleOf(filters.element()));
  expect(page.getByRole("heading", { level: 1 }).element().getBoundingClientRect().bottom).toBeLessThan(50);
  expect(document.documentElement.scrollWidth).toBe(390);
  await filters.click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect.element(sheet.getByLabelText("Connected With")).toHaveTextContent("Frank");
  await sheet.getByRole("button", { name: "Wis Filters" }).click();
  await expect.element(sheet.getByLabelText("Connected With")).toHaveTextContent("ALL");
  expect(currentUrl()).toBe("/");
  await sheet.getByRole("button", { name: "Sluiten" }).click();
  await expect.element(page.getByRole("button", { name: "Filters", exact: true })).toHaveFocus();
});
