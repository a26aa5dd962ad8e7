/** Formula injection: a cell that a spreadsheet would evaluate gets a leading apostrophe. */
const FORMULA = /^\p{Cf}*[=+\-@\t\r＝＋－＠]/u;

const formatCell = (value: string | number | null): string => {
  if (value === null) return "";
  // Dutch spreadsheets use a decimal comma.
  if (typeof value === "number") return String(value).replace(".", ",");
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export type CsvRow = readonly (string | number | null)[];

/** CSV for a Dutch spreadsheet: semicolons, decimal commas and a byte order mark for UTF-8. */
export const toCsv = (rows: readonly CsvRow[]): string =>
  `\uFEFF${rows.map((row) => row.map(formatCell).join(";")).join("\r\n")}\r\n`;

export const downloadCsv = (name: string, rows: readonly CsvRow[]): void => {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
};
