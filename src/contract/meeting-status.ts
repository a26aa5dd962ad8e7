/** The tiles, in their order on the screen. */
export const MEETING_TABS = ["new", "toProcess", "private", "ignored", "processed"] as const;
export type MeetingTab = (typeof MEETING_TABS)[number];

/** Statuses come from Airtable as somebody wrote them there: one we do not know is under no tile, and one is never shown. */
export type MeetingPlace = MeetingTab | "other" | "deleted";

const PLACES: Readonly<Record<string, MeetingPlace>> = {
  "": "new",
  NEW: "new",
  TO_PROCESS: "toProcess",
  PRIVE: "private",
  IGNORED: "ignored",
  PROCESSED: "processed",
  RERUN: "processed",
  DELETED: "deleted",
};

/** The same for every spelling of it. */
export const meetingStatusKey = (status: string): string => status.trim().replaceAll(" ", "_").toUpperCase();

export const meetingPlace = (status: string): MeetingPlace => {
  const key = meetingStatusKey(status);
  return Object.hasOwn(PLACES, key) ? (PLACES[key] ?? "other") : "other";
};

/** What people can make of a meeting; that it was processed is for the automation to say. */
export const CHOSEN_STATUSES = ["NEW", "To PROCESS", "TO_PROCESS", "PRIVE", "IGNORED", "RERUN", "DELETED"] as const;
export type ChosenStatus = (typeof CHOSEN_STATUSES)[number];

/** Only what was processed can be processed once more, and what was deleted first has to come back as new. */
export const mayChangeTo = (status: string, chosen: ChosenStatus): boolean => {
  const place = meetingPlace(status);
  switch (chosen) {
    case "NEW":
      return true;
    case "RERUN":
      return place === "processed";
    case "DELETED":
    case "To PROCESS":
    case "TO_PROCESS":
    case "PRIVE":
    case "IGNORED":
      return place !== "deleted";
  }
};
