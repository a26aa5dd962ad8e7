import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { makeToken } from "../access/tokens.ts";
import { Base } from "../model/base.ts";
import { newId } from "../model/ids.ts";
import { layOutBase } from "../model/lay-out-base.ts";
import type { Workspace } from "../workspace.ts";
import { type BaseAddress, reachBase } from "./reach.ts";

const newBase = z.strictObject({
  company: z.string().min(1),
  tokens: z.int().min(1).max(10).default(1),
  classes: z.enum(["scored", "plain"]).default("scored"),
});

const limits = z.strictObject({
  requestsPerSecond: z.int().min(1).nullable().exactOptional(),
  requestsPerSecondOfToken: z.int().min(1).nullable().exactOptional(),
  penaltyMs: z.int().min(0).exactOptional(),
  isQuotaSpent: z.boolean().exactOptional(),
});

export function addBaseControls(app: FastifyInstance, workspace: Workspace): void {
  app.get("/_control/airtable/bases", () => workspace.bases.all().map((base) => describe(workspace, base)));

  app.post("/_control/airtable/bases", (request, reply) => {
    const { company, tokens: count, classes } = newBase.parse(request.body);
    const base = new Base(newId("app"), company, workspace.now());
    layOutBase(base, classes);
    workspace.addBase(base);
    const tokens = Array.from({ length: count }, () => makeToken([base.id]));
    for (const token of tokens) workspace.addToken(token);
    return reply.code(201).send({
      company,
      baseId: base.id,
      token: tokens[0]?.token,
      tokens: tokens.map(({ token }) => token),
    });
  });

  app.get<BaseAddress>("/_control/airtable/bases/:baseId", (request) =>
    describe(workspace, reachBase(workspace, request.params)),
  );

  app.delete<BaseAddress>("/_control/airtable/bases/:baseId", (request, reply) => {
    workspace.removeBase(reachBase(workspace, request.params).id);
    return reply.code(204).send();
  });

  app.patch<BaseAddress>("/_control/airtable/bases/:baseId/limits", (request) =>
    workspace.limits.change(reachBase(workspace, request.params).id, limits.parse(request.body)),
  );
}

function describe(workspace: Workspace, base: Base) {
  return {
    company: base.company,
    baseId: base.id,
    tokens: workspace.tokens().flatMap(({ token, baseIds }) => (baseIds.includes(base.id) ? token : [])),
    records: Object.fromEntries(base.tables.map(({ name, size }) => [name, size])),
    webhooks: base.hooks.size,
    transactionNumber: base.transactionNumber,
    limits: workspace.limits.of(base.id),
  };
}
