import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { updatePage } from "./lead-mutations.ts";

const lead = (id: string) => ({ id, fullName: `Lead ${id}`, leadClassification: "COLD" }) as Lead;
const page = <Item>(...items: Item[]) => ({ items, total: items.length, nextCursor: "verder" });
const hot = (shown: Lead): Lead => ({ ...shown, leadClassification: "HOT" });

test("only the lead with the id changes", () => {
  const { items, nextCursor } = updatePage(page(lead("a"), lead("b")), "b", hot);
  expect(items.map(({ leadClassification }) => leadClassification)).toEqual(["COLD", "HOT"]);
  expect(nextCursor).toBe("verder");
});

test("a deleted lead is removed from the page", () => {
  expect(updatePage(page(lead("a"), lead("b")), "a", () => null).items).toEqual([lead("b")]);
});

test("every invitation of a lead shows its new classification", () => {
  const rows = [
    { id: "1", lead: lead("a") },
    { id: "2", lead: lead("b") },
    { id: "3", lead: lead("a") },
  ];
  const { items } = updatePage(page(...rows), "a", hot);
  expect(items.map((row) => row.lead.leadClassification)).toEqual(["HOT", "COLD", "HOT"]);
});

test("a page without the lead keeps its identity", () => {
  const other = page(lead("a"));
  expect(updatePage(other, "b", hot)).toBe(other);
});
