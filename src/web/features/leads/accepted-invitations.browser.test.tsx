import { expect } from "vitest";
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
