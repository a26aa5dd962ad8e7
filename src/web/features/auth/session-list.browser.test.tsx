import { expect } from "vitest";
import { page } from "vitest/browser";
import { type ActiveSession, authRoutes } from "#contract/auth.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { SessionList } from "./session-list.tsx";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const SESSIONS: ActiveSession[] = [
  {
    id: "1",
    sessionKind: "main",
    createdAt: "2026-11-14T08:30:00.000Z",
    lastSeenAt: minutesAgo(0),
    address: "192.0.2.1",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    current: true,
  },
  {
    id: "2",
    sessionKind: "admin",
    createdAt: "2026-11-13T08:30:00.000Z",
    lastSeenAt: minutesAgo(125),
    address: null,
    userAgent: null,
    current: false,
  },
];

const showSessions = async (server: FakeServer) => {
  server.handle(authRoutes.listSessions, () => SESSIONS);
  await renderScreen(<SessionList />);
  await expect.element(page.getByText("Deze sessie")).toBeVisible();
};

const endAll = page.getByRole("button", { name: "Overal uitloggen" });
const confirmation = page.getByRole("alertdialog", { name: "Overal uitloggen?" });

test("every session shows its device, address and last activity", async ({ server }) => {
  await showSessions(server);
  const currentSession = page.getByRole("listitem").first();
  const otherSession = page.getByRole("listitem").last();
  await expect.element(currentSession).toHaveTextContent("Chrome op Linux");
  await expect.element(currentSession).toHaveTextContent("192.0.2.1 · zojuist actief");
  await expect.element(otherSession).toHaveTextContent("Onbekend apparaatAdmin Panel");
  await expect.element(otherSession).toHaveTextContent("Onbekend adres · 2 uur geleden actief");
});

test("ending all sessions asks first, then leads to the sign-in page", async ({ server }) => {
  await showSessions(server);
  server.handle(authRoutes.endSessions, () => ({ message: "Uitgelogd" }));
  await endAll.click();
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(authRoutes.endSessions)).toEqual([]);
  await endAll.click();
  await confirmation.getByRole("button", { name: "Overal uitloggen" }).click();
  await expectToast("Overal uitgelogd", "Al je sessies zijn beëindigd.");
});

test("a failure to end the sessions shows an error and keeps the list", async ({ server }) => {
  await showSessions(server);
  server.breakRoute(authRoutes.endSessions);
  await endAll.click();
  await confirmation.getByRole("button", { name: "Overal uitloggen" }).click();
  await expectErrorToast("Niet uitgelogd", "Er is een fout opgetreden bij het uitloggen.");
  await expect.element(page.getByText("Deze sessie")).toBeVisible();
});

test("another session can be ended by itself, the current one cannot", async ({ server }) => {
  await showSessions(server);
  const end = page.getByRole("button", { name: "Sessie op Onbekend apparaat beëindigen" });
  await expect.element(page.getByRole("listitem").first().getByRole("button")).not.toBeInTheDocument();
  server.handle(authRoutes.endSession, () => ({ message: "De sessie is beëindigd." }));
  server.handle(authRoutes.listSessions, () => SESSIONS.slice(0, 1));
  await end.click();
  await expectToast("Sessie beëindigd", "De sessie is beëindigd.");
  await expect.element(end).not.toBeInTheDocument();
  expect(server.requestsOf(authRoutes.endSession).map(({ params }) => params)).toEqual([{ id: "2" }]);
});
