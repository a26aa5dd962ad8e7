import type { SandboxPart } from "../part.ts";
import { addAirtableControls } from "./control/control.ts";
import { addLeadForm } from "./form/lead-form.ts";
import { addAirtableRoutes } from "./routes/routes.ts";
import type { Workspace } from "./workspace.ts";

/** Airtable: its web API at /v0, and the form that adds a lead to a base. */
export function createAirtablePart(workspace: Workspace): SandboxPart {
  return {
    name: "airtable",
    start: () => workspace.start(),
    stop: () => workspace.stop(),
    routes: (app) => {
      app.register(async (scope) => addAirtableRoutes(scope, workspace));
      app.register(async (scope) => addLeadForm(scope, workspace));
    },
    windows: (app) => addAirtableControls(app, workspace),
    describe: (origin) => ({
      airtable: {
        endpoint: origin,
        forms: Object.fromEntries(workspace.bases.ids().map((id) => [id, `${origin}/airtable-form/${id}`])),
      },
    }),
    reset: () => workspace.reset(),
  };
}
