import { useCallback, useEffect, useRef, useState } from "react";
import type { ChosenStatus } from "#contract/meeting-status.ts";
import type { Meeting, MeetingType } from "#contract/meetings.ts";
import { neighbourOf } from "#lib/neighbour.ts";
import type { Intent, OnIntent } from "./card/meeting-intent.ts";
import { useMove } from "./meeting-changes.ts";
import { cardId } from "./meeting-name.ts";
import { useMeetingDialogs } from "./use-meeting-dialogs.tsx";

/** After what was just done is on the page: a card that leaves it moves the others. */
const focusSoon = (id: string | undefined) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (id) document.getElementById(cardId(id))?.focus();
    }),
  );

const STATUSES = { private: "PRIVE", ignore: "IGNORED", delete: "DELETED", rerun: "RERUN" } as const;

/** Turns what people want of a meeting into moves and dialogs, and remembers the last move, which can be taken back once. */
export function useMeetingActions(meetings: readonly Meeting[]) {
  const [last, setLast] = useState<Meeting>();
  const { mutate, isPending } = useMove();
  const move = (meeting: Meeting, status: ChosenStatus, type?: MeetingType, onDone?: () => void) => {
    const next = neighbourOf(
      meetings.map(({ id }) => id),
      meeting.id,
    );
    mutate(
      { meeting, status, ...(type ? { type } : {}) },
      {
        onSuccess: () => {
          setLast(meeting);
          onDone?.();
          focusSoon(status === "RERUN" ? meeting.id : next);
        },
        onError: () => focusSoon(meeting.id),
      },
    );
  };
  const { show, dialogs } = useMeetingDialogs(meetings, (meeting, type, onDone) =>
    move(meeting, "To PROCESS", type, onDone),
  );
  const handle = ({ want, meeting }: Intent) => {
    if (want === "process" || want === "title" || want === "type" || want === "report") {
      return show({ dialog: want, meeting });
    }
    move(meeting, STATUSES[want]);
  };

  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  // The same function for good: a new one would draw every card again.
  const onIntent = useCallback<OnIntent>((intent) => latest.current(intent), []);
  const undo = last && (() => mutate({ meeting: last, status: "NEW" }, { onSuccess: () => setLast(undefined) }));
  return { onIntent, dialogs, undo, isPending };
}
