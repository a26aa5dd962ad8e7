import type { FastifyRequest } from "fastify";
import type { Route } from "#contract/route.ts";

/** The path without its query; where it carries a token that opens something, what the route calls it instead. */
export const loggedPath = ({ url, routeOptions }: Pick<FastifyRequest, "url" | "routeOptions">): string | undefined => {
  const { route } = routeOptions.config as { route?: Route };
  return route?.path.includes("{token}") ? route.path : url.split("?", 1)[0];
};
