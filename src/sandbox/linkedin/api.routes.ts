import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addAccountRoutes } from "./account.routes.ts";
import type { Gateway } from "./api-requests.ts";
import { addChatRoutes } from "./chat.routes.ts";
import { GatewayError } from "./failures.ts";
import { addPeopleRoutes } from "./people.routes.ts";

/** The gateway's API, version 1. */
export function addGatewayRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof GatewayError) return reply.code(error.status).send(error.body);
    const isInput = error instanceof z.ZodError || error.statusCode === 400;
    const problem = isInput
      ? new GatewayError("invalid_parameters")
      : new GatewayError("unexpected_error", error.statusCode ?? 500);
    return reply.code(problem.status).send(problem.body);
  });
  addAccountRoutes(app, gateway);
  addPeopleRoutes(app, gateway);
  addChatRoutes(app, gateway);
}
