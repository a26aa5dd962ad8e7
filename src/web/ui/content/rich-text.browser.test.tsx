import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { RichText } from "./rich-text.tsx";

const show = (html: string) => renderScreen(<RichText html={html} fallback="Geen tekst" />);

test("an element with the name of a property of every object is left out, and its text is shown", async () => {
  await show("<p>Voor <constructor>midden</constructor> na</p>");
  await expect.element(page.getByText("Voor midden na")).toBeVisible();
});

test("a link keeps its address, and nothing keeps another attribute", async () => {
  await show(
    '<p style="color: red" onclick="alert(1)">Zie <a href="https://voorbeeld.example/" id="x">de site</a></p>',
  );
  await expect
    .element(page.getByRole("link", { name: "de site" }))
    .toHaveAttribute("href", "https://voorbeeld.example/");
  expect(document.querySelectorAll("[style*=red], [onclick], #x")).toHaveLength(0);
});

test.each([
  "<p> </p>",
  "<style>p { color: red }</style><p></p>",
  "<div><script>alert(1)</script></div>",
  "<ul><li></li></ul>\n<template>tekst</template>",
])("without text the fallback is shown: %s", async (html) => {
  await show(html);
  await expect.element(page.getByText("Geen tekst")).toBeVisible();
});

test("an empty block between others leaves no bullet, bar or gap, and an empty cell stays", async () => {
  await show(
    "<p>Voor</p><p>&nbsp;</p><ul><li>Punt</li><li> </li></ul><blockquote><p><br></p></blockquote><div><hr></div>" +
      "<table><tbody><tr><td></td><td>Cel</td></tr></tbody></table>",
  );
  await expect.element(page.getByText("Voor")).toBeVisible();
  const count = (selector: string) => document.querySelectorAll(selector).length;
  expect([count("p"), count("li"), count("blockquote"), count("hr"), count("td")]).toEqual([1, 1, 0, 1, 2]);
});
