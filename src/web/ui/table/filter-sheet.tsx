import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../button/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../dialog/dialog.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry belongs to an open filter sheet; the URL of the list when the sheet was opened. */
    filterSheet?: string;
  }
}

type FilterSheetProps = {
  open: boolean;
  onClose: () => void;
  /** The button "Wis Filters"; null while no filter is set. */
  clearButton: ReactNode;
  children: ReactNode;
};

/** The filters of a list on a phone. They apply at once: the list behind the sheet changes with them. */
export function FilterSheet({ open, onClose, clearButton, children }: FilterSheetProps) {
  const fields = useRef<HTMLDivElement>(null);
  const close = useHistoryEntry(open, onClose);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      {/* With the focus on a text field, the keyboard of the phone would cover the other fields. */}
      <DialogContent title="Filters" firstFocus={fields}>
        <div ref={fields} tabIndex={-1} className="flex flex-col gap-3 outline-hidden">
          {children}
        </div>
        <DialogFooter className="flex-row justify-end">
          {clearButton}
          <DialogClose>
            <Button>Toon de lijst</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** A text field applies what was typed when it loses the focus. */
const applyTypedText = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();

/**
 * The open sheet is an entry of the browser's history, so that the back button closes it and keeps the chosen filters.
 * Filters that are chosen in it replace that entry (`useUrlFilters`), so that going back once more undoes all of them. Returns the
 * function that closes the sheet.
 */
function useHistoryEntry(open: boolean, onClose: () => void): () => void {
  const router = useRouter();
  const isClosed = useRef(true);
  const closeOnBack = useEffectEvent((leftUrl: string) => {
    isClosed.current = true;
    if (leftUrl !== router.history.location.href) router.history.push(leftUrl);
    applyTypedText();
    onClose();
  });
  useEffect(() => {
    if (!open) return;
    isClosed.current = false;
    const { href, state } = router.history.location;
    if (!state.filterSheet) {
      void router.navigate({ to: ".", search: true, hash: true, state: { filterSheet: href }, resetScroll: false });
    }
    let currentUrl = href;
    return router.history.subscribe(({ action, location }) => {
      const leftUrl = currentUrl;
      currentUrl = location.href;
      if (action.type === "BACK" && !isClosed.current) closeOnBack(leftUrl);
    });
  }, [open, router]);
  return () => {
    // Without this check, a double click on the close button would go back two pages.
    if (isClosed.current) return;
    isClosed.current = true;
    applyTypedText();
    onClose();
    const { href, state } = router.history.location;
    if (href === state.filterSheet) router.history.back();
    else void router.navigate({ to: ".", search: true, hash: true, replace: true, resetScroll: false });
  };
}
