import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

export type Sentiment = "positive" | "neutral" | "negative";

const OPENINGS = [
  "Hoi {voornaam}, leuk dat we verbonden zijn. Hoe gaan jullie bij {bedrijf} om met {onderwerp}?",
  "Dag {voornaam}, dank voor de connectie! Ik spreek veel {bedrijven} over {onderwerp}. Speelt dat bij jullie ook?",
  "Goedemorgen {voornaam}, ik zag {signaal} bij {bedrijf}. Mag ik vragen wat dat voor jullie betekent?",
  "Hi {voornaam}, ik ben benieuwd wat jou als {functie} op dit moment het meeste bezighoudt.",
];

const REPLIES: Record<Sentiment, readonly string[]> = {
  positive: [
    "Goeie vraag! Daar zijn we inderdaad volop mee bezig. Vertel eens, wat zien jullie bij anderen?",
    "Hoi {afzender}, leuk dat je het vraagt. We willen hier dit jaar echt stappen in zetten.",
    "Toevallig hadden we het er gisteren over in het MT. Stuur maar wat informatie, dan kijk ik ernaar.",
    "Zeker een thema bij ons. Bel me gerust een keer, liefst aan het eind van de middag.",
    "Interessant! Hoe zou dat er bij ons ongeveer uitzien?",
  ],
  neutral: [
    "Dank voor je bericht. Op dit moment heeft het geen prioriteit, maar ik sluit niets uit.",
    "Dag {afzender}, dat ligt bij ons bij een collega. Ik zal het doorgeven.",
    "We zitten midden in een verhuizing, dus nu even niet. Na de zomer misschien.",
    "Ik weet het nog niet. Wat kost zoiets ongeveer?",
    "Hm, daar moet ik even over nadenken. Ik kom erop terug.",
  ],
  negative: [
    "Dank, maar wij hebben dit intern goed geregeld.",
    "Hoi, ik krijg dit soort berichten elke dag. Nu geen behoefte aan.",
    "We werken al jaren met een vaste partij en dat bevalt prima.",
    "Geen interesse, maar succes met je zoektocht.",
  ],
};

const ANSWERS: Record<Sentiment, readonly string[]> = {
  positive: [
    "Fijn om te horen! Ik stuur je vandaag een voorbeeld van een bedrijf {sector}.",
    "Mooi, dan bel ik je deze week. Schikt donderdag rond half vijf?",
    "In het kort: we beginnen klein, met één onderwerp, en kijken na zes weken wat het oplevert.",
  ],
  neutral: [
    "Helder, dankjewel. Ik kom er over een paar weken nog eens op terug, goed?",
    "Begrijpelijk! Zal ik je intussen een kort artikel sturen over {onderwerp}?",
    "Geen probleem. Succes met alles, en ik hoor het graag als er ruimte is.",
  ],
  negative: [
    "Duidelijk, dank voor je eerlijke antwoord. Ik zal je er niet meer mee lastigvallen.",
    "Prima, {voornaam}. Fijn dat het goed geregeld is!",
  ],
};

const CLOSINGS: Record<Sentiment, readonly string[]> = {
  positive: ["Top, ik kijk ernaar uit.", "Donderdag lukt. Tot dan!", "Klinkt goed. Stuur maar door."],
  neutral: ["Is goed, dank je.", "Doe maar, dan lees ik het als ik tijd heb.", "Prima."],
  negative: ["Dank, jij ook."],
};

/** The older conversation, in order; sales writes first. */
export function composeConversation(
  random: Random,
  sentiment: Sentiment,
): { sender: "sales" | "lead"; text: string }[] {
  const turns: { sender: "sales" | "lead"; text: string }[] = [
    { sender: "sales", text: random.pick(OPENINGS) },
    { sender: "lead", text: random.pick(REPLIES[sentiment]) },
    { sender: "sales", text: random.pick(ANSWERS[sentiment]) },
    { sender: "lead", text: random.pick(CLOSINGS[sentiment]) },
  ];
  return turns.slice(0, random.between(2, turns.length));
}

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

/** The sections of a follow-up after the older conversation, with placeholders for the lead. */
export function composeFollowUp(random: Random, { cases }: Proposition): Record<string, string> {
  const close = () => random.pick(SIGN_OFFS);
  return {
    "Follow up 1": `${random.pick(FIRST)}\n\n${close()}`,
    "Follow up 2": `${random.pick(SECOND).replace("{case}", random.pick(cases))}\n\n${close()}`,
    "Follow up 3": `${random.pick(THIRD)}\n\n${close()}`,
  };
}
