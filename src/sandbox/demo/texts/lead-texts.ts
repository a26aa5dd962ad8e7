import type { Random } from "../random.ts";

const REASONS = [
  "{bedrijf} is actief {sector} en heeft precies de omvang waarbij ondernemers met ons over {offer} willen praten.",
  "Er is een duidelijke aanleiding: {signaal}. Zulke stappen vragen meestal om meer grip op cijfers en processen.",
  "{voornaam} is als {functie} betrokken bij beslissingen over {onderwerp} en heeft daar op LinkedIn zelf iets over geplaatst.",
  "Het bedrijf groeit zichtbaar, en rond {onderwerp} is in het profiel nog geen vaste aanpak te zien.",
  "De regio {plaats} past goed bij onze bestaande klanten, en via twee gedeelde connecties is een warme introductie mogelijk.",
];

const DOUBTS = [
  "Let op: het bedrijf lijkt deel van een grotere groep, waardoor beslissingen elders kunnen vallen.",
  "Onduidelijk is nog wie over het budget gaat.",
  "De laatste openbare update is van langer dan een half jaar geleden.",
  "Kanttekening: {voornaam} werkt er pas kort en moet mogelijk eerst intern draagvlak zoeken.",
  "Er zijn signalen dat er al een vaste adviseur in beeld is.",
];

const PROFILES = [
  "{voornaam} werkt sinds {jaar} als {functie} bij {bedrijf} in {plaats}. Eerdere functies lagen vooral {sector}. Schrijft kort en direct, reageert vaak op berichten over {onderwerp}.",
  "Ervaren {functie} met een achtergrond {sector}. Op LinkedIn zichtbaar met korte verhalen uit de praktijk, onder meer over {onderwerp}. Zit in het bestuur van een ondernemersvereniging in {plaats}.",
  "{voornaam} is doorgegroeid binnen {bedrijf} en kent de organisatie van binnen en buiten. Waardeert een inhoudelijk gesprek en houdt niet van standaardteksten.",
  "Sinds {jaar} bij {bedrijf}, daarvoor bij een grotere organisatie {sector}. Deelt geregeld vacatures en nieuws van het bedrijf, zoals {signaal}.",
  "Rustige netwerker: weinig eigen berichten, wel actief in reacties. Belangstelling voor {onderwerp} en voor alles wat met {plaats} te maken heeft.",
];

export function composeMotivation(random: Random, rating: number): string {
  const reasons = random.sample(REASONS, rating >= 7 ? 3 : 2);
  return [...reasons, ...(rating < 9 ? [random.pick(DOUBTS)] : [])].join(" ");
}

export const composeProfile = (random: Random) => random.pick(PROFILES);

const MOTIVATION_RATINGS = [
  "Sterke aanleiding door {signaal}. {voornaam} beslist zelf mee en heeft eerder op vergelijkbare berichten gereageerd.",
  "Goede match op sector en omvang. Het thema {onderwerp} komt in het profiel terug; de toon van het bericht mag informeel.",
  "Redelijke kans. Het bedrijf past, maar er is nog geen concrete aanleiding gevonden. Een open vraag werkt hier het best.",
  "Bericht sluit aan bij een recente post van {voornaam} over {onderwerp}. Reactiekans bovengemiddeld.",
  "Voorzichtig benaderen: er loopt mogelijk al een traject met een andere partij.",
];

export const composeMotivationRating = (random: Random) => random.pick(MOTIVATION_RATINGS);
