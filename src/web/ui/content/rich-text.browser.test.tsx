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

test("without text the fallback is shown", async () => {
  await show("<p> </p>");
  await expect.element(page.getByText("Geen tekst")).toBeVisible();
});
