import { formPage } from "#sandbox/form-page.ts";
import { type Html, html } from "#sandbox/html.ts";

type FormField = { name: string; label: string; type: string; hint: string; required?: true };

export const FORM_FIELDS: readonly FormField[] = [
  { name: "Full Name", label: "Naam", type: "text", hint: "Voor- en achternaam", required: true },
  { name: "LinkedIn URL", label: "LinkedIn-profiel", type: "url", hint: "https://www.linkedin.com/in/…" },
  { name: "Title", label: "Functie", type: "text", hint: "Bijvoorbeeld: Commercieel directeur" },
  { name: "Company", label: "Bedrijf", type: "text", hint: "Naam van de organisatie" },
  { name: "Email", label: "E-mailadres", type: "email", hint: "naam@bedrijf.nl" },
  { name: "Website", label: "Website", type: "url", hint: "https://" },
  { name: "Location", label: "Plaats", type: "text", hint: "Bijvoorbeeld: Groningen" },
  { name: "Industry", label: "Branche", type: "text", hint: "Bijvoorbeeld: Installatietechniek" },
];

export type FormView = { company: string; values: Record<string, string>; problems: Record<string, string> };

export function renderForm({ company, values, problems }: FormView): string {
  return page(
    "Lead toevoegen",
    html`<h1>Lead toevoegen</h1>
    <p class="lead">Nieuwe leads voor ${company} komen direct in de base.</p>
    <form method="post" novalidate>
      <div class="fields">${FORM_FIELDS.map((field) => row(field, values[field.name] ?? "", problems[field.name]))}</div>
      <button type="submit">Lead toevoegen</button>
    </form>`,
  );
}

function row({ name, label, type, hint, required }: FormField, value: string, problem: string | undefined): Html {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return html`<div class="field">
    <label for="${id}">${label}${required ? html` <span class="required">verplicht</span>` : null}</label>
    <input id="${id}" name="${name}" type="${type}" value="${value}" placeholder="${hint}" maxlength="500" autocomplete="off"${required ? html` required` : null}${problem ? html` aria-invalid="true" aria-describedby="${id}-probleem"` : null}>
    ${problem ? html`<p class="problem" id="${id}-probleem">${problem}</p>` : null}
  </div>`;
}

export function renderThanks(baseId: string, name: string): string {
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

export const renderGone = () =>
  page(
    "Formulier niet gevonden",
    html`<h1>Dit formulier bestaat niet meer</h1><p class="lead">Vraag je beheerder om een nieuw adres.</p>`,
  );

const page = (title: string, body: Html): string => formPage(title, { style: "/airtable-form/lead-form.css" }, body);
