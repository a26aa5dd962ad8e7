import type { MeetingTab } from "#contract/meeting-status.ts";

/** The tabs of the meetings screen by their names in the URL. */
export const MEETING_TAB_SLUGS = {
  nieuw: "new",
  "te-verwerken": "toProcess",
  prive: "private",
  genegeerd: "ignored",
  verwerkt: "processed",
  anders: "other",
} as const satisfies Record<string, MeetingTab | "other">;
