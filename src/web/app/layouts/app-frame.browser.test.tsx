import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { inboxRoutes } from "#contract/inbox.ts";
import { overviewRoutes } from "#contract/overview.ts";
import { systemRoutes } from "#contract/system.ts";
import { watchServer } from "#lib/session/server-status.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { ADMIN_MENU, menuFor } from "../navigation.ts";
import { AppFrame } from "./app-frame.tsx";
import { SidebarNav } from "./sidebar.tsx";

test("a count of the menu that is not complete has a plus", async ({ server }) => {
  server.handle(overviewRoutes.counts, () => ({
    iceBreakers: 1234,
    followUps: 0,
    overdue: 2000,
    hasMoreOverdue: true,
    newMeetings: 0,
    tasks: 0,
    isNewCompany: false,
    isFirstSync: false,
  }));
  server.handle(inboxRoutes.inboxCount, () => ({ unanswered: 0 }));
  await renderScreen(<SidebarNav label="Hoofdmenu" items={menuFor("user")} />);
  const item = (name: string) => page.getByRole("link", { name });
  await expect.element(item("Messages Queued")).toHaveAccessibleDescription("2.000+ over tijd");
  await expect.element(item("Ice Breakers")).toHaveAccessibleDescription("1.234 te beoordelen");
});

test("the menu marks the page, and on a screen that is not in it the item that the screen belongs to", async ({
  server,
}) => {
  server.handle(inboxRoutes.inboxCount, () => ({ unanswered: 0 }));
  const current = () =>
    [...document.querySelectorAll("a[aria-current]")].map((link) => [link.textContent, link.ariaCurrent]);
  const leadPage = await renderScreen(<SidebarNav label="Hoofdmenu" items={menuFor("user")} />, { url: "/leads/1" });
  await expect.poll(current).toEqual([["All Leads", "true"]]);
  await leadPage.unmount();
  await renderScreen(<SidebarNav label="Hoofdmenu" items={ADMIN_MENU} />, { url: "/admin/users?q=anna" });
  await expect.poll(current).toEqual([["Users", "page"]]);
});

test("an unreachable server is announced until it responds, and typed text stays", async ({ server }) => {
  const stop = watchServer(new QueryClient());
  onTestFinished(() => {
    stop();
    // Without it, the calls of the next test would wait.
    dispatchEvent(new Event("online"));
  });
  server.refuse(systemRoutes.ready, 503, "De database is even niet bereikbaar.");
  await renderScreen(
    <AppFrame storageKey="usa-test-frame" brand="Merk" sidebar={null}>
      <input aria-label="Naam" />
    </AppFrame>,
  );
  await page.getByLabelText("Naam").fill("Anneloes");
  dispatchEvent(new Event("offline"));
  const banner = page.getByText(
    "De server is even niet bereikbaar. Laden gaat vanzelf verder; een actie die niet lukt, doe je zo zelf opnieuw.",
  );
  await expect.element(banner).toBeVisible();
  server.handle(systemRoutes.ready, () => ({ status: "ok" as const }));
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Naam")).toHaveValue("Anneloes");
});
