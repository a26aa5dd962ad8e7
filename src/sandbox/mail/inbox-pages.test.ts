import { expect, test } from "vitest";
import { linkedText } from "./inbox-pages.ts";

const markupOf = (text: string) =>
  linkedText(text)
    .map(({ markup }) => markup)
    .join("");
const link = (address: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`;

test("URLs become links, without the punctuation around them", () => {
  expect(markupOf("Zie (https://a.nl/x?y=1), of http://127.0.0.1:3000/reset-password.")).toBe(
    `Zie (${link("https://a.nl/x?y=1")}), of ${link("http://127.0.0.1:3000/reset-password")}.`,
  );
});

test("other schemes and markup are escaped text", () => {
  expect(markupOf("javascript:alert(1) <script>x</script>")).toBe("javascript:alert(1) &lt;script&gt;x&lt;/script&gt;");
  expect(markupOf('https://a.nl/"onclick="x')).toBe(`${link("https://a.nl/")}&quot;onclick=&quot;x`);
});
