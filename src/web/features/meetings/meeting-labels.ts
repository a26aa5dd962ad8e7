import { CalendarCheck, CalendarPlus, EyeOff, ListTodo, Lock, type LucideIcon } from "lucide-react";
import { type MeetingTab, meetingStatusKey } from "#contract/meeting-status.ts";
import { MEETING_TYPES, type Meeting, type MeetingType } from "#contract/meetings.ts";
import type { BadgeTone } from "#ui/content/badge.tsx";
import type { DialogChoice } from "#ui/dialog/choice-dialog.tsx";

/** A tab of the screen, or the meetings whose status belongs to no tab. */
export type ListTab = MeetingTab | "other";

type TabLabels = {
  label: string;
  /** The status named in the empty state. */
  status: string;
  icon: LucideIcon;
};

export const TABS: Readonly<Record<MeetingTab, TabLabels>> = {
  new: { label: "Nieuwe Meetings", status: "Nieuw", icon: CalendarPlus },
  toProcess: { label: "Te Verwerken", status: "Te Verwerken", icon: ListTodo },
  private: { label: "Privé", status: "Privé", icon: Lock },
  ignored: { label: "Genegeerd", status: "Genegeerd", icon: EyeOff },
  processed: { label: "Verwerkt", status: "Verwerkt", icon: CalendarCheck },
};

export const tabLabel = (tab: ListTab): string => (tab === "other" ? "Andere status" : TABS[tab].label);
export const tabStatus = (tab: ListTab): string => (tab === "other" ? "anders" : TABS[tab].status);

type BadgeLabel = { label: string; tone: BadgeTone };

const STATUSES: Readonly<Record<string, BadgeLabel>> = {
  NEW: { label: "Nieuw", tone: "info" },
  TO_PROCESS: { label: "Te Verwerken", tone: "warning" },
  PROCESSED: { label: "Verwerkt", tone: "success" },
  IGNORED: { label: "Genegeerd", tone: "neutral" },
  PRIVE: { label: "Privé", tone: "violet" },
  RERUN: { label: "Opnieuw Draaien", tone: "warning" },
};

/** An unknown status is shown as Airtable has it. */
export const statusLabel = (status: string): BadgeLabel => {
  const key = meetingStatusKey(status) || "NEW";
  return (Object.hasOwn(STATUSES, key) ? STATUSES[key] : undefined) ?? { label: status, tone: "neutral" };
};

const TYPES: Readonly<Record<MeetingType, { tone: BadgeTone; outline?: boolean }>> = {
  Sales: { tone: "success" },
  "CFO intake": { tone: "info" },
  "Client intake": { tone: "violet" },
  verkenningsgesprek: { tone: "warning" },
  "CFO Update": { tone: "info", outline: true },
  "Client Update": { tone: "violet", outline: true },
};

export const isMeetingType = (type: string | null): type is MeetingType =>
  MEETING_TYPES.some((meetingType) => meetingType === type);

export const typeLabel = (type: string | null): BadgeLabel & { outline?: boolean } => {
  if (!type) return { label: "No STATUS", tone: "neutral" };
  return { label: type, ...(isMeetingType(type) ? TYPES[type] : { tone: "neutral" as const }) };
};

export const TYPE_CHOICES: readonly DialogChoice<MeetingType>[] = MEETING_TYPES.map((type) => ({
  value: type,
  label: type,
  ...TYPES[type],
}));

/** Meetings from Airtable may lack a name. */
export const meetingDisplayName = ({ meetingName }: Pick<Meeting, "meetingName">): string =>
  meetingName.trim() || "Zonder titel";

/** The DOM id of a meeting's card. */
export const meetingCardId = (meetingId: string): string => `meeting-${meetingId}`;
