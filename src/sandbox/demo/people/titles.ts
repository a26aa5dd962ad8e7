import { wordList } from "../word-list.ts";

const TITLES = wordList(`
  Algemeen directeur, Directeur-grootaandeelhouder, Mede-eigenaar, Eigenaar, CEO, Managing Director,
  Financieel directeur, CFO, Finance Manager, Hoofd financiën, Controller, Manager bedrijfsvoering,
  Commercieel directeur, Salesmanager, Hoofd verkoop, Business Development Manager, Accountmanager,
  Operationeel directeur, COO, Operations Manager, Productiemanager, Supply Chain Manager, Logistiek manager,
  HR-directeur, HR Manager, Hoofd personeelszaken, IT-manager, CTO, Manager digitalisering, Marketingmanager,
  Vestigingsdirecteur, Bedrijfsleider, Programmamanager, Hoofd projecten
`);

const OF_THE_FLOOR = /Productie|Supply|Logistiek/;
const OFFICE_TITLES = TITLES.filter((title) => !OF_THE_FLOOR.test(title));
const OFFICES = /IT|Zakelijk|Zorg|Onderwijs|Horeca/;

/** The titles that people have in a line of business: a school has no head of production. */
export const titlesIn = (industry: string) => (OFFICES.test(industry) ? OFFICE_TITLES : TITLES);

const ASIDE = /HR|personeel|Marketing|Accountmanager|IT-|CTO/;

/** Whether someone with this title decides on what our companies offer. */
export const decides = (title: string) => !ASIDE.test(title);

/** How a title is written within a sentence: "commercieel directeur", but "CFO" and "Finance Manager". */
export function titleInSentence(title: string): string {
  return /^[A-Z]{2}|\s[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
