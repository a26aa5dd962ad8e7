import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { test as baseTest, beforeAll, expect, onTestFinished, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import type { SessionUser } from "#contract/auth.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { UNDO_MS, UndoShortcut } from "#lib/api/undo.tsx";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import { parseSearch, stringifySearch } from "#lib/lists/url-filters.ts";
import { CurrentUserContext } from "#lib/session/session.ts";
import { ConfirmProvider } from "#ui/dialog/confirm.tsx";
import { clearToast, Toaster } from "#ui/feedback/toast.tsx";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import "../styles.css";

export const USER: SessionUser = {
  id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a01",
  username: "anna",
  email: "anna@bakkerij.example",
  firstName: "Anna",
  lastName: "Bakker",
  role: "user",
  companyId: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a02",
  profileImageUrl: null,
};

export type ScreenOptions = { url?: string; user?: Partial<SessionUser> };

/** Renders a screen or a part of one with everything that the app provides around it. */
export async function renderScreen(screen: ReactNode, { url = "/", user }: ScreenOptions = {}) {
  const { promise: rendered, resolve: onRendered } = Promise.withResolvers<void>();
  const Screen = () => {
    useEffect(onRendered, []);
    return screen;
  };
  const router = createRouter({
    // The only route: every URL shows the screen under test, and relative navigation ends at "/".
    routeTree: createRootRoute({ component: Screen, notFoundComponent: Screen }),
    history: createMemoryHistory({ initialEntries: [url] }),
    parseSearch,
    stringifySearch,
  });
  const client = createQueryClient();
  const { unmount } = await render(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={{ ...USER, ...user }}>
        <ConfirmProvider>
          <main id="inhoud" tabIndex={-1}>
            <RouterProvider router={router as never} />
          </main>
          <UndoShortcut />
        </ConfirmProvider>
      </CurrentUserContext>
      <Toaster />
    </QueryClientProvider>,
  );
  // React's production build has no `act` that waits for this.
  await rendered;
  return { client, unmount, currentUrl: () => router.state.location.href, goBack: () => router.history.back() };
}

/** The keys of a list are loaded after it: loaded before the first test, so that a test may press one as soon as the rows are there. */
beforeAll(async () => {
  await render(
    <main>
      <ListKeys />
      <p data-list-item tabIndex={-1}>
        Rij
      </p>
    </main>,
  );
  const moveToFirst = () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    if (!document.activeElement?.hasAttribute("data-list-item")) throw new Error("the keys of a list do not work");
  };
  await vi.waitFor(moveToFirst, { timeout: 20_000, interval: 5 });
  await cleanup();
});

/** A component test with its own fake server. */
export const test = baseTest.extend<{ server: FakeServer }>({
  server: [
    async ({ task: _task }, use) => {
      // The test files of one browser share what an earlier one has stored, such as the chosen form of a list.
      localStorage.clear();
      sessionStorage.clear();
      clearToast();
      const server = startFakeServer();
      await use(server);
      // A screen that stays would send its next calls to the server of the next test.
      await cleanup();
      server.stop();
      // A toast outlives its screen by seconds and would cover what the next test clicks.
      clearToast();
    },
    { auto: true },
  ],
});

const expectMessage = async (role: "status" | "alert", title: string, description: string) => {
  const message = page.getByRole(role).filter({ hasText: title }).filter({ hasText: description });
  await expect.element(message).toBeVisible();
};

export const expectToast = (title: string, description: string) => expectMessage("status", title, description);
export const expectErrorToast = (title: string, description: string) => expectMessage("alert", title, description);

/** However slow the machine is, an action can be undone and its toast is there until the test has ended. */
export const holdUndo = () => {
  const start = globalThis.setTimeout;
  const startUnlessUndo = (run: TimerHandler, ms?: number) => (ms === UNDO_MS ? 0 : start(run, ms));
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(startUnlessUndo as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
};

/** A dialog takes keys once it has the focus: its effects move the focus after it has appeared. */
export const expectFocusWithin = (locator: Locator) =>
  expect.poll(() => locator.query()?.contains(document.activeElement)).toBe(true);

export const focus = (locator: Locator) => (locator.element() as HTMLElement).focus();

/** A double click of which both clicks come before React renders the first. */
export const clickTwice = (locator: Locator) => {
  const element = locator.element() as HTMLElement;
  element.click();
  element.click();
};
