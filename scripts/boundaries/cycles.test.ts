import { expect, test } from "vitest";
import { findCycles } from "./cycles.ts";

test("of a graph with import cycles at least one is found, of a graph without cycles none", () => {
  const acyclic: [string, string[]][] = [
    ["index", ["kit", "shell"]],
    ["kit", ["icons", "shell"]],
    ["shell", []],
    ["icons", ["shell"]],
  ];
  expect(findCycles(new Map(acyclic))).toEqual([]);
  expect(findCycles(new Map([...acyclic, ["shell", ["kit"]]]))).toContainEqual(["kit", "icons", "shell", "kit"]);
});
