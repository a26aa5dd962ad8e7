import { expect, test } from "vitest";
import { directionOf, nextSort } from "./lead-table.tsx";

test("the first click sorts names ascending, dates and ratings descending", () => {
  expect(nextSort("-dateAdded", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "fullName")).toBe("-fullName");
  expect(nextSort("-fullName", "fullName")).toBe("fullName");
  expect(nextSort("fullName", "leadRating")).toBe("-leadRating");
  expect(nextSort("-leadRating", "leadRating")).toBe("leadRating");
  expect(nextSort("-dateAdded", "dateAdded")).toBe("dateAdded");
});

test("a column knows its sort direction", () => {
  expect(directionOf("-dateAdded", "dateAdded")).toBe("descending");
  expect(directionOf("dateAdded", "dateAdded")).toBe("ascending");
  expect(directionOf("dateAdded", "fullName")).toBe("none");
});
