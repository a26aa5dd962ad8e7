/** Dutch spreadsheets open a file with semicolons and this byte order mark without asking for its format. */
export const CSV_BOM = "\ufeff";

// A spreadsheet runs a cell that begins like this as a formula, some also with full-width signs or after invisible characters.
const FORMULA = /^\p{Cf}*[=+\-@\t\r＝＋－＠]/u;
const NEEDS_QUOTES = /["\r\n;,\t]|^\s|\s$/;

const writeField = (value: string | number | null | undefined): string => {
  const text = String(value ?? "");
  const harmless = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

export const writeCsvRow = (fields: readonly (string | number | null | undefined)[]): string =>
  `${fields.map(writeField).join(";")}\r\n`;
