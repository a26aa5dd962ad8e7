import { QueryClient } from "@tanstack/react-query";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { systemRoutes } from "#contract/system.ts";
import { watchServer } from "#lib/session/server-status.ts";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { AppFrame } from "./app-frame.tsx";

test("an unreachable server is announced until it responds, and typed text stays", async ({ server }) => {
  const stop = watchServer(new QueryClient());
  server.refuse(systemRoutes.ready, 503, "De database is even niet bereikbaar.");
  await renderScreen(
    <AppFrame storageKey="usa-test-frame" brand="Merk" sidebar={null}>
      <input aria-label="Naam" />
    </AppFrame>,
  );
  await page.getByLabelText("Naam").fill("Anneloes");
  dispatchEvent(new Event("offline"));
  const banner = page.getByText("De server is even niet bereikbaar. We proberen het vanzelf opnieuw.");
  await expect.element(banner).toBeVisible();
  server.handle(systemRoutes.ready, () => ({ status: "ok" as const }));
  await expect.element(banner, { timeout: 15_000 }).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Naam")).toHaveValue("Anneloes");
  stop();
});
