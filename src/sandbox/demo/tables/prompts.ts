import { addRecord, type DemoContext, idFor } from "../demo-context.ts";

import { fillTemplate } from "../texts/fill-template.ts";

type PromptText = { name: string; text: string };

const VOICE = `Toon: vriendelijk, nuchter en persoonlijk. Schrijf in correct Nederlands, in de je-vorm, zonder uitroeptekens op elke regel en zonder vaktaal. Gebruik nooit woorden als "uniek", "ontzorgen" of "win-win".`;

export const PROMPTS: readonly PromptText[] = [
  {
    name: "Icebreaker eerste bericht",
    text: `Je schrijft namens {am} een eerste LinkedIn-bericht aan iemand die net een uitnodiging heeft geaccepteerd.

Doel: een antwoord uitlokken. Verkoop nog niets.

Regels:
- Maximaal 60 woorden.
- Noem één concreet detail over de persoon of het bedrijf uit het leadrapport.
- Sluit af met precies één open vraag.
- Geen ondertekening: de naam van de afzender staat al bij het bericht.

${VOICE}`,
  },
  {
    name: "Icebreaker vervolgberichten (Bericht 1 t/m 3)",
    text: `Schrijf drie vervolgberichten op de ice breaker, voor het geval er geen reactie komt.

Bericht 1 (na 3 dagen): geef in twee zinnen weer wat {bedrijf} doet en waarom dat voor deze lead nuttig kan zijn. Eindig met een voorstel voor een kort gesprek.
Bericht 2 (na 7 dagen): vertel één herkenbaar voorbeeld uit dezelfde sector. Geen klantnamen.
Bericht 3 (na 14 dagen): rond netjes af, zonder verwijt en zonder druk.

Herhaal nooit letterlijk een zin uit een eerder bericht.

${VOICE}`,
  },
  {
    name: "Follow-up na eerder gesprek",
    text: `Je krijgt de oudere gesprekken met een lead. Schrijf drie follow-ups die daarop aansluiten.

Werkwijze:
1. Bepaal eerst het sentiment: positief, neutraal of negatief. Bij negatief schrijf je niets.
2. Verwijs in Follow up 1 naar iets wat de lead zelf heeft gezegd.
3. Geef in Follow up 2 een voorbeeld of een artikel dat daarbij past.
4. Laat in Follow up 3 de deur open, zonder te trekken.

${VOICE}`,
  },
  {
    name: "Informatie verzamelen voor leadrapport",
    text: `Stel een leadrapport op in HTML met de koppen: Samenvatting, Bedrijf in het kort, Signalen, Aanknopingspunten, Beoordeling, Advies.

- Gebruik alleen openbare informatie en noem geen bronnen die je niet hebt gezien.
- Geef een beoordeling van 1 tot en met 10 met een korte motivatie.
- Schrijf "onbekend" als iets niet te vinden is; verzin niets.`,
  },
  {
    name: "LinkedIn uitnodiging",
    text: `Schrijf een uitnodiging van maximaal 280 tekens namens {am}. Noem de sector of de regio als reden om te verbinden. Geen link, geen aanbod, geen vraag om een afspraak.

${VOICE}`,
  },
  {
    name: "Herschrijven met feedback",
    text: `Je krijgt een bericht en feedback van een collega. Herschrijf alleen de onderdelen waarover feedback is gegeven en laat de rest ongemoeid. Behoud de koppen precies zoals ze zijn.

${VOICE}`,
  },
  {
    name: "Meetingverslag samenvatten",
    text: `Maak van het transcript een verslag voor de accountmanager: een samenvatting van hooguit vier zinnen, verkoopkansen, interesse voor vervolg en actiepunten met een eigenaar. Laat privézaken weg.`,
  },
];

export function addPrompts(context: DemoContext): void {
  const { base, calendar, company } = context;
  const managers = Object.keys(company.accountManagers);
  for (const [index, { name, text }] of PROMPTS.slice(0, company.prompts).entries()) {
    const accountManager = managers[index % managers.length] ?? "";
    const createdAt = calendar.at(-200 + index * 9, 10);
    addRecord(base, "Prompts", {
      id: idFor(context, "rec"),
      createdAt,
      modifiedAt: calendar.at(-30 + index, 11),
      fields: {
        Name: name,
        "Account Manager": accountManager,
        Prompt: fillTemplate(text, { am: accountManager, bedrijf: base.company }),
      },
    });
  }
}
