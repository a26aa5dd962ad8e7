import { expect, test } from "vitest";
import { feedbackSections } from "./feedback-dialog.tsx";

const headersOf = (content: string) => feedbackSections(content).map(({ header }) => header);

test("an ice breaker takes feedback on its first three sections", () => {
  const content = "Ice Breaker: hoi\n\nBericht 1: een\n\nBericht 2: twee\n\nBericht 3: drie";
  expect(headersOf(content)).toEqual(["Ice Breaker", "Bericht 1", "Bericht 2"]);
});

test("the older conversation takes no feedback", () => {
  const content =
    "Older conversations: 2026-01-02 10:00:00 - lead: hoi\nFollow up 1: een\nFollow up 2: twee\nFollow up 3: drie";
  expect(headersOf(content)).toEqual(["Follow up 1", "Follow up 2", "Follow up 3"]);
});

test("a text without headers is one section", () => {
  expect(feedbackSections("Zomaar een tekst")).toEqual([{ header: "Bericht", text: "Zomaar een tekst" }]);
});
