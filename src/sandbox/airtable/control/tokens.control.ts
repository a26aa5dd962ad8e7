import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { makeToken, SCOPES } from "../access/tokens.ts";
import { refusal } from "../airtable-error.ts";
import type { Workspace } from "../workspace.ts";

const change = z.strictObject({
  scopes: z.array(z.enum(SCOPES)).optional(),
  baseIds: z.array(z.string()).optional(),
  permissionLevel: z.enum(["read", "edit", "create"]).optional(),
  revoked: z.boolean().optional(),
});

export function addTokenControls(app: FastifyInstance, workspace: Workspace): void {
  app.get("/_control/airtable/tokens", () => workspace.tokens());

  app.post("/_control/airtable/tokens", (request, reply) => {
    const { baseIds } = z.strictObject({ baseIds: z.array(z.string()) }).parse(request.body);
    const token = makeToken(baseIds);
    workspace.addToken(token);
    return reply.code(201).send(token);
  });

  app.patch<{ Params: { token: string } }>("/_control/airtable/tokens/:token", (request) => {
    const token = workspace.token(request.params.token);
    if (!token) throw refusal(404, "NOT_FOUND", "There is no such token.");
    Object.assign(token, change.parse(request.body));
    workspace.keepTokens();
    return token;
  });
}
