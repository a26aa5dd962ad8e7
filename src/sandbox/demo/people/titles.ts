import { wordList } from "../random.ts";

const TITLES = wordList(`
  Algemeen directeur, Directeur-grootaandeelhouder, Mede-eigenaar, Eigenaar, CEO, Managing Director,
  Financieel directeur, CFO, Finance Manager, Hoofd financiën, Controller, Manager bedrijfsvoering,
  Commercieel directeur, Salesmanager, Hoofd verkoop, Business Development Manager, Accountmanager,
  Operationeel directeur, COO, Operations Manager, Productiemanager, Supply Chain Manager, Logistiek manager,
  HR-directeur, HR Manager, Hoofd personeelszaken, IT-manager, CTO, Manager digitalisering, Marketingmanager,
  Vestigingsdirecteur, Bedrijfsleider, Programmamanager, Hoofd projecten
`);

const SHOP_FLOOR_TITLES = /Productie|Supply|Logistiek/;
const OFFICE_TITLES = TITLES.filter((title) => !SHOP_FLOOR_TITLES.test(title));
const OFFICES = /IT|Zakelijk|Zorg|Onderwijs|Horeca/;

/** The titles that people have in a line of business: a school has no head of production. */
export const titlesIn = (industry: string) => (OFFICES.test(industry) ? OFFICE_TITLES : TITLES);

const PARENTHESIS = /HR|personeel|Marketing|Accountmanager|IT-|CTO/;

/** Whether someone with this title decides on what our companies offer. */
export const isDecisionMaker = (title: string) => !PARENTHESIS.test(title);

/** How a title is written within a sentence: "commercieel directeur", but "CFO" and "Finance Manager". */
export function titleInSentence(title: string): string {
  return /^[A-Z]{2}|\s[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
