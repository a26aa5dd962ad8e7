import { expect, test } from "vitest";
import { keyCaps, keysOf } from "./shortcuts.ts";

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: "j" }, "j"],
  [{ key: "K", ctrlKey: true }, "mod+k"],
  [{ key: "k", metaKey: true }, "mod+k"],
  [{ key: "A", shiftKey: true }, "shift+a"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "/" }, "/"],
  [{ key: "Escape" }, "escape"],
])("%o is %s", (press, keys) => {
  expect(keysOf({ ...NO_MODIFIERS, ...press })).toBe(keys);
});

test("key labels are those of the keyboard", () => {
  expect(keyCaps("mod+k")).toEqual(["Ctrl", "K"]);
  expect(keyCaps("?")).toEqual(["?"]);
});
