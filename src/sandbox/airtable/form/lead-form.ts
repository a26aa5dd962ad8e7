import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { formPage, type Html, html, serveForms } from "#sandbox/html.ts";
import type { Base } from "../model/base.ts";
import { newId } from "../model/ids.ts";
import { readFields } from "../records/write.ts";
import type { Workspace } from "../workspace.ts";

type FormField = { name: string; label: string; type: string; hint: string; required?: true };

const FORM_FIELDS: readonly FormField[] = [
  { name: "Full Name", label: "Naam", type: "text", hint: "Voor- en achternaam", required: true },
  { name: "LinkedIn URL", label: "LinkedIn-profiel", type: "url", hint: "https://www.linkedin.com/in/…" },
  { name: "Title", label: "Functie", type: "text", hint: "Bijvoorbeeld: Commercieel directeur" },
  { name: "Company", label: "Bedrijf", type: "text", hint: "Naam van de organisatie" },
  { name: "Email", label: "E-mailadres", type: "email", hint: "naam@bedrijf.nl" },
  { name: "Telefoon", label: "Telefoon", type: "tel", hint: "Bijvoorbeeld: 06 12345678" },
  { name: "Website", label: "Website", type: "url", hint: "https://" },
  { name: "Location", label: "Plaats", type: "text", hint: "Bijvoorbeeld: Groningen" },
  { name: "Industry", label: "Branche", type: "text", hint: "Bijvoorbeeld: Installatietechniek" },
];

type FormView = { company: string; values: Record<string, string>; problems: Record<string, string> };

function renderForm({ company, values, problems }: FormView): string {
  return page(
    "Lead toevoegen",
    html`<h1>Lead toevoegen</h1>
    <p class="lead">Nieuwe leads voor ${company} komen direct in de base.</p>
    <form method="post" novalidate>
      <div class="fields">${FORM_FIELDS.map((field) => renderField(field, values[field.name] ?? "", problems[field.name]))}</div>
      <button type="submit">Lead toevoegen</button>
    </form>`,
  );
}

function renderField(
  { name, label, type, hint, required }: FormField,
  value: string,
  problem: string | undefined,
): Html {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return html`<div class="field">
    <label for="${id}">${label}${required ? html` <span class="required">verplicht</span>` : null}</label>
    <input id="${id}" name="${name}" type="${type}" value="${value}" placeholder="${hint}" maxlength="500" autocomplete="off"${required ? html` required` : null}${problem ? html` aria-invalid="true" aria-describedby="${id}-probleem"` : null}>
    ${problem ? html`<p class="problem" id="${id}-probleem">${problem}</p>` : null}
  </div>`;
}

function renderThanks(baseId: string, name: string): string {
  return page(
    "Lead toegevoegd",
    html`<div class="thanks" role="status">
      <div class="tick" aria-hidden="true">✓</div>
      <h1>Bedankt!</h1>
      <p class="lead">${name} staat in de lijst. Na de volgende synchronisatie zie je de lead ook in de applicatie.</p>
      <a class="again" href="/airtable-form/${baseId}">Nog een lead toevoegen</a>
    </div>`,
  );
}

const renderNotFound = () =>
  page(
    "Formulier niet gevonden",
    html`<h1>Dit formulier bestaat niet meer</h1><p class="lead">Vraag je beheerder om een nieuw adres.</p>`,
  );

const page = (title: string, body: Html): string => formPage(title, { style: "/airtable-form/lead-form.css" }, body);

const STYLE = readFileSync(new URL("./lead-form.css", import.meta.url), "utf8");

// The product frames this page from another port.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'self' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*";

type FormRoute = { Params: { baseId: string } };

const formText = z.string().trim().max(500).default("");
const formSchema = z.object({
  "Full Name": formText.pipe(z.string().min(1, "Vul de naam van de lead in.")),
  "LinkedIn URL": formText.pipe(
    z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Vul een geldig webadres in." })]),
  ),
  Email: formText.pipe(z.union([z.literal(""), z.email("Vul een geldig e-mailadres in.")])),
  Website: formText.pipe(
    z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Vul een geldig webadres in." })]),
  ),
  Telefoon: formText,
  Title: formText,
  Company: formText,
  Location: formText,
  Industry: formText,
});

/** The page with the form that adds a lead to the base. */
export function addLeadFormRoutes(app: FastifyInstance, workspace: Workspace): void {
  serveForms(app, POLICY);

  app.get("/airtable-form/lead-form.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));

  app.get<FormRoute>("/airtable-form/:baseId", (request, reply) => {
    const base = workspace.bases.find(request.params.baseId);
    return reply
      .code(base ? 200 : 404)
      .type("text/html; charset=utf-8")
      .send(base ? renderForm({ company: base.company, values: {}, problems: {} }) : renderNotFound());
  });

  app.post<FormRoute>("/airtable-form/:baseId", (request, reply) => {
    const htmlReply = reply.type("text/html; charset=utf-8");
    const base = workspace.bases.find(request.params.baseId);
    if (!base) return htmlReply.code(404).send(renderNotFound());
    const values = readValues(request.body);
    const { success, data, error } = formSchema.safeParse(values);
    if (!success) {
      const problems = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
      return htmlReply.code(422).send(renderForm({ company: base.company, values, problems }));
    }
    addLead(workspace, base, data);
    return htmlReply.send(renderThanks(base.id, data["Full Name"]));
  });
}

function readValues(body: unknown): Record<string, string> {
  const submitted = (typeof body === "object" && body !== null ? body : {}) as Record<string, string | undefined>;
  return Object.fromEntries(FORM_FIELDS.map(({ name }) => [name, submitted[name] ?? ""]));
}

function addLead(workspace: Workspace, base: Base, values: Record<string, string>): void {
  const table = base.table("Leads");
  if (!table) return;
  const fields = { ...values, "Date Added": new Date(workspace.now()).toISOString() };
  // Fields that were renamed or removed in the base are skipped.
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => table.field(name)));
  workspace.write(base, "formSubmission", (draft) =>
    draft.create(table, newId("rec"), readFields(draft, table, known, true)),
  );
}
