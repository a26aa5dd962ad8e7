import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "#contract/route.ts";
import type { Metrics } from "../metrics.ts";

/** The path without its query. Where the path contains a token, the route's pattern instead: a token must not be logged. */
const loggedPath = ({ url }: FastifyRequest, route: Route | undefined): string | undefined =>
  route?.path.includes("{token}") ? route.path : url.split("?", 1)[0];

/** Logs and counts a request when its response has been sent. */
export const recordRequest = (
  metrics: Pick<Metrics, "recordRequest">,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const { method, routeOptions } = request;
  const { route } = routeOptions.config as { route?: Route };
  const { statusCode: status, elapsedTime } = reply;
  const who = request.user ? { userId: request.user.id, companyId: request.user.companyId } : {};
  request.log.info(
    { method, url: loggedPath(request, route), status, ms: Math.round(elapsedTime), address: request.ip, ...who },
    "request",
  );
  // An event stream lasts as long as a screen is open: its duration says nothing about the server.
  const seconds = route?.response === "events" ? undefined : elapsedTime / 1000;
  metrics.recordRequest({ method, route: route?.path ?? "other", status, seconds });
};
