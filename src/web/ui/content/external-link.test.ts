import { expect, test } from "vitest";
import { keepHttpUrl, webUrl } from "./external-link.tsx";

test.each([
  ["https://zon.nl/", "https://zon.nl/"],
  ["HTTP://zon.nl", "HTTP://zon.nl"],
  [" zon.nl ", "https://zon.nl"],
  ["www.zon.nl/over?x=1", "https://www.zon.nl/over?x=1"],
])("%s becomes a link", (address, link) => {
  expect(webUrl(address)).toBe(link);
});

test.each([
  null,
  "",
  " ",
  "geen",
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:x",
  "data:text/html,x",
  "mailto:a@b.nl",
])("%j is plain text", (address) => {
  expect(webUrl(address)).toBeUndefined();
});

test("keepHttpUrl keeps no host without a scheme", () => {
  expect(keepHttpUrl("https://zon.nl/")).toBe("https://zon.nl/");
  expect(keepHttpUrl("zon.nl")).toBeUndefined();
  expect(keepHttpUrl("javascript:alert(1)")).toBeUndefined();
});
