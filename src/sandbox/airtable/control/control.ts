import type { FastifyInstance } from "fastify";
import type { Workspace } from "../workspace.ts";
import { addBaseControls, addTokenControls } from "./bases.control.ts";
import { addRecordControls } from "./records.control.ts";
import { addSchemaControls } from "./schema.control.ts";

/** What happens to Airtable outside its API: people at work in the bases, tokens withdrawn, limits moved. */
export function addAirtableControls(app: FastifyInstance, workspace: Workspace): void {
  addBaseControls(app, workspace);
  addRecordControls(app, workspace);
  addSchemaControls(app, workspace);
  addTokenControls(app, workspace);
  app.post("/_control/airtable/iterators/expire", (_request, reply) => {
    workspace.iterators.expireAll();
    return reply.code(204).send();
  });
}
