import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Workspace } from "../airtable/workspace.ts";
import { DEMO_BASES } from "../demo/company.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { type AutomationTool, createAutomationTool } from "./automation-tool.ts";
import { addFormRoutes } from "./form.routes.ts";
import { addWebhookRoutes } from "./webhook.routes.ts";

const automationChange = z.strictObject({
  delayMs: z.int().min(0).max(600_000).optional(),
  sendOutcome: z.enum(["SENT", "ERROR"]).optional(),
  secret: z.string().min(1).optional(),
  delivery: z.enum(["accept", "refuse"]).optional(),
});

const baseChange = z.strictObject({ isOn: z.boolean().optional(), sends: z.boolean().optional() });

function addAutomationControls(app: FastifyInstance, tool: AutomationTool): void {
  const { worker, settings, calls, deliveries } = tool;
  const describe = () => ({
    ...settings,
    ...worker.settings,
    bases: worker.bases(),
    basesWithoutSending: worker.basesWithoutSending(),
  });

  app.get("/_control/automation", describe);
  app.patch("/_control/automation", (request) => {
    const { delayMs, sendOutcome, secret, delivery } = automationChange.parse(request.body);
    if (delayMs !== undefined) worker.settings.delayMs = delayMs;
    if (sendOutcome !== undefined) worker.settings.sendOutcome = sendOutcome;
    if (secret !== undefined) settings.secret = secret;
    if (delivery !== undefined) settings.delivery = delivery;
    return describe();
  });

  app.patch<{ Params: { baseId: string } }>("/_control/automation/bases/:baseId", (request) => {
    const { isOn, sends } = baseChange.parse(request.body);
    if (isOn !== undefined) worker.watch(request.params.baseId, isOn);
    if (sends !== undefined) worker.setSending(request.params.baseId, sends);
    return describe();
  });

  app.post("/_control/automation/run", () => ({ answered: worker.run(true) }));

  app.get("/_control/automation/calls", () => calls.list());
  app.delete("/_control/automation/calls", (_request, reply) => {
    calls.clear();
    return reply.code(204).send();
  });
  app.get("/_control/automation/deliveries", () => deliveries.list());
}

/** The automation tool of the demo companies: webhooks, forms, and a worker that changes the bases. */
export function createAutomationService(context: SandboxContext, workspace: Workspace): SandboxService {
  const tool = createAutomationTool(context, workspace);
  return {
    name: "automation",
    routes: (app) => {
      app.register(async (scope) => addWebhookRoutes(scope, tool));
      app.register(async (scope) => addFormRoutes(scope, tool));
    },
    controlRoutes: (app) => addAutomationControls(app, tool),
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
