import { expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { restoreStored, useStoredText } from "./stored-text.ts";

const KEY = "answer:1";

function Editor() {
  const [text, setText] = useStoredText(KEY, "");
  return <textarea aria-label="Antwoord" value={text} onChange={(event) => setText(event.target.value)} />;
}

const field = page.getByLabelText("Antwoord");

test.for([
  ["", "Ja"],
  ["Ja", "Ja"],
  ["Januari kan", "Ja\n\nJanuari kan"],
  ["Dat is goed. Ja", "Ja\n\nDat is goed. Ja"],
  ["Ja\n\nJanuari kan", "Ja\n\nJanuari kan"],
])(
  "a restored text comes before what was typed since, unless that already begins with it: %j",
  async ([typed = "", restored]) => {
    await renderScreen(<Editor />);
    await field.fill(typed);
    restoreStored(KEY, "Ja");
    await expect.element(field).toHaveValue(restored);
    expect(localStorage.getItem(KEY)).toBe(restored);
  },
);

test("a text is put back before what was typed, also where the browser stores nothing", async () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => setItem.mockRestore());
  await renderScreen(<Editor />);
  await field.fill("En nog iets");
  restoreStored(KEY, "Graag!");
  await expect.element(field).toHaveValue("Graag!\n\nEn nog iets");
});

test("a text is put back in its own field only", async () => {
  await renderScreen(<Editor />);
  await field.fill("Dag");
  restoreStored("answer:2", "Graag!");
  await expect.element(field).toHaveValue("Dag");
  expect(localStorage.getItem("answer:2")).toBe("Graag!");
});
