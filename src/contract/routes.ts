import { authRoutes } from "./auth.ts";
import { systemRoutes } from "./system.ts";

/** The whole table. A route that is not in it cannot be served. */
export const routes = { auth: authRoutes, system: systemRoutes } as const;

export type FeatureName = keyof typeof routes;
