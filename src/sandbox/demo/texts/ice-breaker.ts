import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

const OPENERS = [
  "Hoi {voornaam}, leuk dat we verbonden zijn! Ik kwam je profiel tegen toen ik me verdiepte in {bedrijven} in de buurt van {plaats}.",
  "Dag {voornaam}, dank voor het accepteren van mijn uitnodiging. Mooi om te zien wat jullie met {bedrijf} neerzetten.",
  "Hi {voornaam}, bedankt voor de connectie! Als {functie} bij {bedrijf} zit je vast niet stil.",
  "Goedemorgen {voornaam}, fijn om je in mijn netwerk te hebben. Ik las over {signaal} bij {bedrijf} en dat viel me op.",
  "Hoi {voornaam}, leuk om kennis te maken. Ik spreek wekelijks ondernemers uit {plaats} en omgeving, en de naam {bedrijf} viel al een paar keer.",
  "Dag {voornaam}, wat goed dat je mijn uitnodiging hebt geaccepteerd. Jouw stap naar {functie} bij {bedrijf} vond ik interessant om te lezen.",
  "Hi {voornaam}, dankjewel voor de connectie. Ik volg {bedrijf} al een tijdje, mede door {signaal}.",
  "Hallo {voornaam}, fijn dat we nu verbonden zijn. Ik ben benieuwd naar de mensen achter {bedrijf}.",
  "Goedemiddag {voornaam}, dank voor het accepteren. Ik zag {signaal} voorbijkomen en moest meteen aan een gesprek van vorige week denken.",
];

const BRIDGES = [
  "In gesprekken met {bedrijven} gaat het de laatste tijd vaak over {onderwerp}.",
  "Veel {bedrijven} die ik spreek zijn druk met {onderwerp}.",
  "Wat me opvalt in jullie sector: iedereen heeft het over {onderwerp}, maar weinig mensen vertellen hoe ze het aanpakken.",
  "Vorige week sprak ik nog een ondernemer uit jullie branche, en ook daar ging het al snel over {onderwerp}.",
  "Ik schrijf binnenkort een kort artikel over {onderwerp} en verzamel daarvoor ervaringen uit de praktijk.",
  "Ik merk dat er rond {onderwerp} veel vragen leven bij {bedrijven}.",
  "Op een bijeenkomst in {plaats} ging het laatst de hele avond over {onderwerp}.",
  "Juist bij {bedrijven} zie ik grote verschillen in hoe er met {onderwerp} wordt omgegaan.",
];

const QUESTIONS = [
  "Hoe kijk jij daar bij {bedrijf} tegenaan?",
  "Herken je dat, of speelt het bij jullie minder?",
  "Ik ben benieuwd hoe jullie dat hebben opgelost.",
  "Is dat voor jullie op dit moment ook een thema?",
  "Wat is jouw ervaring daarmee?",
  "Zou je me in een paar zinnen willen vertellen hoe dat bij jullie gaat?",
  "Mag ik vragen wat bij {bedrijf} het beste werkt?",
  "Hoe pakken jullie dat dit jaar aan?",
];

const FIRST_INTROS = [
  "Hoi {voornaam}, nog even een aanvulling op mijn vorige bericht.",
  "Dag {voornaam}, ik dacht deze week nog aan {bedrijf}.",
  "Hi {voornaam}, ik kwam iets tegen dat voor jou interessant kan zijn.",
  "{voornaam}, ik had het beloofd, dus hier wat meer achtergrond.",
  "Hoi {voornaam}, misschien is mijn vorige bericht in de drukte blijven liggen. Geen probleem natuurlijk.",
];

const CALLS_TO_ACTION = [
  "Zullen we er een kwartier voor inplannen?",
  "Zal ik je een voorbeeld sturen van hoe zo'n eerste maand eruitziet?",
  "Sta je open voor een kop koffie, online of in {plaats}?",
  "Lijkt het je zinvol om daar eens over van gedachten te wisselen?",
  "Heb je volgende week twintig minuten? Dan bel ik je op een moment dat jou uitkomt.",
  "Is dinsdag- of donderdagochtend een goed moment om even te bellen?",
];

const LAST_WORDS = [
  "Hoi {voornaam}, ik wil je inbox niet vullen, dus dit is voorlopig mijn laatste bericht. Mocht het later dit jaar toch nog over {onderwerp} gaan, dan denk ik graag mee.",
  "Dag {voornaam}, ik begrijp dat het er nu misschien niet van komt. Ik laat het hierbij, en wens je met {bedrijf} een mooi kwartaal. Je weet me te vinden!",
  "Hi {voornaam}, nog één keer van mijn kant. Als het bij {bedrijf} ooit over {offer} gaat, stuur me dan gerust een berichtje. Tot die tijd volg ik jullie met belangstelling.",
  "{voornaam}, geen reactie is ook een reactie. Ik sluit het hier netjes af. Wie weet komen we elkaar tegen op een bijeenkomst in {plaats}.",
  "Hoi {voornaam}, ik ga je niet blijven volgen met berichten. Mag ik over een half jaar nog eens vragen hoe het bij jullie staat met {onderwerp}?",
];

const SIGN_OFFS = [
  "Groet, {afzender}",
  "Hartelijke groet,\n{afzender}",
  "Fijne dag!\n{afzender}",
  "Groeten uit {thuis},\n{afzender}",
];

/** The sections of an ice breaker, with placeholders for the lead. */
export function composeIceBreaker(random: Random, { values, cases }: Proposition): Record<string, string> {
  const close = () => random.pick(SIGN_OFFS);
  const [callToAction = "", another = ""] = random.sample(CALLS_TO_ACTION, 2);
  return {
    "Ice Breaker": `${random.pick(OPENERS)} ${random.pick(BRIDGES)} ${random.pick(QUESTIONS)}\n\n${close()}`,
    "Bericht 1": `${random.pick(FIRST_INTROS)} ${random.pick(values)}\n\n${callToAction}\n\n${close()}`,
    "Bericht 2": `Hoi {voornaam}, ${lowerFirst(random.pick(cases))}\n\n${another}\n\n${close()}`,
    "Bericht 3": `${random.pick(LAST_WORDS)}\n\n${close()}`,
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
