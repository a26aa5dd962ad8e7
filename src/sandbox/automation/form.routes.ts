import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { formPage, type Html, html, serveForms } from "../html.ts";
import type { AutomationTool } from "./automation-tool.ts";

type Question = { name: string; label: string; hint: string };

const SEARCH: readonly Question[] = [
  { name: "functie", label: "Functie", hint: "Bijvoorbeeld: financieel directeur" },
  { name: "branche", label: "Branche", hint: "Bijvoorbeeld: installatietechniek" },
  { name: "regio", label: "Regio", hint: "Bijvoorbeeld: Noord-Nederland" },
  { name: "aantal", label: "Aantal leads", hint: "Bijvoorbeeld: 50" },
];
const ANY: readonly Question[] = [{ name: "opmerking", label: "Opmerking", hint: "Wat moet de workflow weten?" }];

function renderForm(name: string): string {
  const isSearch = name === "add-to-search-queue";
  const title = isSearch ? "Toevoegen aan de zoekwachtrij" : "Workflow starten";
  return renderPage(
    title,
    html`<h1>${title}</h1>
    <p class="lead">${isSearch ? "Welke leads moeten er gezocht worden? De zoekopdracht komt achteraan in de wachtrij." : `Je start de workflow ${name}.`}</p>
    <form method="post">
      <div class="fields">${(isSearch ? SEARCH : ANY).map(renderQuestion)}</div>
      <button type="submit">Versturen</button>
    </form>`,
  );
}

const renderQuestion = ({ name, label, hint }: Question): Html => html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="text" placeholder="${hint}" maxlength="200" autocomplete="off">
  </div>`;

const renderThanks = () =>
  renderPage(
    "Bedankt",
    html`<div class="thanks" role="status">
      <div class="tick" aria-hidden="true">✓</div>
      <h1>Bedankt!</h1>
      <p class="lead">De workflow is gestart. Je kunt dit venster sluiten.</p>
      <button type="button" data-close>Venster sluiten</button>
    </div>`,
  );

const renderPage = (title: string, body: Html): string =>
  formPage(title, { style: "/form/form.css", script: "/form/form.js" }, body);

const STYLE = readFileSync(new URL("../airtable/form/lead-form.css", import.meta.url), "utf8");
const SCRIPT = "document.querySelector('[data-close]')?.addEventListener('click', () => window.close());\n";

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

type FormAddress = { Params: { name: string }; Querystring: Record<string, string> };

/** Workflows that first ask for input, in a form in a new window. */
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
