import { expect, test } from "vitest";
import { toRemoteField } from "./mapping-view.ts";

const exampleOf = (...samples: unknown[]) =>
  toRemoteField({ id: "fld", name: "Veld", type: "singleLineText" }, { fld: samples }).example;

test("the example of a field is its first value that is not empty, on one line", () => {
  expect(exampleOf("", "  ", "Anna\n de Wit", "Bea")).toBe("Anna de Wit");
  expect(exampleOf([{ name: "Sanne" }, { filename: "a.pdf" }])).toBe("Sanne, a.pdf");
  expect(exampleOf("")).toBeNull();
});

test("a long example is cut after a whole character", () => {
  const start = "x".repeat(59);
  expect(exampleOf(`${start}😀 en meer`)).toBe(`${start}😀…`);
  expect(exampleOf(`${start}😀`)).toBe(`${start}😀`);
});
