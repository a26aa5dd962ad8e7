import { wordList } from "../word-list.ts";

/** By company of the demo: the towns where most of its leads are. */
export const NORTHERN_PLACES = wordList(`
  Groningen, Leeuwarden, Assen, Emmen, Drachten, Heerenveen, Hoogeveen, Sneek, Stadskanaal, Veendam, Winschoten,
  Delfzijl, Meppel, Zwolle, Steenwijk, Hardenberg, Harlingen, Dokkum
`);

export const CENTRAL_PLACES = wordList(`
  Amsterdam, Almere, Lelystad, Hoorn, Purmerend, Zaandam, Utrecht, Amersfoort, Harderwijk, Enkhuizen, Alkmaar,
  Hilversum, Nijkerk, Zeewolde, Kampen, Ede, Veenendaal, Woerden
`);

export const OTHER_PLACES = wordList(`
  Rotterdam, Den Haag, Eindhoven, Tilburg, Breda, Arnhem, Nijmegen, Enschede, Apeldoorn, Deventer, Den Bosch,
  Maastricht, Venlo, Dordrecht, Leiden, Gouda, Roosendaal, Middelburg
`);
