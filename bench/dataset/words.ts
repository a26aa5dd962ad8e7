import { INDUSTRIES } from "#sandbox/demo/people/industries.ts";
import { addressLetters, FIRST_NAMES, LAST_NAMES } from "#sandbox/demo/people/names.ts";
import { CENTRAL_PLACES, NORTHERN_PLACES, OTHER_PLACES } from "#sandbox/demo/people/places.ts";
import { titlesIn } from "#sandbox/demo/people/titles.ts";

const PLACES = [...NORTHERN_PLACES, ...CENTRAL_PLACES, ...OTHER_PLACES];
const FLOWS = ["Frank Hoekstra", "Marieke Postma", "Tjeerd Wiersma", "Sanne de Boer"];

const companyNames = (): string[] =>
  LAST_NAMES.flatMap((family) =>
    INDUSTRIES.flatMap(({ words }) =>
      words.map((word) => `${family.charAt(0).toUpperCase()}${family.slice(1)} ${word}`),
    ),
  );

/** What the rows are made of: the people, companies and places of the demo. One in five thousand has a rare first name. */
export const words = () => ({
  firsts: FIRST_NAMES,
  lasts: LAST_NAMES,
  letters: LAST_NAMES.map(addressLetters),
  rare: "Xquinten",
  companies: companyNames(),
  industries: INDUSTRIES.map(({ name }) => name),
  titles: titlesIn("Bouw"),
  places: PLACES,
  flows: FLOWS,
  icebreaker: `Ice Breaker: Hoi, ik zag dat jullie groeien. ${INDUSTRIES[0]?.topics.join(", ")}.`,
  message: `Dank voor de connectie! ${INDUSTRIES[1]?.topics.join(", ")}. Zullen we eens bellen?`,
});
