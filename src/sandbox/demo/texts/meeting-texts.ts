import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

const SUMMARIES = [
  "Kennismaking met {naam} ({functie}) van {bedrijf}. Het gesprek ging vooral over {onderwerp}. Er is interesse in {offer}, maar eerst wordt intern afgestemd.",
  "Open gesprek met {naam} over de plannen van {bedrijf}. Aanleiding was {signaal}. We spraken af binnen twee weken een voorstel te doen.",
  "Voortgang besproken met {naam}. De samenwerking loopt goed; er is nog wel aandacht nodig voor {onderwerp}.",
  "{naam} schetste hoe {bedrijf} er {sector} voor staat. Er is tijdgebrek bij het management, en daardoor komt het team niet toe aan {onderwerp}.",
  "Kort overleg met {bedrijf} over de stand van zaken. {naam} is positief en wil het onderwerp in het volgende MT bespreken.",
  "Evaluatie van de afgelopen periode met {naam}. De belangrijkste winst zit in overzicht; de volgende stap gaat over {onderwerp}.",
];

const QUOTES = [
  "“We weten best wat we moeten doen, we komen er alleen niet aan toe.”",
  "“Als dit me elke week een halve dag scheelt, ben ik al blij.”",
  "“Ik wil vooral iemand die ons bedrijf begrijpt.”",
  "“De cijfers kloppen wel, maar ik krijg ze te laat.”",
];

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

export type MeetingTexts = {
  summary: string;
  opportunities: string;
  interests: string;
  actions: string;
  report: string;
};

/** What was made of a meeting; still with the places for the lead. */
export function composeMeeting(random: Random, proposition: Proposition): MeetingTexts {
  const summary = random.pick(SUMMARIES);
  const opportunities = list(random.sample(proposition.opportunities, random.between(1, 3)));
  const interests = list(random.sample(proposition.interests, random.between(1, 3)));
  const actions = list(random.sample(proposition.actions, random.between(2, 4)));
  const report = `<article>
<h1>Gespreksverslag {bedrijf}</h1>
<p><strong>Aanwezig:</strong> {naam} ({functie}), {afzender_naam}</p>
<h2>Samenvatting</h2>
<p>${summary}</p>
<blockquote><p>${random.pick(QUOTES)}</p></blockquote>
<h2>Verkoopkansen</h2>
${opportunities}
<h2>Interesse voor vervolg</h2>
${interests}
<h2>Actiepunten</h2>
${actions}
<h2>Indruk</h2>
<table>
<tbody>
<tr><th scope="row">Sfeer</th><td>${random.pick(["open en ontspannen", "zakelijk", "afwachtend, later enthousiast", "positief"])}</td></tr>
<tr><th scope="row">Kans op vervolg</th><td>${random.pick(["groot", "redelijk", "nog onzeker"])}</td></tr>
<tr><th scope="row">Volgend contact</th><td>${random.pick(["binnen een week", "over twee weken", "na het MT-overleg", "volgende maand"])}</td></tr>
</tbody>
</table>
</article>`;
  return { summary, opportunities, interests, actions, report };
}
