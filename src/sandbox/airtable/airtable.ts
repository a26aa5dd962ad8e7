import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SandboxService } from "../service.ts";
import { AirtableError, createError, invalidRequest } from "./airtable-error.ts";
import { addBaseControls, addSchemaControls, addTokenControls, addWebhookControls } from "./control/bases.control.ts";
import { addRecordControls } from "./control/records.control.ts";
import { addLeadFormRoutes } from "./form/lead-form.ts";
import { addNewBaseRoutes } from "./form/new-base.ts";
import { addAttachmentRoutes } from "./routes/attachment.routes.ts";
import { addCommentRoutes } from "./routes/comment.routes.ts";
import { addMetaRoutes } from "./routes/meta.routes.ts";
import { addRecordRoutes } from "./routes/records.routes.ts";
import { addWebhookRoutes } from "./routes/webhook.routes.ts";
import type { Workspace } from "./workspace.ts";

/** Changes outside the API: edits by Airtable users, revoked tokens, other limits. */
function addAirtableControls(app: FastifyInstance, workspace: Workspace): void {
  addBaseControls(app, workspace);
  addRecordControls(app, workspace);
  addSchemaControls(app, workspace);
  addTokenControls(app, workspace);
  addWebhookControls(app, workspace);
  app.post("/_control/airtable/iterators/expire", (_request, reply) => {
    workspace.iterators.expireAll();
    return reply.code(204).send();
  });
}

const MAX_BODY = 8 * 1024 * 1024;

function addAirtableRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.removeAllContentTypeParsers();
  // Airtable's own client sends content-type JSON with requests without a body.
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: MAX_BODY }, (_request, body, done) => {
    try {
      done(null, body === "" ? undefined : JSON.parse(body.toString()));
    } catch {
      done(createError(400, "INVALID_REQUEST_BODY", "Could not parse request body"));
    }
  });
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: MAX_BODY }, (_request, _body, done) =>
    done(createError(400, "INVALID_REQUEST_BODY", "Could not parse request body")),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { statusCode, body } = toAirtableError(error);
    return reply.code(statusCode).send(body);
  });

  app.addHook("preSerialization", async (request, reply, payload) => {
    // A refusal needs no work, and comes at once.
    const ms = reply.statusCode < 400 ? latencyMs(workspace, request, payload) : 0;
    if (ms > 0) await sleep(ms, undefined, { ref: false });
    return payload;
  });

  addMetaRoutes(app, workspace);
  addWebhookRoutes(app, workspace);
  addRecordRoutes(app, workspace);
  addCommentRoutes(app, workspace);
  addAttachmentRoutes(app, workspace);
}

function latencyMs(
  workspace: Workspace,
  { params, query, body, method, routeOptions }: FastifyRequest,
  payload: unknown,
) {
  const { baseId, table = "" } = params as { baseId?: string; table?: string };
  if (baseId === undefined) return 0;
  const list = Object.values(payload as object).find(Array.isArray);
  const isList = routeOptions.url?.endsWith("/listRecords") || (method === "GET" && "records" in (payload as object));
  const continues = [query, body].some((given) => (given as { offset?: unknown } | undefined)?.offset !== undefined);
  const openedTableSize = isList && !continues ? (workspace.bases.find(baseId)?.table(table)?.size ?? 0) : 0;
  return workspace.latencies.take(baseId, { items: list?.length ?? 1, openedTableSize });
}

function toAirtableError(error: Error & { statusCode?: number }): AirtableError {
  if (error instanceof AirtableError) return error;
  if (error.statusCode === 413) return createError(413, "REQUEST_TOO_LARGE", "Request body is too large");
  if (error.statusCode !== undefined && error.statusCode < 500) return invalidRequest();
  return createError(500, "SERVER_ERROR", error.message);
}

/** Airtable: its web API at /v0, and the form that adds a lead to a base. */
export function createAirtableService(workspace: Workspace): SandboxService {
  return {
    name: "airtable",
    start: () => workspace.start(),
    stop: () => workspace.stop(),
    routes: (app) => {
      app.register(async (scope) => addAirtableRoutes(scope, workspace));
      app.register(async (scope) => addLeadFormRoutes(scope, workspace));
    },
    controlRoutes: (app) => {
      addAirtableControls(app, workspace);
      app.register(async (scope) => addNewBaseRoutes(scope, workspace));
    },
    describe: (origin) => ({
      airtable: {
        endpoint: origin,
        newBase: `${origin}/airtable-new`,
        forms: Object.fromEntries(workspace.bases.ids().map((id) => [id, `${origin}/airtable-form/${id}`])),
      },
    }),
    reset: () => workspace.reset(),
  };
}
