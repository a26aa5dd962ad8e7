import { expect, test } from "vitest";
import { actualSendTimeText, lineBelowDate, sendPlanText } from "./send-plan.ts";

const dateDue = "2026-11-16T08:30:00.000Z";
const hours = { code: "hours", text: "Wacht op de werktijden (ma–vr 08:30–17:30)." } as const;
const turn = { code: "automation", text: "Is sinds 09:30 aan de beurt." } as const;
const order = { code: "order", text: 'Wacht op "Bericht 1".' } as const;

test.each([
  [{ plannedAt: dateDue, waitsFor: null, dateDue }, "Gaat ma 16 nov om 09:30 · Op de ingestelde datum."],
  [{ plannedAt: "2026-11-16T09:02:10.000Z", waitsFor: null, dateDue }, "Gaat ma 16 nov om 10:02."],
  [
    { plannedAt: "2026-11-17T07:31:00.000Z", waitsFor: hours, dateDue },
    "Gaat di 17 nov om 08:31 · Wacht op de werktijden (ma–vr 08:30–17:30).",
  ],
  [{ plannedAt: dateDue, waitsFor: turn, dateDue }, "Is sinds 09:30 aan de beurt."],
  [{ plannedAt: null, waitsFor: order, dateDue }, 'Wacht op "Bericht 1".'],
  [{ plannedAt: null, waitsFor: null, dateDue }, "De planning wordt berekend."],
])("%o reads as %s", (plan, text) => {
  expect(sendPlanText(plan)).toBe(text);
});

const spacing = { code: "spacing", text: "Wacht op de tussentijd tussen twee berichten." } as const;
test.each([
  [
    { plannedAt: "2026-11-16T08:34:00.000Z", waitsFor: spacing, dateDue },
    "gaat om 09:34 · tussentijd tussen twee berichten",
  ],
  [
    { plannedAt: "2026-11-17T07:31:00.000Z", waitsFor: spacing, dateDue },
    "gaat di 17 nov om 08:31 · tussentijd tussen twee berichten",
  ],
  [
    { plannedAt: "2026-11-17T07:31:00.000Z", waitsFor: hours, dateDue },
    "gaat di 17 nov om 08:31 · Wacht op de werktijden (ma–vr 08:30–17:30).",
  ],
  [{ plannedAt: "2026-11-16T09:02:10.000Z", waitsFor: null, dateDue }, "gaat om 10:02"],
  [{ plannedAt: dateDue, waitsFor: turn, dateDue }, "Is sinds 09:30 aan de beurt."],
  [{ plannedAt: null, waitsFor: null, dateDue }, "De planning wordt berekend."],
])("below its date %o reads as %s", (plan, text) => {
  expect(lineBelowDate(plan)).toBe(text);
});

const later = "2026-11-17T07:31:00.000Z";
test.each([
  [dateDue, { plannedAt: "2026-11-16T08:30:40.000Z", waitsFor: null }, ""],
  [
    dateDue,
    { plannedAt: later, waitsFor: hours },
    " Gaat di 17 nov om 08:31 · Wacht op de werktijden (ma–vr 08:30–17:30).",
  ],
  [
    dateDue,
    { plannedAt: later, waitsFor: null, dateDue: later },
    " Gaat di 17 nov om 08:31. Eerder mag deze afzender niet versturen.",
  ],
  [dateDue, { plannedAt: null, waitsFor: order }, ' Wacht op "Bericht 1".'],
  [dateDue, { plannedAt: null, waitsFor: null }, ""],
  [undefined, { plannedAt: later, waitsFor: hours }, ""],
])("after the choice of %s, %o adds %j", (chosen, plan, text) => {
  expect(actualSendTimeText(chosen, plan)).toBe(text);
});
