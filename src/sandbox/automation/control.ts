import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AutomationTool } from "./automation-tool.ts";

const change = z.strictObject({
  delayMs: z.int().min(0).max(600_000).optional(),
  sendOutcome: z.enum(["SENT", "ERROR"]).optional(),
  secret: z.string().min(1).optional(),
  delivery: z.enum(["accept", "refuse"]).optional(),
});

export function addAutomationControls(app: FastifyInstance, tool: AutomationTool): void {
  const { worker, settings, calls, deliveries } = tool;
  const describe = () => ({ ...settings, ...worker.settings, bases: worker.bases() });

  app.get("/_control/automation", describe);
  app.patch("/_control/automation", (request) => {
    const { delayMs, sendOutcome, secret, delivery } = change.parse(request.body);
    if (delayMs !== undefined) worker.settings.delayMs = delayMs;
    if (sendOutcome !== undefined) worker.settings.sendOutcome = sendOutcome;
    if (secret !== undefined) settings.secret = secret;
    if (delivery !== undefined) settings.delivery = delivery;
    return describe();
  });

  app.patch<{ Params: { baseId: string } }>("/_control/automation/bases/:baseId", (request) => {
    const { isOn } = z.strictObject({ isOn: z.boolean() }).parse(request.body);
    worker.turn(request.params.baseId, isOn);
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
