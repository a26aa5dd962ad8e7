/** What leaves the product when the built-in writer is used, in plain words. */
export const DATA_FOR_PROVIDER =
  "Naam, functie, bedrijf, branche, plaats en openbare informatie over de lead, je prompt, de naam van de afzender en van een transcript de zinnen zonder persoonlijke gegevens. Nooit: e-mailadres, telefoonnummer, HubSpot-gegevens, of iets over gezondheid, geloof, politiek of vakbond.";

type Provider = { host: RegExp; text: string };

/** What the providers state about themselves; a company's own contract with them goes before it. */
const PROVIDERS: readonly Provider[] = [
  {
    host: /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])/,
    text: "Aanbieder: een machine in je eigen netwerk. De gegevens verlaten het netwerk niet.",
  },
  {
    host: /(^|\.)openai\.com$/,
    text: "Aanbieder: OpenAI. Regio: Verenigde Staten, tenzij je een Europees project gebruikt. Bewaart standaard 30 dagen en traint niet met deze gegevens.",
  },
  {
    host: /\.azure\.com$/,
    text: "Aanbieder: Microsoft Azure. Regio: die van je resource. Bewaart standaard tot 30 dagen voor misbruikcontrole en traint niet met deze gegevens.",
  },
  {
    host: /(^|\.)mistral\.ai$/,
    text: "Aanbieder: Mistral. Regio: Europese Unie. Bewaart standaard 30 dagen; trainen kun je bij de aanbieder uitzetten.",
  },
];

/** Provider, region and retention of the address, as far as they are known. */
export const describeProvider = (baseUrl: string): string => {
  const host = URL.parse(baseUrl)?.hostname;
  const known = host && PROVIDERS.find((provider) => provider.host.test(host));
  if (known) return known.text;
  return host
    ? `Aanbieder: ${host}. Waar en hoe lang die de gegevens bewaart, staat in zijn voorwaarden. Kies een aanbieder in de EU die niet bewaart en er niet mee traint.`
    : "Kies een aanbieder in de EU die niet bewaart en er niet mee traint.";
};

const euro = (value: number): string => value.toLocaleString("nl-NL", { style: "currency", currency: "EUR" });

/** What writing one text cost, by the same price table. */
export const describeTextCost = (cost: number | null): string => {
  if (cost === null) return "kosten onbekend";
  if (cost === 0) return "geen kosten";
  return cost < 0.01 ? `minder dan ${euro(0.01)}` : euro(cost);
};

type Costs = { costToday: number; costThisMonth: number; hasUnknownCosts: boolean; isLocalModel: boolean };

/** Estimated by the price table of the product: servers do not report what they charge. */
export const describeWriterCosts = ({ costToday, costThisMonth, hasUnknownCosts, isLocalModel }: Costs): string => {
  if (costThisMonth === 0 && hasUnknownCosts)
    return "Onbekend, want de prijs van dit model staat niet in onze prijslijst.";
  if (costThisMonth === 0 && isLocalModel) return "€ 0, want het model draait op een eigen machine.";
  const total = `${euro(costToday)} vandaag, ${euro(costThisMonth)} deze maand (geschat)`;
  return hasUnknownCosts ? `${total}, zonder een model waarvan we de prijs niet kennen` : total;
};
