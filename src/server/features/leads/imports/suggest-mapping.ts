import { forOptionalLeadFields, LEAD_FIELDS } from "#contract/lead-fields.ts";
import { IMPORT_FIELD_NAMES, type ImportField, type ImportMapping } from "#contract/lead-imports.ts";

interface Column {
  name: string;
  samples: readonly string[];
}

const COLUMN_NAMES: Record<ImportField, readonly string[]> = {
  fullName: LEAD_FIELDS.fullName.importNames,
  firstName: ["voornaam", "firstname", "givenname"],
  lastName: ["achternaam", "lastname", "surname", "familyname"],
  ...forOptionalLeadFields((name) => LEAD_FIELDS[name].importNames),
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
  const [found] = COLUMN_NAMES[field].map((knownName) => names.indexOf(knownName)).filter((index) => index >= 0);
  return found ?? -1;
};

const findByValues = (columns: readonly Column[], field: ImportField): number => {
  const pattern = VALUE_PATTERNS[field];
  return pattern ? columns.findIndex(({ samples }) => samples.some((sample) => pattern.test(sample.trim()))) : -1;
};

/** Suggests a column for each field. The user can change it before the import. */
export const suggestMapping = (columns: readonly Column[]): ImportMapping => {
  const mapping: ImportMapping = {};
  for (const field of IMPORT_FIELD_NAMES) {
    const indexByName = findByName(columns, field);
    const index = indexByName >= 0 ? indexByName : findByValues(columns, field);
    if (index >= 0) mapping[field] = index;
  }
  const { fullName, ...withoutFullName } = mapping;
  if (fullName === undefined) return mapping;
  // With first and last name present, a third name column is often a nickname or the company.
  if (mapping.firstName !== undefined && mapping.lastName !== undefined) return withoutFullName;
  // Beside a full name the import does not use a column with only a part of it.
  const { firstName: _first, lastName: _last, ...withoutParts } = mapping;
  return withoutParts;
};
