import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

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

const REVENUES = ["€ 2–5 miljoen", "€ 5–10 miljoen", "€ 10–25 miljoen", "€ 25–50 miljoen"];
const GROWTH = ["licht groeiend", "stabiel", "sterk groeiend", "herstellend na een mindere periode"];
const SUMMARIES = [
  "{bedrijf} is een bedrijf {sector} uit {plaats} met {medewerkers} medewerkers. {naam} is er {functie} en lijkt een logische gesprekspartner.",
  "In {plaats} werkt {naam} als {functie} bij {bedrijf}. Het bedrijf ({medewerkers} medewerkers) staat bekend als betrouwbaar en nuchter.",
  "{naam} is {functie} bij {bedrijf}, een speler {sector} met {medewerkers} medewerkers. De afgelopen maanden is er veel in beweging, zo blijkt uit openbare bronnen.",
];
const OPENERS = [
  "“Ik las over {signaal}. Wat was daarbij de grootste verrassing?”",
  "“Hoe gaan jullie op dit moment om met {onderwerp}?”",
  "“Als je één ding rond {onderwerp} zou mogen veranderen, wat zou dat zijn?”",
];
const REMARKS = [
  "Jaarrekening van vorig jaar is op tijd gedeponeerd.",
  "Website is onlangs vernieuwd, met nadruk op vakmanschap.",
  "Op LinkedIn volgen vooral mensen uit de eigen regio het bedrijf.",
  "Medewerkers zijn gemiddeld langer dan zes jaar in dienst.",
  "In het handelsregister staat één vestiging.",
];

/** The HTML report about a lead, with placeholders. */
export function composeLeadReport(random: Random, proposition: Proposition, rating: number): string {
  const fit = Math.max(1, Math.min(10, rating + random.between(-1, 1)));
  const remarks = random.sample(REMARKS, 2).map((remark) => `<li>${remark}</li>`);
  return `<article>
<h1>Leadrapport: {naam}</h1>
<p><strong>{functie_kop}</strong> bij <strong>{bedrijf}</strong>, {plaats}</p>
<h2>Samenvatting</h2>
<p>${random.pick(SUMMARIES)}</p>
<h2>Bedrijf in het kort</h2>
<table>
<tbody>
<tr><th scope="row">Branche</th><td>{branche}</td></tr>
<tr><th scope="row">Medewerkers</th><td>{medewerkers}</td></tr>
<tr><th scope="row">Geschatte omzet</th><td>${random.pick(REVENUES)}</td></tr>
<tr><th scope="row">Ontwikkeling</th><td>${random.pick(GROWTH)}</td></tr>
<tr><th scope="row">Vestiging</th><td>{plaats}</td></tr>
</tbody>
</table>
<h2>Signalen</h2>
<ul>
<li>Recent: {signaal}.</li>
<li>Terugkerend thema in berichten en vacatures: {onderwerp}.</li>
${remarks.join("\n")}
</ul>
<h2>Aanknopingspunten voor een gesprek</h2>
<blockquote><p>${random.pick(OPENERS)}</p></blockquote>
<p>${random.pick(proposition.values)}</p>
<h2>Beoordeling</h2>
<table>
<thead><tr><th scope="col">Onderdeel</th><th scope="col">Score</th></tr></thead>
<tbody>
<tr><td>Past bij ons aanbod</td><td>${fit} / 10</td></tr>
<tr><td>Beslissingsbevoegdheid</td><td>${random.between(4, 10)} / 10</td></tr>
<tr><td>Actuele aanleiding</td><td>${random.between(3, 10)} / 10</td></tr>
<tr><td><strong>Totaal</strong></td><td><strong>${rating} / 10</strong></td></tr>
</tbody>
</table>
<h2>Advies</h2>
<p>${random.pick(proposition.advice)}</p>
</article>`;
}
