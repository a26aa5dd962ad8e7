/** The offer of a demo company, as its people describe it. */
export type Proposition = {
  /** Short, after "over": "een parttime CFO". */
  offer: string;
  home: string;
  values: readonly string[];
  cases: readonly string[];
  /** First steps that a report advises. */
  advice: readonly string[];
  /** Topics of meetings. */
  opportunities: readonly string[];
  interests: readonly string[];
  actions: readonly string[];
};

export const PART_TIME_CFO: Proposition = {
  offer: "een parttime CFO",
  home: "Groningen",
  values: [
    "Bij Noorderlicht helpen we groeiende bedrijven met een parttime CFO: iemand die een of twee dagen per week meestuurt op cijfers, cashflow en financiering.",
    "Wij koppelen bedrijven aan een ervaren CFO voor een paar dagen per maand. Geen vaste last, wel iemand die de cijfers vertaalt naar keuzes.",
    "Onze CFO's zitten niet in een rapportage, maar naast de ondernemer. Juist rond {onderwerp} merk je daar snel iets van.",
    "Veel bedrijven van jullie omvang hebben een goede boekhouder, maar niemand die vooruitkijkt. Dat gat vullen wij, met een CFO voor een of twee dagen per week.",
    "Wat wij doen is eigenlijk simpel: een CFO met ervaring {sector}, voor de dagen dat je hem of haar echt nodig hebt.",
    "Ondernemers vertellen ons dat ze vooral rust krijgen: een prognose die klopt, een bank die meedenkt en iemand om mee te sparren over {onderwerp}.",
  ],
  cases: [
    "Een voorbeeld: een bedrijf {sector} met zo'n tachtig mensen had moeite met {onderwerp}. Met een cashflowprognose van dertien weken en een maandelijks overleg was er binnen een kwartaal rust.",
    "Afgelopen voorjaar startte een van onze CFO's bij een familiebedrijf {sector}. Na acht weken lag er een financieringsplan waar de bank in één gesprek mee akkoord ging.",
    "Bij een klant hier in de regio bleek dat een derde van de projecten nauwelijks marge opleverde. Dat was nooit zichtbaar, tot er iemand met een frisse blik naar de cijfers keek.",
    "Een directeur zei laatst: ik slaap weer sinds ik weet wat er over drie maanden op de rekening staat. Die rust gun ik iedere ondernemer.",
    "We hielpen onlangs een ondernemer {sector} met de voorbereiding van een overname. Het halve jaar daarvoor ging vooral over de basis: betrouwbare cijfers, elke maand op tijd.",
  ],
  advice: [
    "Begin met een open vraag over {onderwerp} en noem de parttime CFO pas in het tweede bericht.",
    "Verwijs naar {signaal}. Dat geeft een natuurlijke aanleiding voor een gesprek over financiering.",
    "Stel een kort kennismakingsgesprek voor en neem een voorbeeld mee van een bedrijf {sector}.",
    "Houd het eerste bericht kort: {voornaam} reageert volgens het profiel vooral op concrete vragen.",
  ],
  opportunities: [
    "Parttime CFO voor twee dagen per week, te starten in het nieuwe kwartaal",
    "Ondersteuning bij de herfinanciering van {bedrijf}",
    "Maandrapportage en cashflowprognose opzetten als eerste project",
    "Interim-vervanging van de controller tijdens verlof",
    "Begeleiding bij de overname van een branchegenoot",
    "Sparringpartner voor de directie bij de meerjarenbegroting",
  ],
  interests: [
    "Wil graag twee profielen van CFO's zien met ervaring {sector}",
    "Vraagt zich af hoe andere {bedrijven} omgaan met {onderwerp}",
    "Heeft belangstelling voor het rondetafelgesprek over financiering",
    "Komt na de jaarafsluiting graag terug op dit gesprek",
    "Wil weten wat een traject van een half jaar kost",
  ],
  actions: [
    "Twee CFO-profielen selecteren en toesturen",
    "Voorstel maken voor een startperiode van drie maanden",
    "Afspraak plannen met de financieel verantwoordelijke van {bedrijf}",
    "Referentie delen van een klant {sector}",
    "Gespreksverslag toevoegen aan HubSpot",
    "Over twee weken bellen over de uitkomst van het directieoverleg",
  ],
};

export const PROCESS_IMPROVEMENT: Proposition = {
  offer: "slimmere processen",
  home: "Lelystad",
  values: [
    "Bij Zuiderzee Consulting helpen we bedrijven hun processen eenvoudiger te maken: minder handwerk, minder fouten en beter zicht op wat er speelt.",
    "Wij kijken een dag mee op de werkvloer en laten daarna zien waar de meeste tijd weglekt. Vaak is dat op een andere plek dan iedereen denkt.",
    "Onze adviseurs komen zelf uit de praktijk. Ze beginnen niet bij een systeem, maar bij de mensen die er elke dag mee werken.",
    "We zien dat kleine aanpassingen in het dagelijks werk vaak meer opleveren dan een groot IT-project. Daar hebben we een aanpak in drie stappen voor.",
    "Veel {bedrijven} hebben de gegevens al in huis, maar verspreid over mappen, mails en spreadsheets. Wij maken daar één overzicht van waar je op kunt sturen.",
    "We beginnen altijd klein: één proces, zes weken, een meetbaar resultaat. Daarna beslis je of je verder wilt.",
  ],
  cases: [
    "Een voorbeeld: een bedrijf {sector} bracht de doorlooptijd van een order terug van elf naar zes dagen. De sleutel zat in de overdracht tussen verkoop en planning.",
    "Bij een klant in Flevoland vielen elke week twintig uur aan overtypen weg door één koppeling tussen planning en facturatie.",
    "Vorige maand rondden we een traject af {sector}. De planners hebben nu 's ochtends om acht uur één scherm waarop alles klopt, in plaats van vier lijsten.",
    "Een productiemanager vertelde ons dat de discussie over cijfers weg is: iedereen kijkt naar hetzelfde bord. Het begon met één whiteboard in de hal.",
    "Een familiebedrijf met honderd medewerkers haalde in een half jaar een derde van de fouten uit de orderverwerking, zonder nieuw systeem.",
  ],
  advice: [
    "Vraag naar {onderwerp} en bied de quickscan van één dag pas aan na een reactie.",
    "Noem {signaal} als aanleiding: dat laat zien dat je je hebt verdiept.",
    "Gebruik het voorbeeld over doorlooptijden, dat past goed bij bedrijven {sector}.",
    "{voornaam} plaatst regelmatig iets over de werkvloer; sluit daar in toon bij aan.",
  ],
  opportunities: [
    "Quickscan van één dag op de locatie van {bedrijf}",
    "Verbetertraject van zes weken rond {onderwerp}",
    "Koppeling tussen planning, voorraad en facturatie",
    "Training voor teamleiders in dagelijks verbeteren",
    "Ondersteuning bij de keuze van een nieuw ERP-systeem",
    "Dashboard voor de directie met vijf kerncijfers",
  ],
  interests: [
    "Wil een bedrijf bezoeken dat het traject al heeft gedaan",
    "Vraagt zich af hoe andere {bedrijven} omgaan met {onderwerp}",
    "Heeft belangstelling voor de training voor teamleiders",
    "Wil eerst intern afstemmen met het hoofd productie",
    "Denkt na over een start in het rustige seizoen",
  ],
  actions: [
    "Datum prikken voor de quickscan",
    "Voorstel op één pagina sturen",
    "Contact leggen met een referentie {sector}",
    "Vragenlijst voor de werkvloer toesturen",
    "Gespreksverslag toevoegen aan HubSpot",
    "Over drie weken bellen over het besluit van het MT",
  ],
};
