/** In the order on the screen. */
export const MEETING_TABS = ["new", "toProcess", "private", "ignored", "processed"] as const;
export type MeetingTab = (typeof MEETING_TABS)[number];

/** Meetings with an unknown status (`other`) or a deleted one are on no tab. */
export type MeetingTabOrHidden = MeetingTab | "other" | "deleted";

const TAB_BY_STATUS: Readonly<Record<string, MeetingTabOrHidden>> = {
  "": "new",
  NEW: "new",
  TO_PROCESS: "toProcess",
  PRIVE: "private",
  IGNORED: "ignored",
  PROCESSED: "processed",
  RERUN: "processed",
  DELETED: "deleted",
};

/** Statuses come from Airtable in several spellings. */
export const meetingStatusKey = (status: string): string => status.trim().replaceAll(" ", "_").toUpperCase();

export const meetingTab = (status: string): MeetingTabOrHidden => {
  const key = meetingStatusKey(status);
  return Object.hasOwn(TAB_BY_STATUS, key) ? (TAB_BY_STATUS[key] ?? "other") : "other";
};

/** The statuses that users can choose; only the automation sets PROCESSED. */
export const SELECTABLE_STATUSES = ["NEW", "To PROCESS", "TO_PROCESS", "PRIVE", "IGNORED", "RERUN", "DELETED"] as const;
export type SelectableStatus = (typeof SELECTABLE_STATUSES)[number];

/** Only a processed meeting can be rerun, and a deleted one can only become NEW again, or PRIVE if it was private (meetings.service.ts). */
export const mayChangeTo = (status: string, chosen: SelectableStatus): boolean => {
  const tab = meetingTab(status);
  switch (chosen) {
    case "NEW":
      return true;
    case "RERUN":
      return tab === "processed";
    case "DELETED":
    case "To PROCESS":
    case "TO_PROCESS":
    case "PRIVE":
    case "IGNORED":
      return tab !== "deleted";
  }
};
