/** An industry, with texts for messages. Topics follow "over", "rond" or "bij". */
export type Industry = {
  name: string;
  /** For example "in de bouw". */
  within: string;
  /** Last words of company names. */
  nameEndings: readonly string[];
  /** Its companies in the plural: "bouwbedrijven". */
  companies: string;
  topics: readonly string[];
  /** Publicly visible events at such a company. */
  signals: readonly string[];
};

export const INDUSTRIES: readonly Industry[] = [
  {
    name: "Installatietechniek",
    within: "in de installatietechniek",
    nameEndings: ["Installaties", "Installatietechniek", "Klimaattechniek"],
    companies: "installatiebedrijven",
    topics: [
      "de krapte aan monteurs",
      "het onderhanden werk aan het eind van de maand",
      "de vraag naar warmtepompen",
      "het doorrekenen van hogere inkoopprijzen",
    ],
    signals: [
      "zes open vacatures voor monteurs",
      "een nieuw servicecontract met een woningcorporatie",
      "de opening van een tweede vestiging",
    ],
  },
  {
    name: "Bouw",
    within: "in de bouw",
    nameEndings: ["Bouw", "Bouwgroep", "Bouw & Renovatie"],
    companies: "bouwbedrijven",
    topics: [
      "de marge per project",
      "voorfinanciering van grotere werken",
      "de overstap naar houtbouw",
      "het plannen van onderaannemers",
    ],
    signals: [
      "een gegunde aanbesteding van de gemeente",
      "de uitbreiding van de werkplaats",
      "een nieuw project van 48 woningen",
    ],
  },
  {
    name: "Metaal en machinebouw",
    within: "in de metaal",
    nameEndings: ["Metaal", "Metaaltechniek", "Machinebouw"],
    companies: "metaalbedrijven",
    topics: [
      "de levertijden van onderdelen",
      "het plannen van een volle orderportefeuille",
      "investeren in lasrobots",
      "de nacalculatie van maatwerk",
    ],
    signals: [
      "de aanschaf van een nieuwe lasersnijder",
      "twee grote orders uit Duitsland",
      "een stand op de vakbeurs in Utrecht",
    ],
  },
  {
    name: "Transport en logistiek",
    within: "in het transport",
    nameEndings: ["Transport", "Logistiek", "Expeditie"],
    companies: "transportbedrijven",
    topics: [
      "de kosten van elektrische vrachtwagens",
      "de bezettingsgraad van het wagenpark",
      "het tekort aan chauffeurs",
      "de marge per rit",
    ],
    signals: [
      "de bestelling van acht elektrische trucks",
      "een nieuw warehouse langs de A6",
      "de overname van een collega-vervoerder",
    ],
  },
  {
    name: "Voedingsmiddelen",
    within: "in de voedingsindustrie",
    nameEndings: ["Food", "Versproducten", "Zuivel"],
    companies: "voedingsproducenten",
    topics: [
      "de schommelende grondstofprijzen",
      "de eisen van supermarkten",
      "het inzicht in de marge per product",
      "de groei van private label",
    ],
    signals: [
      "een nieuwe productielijn",
      "een listing bij een landelijke supermarktketen",
      "een BRC-certificering met de hoogste score",
    ],
  },
  {
    name: "IT-dienstverlening",
    within: "in de IT",
    nameEndings: ["Automatisering", "ICT", "Software"],
    companies: "IT-bedrijven",
    topics: [
      "de overstap van projecten naar abonnementen",
      "de schaarste aan ontwikkelaars",
      "het voorspellen van terugkerende omzet",
      "de eisen van NIS2",
    ],
    signals: ["een ISO 27001-certificering", "de lancering van een eigen platform", "een klantcase met een ziekenhuis"],
  },
  {
    name: "Zakelijke dienstverlening",
    within: "in de zakelijke dienstverlening",
    nameEndings: ["Adviesgroep", "Partners", "Advies"],
    companies: "adviesbureaus",
    topics: [
      "de declarabiliteit van het team",
      "het binden van jong talent",
      "de opvolging binnen de maatschap",
      "het sturen op marge per opdracht",
    ],
    signals: [
      "drie nieuwe partners dit jaar",
      "een verhuizing naar een groter kantoor",
      "een plek in een lijst van snelle groeiers",
    ],
  },
  {
    name: "Zorg",
    within: "in de zorg",
    nameEndings: ["Zorg", "Zorggroep", "Thuiszorg"],
    companies: "zorgorganisaties",
    topics: [
      "de tarieven van de zorgverzekeraars",
      "het verzuim in de roosters",
      "de administratieve druk",
      "de bekostiging van nieuwbouw",
    ],
    signals: [
      "een nieuwe locatie voor kleinschalig wonen",
      "een nieuw plan voor duurzame inzetbaarheid",
      "een samenwerking met twee huisartsenposten",
    ],
  },
  {
    name: "Groothandel",
    within: "in de groothandel",
    nameEndings: ["Groothandel", "Handelsonderneming", "Trading"],
    companies: "groothandels",
    topics: [
      "het kapitaal dat vastzit in voorraad",
      "de druk op marges door online concurrenten",
      "het debiteurenbeheer",
      "de groei in België en Duitsland",
    ],
    signals: [
      "een vernieuwde webshop voor zakelijke klanten",
      "een derde magazijn",
      "de vertegenwoordiging van een exclusief merk",
    ],
  },
  {
    name: "Retail",
    within: "in de retail",
    nameEndings: ["Retail", "Wonen", "Mode"],
    companies: "winkelketens",
    topics: [
      "de verhouding tussen winkel en webshop",
      "de huurkosten van de winkels",
      "het voorraadbeheer per filiaal",
      "de retouren uit de webshop",
    ],
    signals: ["vier nieuwe filialen", "een nieuw kassasysteem", "een succesvolle proef met click & collect"],
  },
  {
    name: "Agrarisch",
    within: "in de agrarische sector",
    nameEndings: ["Agro", "Landbouwtechniek", "Zaden"],
    companies: "agrarische bedrijven",
    topics: [
      "de financiering van verduurzaming",
      "de seizoenspieken in de cashflow",
      "de stikstofregels",
      "de export naar Oost-Europa",
    ],
    signals: [
      "een proefveld met precisielandbouw",
      "een subsidie voor emissiearme techniek",
      "een nieuwe dealer in Polen",
    ],
  },
  {
    name: "Energie",
    within: "in de energiesector",
    nameEndings: ["Energie", "Solar", "Duurzaam"],
    companies: "energiebedrijven",
    topics: [
      "de wachttijden op netaansluitingen",
      "de businesscase van batterijopslag",
      "de terugloop in zonnepanelen",
      "het werkkapitaal bij grote projecten",
    ],
    signals: [
      "een batterijpark in voorbereiding",
      "een samenwerking met drie energiecoöperaties",
      "de overgang naar zakelijke klanten",
    ],
  },
  {
    name: "Horeca en recreatie",
    within: "in de horeca",
    nameEndings: ["Hotels", "Recreatie", "Catering"],
    companies: "horecabedrijven",
    topics: [
      "de personeelsplanning in het hoogseizoen",
      "de stijgende inkoopkosten",
      "de bezetting buiten het seizoen",
      "de btw-verhoging op overnachtingen",
    ],
    signals: ["een verbouwing van 22 kamers", "een nieuw park met vakantiewoningen", "een Green Key-keurmerk"],
  },
  {
    name: "Maritiem",
    within: "in de maritieme sector",
    nameEndings: ["Scheepsbouw", "Maritiem", "Jachtbouw"],
    companies: "maritieme bedrijven",
    topics: [
      "de voorfinanciering van nieuwbouw",
      "de vraag naar hybride aandrijving",
      "de planning op de werf",
      "de garanties aan opdrachtgevers",
    ],
    signals: ["de kiellegging van een hybride werkschip", "een order van een Noorse rederij", "een vergroot droogdok"],
  },
  {
    name: "Chemie en kunststof",
    within: "in de kunststofindustrie",
    nameEndings: ["Kunststoffen", "Coatings", "Polymeren"],
    companies: "kunststofverwerkers",
    topics: [
      "de energiekosten per kilo product",
      "de vraag naar gerecycled materiaal",
      "de veiligheidseisen van afnemers",
      "de terugverdientijd van nieuwe matrijzen",
    ],
    signals: [
      "een lijn voor gerecycled granulaat",
      "een audit van een automerk",
      "een uitbreiding met twaalf spuitgietmachines",
    ],
  },
  {
    name: "Onderwijs en training",
    within: "in de opleidingsbranche",
    nameEndings: ["Opleidingen", "Academie", "Trainingen"],
    companies: "opleiders",
    topics: [
      "de groei van incompany-trajecten",
      "het inzetten van freelance trainers",
      "de terugval na het STAP-budget",
      "de overstap naar online leren",
    ],
    signals: [
      "een leerplatform onder eigen naam",
      "een raamovereenkomst met een provincie",
      "een nieuwe leerlijn voor leidinggevenden",
    ],
  },
];
