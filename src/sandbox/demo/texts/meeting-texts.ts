import type { Random } from "../random.ts";
import type { Proposition } from "./proposition.ts";

/** A first meeting is an introduction; a later one reviews progress. */
export type MeetingKind = "first" | "later";

const TITLES: Record<MeetingKind, readonly string[]> = {
  first: [
    "Kennismaking {bedrijf}",
    "Intake {bedrijf}",
    "{bedrijf} – {voornaam} en {afzender}",
    "Sparren over {onderwerp}",
    "Verkennend gesprek met {naam}",
  ],
  later: [
    "Voortgang {bedrijf}",
    "Vervolggesprek {naam}",
    "Bijpraten met {voornaam} ({bedrijf})",
    "Maandoverleg {bedrijf}",
    "Evaluatie {bedrijf}",
  ],
};

const SUMMARIES: Record<MeetingKind, readonly string[]> = {
  first: [
    "Kennismaking met {naam} ({functie}) van {bedrijf}. Het gesprek ging vooral over {onderwerp}. Er is interesse in {offer}, maar eerst wordt intern afgestemd.",
    "Open gesprek met {naam} over de plannen van {bedrijf}. Aanleiding was {signaal}. We spraken af binnen twee weken een voorstel te doen.",
    "{naam} schetste hoe {bedrijf} er {sector} voor staat. Er is tijdgebrek bij het management, en daardoor komt het team niet toe aan {onderwerp}.",
    "Eerste gesprek met {naam}. {bedrijf} zoekt vooral iemand die meedenkt over {onderwerp}. Prijs is minder belangrijk dan ervaring {sector}.",
  ],
  later: [
    "Voortgang besproken met {naam}. De samenwerking loopt goed; er is nog wel aandacht nodig voor {onderwerp}.",
    "Kort overleg met {bedrijf} over de stand van zaken. {naam} is positief en wil het onderwerp in het volgende MT bespreken.",
    "Evaluatie van de afgelopen periode met {naam}. De belangrijkste winst zit in overzicht; de volgende stap gaat over {onderwerp}.",
    "{naam} is tevreden over de eerste maanden. We spraken af om het tempo vast te houden en de rapportage eenvoudiger te maken.",
  ],
};

const QUOTES = [
  "“We weten best wat we moeten doen, we komen er alleen niet aan toe.”",
  "“Als dit me elke week een halve dag scheelt, ben ik al blij.”",
  "“Ik wil vooral iemand die ons bedrijf begrijpt.”",
  "“De cijfers kloppen wel, maar ik krijg ze te laat.”",
];

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

export type MeetingTexts = {
  title: string;
  summary: string;
  opportunities: string;
  interests: string;
  actions: string;
  report: string;
};

/** The texts of a meeting record, with placeholders. */
export function composeMeeting(random: Random, proposition: Proposition, kind: MeetingKind): MeetingTexts {
  const title = random.pick(TITLES[kind]);
  const summary = random.pick(SUMMARIES[kind]);
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
  return { title, summary, opportunities, interests, actions, report };
}
