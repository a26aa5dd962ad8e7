import { expect, test } from "vitest";
import { CLASSIFICATION_CHOICES, classificationText, classificationTone } from "./classification.ts";

test("there are eight classes to choose from, each with its score", () => {
  expect(CLASSIFICATION_CHOICES.map(({ label }) => label)).toEqual([
    "COLD | 10",
    "NOT INTERESTED | 0",
    "NOT RELEVANT | 0",
    "CONNECTED | 30",
    "DO NOT CONNECT | 0",
    "INTERESTED | 50",
    "HOT | 80",
    "CLIENT | 100",
  ]);
});

test("a class has the colour of its value, also inside a label", () => {
  expect(classificationTone("HOT")).toBe(classificationTone("HOT | 80"));
  expect(classificationTone("INTERESTED")).toBe("success");
});

test("not interested is not taken for interested, nor do not connect for connected", () => {
  expect(classificationTone("NOT INTERESTED | 0")).toBe("danger");
  expect(classificationTone("DO NOT CONNECT | 0")).toBe("danger");
});

test.each([null, "", "DELETED", "iets anders"])("%s is neutral", (label) => {
  expect(classificationTone(label)).toBe("neutral");
});

test("no class has a text of its own", () => {
  expect(classificationText(null)).toBe("Geen classificatie");
  expect(classificationText("HOT")).toBe("HOT | 80");
});

test("a class that ends the contact has a hint", () => {
  const warned = CLASSIFICATION_CHOICES.filter((choice) => "hint" in choice).map(({ value }) => value);
  expect(warned).toEqual(["NOT INTERESTED", "NOT RELEVANT", "DO NOT CONNECT"]);
});
