import type { Meeting } from "#contract/meetings.ts";

/** What somebody wants of a meeting. */
export type Intent = {
  want: "process" | "private" | "ignore" | "delete" | "rerun" | "title" | "type" | "report";
  meeting: Meeting;
};
export type OnIntent = (intent: Intent) => void;
