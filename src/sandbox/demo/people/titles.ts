import { wordList } from "../word-list.ts";

export const TITLES = wordList(`
  Algemeen directeur, Directeur-grootaandeelhouder, Mede-eigenaar, Eigenaar, CEO, Managing Director,
  Financieel directeur, CFO, Finance Manager, Hoofd financiën, Controller, Manager bedrijfsvoering,
  Commercieel directeur, Salesmanager, Hoofd verkoop, Business Development Manager, Accountmanager,
  Operationeel directeur, COO, Operations Manager, Productiemanager, Supply Chain Manager, Logistiek manager,
  HR-directeur, HR Manager, Hoofd personeelszaken, IT-manager, CTO, Manager digitalisering, Marketingmanager,
  Vestigingsdirecteur, Bedrijfsleider, Programmamanager, Hoofd projecten
`);

const ASIDE = /HR|personeel|Marketing|Accountmanager|IT-|CTO/;

/** Whether someone with this title decides on what our companies offer. */
export const decides = (title: string) => !ASIDE.test(title);

/** How a title is written within a sentence: "commercieel directeur", but "CFO" and "Finance Manager". */
export function titleInSentence(title: string): string {
  return /^[A-Z]{2}|\s[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
