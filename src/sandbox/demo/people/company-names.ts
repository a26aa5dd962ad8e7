import type { Random } from "../random.ts";
import { wordList } from "../word-list.ts";
import type { Industry } from "./industries.ts";
import { LAST_NAMES } from "./names.ts";

const BRANDS = wordList(`
  Noordzij, Hoogland, Waterland, Horizon, Veerkracht, Kompas, Polderzicht, Brug, Stroom, Helder, Vitaal, Novum,
  Delta, Zilt, Meridiaan, Anker, Voorland, Getij, Lumen, Optimus, Terra, Vector, Kroon, Linie, Baken, Argo, Solide,
  Nova, Flux, Raster
`);

const ENDINGS = ["", "", "", " B.V.", " Nederland", " Groep"] as const;

/** A name that no other company of the same list has. */
export function makeCompanyName(random: Random, industry: Industry, place: string, taken: Set<string>): string {
  for (;;) {
    const name = proposeName(random, industry, place);
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function proposeName(random: Random, industry: Industry, place: string): string {
  const word = random.pick(industry.words);
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
