/** A cell that a spreadsheet would take for a formula is text: somebody else may have chosen the words. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string | number | null): string => {
  if (value === null) return "";
  // As a Dutch spreadsheet writes numbers.
  if (typeof value === "number") return String(value).replace(".", ",");
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export type CsvRow = readonly (string | number | null)[];

/** As a Dutch spreadsheet reads it: semicolons, commas in numbers, and a mark that says it is UTF-8. */
export const toCsv = (rows: readonly CsvRow[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(";")).join("\r\n")}\r\n`;

export const downloadCsv = (name: string, rows: readonly CsvRow[]): void => {
  const address = URL.createObjectURL(new Blob([toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
};
