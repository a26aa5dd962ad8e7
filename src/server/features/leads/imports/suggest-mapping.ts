import { IMPORT_FIELD_NAMES, type ImportField, type ImportMapping } from "#contract/lead-imports.ts";

interface Column {
  name: string;
  samples: readonly string[];
}

/** Common column names, lower-case and without punctuation, the most specific first. */
const COLUMN_NAMES: Record<ImportField, readonly string[]> = {
  fullName: ["fullname", "volledigenaam", "naam", "name", "contactnaam", "contactname", "contactpersoon", "lead"],
  firstName: ["voornaam", "firstname", "givenname"],
  lastName: ["achternaam", "lastname", "surname", "familyname"],
  email: ["email", "emailadres", "emailaddress", "mailadres", "workemail", "zakelijkemail", "emailwork", "mail"],
  linkedInUrl: [
    "linkedinurl",
    "linkedin",
    "linkedinprofiel",
    "linkedinprofile",
    "personlinkedinurl",
    "profileurl",
    "profiel",
  ],
  title: ["title", "functie", "jobtitle", "functietitel", "position", "headline", "rol"],
  company: [
    "company",
    "bedrijf",
    "companyname",
    "bedrijfsnaam",
    "organisatie",
    "organization",
    "organisation",
    "werkgever",
  ],
  website: ["website", "companywebsite", "site", "webadres", "domain", "domein", "companydomain"],
  location: ["location", "locatie", "plaats", "woonplaats", "city", "stad"],
  industry: ["industry", "industrie", "branche", "sector"],
  employees: ["employees", "medewerkers", "aantalmedewerkers", "companysize", "headcount", "numberofemployees"],
};

/** Values by which a column is recognised whatever its name is. */
const VALUE_PATTERNS: Partial<Record<ImportField, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  linkedInUrl: /linkedin\.com\/in\//i,
};

const normalizeName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

const findByName = (columns: readonly Column[], field: ImportField): number => {
  const names = columns.map(({ name }) => normalizeName(name));
  const [found] = COLUMN_NAMES[field].map((known) => names.indexOf(known)).filter((index) => index >= 0);
  return found ?? -1;
};

const findByValues = (columns: readonly Column[], field: ImportField): number => {
  const look = VALUE_PATTERNS[field];
  return look ? columns.findIndex(({ samples }) => samples.some((sample) => look.test(sample.trim()))) : -1;
};

/** Suggests a column for each field. The user can change it before the import. */
export const suggestMapping = (columns: readonly Column[]): ImportMapping => {
  const mapping: ImportMapping = {};
  for (const field of IMPORT_FIELD_NAMES) {
    const named = findByName(columns, field);
    const index = named >= 0 ? named : findByValues(columns, field);
    if (index >= 0) mapping[field] = index;
  }
  if (mapping.firstName === undefined && mapping.lastName === undefined) return mapping;
  // With first and last name present, a third name column is often a nickname or the company.
  const { fullName: _whole, ...parts } = mapping;
  return parts;
};
