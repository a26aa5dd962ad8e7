import { expect, test } from "vitest";
import { readPersonStats } from "./statistics.api.ts";

const COUNTS = { icebreakersCreatedToday: 1, messagesSentToday: 2, messagesQueuedToday: 3 };

test("the name of the statistics person is read from the field name", () => {
  expect(readPersonStats({ ...COUNTS, icebreakersToApproveFrank: 4 })).toEqual({ name: "Frank", toApprove: 4 });
  expect(readPersonStats({ ...COUNTS, "icebreakersToApproveAnne-Marie de Wit": 0 })).toEqual({
    name: "Anne-Marie de Wit",
    toApprove: 0,
  });
});
