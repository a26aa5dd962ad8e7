import { expect, test } from "vitest";
import { findCycles } from "./cycles.ts";

test("a graph with an import cycle reports at least one, a graph without cycles none", () => {
  const acyclic: [string, string[]][] = [
    ["index", ["kit", "shell"]],
    ["kit", ["icons", "shell"]],
    ["shell", []],
    ["icons", ["shell"]],
  ];
  expect(findCycles(new Map(acyclic))).toEqual([]);
  expect(findCycles(new Map([...acyclic, ["shell", ["kit"]]]))).toContainEqual(["kit", "icons", "shell", "kit"]);
});
