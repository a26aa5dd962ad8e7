import type { Meeting } from "#contract/meetings.ts";

/** A meeting may have come without a name. */
export const nameOf = ({ meetingName }: Pick<Meeting, "meetingName">): string => meetingName.trim() || "Zonder titel";

/** By which the card of a meeting is found on the page. */
export const cardId = (meetingId: string): string => `meeting-${meetingId}`;
