import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { parseSearch, stringifySearch } from "#lib/lists/url-filters.ts";
import { AdminLoadingPage, LoadingPage, LoadingScreen, ScreenError } from "./pages/status-pages.tsx";
import { GUARDS, type GuardName, SCREENS, type Screen } from "./screens.ts";

const rootRoute = createRootRoute();

const screensBehind = (guard: GuardName | undefined): Screen[] =>
  SCREENS.filter((screen: Screen) => screen.guard === guard);

/** Without the slash of an index route, the router would prefer the splat below the path ("/admin/$") to the path itself. */
const hasSplat = (path: string): boolean => SCREENS.some((screen) => screen.path === `${path}/$`);

const createScreenRoutes = (parent: AnyRoute, screens: readonly Screen[]): AnyRoute[] =>
  screens.map(({ path, load, component }) =>
    createRoute({
      getParentRoute: () => parent,
      path: hasSplat(path) ? `${path}/` : path,
      component: lazyRouteComponent(load, component),
    }),
  );

const createGuardRoute = (guard: GuardName): AnyRoute => {
  const { load, component }: Pick<Screen, "load" | "component"> = GUARDS[guard];
  const route = createRoute({
    getParentRoute: () => rootRoute,
    id: guard,
    component: lazyRouteComponent(load, component),
    pendingComponent: guard === "admin" ? AdminLoadingPage : LoadingPage,
    pendingMs: 0,
  });
  return route.addChildren(createScreenRoutes(route, screensBehind(guard)));
};

const routeTree = rootRoute.addChildren([
  ...createScreenRoutes(rootRoute, screensBehind(undefined)),
  ...(Object.keys(GUARDS) as GuardName[]).map(createGuardRoute),
]);

/** Uses the history of the browser, or a given one. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : {}),
    routeTree,
    parseSearch,
    stringifySearch,
    // On hover of its link, the code of a screen is loaded.
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
