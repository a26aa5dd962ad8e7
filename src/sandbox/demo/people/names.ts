import type { Random } from "../random.ts";
import type { Industry } from "./industries.ts";

/** Splits at a comma followed by white space. */
const splitList = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** With accents and of various origins, as in the Netherlands. */
export const FIRST_NAMES = splitList(`
  Anouk, Anaïs, Annelies, Ayşe, Babette, Carlijn, Chantal, Chloë, Claudia, Daniëlle, Eline, Elise, Esmée, Eva,
  Famke, Fatima, Femke, Fenna, Floor, Froukje, Geertje, Hanneke, Helma, Hilde, Ilse, Inge, Iris, Jacqueline,
  Jantine, Jolanda, José, Judith, Karin, Kim, Lieke, Linda, Loes, Loïs, Lotte, Maaike, Mandy, Margriet, Marijke,
  Marleen, Mirjam, Naima, Nicole, Noémie, Noor, Petra, Priya, Renée, Roos, Sanne, Saskia, Simone, Sofie, Tessa,
  Tineke, Wendy, Willemijn, Yvonne, Zoë, Aad, Adriaan, Ahmed, Albert, Arjan, Bart, Bas, Bram, Casper, Çağlar, Coen,
  Daniël, Dennis, Dirk, Edwin, Emiel, Erik, Ferdi, Fokke, François, Gerben, Gerrit, Gijs, Guido, Hans, Harm,
  Hendrik, Hidde, Hugo, Jaap, Jelle, Jeroen, Jérôme, Joost, Joris, Jürgen, Karel, Kees, Klaas, Koen, Lars, Leo,
  Luuk, Maarten, Mark, Mehmet, Michiel, Mohammed, Niels, Olaf, Patrick, Paul, Pieter, Rachid, Raoul, René, Rik,
  Rob, Roel, Ruben, Ruud, Sander, Sjoerd, Stefan, Sven, Thijs, Tim, Tjeerd, Tom, Vincent, Wessel, Willem, Wouter,
  Youssef
`);

export const LAST_NAMES = splitList(`
  Aalbers, van Aken, El Amrani, Andringa, Arslan, Baas, Bakker, Beekman, van den Berg, Bergsma, van Beek,
  Bloemendaal, de Boer, Boersma, Bos, Bosman, Bouwmeester, Brandsma, Brink, Brouwer, de Bruijn, Buitenhuis, Çelik,
  Claassen, Coenen, Cornelissen, van Dalen, Dekker, Dijkstra, Dirksen, van Dongen, Douma, Driessen, van Duijn,
  Elzinga, van Es, Faber, Fokkema, Gerritsen, van Gils, Goossens, de Graaf, Groen, de Groot, Haan, Haringsma,
  Hartman, van der Heijden, Hendriks, Hoekstra, Hofman, Hollander, d'Hondt, van Houten, Huisman, Idrissi, Jacobs,
  Jansen, Janssens, de Jong, Kaya, Keizer, Klein, Kok, Koning, Kooistra, Koster, Kramer, Kuiper, van Laar, Lammers,
  van der Laan, Leeuwenburg, van Leeuwen, Linssen, Maas, van der Meer, Meijer, Mertens, Molenaar, Mulder, Nguyen,
  Nijhuis, Noordhof, Olthof, van Oosten, Oosterhuis, Pach, Peeters, Peters, van der Ploeg, Postma, Prins, Ramdin,
  Reitsma, Roelofs, Rozema, Ruiter, Sánchez, Schaap, Schepers, Scholten, Schouten, Sikkema, Smeets, Smit, Snijders,
  Spaans, Stam, Steenbergen, van Straaten, Tammens, Terpstra, Timmermans, Tuinstra, Veenstra, van der Veen,
  Verbeek, Verhoeven, Vermeulen, Visser, de Vries, van Vliet, Vonk, Vos, de Waal, van der Wal, Wagenaar, Weijers,
  Westra, Wiersma, Wijnands, de Wit, Wolters, Yılmaz, Zandstra, Zijlstra, van Zuilen, Zwart, Zweers
`);

/** A name as used in URLs and e-mail addresses: lower case, without accents. */
export function slugify(text: string): string {
  return text
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

const BRANDS = splitList(`
  Noordzij, Hoogland, Waterland, Horizon, Veerkracht, Kompas, Polderzicht, Brug, Stroom, Helder, Vitaal, Novum,
  Delta, Zilt, Meridiaan, Anker, Voorland, Getij, Lumen, Optimus, Terra, Vector, Kroon, Linie, Baken, Argo, Solide,
  Nova, Flux, Raster
`);

const ENDINGS = ["", "", "", " B.V.", " Nederland", " Groep"] as const;

/** A company name that is not in `taken`. */
export function makeCompanyName(random: Random, industry: Industry, place: string, taken: Set<string>): string {
  for (;;) {
    const name = proposeName(random, industry, place);
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function proposeName(random: Random, industry: Industry, place: string): string {
  const word = random.pick(industry.nameEndings);
  const family = capitalise(random.pick(LAST_NAMES));
  switch (random.below(5)) {
    case 0:
      return `${family} & ${random.pick(["Zonen", "Partners", capitalise(random.pick(LAST_NAMES))])} ${word}`;
    case 1:
      return `${random.pick(BRANDS)} ${word}${random.pick(ENDINGS)}`;
    case 2:
      return `${word} ${place}${random.pick(["", " B.V."])}`;
    case 3:
      return `${random.pick(BRANDS)}${random.pick(["plan", "werk", "vast", "team", "lab"])} ${word}`;
    default:
      return `${family} ${word}${random.pick(ENDINGS)}`;
  }
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The places of most leads of the first and of the second demo company. */
export const NORTHERN_PLACES = splitList(`
  Groningen, Leeuwarden, Assen, Emmen, Drachten, Heerenveen, Hoogeveen, Sneek, Stadskanaal, Veendam, Winschoten,
  Delfzijl, Meppel, Zwolle, Steenwijk, Hardenberg, Harlingen, Dokkum
`);

export const CENTRAL_PLACES = splitList(`
  Amsterdam, Almere, Lelystad, Hoorn, Purmerend, Zaandam, Utrecht, Amersfoort, Harderwijk, Enkhuizen, Alkmaar,
  Hilversum, Nijkerk, Zeewolde, Kampen, Ede, Veenendaal, Woerden
`);

export const OTHER_PLACES = splitList(`
  Rotterdam, Den Haag, Eindhoven, Tilburg, Breda, Arnhem, Nijmegen, Enschede, Apeldoorn, Deventer, Den Bosch,
  Maastricht, Venlo, Dordrecht, Leiden, Gouda, Roosendaal, Middelburg
`);

const TITLES = splitList(`
  Algemeen directeur, Directeur-grootaandeelhouder, Mede-eigenaar, Eigenaar, CEO, Managing Director,
  Financieel directeur, CFO, Finance Manager, Hoofd financiën, Controller, Manager bedrijfsvoering,
  Commercieel directeur, Salesmanager, Hoofd verkoop, Business Development Manager, Accountmanager,
  Operationeel directeur, COO, Operations Manager, Productiemanager, Supply Chain Manager, Logistiek manager,
  HR-directeur, HR Manager, Hoofd personeelszaken, IT-manager, CTO, Manager digitalisering, Marketingmanager,
  Vestigingsdirecteur, Bedrijfsleider, Programmamanager, Hoofd projecten
`);

const SHOP_FLOOR_TITLES = /Productie|Supply|Logistiek/;
const OFFICE_TITLES = TITLES.filter((title) => !SHOP_FLOOR_TITLES.test(title));
const OFFICE_INDUSTRIES = /IT|Zakelijk|Zorg|Onderwijs|Horeca/;

/** The job titles of an industry: a school has no head of production. */
export const titlesIn = (industry: string) => (OFFICE_INDUSTRIES.test(industry) ? OFFICE_TITLES : TITLES);

const NON_DECISION_MAKERS = /HR|personeel|Marketing|Accountmanager|IT-|CTO/;

/** Whether this title decides on what the demo companies offer. */
export const isDecisionMaker = (title: string) => !NON_DECISION_MAKERS.test(title);

/** How a title is written within a sentence: "commercieel directeur", but "CFO" and "Finance Manager". */
export function titleInSentence(title: string): string {
  return /^[A-Z]{2}|\s[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
