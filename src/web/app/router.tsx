import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from "@tanstack/react-router";
import { LoadingScreen, ScreenError } from "./pages/status-pages.tsx";

import { adminRoutes } from "./routes/admin.routes.tsx";
import { publicRoutes } from "./routes/public.routes.tsx";
import { rootRoute } from "./routes/root.route.ts";
import { workspaceRoutes } from "./routes/workspace.routes.tsx";
import { parseSearch, stringifySearch } from "./url-search.ts";

const showcase = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "/ui",
        component: lazyRouteComponent(() => import("./ui-showcase/ui-showcase.tsx"), "UiShowcase"),
      }),
    ]
  : [];

/** Follows the address of the browser, or the history it is given. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : {}),
    routeTree: rootRoute.addChildren([...publicRoutes, adminRoutes, workspaceRoutes, ...showcase]),
    parseSearch,
    stringifySearch,
    // A screen's code is fetched when the pointer nears its link.
    defaultPreload: "intent",
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 250,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    scrollToTopSelectors: ["#inhoud"],
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
