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
  [{ key: "Delete", shiftKey: true }, "shift+delete"],
  [{ key: "Backspace" }, "backspace"],
])("%o is %s", (press, keys) => {
  expect(keysOf({ ...NO_MODIFIERS, ...press })).toBe(keys);
});

test("the delete key of a Mac is Backspace elsewhere", () => {
  expect(keysOf({ ...NO_MODIFIERS, key: "Backspace" }, true)).toBe("delete");
});

test("key labels are those of the keyboard", () => {
  expect(keyCaps("mod+k")).toEqual(["Ctrl", "K"]);
  expect(keyCaps("shift+delete")).toEqual(["Shift", "Delete"]);
  expect(keyCaps("?")).toEqual(["?"]);
});
