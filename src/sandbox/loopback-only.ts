import type { FastifyInstance } from "fastify";

const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * A web page elsewhere can point its own name at 127.0.0.1, or send requests here blindly, and the sandbox asks for no
 * password: other names are refused, and other sites cannot change anything through its windows.
 */
export function admitLoopbackOnly(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!HOST.test(request.headers.host ?? ""))
      return reply.code(421).send({ error: "The sandbox answers to 127.0.0.1 only." });
    const changes = request.method !== "GET" && request.method !== "HEAD";
    if (request.routeOptions.config?.window && changes && request.headers["sec-fetch-site"] === "cross-site") {
      return reply.code(403).send({ error: "Other sites cannot use the sandbox." });
    }
    return undefined;
  });
}
