/** In the order on the screen. */
export const MEETING_TABS = ["new", "toProcess", "private", "ignored", "processed"] as const;
export type MeetingTab = (typeof MEETING_TABS)[number];

/**
 * Statuses come from Airtable in any spelling: unknown ones belong to `other`, which has no tab; `deleted` is never
 * shown.
 */
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

/** Normalises the spelling. */
export const meetingStatusKey = (status: string): string => status.trim().replaceAll(" ", "_").toUpperCase();

export const meetingPlace = (status: string): MeetingPlace => {
  const key = meetingStatusKey(status);
  return Object.hasOwn(PLACES, key) ? (PLACES[key] ?? "other") : "other";
};

/** The statuses that users can choose; only the automation sets PROCESSED. */
export const CHOSEN_STATUSES = ["NEW", "To PROCESS", "TO_PROCESS", "PRIVE", "IGNORED", "RERUN", "DELETED"] as const;
export type ChosenStatus = (typeof CHOSEN_STATUSES)[number];

/** Only a processed meeting can be rerun, and a deleted one can only become NEW again. */
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
