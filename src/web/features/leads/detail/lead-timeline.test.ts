import { expect, test } from "vitest";
import type { TimelineEntry } from "#contract/leads.ts";
import { timelineText } from "./lead-timeline.tsx";

const entry = (kind: TimelineEntry["kind"], overrides: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: "1",
  at: "2026-11-14T09:00:00Z",
  kind,
  by: null,
  detail: null,
  previous: null,
  plannedAt: null,
  waitsFor: null,
  ...overrides,
});

test.each([
  [entry("added"), "Toegevoegd"],
  [entry("rated", { detail: "8" }), "Rating 8/10 gekregen"],
  [entry("classified", { previous: "COLD", detail: "HOT", by: "Anna" }), "Van COLD naar HOT door Anna"],
  [entry("classified", { detail: "HOT" }), "Van geen classificatie naar HOT"],
  [entry("classified", { previous: "HOT", detail: "DELETED", by: "Anna" }), "Verwijderd door Anna"],
  [entry("classified", { previous: "DELETED", detail: "HOT", by: "Bea" }), "Hersteld door Bea"],
  [entry("invitation_queued", { by: "Frank" }), "Uitnodiging klaargezet namens Frank"],
  [entry("invitation_ended", { by: "Frank", detail: "withdrawn" }), "Uitnodiging ingetrokken (Frank)"],
  [entry("invitation_ended", { detail: "ignored" }), "Uitnodiging niet geaccepteerd"],
  [entry("message_cancelled", { by: "Anna", detail: "icebreaker" }), "Ice breaker geannuleerd door Anna"],
  [entry("written", { by: "Frank", detail: "Ik bel." }), "Bericht gestuurd op LinkedIn door Frank"],
  [entry("replied", { by: "Frank", detail: "Leuk!" }), "Reactie ontvangen (aan Frank)"],
  [entry("replied", { by: "Frank", previous: "interested" }), "Reactie ontvangen: geïnteresseerd (aan Frank)"],
  [entry("invited", { by: "Frank" }), "Uitgenodigd door Frank"],
  [entry("accepted", { by: "Frank" }), "Uitnodiging van Frank geaccepteerd"],
  [entry("accepted"), "Uitnodiging geaccepteerd"],
  [entry("message", { detail: "icebreaker", by: "Frank" }), "Ice breaker gemaakt voor Frank"],
  [entry("adjusted", { detail: "Bericht 1", by: "Anna" }), "Bericht 1 bewerkt door Anna"],
  [entry("queued", { detail: "Bericht 1", by: "Frank" }), "Bericht 1 in de wachtrij gezet namens Frank"],
  [entry("cancelled", { detail: "Bericht 1" }), "Bericht 1 geannuleerd"],
  [entry("meeting", { detail: "Kennismaking", by: "Frank" }), 'Meeting "Kennismaking" met Frank'],
  [entry("meeting"), "Meeting"],
  [entry("sent", { detail: "Follow up 1", by: "Frank" }), "Follow up 1 verstuurd namens Frank"],
])("%o reads as %s", (timelineEntry, text) => {
  expect(timelineText(timelineEntry)).toBe(text);
});
