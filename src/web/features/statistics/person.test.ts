import { expect, test } from "vitest";
import { findPerson } from "./person.ts";

const COUNTS = { icebreakersCreatedToday: 1, messagesSentToday: 2, messagesQueuedToday: 3 };

test("the person is in the name of the field", () => {
  expect(findPerson({ ...COUNTS, icebreakersToApproveFrank: 4 })).toEqual({ name: "Frank", toApprove: 4 });
  expect(findPerson({ ...COUNTS, "icebreakersToApproveAnne-Marie de Wit": 0 })).toEqual({
    name: "Anne-Marie de Wit",
    toApprove: 0,
  });
});
