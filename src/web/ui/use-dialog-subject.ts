import { useState } from "react";

/** What a dialog is about. It outlives `open`, so that nothing vanishes from the dialog before the dialog itself has. */
export function useDialogSubject<Subject>() {
  const [{ open, subject }, setState] = useState<{ open: boolean; subject: Subject | null }>({
    open: false,
    subject: null,
  });
  const show = (next: Subject) => setState({ open: true, subject: next });
  const close = () => setState((shown) => ({ ...shown, open: false }));
  return { open, subject, show, close };
}
