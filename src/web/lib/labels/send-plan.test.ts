import { expect, test } from "vitest";
import { sendPlanText } from "./send-plan.ts";

const dateDue = "2026-11-16T08:30:00.000Z";
const hours = { code: "hours", text: "Wacht op de werktijden (ma–vr 08:30–17:30)." } as const;
const order = { code: "order", text: 'Wacht op "Bericht 1".' } as const;

test.each([
  [{ plannedAt: dateDue, waitsFor: null, dateDue }, "Gaat ma 16 nov om 09:30 · op de ingestelde datum."],
  [{ plannedAt: "2026-11-16T09:02:10.000Z", waitsFor: null, dateDue }, "Gaat ma 16 nov om 10:02."],
  [
    { plannedAt: "2026-11-17T07:31:00.000Z", waitsFor: hours, dateDue },
    "Gaat di 17 nov om 08:31 · Wacht op de werktijden (ma–vr 08:30–17:30).",
  ],
  [{ plannedAt: null, waitsFor: order, dateDue }, 'Wacht op "Bericht 1".'],
  [{ plannedAt: null, waitsFor: null, dateDue }, "De planning wordt berekend."],
])("%o reads as %s", (plan, text) => {
  expect(sendPlanText(plan)).toBe(text);
});
