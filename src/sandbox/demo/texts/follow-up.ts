import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

const FIRST = [
  "Hoi {voornaam}, een tijdje geleden spraken we elkaar over {onderwerp}. Je vertelde dat het toen nog niet het juiste moment was. Hoe staat het er nu voor?",
  "Dag {voornaam}, ik kwam onze berichten van laatst weer tegen. Ben je sindsdien verder gekomen met {onderwerp}?",
  "Hi {voornaam}, zoals afgesproken kom ik er nog even op terug. Is er bij {bedrijf} intussen meer duidelijk over {onderwerp}?",
  "{voornaam}, dank nog voor je openhartige reactie. Ik heb erover nagedacht en wil je graag iets voorleggen rond {onderwerp}.",
  "Hoi {voornaam}, ik las over {signaal} bij {bedrijf} en moest aan ons gesprek denken. Hoe loopt het daarmee?",
];

const SECOND = [
  "Hoi {voornaam}, ik stuur je dit voorbeeld omdat het raakt aan wat je vertelde. {case} Zou zoiets bij jullie ook kunnen werken?",
  "Dag {voornaam}, misschien helpt dit bij je afweging. {case} Ik vertel er graag meer over.",
  "Hi {voornaam}, geen haast hoor, maar dit wilde ik je niet onthouden. {case}",
  "{voornaam}, je vroeg je af of het in de praktijk ook echt iets oplevert. {case}",
];

const THIRD = [
  "Hoi {voornaam}, ik laat het na dit bericht even rusten. Zal ik over een paar maanden nog eens vragen hoe het loopt met {onderwerp}?",
  "Dag {voornaam}, nog een laatste vraag van mijn kant: is er iemand anders bij {bedrijf} met wie ik hier beter over kan praten?",
  "Hi {voornaam}, ik kan me voorstellen dat je andere dingen aan je hoofd hebt. Als je toch eens wilt sparren, ben ik één berichtje van je vandaan.",
  "{voornaam}, volgende maand ben ik een dag in {plaats}. Zal ik dan een kop koffie komen drinken? Zo niet, dan laat ik je met rust.",
];

const SIGN_OFFS = [
  "Groet, {afzender}",
  "Hartelijke groet,\n{afzender}",
  "Ik hoor het graag!\n{afzender}",
  "Groeten,\n{afzender}",
];

/** The sections of a follow-up after the older conversation, still with the places for the lead. */
export function composeFollowUp(random: Random, { cases }: Proposition): Record<string, string> {
  const close = () => random.pick(SIGN_OFFS);
  return {
    "Follow up 1": `${random.pick(FIRST)}\n\n${close()}`,
    "Follow up 2": `${random.pick(SECOND).replace("{case}", random.pick(cases))}\n\n${close()}`,
    "Follow up 3": `${random.pick(THIRD)}\n\n${close()}`,
  };
}
