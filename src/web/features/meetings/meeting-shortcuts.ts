import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId } from "#lib/lists/list-focus.ts";
import { keepHttpUrl } from "#ui/content/external-link.tsx";
import type { MeetingCommand, OnMeetingCommand } from "./meeting-buttons.tsx";
import { meetingCardId } from "./meeting-labels.ts";

const GROUP = "Meetings";

const COMMANDS: readonly { keys: string; label: string; kind: MeetingCommand["kind"]; not?: string; only?: string }[] =
  [
    { keys: "p", label: "Process", kind: "process", not: "toProcess" },
    { keys: "v", label: "Privé", kind: "private", not: "private" },
    { keys: "i", label: "Ignore", kind: "ignore", not: "ignored" },
    { keys: "d", label: "Delete", kind: "delete" },
    { keys: "r", label: "Rerun", kind: "rerun", only: "processed" },
    { keys: "e", label: "Titel bewerken", kind: "editTitle" },
    { keys: "t", label: "Type bewerken", kind: "editType" },
  ];

const focusCard = (id: string | undefined) => {
  const card = id === undefined ? null : document.getElementById(meetingCardId(id));
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
};

/** Keys for the focused meeting; j and k move the focus. A key does what its button would do, and nothing where that is disabled. */
export function useMeetingShortcuts(meetings: readonly Meeting[], onCommand: OnMeetingCommand) {
  const focused = () =>
    meetings.find(({ id }) => document.getElementById(meetingCardId(id))?.contains(document.activeElement));
  const move = (step: 1 | -1) => () => {
    const current = focused();
    const ids = meetings.map(({ id }) => id);
    focusCard(current ? adjacentId(ids, current.id, step) : ids[0]);
  };
  useShortcuts([
    { label: "Volgende meeting", group: GROUP, keys: "j", run: move(1) },
    { label: "Vorige meeting", group: GROUP, keys: "k", run: move(-1) },
    {
      label: "Rapport of transcript openen",
      group: GROUP,
      keys: "enter",
      // On a button or link in the card, Enter does what it does everywhere.
      isActive: () => document.activeElement?.matches("article[id^=meeting-]") ?? false,
      run: () => {
        const meeting = focused();
        if (meeting?.hasReport) onCommand({ kind: "openReport", meeting });
        // The title links to the transcript; without one to the meeting itself, which a key must not join.
        else if (keepHttpUrl(meeting?.transcriptUrl))
          document.activeElement?.querySelector<HTMLElement>("h3 a")?.click();
      },
    },
    ...COMMANDS.map(({ keys, label, kind, not, only }) => ({
      label,
      group: GROUP,
      keys,
      run: () => {
        const meeting = focused();
        if (!meeting) return;
        const tab = meetingTab(meeting.status);
        if (tab !== not && (only === undefined || tab === only)) onCommand({ kind, meeting });
      },
    })),
  ]);
}
