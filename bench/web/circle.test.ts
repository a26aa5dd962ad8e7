import { expect, test } from "vitest";
import { findCircle } from "./circle.ts";

test("files that need each other are found, by whatever way", () => {
  const straight = {
    "index.html": { file: "index.js", imports: ["kit", "shell"] },
    kit: { file: "kit.js", imports: ["icons", "shell"] },
    shell: { file: "shell.js" },
    icons: { file: "icons.js", imports: ["shell"] },
  };
  expect(findCircle(straight)).toBeUndefined();
  expect(findCircle({ ...straight, shell: { file: "shell.js", imports: ["kit"] } })).toEqual([
    "kit.js",
    "icons.js",
    "shell.js",
    "kit.js",
  ]);
});
