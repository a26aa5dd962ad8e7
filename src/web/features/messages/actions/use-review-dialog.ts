import { useEffect, useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";

type DialogName =
  | "reviseAndApprove"
  | "edit"
  | "rewrite"
  | "classify"
  | "report"
  | "snooze"
  | "assign"
  | "notes"
  | "airtable";
/** send: outside the working hours, with the next moment within them. */
export type DialogSubject =
  | { dialog: DialogName; message: Message }
  | { dialog: "send"; message: Message; nextMoment: string };

export function useReviewDialog() {
  const { open, subject, show, close } = useDialogSubject<DialogSubject>();
  const opened = useRef<DialogSubject>(undefined);
  useEffect(() => {
    opened.current = (open && subject) || undefined;
  });
  /** Whether a dialog was opened since an action that began in `own`, or without a dialog. */
  const isOtherOpen = (own: DialogSubject | undefined) => opened.current !== undefined && opened.current !== own;
  return { open, subject, show, close, opened, isOtherOpen };
}
