import { expect, test } from "vitest";
import {
  CLASSIFICATIONS,
  classificationInput,
  classificationLabel,
  mayBeContacted,
  readClassification,
} from "./classification.ts";

test("a class is read with and without its score", () => {
  for (const value of CLASSIFICATIONS) {
    expect(readClassification(value)).toBe(value);
    expect(readClassification(classificationLabel(value))).toBe(value);
  }
  expect(readClassification(" hot |80")).toBe("HOT");
  expect(readClassification("WARM")).toBeUndefined();
});

test("DELETED is accepted as a class", () => {
  expect(classificationInput.parse("DELETED")).toBe("DELETED");
  expect(classificationInput.safeParse("WARM").success).toBe(false);
});

test("three classes and DELETED forbid contact", () => {
  expect(CLASSIFICATIONS.filter((value) => !mayBeContacted(value))).toEqual([
    "NOT INTERESTED",
    "NOT RELEVANT",
    "DO NOT CONNECT",
  ]);
  expect(mayBeContacted("DELETED")).toBe(false);
  expect(mayBeContacted(null)).toBe(true);
});
