import type { MappedField } from "#contract/airtable-connection.ts";

export const DIRECTION_TEXTS: Record<MappedField["direction"], string> = {
  in: "uit Airtable",
  out: "naar Airtable",
  both: "beide kanten op",
  once: "bij het aanmaken",
};

/** The names of Airtable's types, as a Dutch user knows them. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  singleLineText: "tekst",
  multilineText: "lange tekst",
  richText: "opgemaakte tekst",
  email: "e-mailadres",
  url: "webadres",
  phoneNumber: "telefoonnummer",
  number: "getal",
  currency: "bedrag",
  percent: "percentage",
  duration: "duur",
  rating: "sterren",
  checkbox: "selectievakje",
  singleSelect: "keuze",
  multipleSelects: "meer keuzes",
  date: "datum",
  dateTime: "datum en tijd",
  multipleRecordLinks: "koppeling",
  multipleLookupValues: "opgezocht",
  multipleAttachments: "bijlage",
  singleCollaborator: "collega",
  multipleCollaborators: "collega's",
  barcode: "barcode",
  formula: "formule",
  rollup: "totaal",
  count: "aantal",
  autoNumber: "volgnummer",
  createdTime: "aangemaakt op",
  lastModifiedTime: "gewijzigd op",
  createdBy: "aangemaakt door",
  lastModifiedBy: "gewijzigd door",
};

export const typeName = (type: string): string => TYPE_NAMES[type] ?? type;
