interface LeadField {
  /** The name on screens. */
  label: string;
  /** In exported files, which the import recognises. */
  csvHeader: string;
  /** Column names in other files, lower-case and without punctuation, the most specific first. */
  importNames: readonly string[];
  /** Decides how it is validated. */
  type: "text" | "longText" | "shortText" | "email" | "url";
}

/**
 * The details of a lead that users enter, import and export, in the order of exported files. The schemas of the API, the form
 * and the import, the columns of the CSV export and those of the database queries are made from this list.
 */
export const LEAD_FIELDS = {
  fullName: {
    label: "Naam",
    csvHeader: "Full Name",
    importNames: ["fullname", "volledigenaam", "naam", "name", "contactnaam", "contactname", "contactpersoon", "lead"],
    type: "text",
  },
  title: {
    label: "Functie",
    csvHeader: "Title",
    importNames: ["title", "functie", "jobtitle", "functietitel", "position", "headline", "rol"],
    type: "longText",
  },
  company: {
    label: "Bedrijf",
    csvHeader: "Company",
    importNames: [
      "company",
      "bedrijf",
      "companyname",
      "bedrijfsnaam",
      "organisatie",
      "organization",
      "organisation",
      "werkgever",
    ],
    type: "text",
  },
  email: {
    label: "E-mailadres",
    csvHeader: "Email",
    importNames: [
      "email",
      "emailadres",
      "emailaddress",
      "mailadres",
      "workemail",
      "zakelijkemail",
      "emailwork",
      "mail",
    ],
    type: "email",
  },
  phone: {
    label: "Telefoon",
    csvHeader: "Telefoon",
    importNames: ["telefoon", "telefoonnummer", "phone", "phonenumber", "mobiel", "mobile", "tel"],
    type: "shortText",
  },
  linkedInUrl: {
    label: "LinkedIn-profiel",
    csvHeader: "LinkedIn URL",
    importNames: [
      "linkedinurl",
      "linkedin",
      "linkedinprofiel",
      "linkedinprofile",
      "personlinkedinurl",
      "profileurl",
      "profiel",
    ],
    type: "url",
  },
  website: {
    label: "Website",
    csvHeader: "Website",
    importNames: ["website", "companywebsite", "site", "webadres", "domain", "domein", "companydomain"],
    type: "url",
  },
  employees: {
    label: "Medewerkers",
    csvHeader: "Employees",
    importNames: ["employees", "medewerkers", "aantalmedewerkers", "companysize", "headcount", "numberofemployees"],
    type: "shortText",
  },
  location: {
    label: "Plaats",
    csvHeader: "Location",
    importNames: ["location", "locatie", "plaats", "woonplaats", "city", "stad"],
    type: "text",
  },
  industry: {
    label: "Branche",
    csvHeader: "Industry",
    importNames: ["industry", "industrie", "branche", "sector"],
    type: "text",
  },
} as const satisfies Record<string, LeadField>;

export type LeadFieldName = keyof typeof LEAD_FIELDS;
export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as LeadFieldName[];

/** A name is required; every other field may be empty. */
export type OptionalLeadField = Exclude<LeadFieldName, "fullName">;

/** An object with a value for every optional field. */
export const forOptionalLeadFields = <Value>(create: (name: OptionalLeadField) => Value) =>
  Object.fromEntries(
    LEAD_FIELD_NAMES.filter((name) => name !== "fullName").map((name) => [name, create(name)]),
  ) as Record<OptionalLeadField, Value>;
