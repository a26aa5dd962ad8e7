import { expect, test } from "vitest";
import { initialsOf } from "./avatar.tsx";

test.each([
  ["Vera de Dijk", "VD"],
  ["Élodie", "É"],
  ["  Jan   Bos ", "JB"],
  ["", "?"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
