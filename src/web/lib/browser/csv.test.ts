import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("uses semicolons, decimal commas and a byte order mark", () => {
  const text = toCsv([
    ["Dag", "Aantal"],
    ["14 november 2026", 12],
    ["Gemiddeld", 1.5],
    ["Leeg", null],
  ]);
  expect(text).toBe("\uFEFFDag;Aantal\r\n14 november 2026;12\r\nGemiddeld;1,5\r\nLeeg;\r\n");
});

test("quotes, semicolons and line breaks are quoted", () => {
  expect(toCsv([['Bos "de" Boer; B.V.', "een\ntwee"]])).toBe('\uFEFF"Bos ""de"" Boer; B.V.";"een\ntwee"\r\n');
});

test.each(["=1+1", "+31", "-2", "@som", "\tx", "＝1", "\u200b=1"])("%j is escaped as a formula", (text) => {
  expect(toCsv([[text]])).toContain(`'${text}`);
});

test("a negative number is not escaped", () => {
  expect(toCsv([[-2.5]])).toBe("\uFEFF-2,5\r\n");
});
