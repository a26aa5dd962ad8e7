import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveForms } from "../form-page.ts";
import type { AutomationTool } from "./automation-tool.ts";
import { renderForm, renderThanks } from "./form-view.ts";

const STYLE = readFileSync(new URL("../airtable/form/lead-form.css", import.meta.url), "utf8");
const SCRIPT = "document.querySelector('[data-close]')?.addEventListener('click', () => window.close());\n";

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

type FormAddress = { Params: { name: string }; Querystring: Record<string, string> };

/** Workflows that ask something first, in a window of their own. */
export function addFormRoutes(app: FastifyInstance, tool: AutomationTool): void {
  serveForms(app, POLICY);
  app.get("/form/form.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get("/form/form.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(SCRIPT));

  app.get<FormAddress>("/form/:name", (request, reply) =>
    reply.type("text/html; charset=utf-8").send(renderForm(request.params.name)),
  );

  app.post<FormAddress>("/form/:name", (request, reply) => {
    const { name } = request.params;
    tool.calls.add({
      at: tool.clock.now().toISOString(),
      kind: "form",
      name,
      query: request.query,
      headers: { "content-type": request.headers["content-type"] },
      body: request.body ?? null,
      claims: null,
    });
    tool.startWorkflow(name, request.query["base"]);
    return reply.type("text/html; charset=utf-8").send(renderThanks());
  });
}
