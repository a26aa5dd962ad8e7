import { expect, test } from "vitest";
import { directionOf, nextSort } from "./lead-columns.tsx";

test("names go up from the first press, dates and ratings down", () => {
  expect(nextSort("-dateAdded", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "fullName")).toBe("-fullName");
  expect(nextSort("-fullName", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "leadRating")).toBe("-leadRating");
  expect(nextSort("-leadRating", "leadRating")).toBe("leadRating");
  expect(nextSort("-dateAdded", "dateAdded")).toBe("dateAdded");
});

test("a column says which way it is sorted", () => {
  expect(directionOf("-dateAdded", "dateAdded")).toBe("descending");
  expect(directionOf("dateAdded", "dateAdded")).toBe("ascending");
  expect(directionOf("dateAdded", "fullName")).toBe("none");
});
