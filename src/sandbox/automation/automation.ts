import type { Workspace } from "../airtable/workspace.ts";
import { DEMO_BASES } from "../demo-bases.ts";
import type { SandboxPart, World } from "../part.ts";
import { createAutomationTool } from "./automation-tool.ts";
import { addAutomationControls } from "./control.ts";
import { addFormRoutes } from "./form.routes.ts";
import { addWebhookRoutes } from "./webhook.routes.ts";

/** The automation tool of the demo companies: webhooks, forms, and somebody who answers in the bases. */
export function createAutomationPart(world: World, workspace: Workspace): SandboxPart {
  const tool = createAutomationTool(world, workspace);
  return {
    name: "automation",
    routes: (app) => {
      app.register(async (scope) => addWebhookRoutes(scope, tool));
      app.register(async (scope) => addFormRoutes(scope, tool));
    },
    windows: (app) => addAutomationControls(app, tool),
    start: () => tool.start(),
    stop: async () => tool.stop(),
    describe: (origin) => ({ automation: describe(origin, tool.settings.secret) }),
    reset: () => tool.reset(),
  };
}

/** Only the first demo company has its workflows set up. */
function describe(origin: string, secret: string) {
  const [{ baseId }] = DEMO_BASES;
  return {
    workflows: {
      [baseId]: {
        "allocate-leads": `${origin}/webhook/allocate-leads?base=${baseId}`,
        "add-to-search-queue": `${origin}/form/add-to-search-queue?base=${baseId}`,
        "move-from-on-hold": `${origin}/webhook/move-from-on-hold?base=${baseId}`,
      },
    },
    delivery: { url: `${origin}/webhook/deliver-message`, secret },
  };
}
