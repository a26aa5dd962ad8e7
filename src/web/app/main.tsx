import type { FetchQueryOptions } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { authRoutes } from "#contract/auth.ts";
import { callOrNull } from "#lib/api/api.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { watchServer } from "#lib/session/server-status.ts";
import {
  adminSessionKey,
  type SessionKind,
  sessionKey,
  sessionKindOf,
  watchSessionExpiry,
} from "#lib/session/session.ts";

import { showToast } from "#ui/feedback/toast.tsx";
import { Providers } from "./providers.tsx";
import { createAppRouter } from "./router.tsx";

// zod, which is loaded with the first form, would compile schemas with `new Function`, which the content security policy blocks.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const client = createQueryClient();
const router = createAppRouter();

watchServer(client);
watchSessionExpiry(client, () =>
  showToast({ title: "Je sessie is verlopen", description: "Log opnieuw in om verder te gaan.", tone: "info" }),
);

// The session is requested while the code of the screen is still loading. A page with `data-visitor` was served without a session.
const SESSION_QUERIES: Record<SessionKind, FetchQueryOptions> = {
  main: { queryKey: sessionKey, queryFn: () => callOrNull(authRoutes.currentUser) },
  admin: { queryKey: adminSessionKey, queryFn: () => callOrNull(authRoutes.adminUser) },
};
if ("visitor" in document.documentElement.dataset) client.setQueryData(sessionKey, null);
const sessionLoaded = client.prefetchQuery(SESSION_QUERIES[sessionKindOf(location.pathname)]);

const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("The page has no root element");

// A prerendered skeleton stays until session and screen are loaded.
const ready = rootElement.firstElementChild ? Promise.allSettled([sessionLoaded, router.load()]) : Promise.resolve();

// As a transition, so that rendering the first screen does not block a slow phone.
void ready.then(() =>
  startTransition(() =>
    createRoot(rootElement).render(
      <StrictMode>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
);
