import { expect, test } from "vitest";
import { findCycles } from "./cycles.ts";

test("import cycles of any length are found", () => {
  const straight: [string, string[]][] = [
    ["index", ["kit", "shell"]],
    ["kit", ["icons", "shell"]],
    ["shell", []],
    ["icons", ["shell"]],
  ];
  expect(findCycles(new Map(straight))).toEqual([]);
  expect(findCycles(new Map([...straight, ["shell", ["kit"]]]))).toContainEqual(["kit", "icons", "shell", "kit"]);
});
