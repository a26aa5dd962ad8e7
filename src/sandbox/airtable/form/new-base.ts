import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { formPage, type Html, html, serveForms } from "#sandbox/html.ts";
import { makeToken } from "../access.ts";
import { Base } from "../model/base.ts";
import { createBaseFromTemplate } from "../model/base-template.ts";
import { newId } from "../model/ids.ts";
import type { Workspace } from "../workspace.ts";

const page = (title: string, body: Html): string => formPage(title, { style: "/airtable-form/lead-form.css" }, body);

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const renderForm = (): string =>
  page(
    "Nieuwe base",
    html`<h1>Een base voor een nieuw bedrijf</h1>
    <p class="lead">Dit is de nagebootste Airtable van de demo. Je krijgt een lege base en een toegangstoken, die je bij Bedrijf Beheer onder Airtable invult.</p>
    <form method="post">
      <div class="fields"><div class="field">
        <label for="company">Naam van het bedrijf</label>
        <input id="company" name="company" required maxlength="200" autocomplete="off">
      </div></div>
      <button type="submit">Base maken</button>
    </form>`,
  );

const renderBase = (company: string, baseId: string, token: string): string =>
  page(
    "Base gemaakt",
    html`<h1>De base van ${company}</h1>
    <p class="lead">Vul dit in bij Bedrijf Beheer, Airtable, Instellen. Het token zie je hier alleen nu.</p>
    <div class="fields">
      <div class="field"><label for="token">Toegangstoken</label><input id="token" value="${token}" readonly></div>
      <div class="field"><label for="base">Base</label><input id="base" value="${baseId}" readonly></div>
    </div>
    <a class="again" href="/airtable-form/${baseId}">Een lead aan deze base toevoegen</a>`,
  );

const submitted = z.object({ company: z.string().trim().min(1).max(200) });

/** The page on which a user of the demo gets a base and a token for a company of their own. */
export function addNewBaseRoutes(app: FastifyInstance, workspace: Workspace): void {
  serveForms(app, POLICY);
  app.get("/airtable-new", (_request, reply) => reply.type("text/html; charset=utf-8").send(renderForm()));
  app.post("/airtable-new", (request, reply) => {
    const htmlReply = reply.type("text/html; charset=utf-8");
    const { success, data } = submitted.safeParse(request.body);
    if (!success) return htmlReply.code(422).send(renderForm());
    const base = new Base(newId("app"), data.company, workspace.now());
    createBaseFromTemplate(base, "scored");
    workspace.addBase(base);
    const token = makeToken([base.id]);
    workspace.addToken(token);
    return htmlReply.send(renderBase(data.company, base.id, token.token));
  });
}
