import { expect, test } from "vitest";
import { MEETING_TYPES } from "#contract/meetings.ts";
import { statusLabel, TYPE_CHOICES, typeLabel } from "./meeting-labels.ts";

test.each([
  ["NEW", "Nieuw"],
  ["", "Nieuw"],
  ["TO_PROCESS", "Te Verwerken"],
  ["To PROCESS", "Te Verwerken"],
  ["PROCESSED", "Verwerkt"],
  ["IGNORED", "Genegeerd"],
  ["PRIVE", "Privé"],
  ["RERUN", "Opnieuw Draaien"],
  ["Wacht op klant", "Wacht op klant"],
  ["constructor", "constructor"],
])("the status %j is shown as %s", (status, label) => expect(statusLabel(status).label).toBe(label));

test("every type has its own colour, and no type is shown as No STATUS", () => {
  const styles = TYPE_CHOICES.map(({ tone, outline }) => `${tone} ${outline ?? false}`);
  expect(new Set(styles).size).toBe(MEETING_TYPES.length);
  expect(typeLabel(null)).toMatchObject({ label: "No STATUS" });
  expect(typeLabel("Iets van vroeger")).toEqual({ label: "Iets van vroeger", tone: "neutral" });
});
