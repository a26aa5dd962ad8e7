import { expect, test } from "vitest";
import { findMatches, indexTexts } from "./text-match.ts";

const NAMES = ["José van Dijk", "Jos de Vries", "Anne-Fleur Møller"];
const find = (query: string) =>
  findMatches(
    indexTexts(NAMES, (name) => name),
    query,
  );

test.each([
  ["jose", ["José van Dijk"]],
  ["JOS", ["José van Dijk", "Jos de Vries"]],
  ["dijk josé", ["José van Dijk"]],
  ["  ", NAMES],
  ["fleur", ["Anne-Fleur Møller"]],
  ["bestaat niet", []],
])("%o finds %o", (query, expected) => {
  expect(find(query)).toEqual(expected);
});
