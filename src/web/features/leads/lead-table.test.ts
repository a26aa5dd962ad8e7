import { expect, test } from "vitest";
import { directionOf, nextSort } from "./lead-table.tsx";

test("the first click sorts names ascending, dates and ratings descending; the next click reverses the order", () => {
  expect(nextSort("-dateAdded", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "fullName")).toBe("-fullName");
  expect(nextSort("-fullName", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "leadRating")).toBe("-leadRating");
  expect(nextSort("-leadRating", "leadRating")).toBe("leadRating");
  expect(nextSort("-dateAdded", "dateAdded")).toBe("dateAdded");
});

test("only the sorted column has a direction", () => {
  expect(directionOf("-dateAdded", "dateAdded")).toBe("descending");
  expect(directionOf("dateAdded", "dateAdded")).toBe("ascending");
  expect(directionOf("dateAdded", "fullName")).toBe("none");
});
