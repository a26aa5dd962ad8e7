/** As spreadsheets in the Netherlands open it by themselves: columns parted by semicolons, and a mark that says UTF-8. */
export const CSV_BOM = "\ufeff";

// A spreadsheet takes what begins like this for a formula, and runs it.
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /["\r\n;,\t]|^\s|\s$/;

const writeField = (value: string | number | null | undefined): string => {
  const text = String(value ?? "");
  const harmless = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

export const writeCsvRow = (fields: readonly (string | number | null | undefined)[]): string =>
  `${fields.map(writeField).join(";")}\r\n`;
