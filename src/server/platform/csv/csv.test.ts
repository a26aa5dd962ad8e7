import { expect, test } from "vitest";
import { toUtf8 } from "./csv-encoding.ts";
import { CsvFileError, createCsvReader, detectDelimiter } from "./csv-reader.ts";

import { CSV_BOM, writeCsvRow } from "./csv-writer.ts";

const readWhole = (text: string, delimiter = ";") => {
  const reader = createCsvReader(delimiter);
  return [...reader.push(text), ...reader.end()];
};
const fieldsOf = (text: string, delimiter?: string) => readWhole(text, delimiter).map(({ fields }) => fields);

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
    "no line end at the end",
    "a;b\n1;2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "lines of Windows",
    "a;b\r\n1;2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "lines of an old Mac",
    "a;b\r1;2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["empty fields", ";;\n", [["", "", ""]]],
  ["quotes", '"a;b";"c\nd"\n', [["a;b", "c\nd"]]],
  ["quotes in quotes", '"Jan ""de Boer"" Smit";x', [['Jan "de Boer" Smit', "x"]]],
  ["an empty text in quotes", '"";"x"', [["", "x"]]],
  ["a quote inside a plain field", '5" buis;x', [['5" buis', "x"]]],
  ["text behind a closing quote", '"Zon" BV;x', [["Zon BV", "x"]]],
  [
    "a line end in quotes",
    '"a\r\nb";c\r\nd;e',
    [
      ["a\r\nb", "c"],
      ["d", "e"],
    ],
  ],
  ["accents, right to left and emoji", "José;אלף;😀\n", [["José", "אלף", "😀"]]],
  ["nothing", "", []],
])("%s", (_name, text, expected) => {
  expect(fieldsOf(text)).toEqual(expected);
});

test.each([",", "\t", "|"])("columns may be parted by %j", (delimiter) => {
  expect(fieldsOf(`a${delimiter}"b${delimiter}c"\n`, delimiter)).toEqual([["a", `b${delimiter}c`]]);
});

test("wherever a text is cut, the rows are the same, and each knows where the next begins", () => {
  const text = 'naam;tekst\r\n"José ""J"" Ø";"a\r\nb;c"\r\n😀;\r\n\r\n"x";y';
  const whole = readWhole(text);
  expect(whole.at(-1)?.next).toBe(Buffer.byteLength(text));
  for (let cut = 0; cut <= text.length; cut++) {
    const reader = createCsvReader(";");
    expect([...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut)), ...reader.end()]).toEqual(whole);
  }
  const bytes = Buffer.from(text);
  for (const [index, { number, next }] of whole.entries()) {
    const later = createCsvReader(";", { number, next });
    expect([...later.push(bytes.subarray(next).toString()), ...later.end()]).toEqual(whole.slice(index + 1));
  }
});

test("a field of a megabyte is a field", () => {
  const long = "é".repeat(1_000_000);
  expect(fieldsOf(`a;"${long}"\nb;c`)).toEqual([
    ["a", long],
    ["b", "c"],
  ]);
});

test("a quotation mark that is never closed is a problem of the file, with its row", () => {
  expect(() => readWhole('a;b\n1;"2\n3;4\n')).toThrow(
    new CsvFileError("In rij 2 begint een tekst met een aanhalingsteken dat nergens sluit."),
  );
  const reader = createCsvReader(";");
  reader.push('a;b\n"');
  expect(() => {
    for (let piece = 0; piece < 10; piece++) reader.push("x".repeat(1_000_000));
  }).toThrow(CsvFileError);
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
])("%j is parted by %j", (text, delimiter) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, start: 0 });
});

test("a file may say itself how it is parted", () => {
  expect(detectDelimiter("sep=,\r\na;b,c\n")).toEqual({ delimiter: ",", start: 7 });
});

const TEXT = "naam;plaats\nJosé;Curaçao €\n";
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`)],
  ["UTF-16 of Windows", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
  ["UTF-16 the other way round", swapped(Buffer.from(`\ufeff${TEXT}`, "utf16le"))],
  ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le")],
  ["UTF-16 the other way round without a mark", swapped(Buffer.from(TEXT, "utf16le"))],
  ["Windows-1252", Buffer.from(TEXT.replace("€", "\x80"), "latin1")],
])("%s is read as what it says", async (_name, bytes) => {
  expect((await toUtf8(bytes)).toString()).toBe(TEXT);
});

test("letters that are cut in two by a piece stay whole", async () => {
  const text = `${"a".repeat(1024 * 1024 - 1)}é😀`;
  expect((await toUtf8(Buffer.from(`\ufeff${text}`, "utf16le"))).toString()).toBe(text);
});

test.each([
  ["a spreadsheet", Buffer.from("PK\x03\x04rest", "latin1"), "spreadsheet"],
  ["an old spreadsheet", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), "spreadsheet"],
  ["something else", Buffer.from([1, 0, 0, 2, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]), "geen CSV-bestand"],
])("%s is refused", async (_name, bytes, reason) => {
  await expect(toUtf8(bytes)).rejects.toThrow(reason);
});

test("what is written is read back", () => {
  const rows = [
    ['Jan "de Boer"', "a;b", "c\r\nd", " spatie ", "José 😀", ""],
    ["", "1", "2", "3", "4", "5"],
  ];
  const text = rows.map(writeCsvRow).join("");
  expect(fieldsOf(text)).toEqual(rows);
  expect(CSV_BOM).toBe("\ufeff");
});

test.each(["=1+1", "+31", "-1", "@cmd", "\t=x"])("%j does not become a formula in a spreadsheet", (text) => {
  expect(fieldsOf(writeCsvRow([text]))).toEqual([[`'${text}`]]);
  expect(writeCsvRow([-1, null, undefined])).toBe("-1;;\r\n");
});
