import { expect, test } from "vitest";
import { toUtf8 } from "./csv-encoding.ts";
import { CsvFileError, type CsvPosition, type CsvRow, detectDelimiter, readCsvRows } from "./csv-reader.ts";
import { CSV_BOM, writeCsvRow } from "./csv-writer.ts";

const readRows = async (chunks: Iterable<Uint8Array>, delimiter = ";", start?: CsvPosition): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  for await (const batch of readCsvRows(chunks, delimiter, start)) rows.push(...batch);
  return rows;
};
const fieldsOf = async (text: string, delimiter?: string) =>
  (await readRows([Buffer.from(text)], delimiter)).map(({ fields }) => fields);

test.each([
  [
    "plain rows",
    "a;b\n1;2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "no newline at the end",
    "a;b\n1;2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "CRLF line endings",
    "a;b\r\n1;2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "CR line endings",
    "a;b\r1;2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["empty fields", ";;\n", [["", "", ""]]],
  ["quotes", '"a;b";"c\nd"\n', [["a;b", "c\nd"]]],
  ["escaped quotes", '"Jan ""de Boer"" Smit";x', [['Jan "de Boer" Smit', "x"]]],
  ["an empty text in quotes", '"";"x"', [["", "x"]]],
  ["a quote inside a plain field", '5" buis;x', [['5" buis', "x"]]],
  ["text after a closing quote", '"Zon" BV;x', [["Zon BV", "x"]]],
  [
    "a line break in quotes",
    '"a\r\nb";c\r\nd;e',
    [
      ["a\r\nb", "c"],
      ["d", "e"],
    ],
  ],
  ["accents, right to left and emoji", "José;אלף;😀\n", [["José", "אלף", "😀"]]],
  ["nothing", "", []],
])("%s", async (_name, text, expected) => {
  expect(await fieldsOf(text)).toEqual(expected);
});

test.each([",", "\t", "|"])("columns may be separated by %j", async (delimiter) => {
  expect(await fieldsOf(`a${delimiter}"b${delimiter}c"\n`, delimiter)).toEqual([["a", `b${delimiter}c`]]);
});

test("rows do not depend on chunk boundaries, and reading resumes at any row's nextOffset", async () => {
  const text = 'naam;tekst\r\n"José ""J"" Ø";"a\r\nb;c"\r\n😀;\r\n\r\n"x";y';
  const bytes = Buffer.from(text);
  const whole = await readRows([bytes]);
  expect(whole.at(-1)?.nextOffset).toBe(Buffer.byteLength(text));
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(await readRows([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
  }
  for (const [index, row] of whole.entries()) {
    expect(await readRows([bytes.subarray(row.nextOffset)], ";", row)).toEqual(whole.slice(index + 1));
  }
});

test("a field of two megabytes is read completely", async () => {
  const long = "é".repeat(1_000_000);
  expect(await fieldsOf(`a;"${long}"\nb;c`)).toEqual([
    ["a", long],
    ["b", "c"],
  ]);
});

test("an unclosed quote throws a CsvFileError with its row number", async () => {
  await expect(fieldsOf('a;b\n1;"2\n3;4\n')).rejects.toThrow(
    new CsvFileError("In rij 2 begint een tekst met een aanhalingsteken dat nergens sluit."),
  );
  const endless = [Buffer.from('a;b\n"'), ...Array.from({ length: 10 }, () => Buffer.alloc(1_000_000, "x"))];
  await expect(readRows(endless)).rejects.toThrow(CsvFileError);
});

test("the rows before an unclosed quote are read", async () => {
  const fields: string[][] = [];
  const readAll = async () => {
    for await (const batch of readCsvRows([Buffer.from('a;b\n1;2\n3;"4')], ";"))
      fields.push(...batch.map((row) => row.fields));
  };
  await expect(readAll()).rejects.toThrow("In rij 3 ");
  expect(fields).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test.each([
  ["a;b;c\n1;2;3", ";"],
  ["a,b,c\n1,2,3", ","],
  ["a\tb\n1\t2", "\t"],
  ["a|b\n1|2", "|"],
  ['naam,bedrijf\n"Jan; Piet",Zon\n"Kees; Klaas",Maan', ","],
  ["naam;omschrijving\nJan;a, b, c\nPiet;d, e", ";"],
  ["alleen een naam\nJan", ";"],
  ["", ";"],
])("the delimiter of %j is %j", (text, delimiter) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, start: 0 });
});

test("a `sep=` line sets the delimiter", () => {
  expect(detectDelimiter("sep=,\r\na;b,c\n")).toEqual({ delimiter: ",", start: 7 });
});

const TEXT = "naam;plaats\nJosé;Curaçao €\n";
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
  ["UTF-16, little endian", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
  ["UTF-16, big endian", swapped(Buffer.from(`\ufeff${TEXT}`, "utf16le"))],
  ["UTF-16, little endian, without a byte order mark", Buffer.from(TEXT, "utf16le")],
  ["UTF-16, big endian, without a byte order mark", swapped(Buffer.from(TEXT, "utf16le"))],
  ["Windows-1252", Buffer.from(TEXT.replace("€", "\x80"), "latin1")],
])("a file in %s is decoded", async (_name, bytes) => {
  expect((await toUtf8(bytes)).toString()).toBe(TEXT);
});

test("characters that lie across two chunks stay whole", async () => {
  const text = `${"a".repeat(1024 * 1024 - 1)}é😀`;
  expect((await toUtf8(Buffer.from(`\ufeff${text}`, "utf16le"))).toString()).toBe(text);
});

test.each([
  ["an .xlsx file", Buffer.from("PK\x03\x04rest", "latin1"), "spreadsheet"],
  ["an .xls file", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), "spreadsheet"],
  ["another binary file", Buffer.from([1, 0, 0, 2, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]), "geen CSV-bestand"],
])("%s is refused", async (_name, bytes, reason) => {
  await expect(toUtf8(bytes)).rejects.toThrow(reason);
});

test("writing and reading round-trips", async () => {
  const rows = [
    ['Jan "de Boer"', "a;b", "c\r\nd", " spatie ", "José 😀", ""],
    ["", "1", "2", "3", "4", "5"],
  ];
  const text = rows.map(writeCsvRow).join("");
  expect(await fieldsOf(text)).toEqual(rows);
  expect(CSV_BOM).toBe("\ufeff");
});

const FORMULAS = ["=1+1", "+31", "-1", "@cmd", "\t=x", "＝1+1", "＋1", "－1", "＠1", "\u200b=1+1", "\u202e\u2060@x"];
test.each(FORMULAS)("%j does not become a formula in a spreadsheet", async (text) => {
  expect(await fieldsOf(writeCsvRow([text]))).toEqual([[`'${text}`]]);
  expect(writeCsvRow([-1, null, undefined])).toBe("-1;;\r\n");
});
