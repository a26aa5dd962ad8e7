import { lazy, Suspense, useEffect } from "react";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { HELP_KEYS, openPalette, PALETTE_KEYS, showOverlay, useOverlay } from "./overlay.ts";

const loadPalette = () => import("./command-palette.tsx");
const loadHelp = () => import("./shortcut-help.tsx");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await loadHelp()).ShortcutHelp }));

/** The first screen comes first. */
const FETCH_AFTER_MS = 2_000;

const close = () => showOverlay("none");

/** The palette and the help, fetched once the screen has settled. */
export function WorkspaceCommands() {
  const overlay = useOverlay();
  useShortcuts([
    { label: "Ga naar een scherm", group: "Algemeen", keys: PALETTE_KEYS, run: openPalette },
    { label: "Sneltoetsen tonen", group: "Algemeen", keys: HELP_KEYS, run: () => showOverlay("help") },
  ]);
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.all([loadPalette(), loadHelp()]).catch(() => undefined),
      FETCH_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      close();
    };
  }, []);
  return (
    <Suspense fallback={<Opening />}>
      {overlay === "palette" && <CommandPalette onClose={close} />}
      {overlay === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}

/** Holds the keyboard until the dialog is there: what people type into it must not be taken for shortcuts. */
const Opening = () => <div data-holds-keys tabIndex={-1} ref={borrowFocus} className="sr-only" />;

/** The dialog must find the focus where it was, or it could not give it back there. */
function borrowFocus(element: HTMLElement | null) {
  const opener = document.activeElement;
  element?.focus();
  return () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
