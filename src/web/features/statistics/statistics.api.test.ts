import { expect, test } from "vitest";
import { parsePersonStats } from "./statistics.api.ts";

const COUNTS = { icebreakersCreatedToday: 1, messagesSentToday: 2, messagesQueuedToday: 3 };

test("the name of the statistics person is read from the field name", () => {
  expect(parsePersonStats({ ...COUNTS, icebreakersToApproveFrank: 4 })).toEqual({ name: "Frank", toApprove: 4 });
  expect(parsePersonStats({ ...COUNTS, "icebreakersToApproveAnne-Marie de Wit": 0 })).toEqual({
    name: "Anne-Marie de Wit",
    toApprove: 0,
  });
});
