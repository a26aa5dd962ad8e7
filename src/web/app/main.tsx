import type { FetchQueryOptions } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { authRoutes } from "#contract/auth.ts";
import { callOrNull } from "#lib/api.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { watchServer } from "#lib/server-status.ts";
import { adminSessionKey, sessionKey } from "#lib/session.ts";
import { type Side, sideOf, watchSessionExpiry } from "#lib/session-expiry.ts";
import { showToast } from "#ui/toast.tsx";
import { Providers } from "./providers.tsx";
import { createAppRouter } from "./router.tsx";

// The schema library would try to compile, which our policy refuses and the browser reports. It comes later, with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const client = createQueryClient();
const router = createAppRouter();

watchServer(client);
watchSessionExpiry(client, (side) => {
  showToast({ title: "Je sessie is verlopen", description: "Log opnieuw in om verder te gaan.", tone: "info" });
  if (side === "main") void router.navigate({ to: "/login" });
});

// Who is signed in is asked while the screen's code is still on its way. That nobody is, the server may have said already.
const ASK_WHO: Record<Side, FetchQueryOptions> = {
  main: { queryKey: sessionKey, queryFn: () => callOrNull(authRoutes.currentUser) },
  admin: { queryKey: adminSessionKey, queryFn: () => callOrNull(authRoutes.adminUser) },
};
if ("visitor" in document.documentElement.dataset) client.setQueryData(sessionKey, null);
const known = client.prefetchQuery(ASK_WHO[sideOf(location.pathname)]);

const place = document.getElementById("root");
if (!place) throw new Error("The page has no place for the app");

// The page may already show how the screen will look: that stays until there is more to show.
const ready = place.firstElementChild ? Promise.allSettled([known, router.load()]) : Promise.resolve();

// On a slow phone the first screen takes a while to draw: the browser gets its turn in between.
void ready.then(() =>
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
);
