import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { serveForms } from "#sandbox/form-page.ts";
import type { Base } from "../model/base.ts";
import { newId } from "../model/ids.ts";
import { readFields } from "../records/write.ts";
import type { Workspace } from "../workspace.ts";
import { FORM_FIELDS, renderForm, renderGone, renderThanks } from "./lead-form-view.ts";

const STYLE = readFileSync(new URL("./lead-form.css", import.meta.url), "utf8");

// Shown in a frame by the product, which runs on another port of this machine.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'self' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*";

type FormAddress = { Params: { baseId: string } };

const text = z.string().trim().max(500).default("");
const answers = z.object({
  "Full Name": text.pipe(z.string().min(1, "Vul de naam van de lead in.")),
  "LinkedIn URL": text.pipe(
    z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Vul een geldig webadres in." })]),
  ),
  Email: text.pipe(z.union([z.literal(""), z.email("Vul een geldig e-mailadres in.")])),
  Website: text.pipe(z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Vul een geldig webadres in." })])),
  Title: text,
  Company: text,
  Location: text,
  Industry: text,
});

/** The page that people fill in to add a lead to the base. */
export function addLeadForm(app: FastifyInstance, workspace: Workspace): void {
  serveForms(app, POLICY);

  app.get("/airtable-form/lead-form.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));

  app.get<FormAddress>("/airtable-form/:baseId", (request, reply) => {
    const base = workspace.bases.find(request.params.baseId);
    return reply
      .code(base ? 200 : 404)
      .type("text/html; charset=utf-8")
      .send(base ? renderForm({ company: base.company, values: {}, problems: {} }) : renderGone());
  });

  app.post<FormAddress>("/airtable-form/:baseId", (request, reply) => {
    const page = reply.type("text/html; charset=utf-8");
    const base = workspace.bases.find(request.params.baseId);
    if (!base) return page.code(404).send(renderGone());
    const values = readValues(request.body);
    const { success, data, error } = answers.safeParse(values);
    if (!success) {
      const problems = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
      return page.code(422).send(renderForm({ company: base.company, values, problems }));
    }
    addLead(workspace, base, data);
    return page.send(renderThanks(base.id, data["Full Name"]));
  });
}

function readValues(body: unknown): Record<string, string> {
  const given = (typeof body === "object" && body !== null ? body : {}) as Record<string, string | undefined>;
  return Object.fromEntries(FORM_FIELDS.map(({ name }) => [name, given[name] ?? ""]));
}

function addLead(workspace: Workspace, base: Base, values: Record<string, string>): void {
  const table = base.table("Leads");
  if (!table) return;
  const fields = { ...values, "Date Added": new Date(workspace.now()).toISOString() };
  // Someone may have renamed or removed a field of the base; the rest of the form still counts.
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => table.field(name)));
  workspace.write(base, "formSubmission", (draft) =>
    draft.create(table, newId("rec"), readFields(draft, table, known, true)),
  );
}
