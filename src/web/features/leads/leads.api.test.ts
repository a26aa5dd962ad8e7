import { expect, test } from "vitest";
import { buildLead, buildLeads } from "./lead.fixture.ts";
import { LEAD_CHANGE, type LeadRow, updateLeadRow } from "./leads.api.ts";

const [anna = buildLead(), bea = buildLead()] = buildLeads("Anna", "Bea");
const classify = (row: LeadRow) => LEAD_CHANGE.predict(row, { lead: anna, classification: "HOT" });

test("a classification changes only its own lead", () => {
  expect(classify(anna)).toEqual({ ...anna, leadClassification: "HOT" });
  expect(classify(bea)).toBe(bea);
});

test("a deleted lead leaves the list", () => {
  expect(LEAD_CHANGE.predict(anna, { lead: anna, classification: "DELETED" })).toBeNull();
  expect(LEAD_CHANGE.predict(bea, { lead: anna, classification: "DELETED" })).toBe(bea);
});

test("every invitation of a lead shows its new classification", () => {
  const rows = [
    { id: "1", lead: anna },
    { id: "2", lead: bea },
    { id: "3", lead: anna },
  ];
  const classified = rows.map((row) => updateLeadRow(row, anna.id, (lead) => ({ ...lead, leadClassification: "HOT" })));
  expect(classified.map((row) => row?.lead.leadClassification)).toEqual(["HOT", "COLD", "HOT"]);
});

test("the server's response replaces the optimistic lead", () => {
  const lead = buildLead({ ...anna, leadClassification: "HOT", sync: "pending" });
  const response = { ...lead, stoppedMessages: 2, undo: { token: "1", until: "2026-11-16T09:00:00Z" } };
  expect(LEAD_CHANGE.applyResponse?.(anna, response, { lead: anna, classification: "HOT" })).toEqual(lead);
  expect(LEAD_CHANGE.applyResponse?.(anna, response, { lead: anna, classification: "DELETED" })).toBeNull();
});
