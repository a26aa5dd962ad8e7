import { formPage } from "../form-page.ts";
import { type Html, html } from "../html.ts";

type Question = { name: string; label: string; hint: string };

const SEARCH: readonly Question[] = [
  { name: "functie", label: "Functie", hint: "Bijvoorbeeld: financieel directeur" },
  { name: "branche", label: "Branche", hint: "Bijvoorbeeld: installatietechniek" },
  { name: "regio", label: "Regio", hint: "Bijvoorbeeld: Noord-Nederland" },
  { name: "aantal", label: "Aantal leads", hint: "Bijvoorbeeld: 50" },
];
const ANY: readonly Question[] = [{ name: "opmerking", label: "Opmerking", hint: "Wat moet de workflow weten?" }];

export function renderForm(name: string): string {
  const isSearch = name === "add-to-search-queue";
  const title = isSearch ? "Toevoegen aan de zoekwachtrij" : "Workflow starten";
  return page(
    title,
    html`<h1>${title}</h1>
    <p class="lead">${isSearch ? "Welke leads moeten er gezocht worden? De zoekopdracht komt achteraan in de wachtrij." : `Je start de workflow ${name}.`}</p>
    <form method="post">
      <div class="fields">${(isSearch ? SEARCH : ANY).map(row)}</div>
      <button type="submit">Versturen</button>
    </form>`,
  );
}

const row = ({ name, label, hint }: Question): Html => html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="text" placeholder="${hint}" maxlength="200" autocomplete="off">
  </div>`;

export const renderThanks = () =>
  page(
    "Bedankt",
    html`<div class="thanks" role="status">
      <div class="tick" aria-hidden="true">✓</div>
      <h1>Bedankt!</h1>
      <p class="lead">De workflow is gestart. Je kunt dit venster sluiten.</p>
      <button type="button" data-close>Venster sluiten</button>
    </div>`,
  );

const page = (title: string, body: Html): string =>
  formPage(title, { style: "/form/form.css", script: "/form/form.js" }, body);
